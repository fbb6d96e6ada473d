//! Which word a question wants: `Type 'YES' to continue`, `Please answer yes or no.`, `Only 'yes' will be accepted`.

/// The words for the two answers, as the question spells them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Wanted {
    pub(super) yes: String,
    /// Nothing if another word than no is offered instead.
    pub(super) no: Option<String>,
    /// The text tells to type it: a verb stands before it.
    pub(super) told: bool,
    /// The text offers both, instead of naming the one that is to be typed.
    pub(super) both: bool,
}

impl Wanted {
    /// The text tells to type this very word.
    pub(super) fn is_one(&self) -> bool {
        self.told && !self.both
    }
}

/// What tells to type something.
const TELLS: [&str; 11] = [
    "type",
    "typing",
    "enter",
    "entering",
    "write",
    "writing",
    "input",
    "reply",
    "say",
    "answer",
    "answering",
];
/// What may stand between the verb and the word.
const BETWEEN: [&str; 12] = [
    "the",
    "word",
    "in",
    "with",
    "exactly",
    "only",
    "just",
    "uppercase",
    "lowercase",
    "capital",
    "full",
    "either",
];
/// What goes on behind a word that stands alone. Anything else is a part of what is to be typed.
const BEHIND: [&str; 12] =
    ["to", "and", "or", "if", "in", "then", "when", "for", "below", "here", "followed", "before"];
const NEGATIONS: [&str; 5] = ["not", "don't", "dont", "never", "without"];
const QUOTES: [char; 9] = ['\'', '"', '`', '‘', '’', '“', '”', '<', '>'];

/// A word, with what stands around it.
#[derive(Debug, Clone, Copy)]
struct Token<'a> {
    text: &'a str,
    quoted: bool,
    /// What stands between the word before and this one.
    before: &'a str,
    /// What stands between this one and the next.
    after: &'a str,
}

impl Token<'_> {
    fn is(&self, word: &str) -> bool {
        self.text.eq_ignore_ascii_case(word)
    }

    fn is_one_of(&self, words: &[&str]) -> bool {
        words.iter().any(|word| self.is(word))
    }

    /// It stands for itself, and is not the first of several words that are to be typed.
    fn stands_alone(&self, next: Option<&Token>) -> bool {
        let begins_more = self.before.ends_with(QUOTES) && !self.after.starts_with(QUOTES);
        let marked =
            !self.after.trim().is_empty() && !self.after.contains(QUOTES) && !self.after.contains(',');
        let goes_on = next.is_none_or(|next| next.is_one_of(&BEHIND) || next.is("no"));
        self.quoted || !begins_more && (marked || goes_on)
    }
}

/// What this text says is wanted; nothing if it says nothing, or something that is neither.
pub(super) fn wanted(text: &str) -> Option<Wanted> {
    let tokens = tokens(text);
    let found = offer(&tokens).or_else(|| named(&tokens))?;
    let capitals =
        ["capital", "uppercase", "upper case"].iter().any(|word| text.to_lowercase().contains(word));
    Some(if capitals && found.told { Wanted { yes: found.yes.to_uppercase(), ..found } } else { found })
}

/// `yes or no`, `yes/no`, `'yes' or 'no'`, `yes|no`.
fn offer(tokens: &[Token]) -> Option<Wanted> {
    let pair = |at: usize| {
        let (first, next, last) = (tokens.get(at)?, tokens.get(at + 1)?, tokens.get(at + 2));
        let second = match next.is("or") {
            true => last?,
            false if is_joint(next.before) => next,
            false => return None,
        };
        // In `and/yes/no/` it is a path, in `yes/no/all` a list.
        let path = [first.before, second.after].iter().any(|around| around.contains('/'));
        match () {
            () if path => None,
            () if first.is("yes") && second.is("no") => Some((at, first.text, second.text)),
            () if first.is("no") && second.is("yes") => Some((at, second.text, first.text)),
            () => None,
        }
    };
    let (at, yes, no) = (0..tokens.len()).find_map(pair)?;
    let told = tokens.iter().take(at).any(|token| token.is_one_of(&TELLS));
    let negated = tokens.iter().take(at).rev().take(2).any(|token| token.is_one_of(&NEGATIONS));
    (!negated).then(|| Wanted { yes: yes.to_owned(), no: Some(no.to_owned()), told, both: true })
}

fn is_joint(between: &str) -> bool {
    matches!(between.replace(QUOTES, "").trim(), "/" | "|")
}

/// `type 'yes'`, `enter the word yes`, `only 'yes' will be accepted`.
fn named(tokens: &[Token]) -> Option<Wanted> {
    let at = (0..tokens.len()).find(|at| names(tokens, *at))?;
    let yes = tokens.get(at)?;
    let spelled_no = tokens.iter().skip(at + 1).find(|token| {
        let apart = token.quoted || token.text == yes.text.to_uppercase().replace("YES", "NO");
        token.is("no") && apart
    });
    let another = tokens.iter().skip(at + 1).any(|token| token.quoted);
    let no = spelled_no.map(|token| token.text).or((!another).then_some("no"));
    Some(Wanted { yes: yes.text.to_owned(), no: no.map(str::to_owned), told: true, both: false })
}

/// Whether the word at this place is a yes that is to be typed.
fn names(tokens: &[Token], at: usize) -> bool {
    let Some(yes) = tokens.get(at).filter(|token| token.is("yes")) else { return false };
    let before: Vec<&Token> = tokens.iter().take(at).rev().collect();
    let skipped = before.iter().take_while(|token| token.is_one_of(&BETWEEN)).count();
    let verb = before.get(skipped).filter(|token| token.is_one_of(&TELLS));
    let negated = before.iter().take(skipped + 3).any(|token| token.is_one_of(&NEGATIONS));
    // `Answer yes to all?` asks whether to.
    let asks = verb.is_some_and(|verb| verb.is("answer")) && skipped == 0 && !yes.quoted;
    let only = yes.quoted && before.first().is_some_and(|token| token.is("only"));
    !negated && yes.stands_alone(tokens.get(at + 1)) && (only || verb.is_some() && !asks)
}

fn tokens(text: &str) -> Vec<Token<'_>> {
    let word = |letter: char| letter.is_alphanumeric();
    let mut spans: Vec<(usize, usize)> = Vec::new();
    for (at, letter) in text.char_indices() {
        let end = at + letter.len_utf8();
        let goes_on = spans.last().is_some_and(|(_, last)| *last == at);
        // `don't` is one word.
        let inside = matches!(letter, '\'' | '’') && goes_on && text[end..].starts_with(word);
        match spans.last_mut().filter(|_| goes_on && (word(letter) || inside)) {
            Some(span) => span.1 = end,
            None if word(letter) => spans.push((at, end)),
            None => {}
        }
    }
    let gap = |from: usize, to: usize| text.get(from..to).unwrap_or_default();
    (0..spans.len())
        .map(|place| {
            let (start, end) = spans[place];
            let before = gap(place.checked_sub(1).map_or(0, |last| spans[last].1), start);
            let after = gap(end, spans.get(place + 1).map_or(text.len(), |next| next.0));
            let quoted = before.ends_with(QUOTES) && after.starts_with(QUOTES);
            Token { text: &text[start..end], quoted, before, after }
        })
        .collect()
}

#[cfg(test)]
mod tests;
