//! Whether a question that states no choices can be nothing but a yes or no. A letter that is typed into a line of text does
//! harm; a yes or no that is taken for a line of text is only left to a person. So everything that may want words counts as open.

use super::wording::bare;
use crate::words::{Words, has};

/// Quotes that begin and end a name.
const QUOTES: [(char, char); 6] = [('\'', '\''), ('"', '"'), ('`', '`'), ('‘', '’'), ('“', '”'), ('«', '»')];

/// What stands for a name in quotes while a sentence is judged: no word of any list.
const STANDS_FOR_A_NAME: &str = " 0 ";

/// A sentence as it is judged: its words in lower case, one that stands for each name in quotes.
struct Spoken {
    words: Vec<String>,
    /// Something is called by its name: in quotes, by a path, by a number. Only what stands behind the last comma counts.
    names: bool,
}

/// Whether these words want a yes or a no, and nothing else.
pub(crate) fn wants_yes(words: &Words, text: &str) -> bool {
    let sentence = last_sentence(text);
    if names_alternatives(words, sentence) || marks_a_letter(text) {
        return false;
    }
    // Behind a comma stands the question itself.
    let spoken = Spoken::of(sentence.rsplit(", ").next().unwrap_or(sentence));
    has(&words.closed_alone, &spoken.words.join(" ")) || !spoken.is_open(words) && spoken.is_closed(words)
}

/// `Proceed, skip, abort?`, `http / https?`, `bash vs zsh?`, `Is it A, B?`: one of several. Behind a comma may also stand the question
/// itself, as in `All data will be lost, continue?`.
fn names_alternatives(words: &Words, sentence: &str) -> bool {
    let plain = without_names(sentence);
    let said = |word: &str| {
        [&words.acting, &words.going_on, &words.closed_alone, &words.definite]
            .iter()
            .any(|list| has(list, word))
    };
    let between = plain.split_whitespace().any(|word| {
        let lower = word.to_lowercase();
        matches!(lower.as_str(), "/" | "|" | "vs" | "vs.")
            || lower.split_once('/').is_some_and(|(one, other)| said(trimmed(one)) || said(trimmed(other)))
    });
    let pieces: Vec<&str> = plain.split(", ").map(str::trim).filter(|piece| !piece.is_empty()).collect();
    let [before @ .., last] = pieces.as_slice() else { return between };
    let begins = |piece: &&&str| {
        let first = piece.split_whitespace().next().map(|word| trimmed(word).to_lowercase());
        first.is_some_and(|first| is_verb(words, &first) || has(&words.going_on, &first))
    };
    let last = Spoken::of(last);
    let asks_itself = has(&words.closed_alone, &last.words.join(" ")) || last.is_closed(words);
    between || !before.is_empty() && (!asks_itself || before.iter().any(|piece| begins(&piece)))
}

/// `Do you want to (r)etry?` says which key it takes.
fn marks_a_letter(text: &str) -> bool {
    let letters: Vec<char> = text.chars().collect();
    letters
        .windows(4)
        .any(|four| four[0] == '(' && four[1].is_alphabetic() && four[2] == ')' && four[3].is_alphabetic())
}

/// Whether this word alone asks whether to do something.
pub(crate) fn is_verb(words: &Words, word: &str) -> bool {
    [&words.acting, &words.closed_alone].iter().any(|list| has(list, word))
}

/// Whether these words ask for something that is to be named: `Save as?`, `Delete which one?`, `Keep or delete?`.
pub(crate) fn is_open(words: &Words, text: &str) -> bool {
    Spoken::of(last_sentence(text)).is_open(words)
}

impl Spoken {
    fn of(sentence: &str) -> Spoken {
        let plain = without_names(sentence);
        let told = |text: &str| text.split_whitespace().map(trimmed).any(is_name);
        let words = plain.split_whitespace().map(trimmed).filter(|word| !word.is_empty());
        Spoken {
            names: plain.rsplit(", ").next().is_some_and(told),
            words: words.map(str::to_lowercase).collect(),
        }
    }

    fn has_any(&self, list: &[String]) -> bool {
        self.words.iter().any(|word| has(list, word))
    }

    fn ends_with(&self, list: &[String]) -> bool {
        self.words.last().is_some_and(|word| has(list, word))
    }

    fn is_open(&self, words: &Words) -> bool {
        let said = format!("{} ", self.words.join(" "));
        let wish = |wish: &String| said.starts_with(&format!("{wish} "));
        let opener = self.words.first().is_some_and(|first| has(&words.open_openers, first));
        opener
            || words.open_wishes.iter().any(wish)
            || self.has_any(&words.question_words)
            || self.ends_with(&words.particles)
            || self.words.iter().any(|word| is_example(word))
    }

    fn is_closed(&self, words: &Words) -> bool {
        let first = self.words.iter().position(|word| !is_adverb(word)).unwrap_or(0);
        let Some(opener) = self.words.get(first).filter(|_| self.words.len() > first + 1 || self.names)
        else {
            return false;
        };
        let of_a_value =
            (self.ends_with(&words.values) || self.ends_with_thing(words)) && !self.is_definite(words);
        has(&words.closed_openers, opener)
            || has(&words.going_on, opener) && !of_a_value
            || has(&words.acting, opener) && self.is_about_something(words)
            || self.ends_with(&words.closed_enders) && self.is_about_something(words)
    }

    /// `Continue as user?`, `Continue in directory?`: which one is not said. `Proceed with installation?` asks whether to.
    fn ends_with_thing(&self, words: &Words) -> bool {
        let before = self.words.iter().rev().nth(1);
        before.is_some_and(|word| {
            has(&words.particles, word) && !matches!(word.as_str(), "with" | "without" | "to" | "the")
        })
    }

    /// Whether what it would be done to is known, so that nobody is asked to name it.
    fn is_about_something(&self, words: &Words) -> bool {
        let article = self.has_any(&words.articles) && !self.ends_with(&words.values);
        self.is_definite(words) || article
    }

    fn is_definite(&self, words: &Words) -> bool {
        self.names || self.has_any(&words.definite)
    }
}

fn is_adverb(word: &str) -> bool {
    matches!(word, "also" | "now" | "then" | "please" | "and" | "so" | "still" | "you")
}

/// `e.g.`, `1-5`: what could be typed.
fn is_example(word: &str) -> bool {
    let range = word.split_once('-').is_some_and(|(from, to)| {
        let number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        number(from) && number(to)
    });
    range || matches!(word, "e.g" | "i.e" | "eg" | "example" | "etc")
}

/// `out.txt`, `/srv`, `3`, `origin/main`.
fn is_name(word: &str) -> bool {
    let signs = word.contains(['/', '.', '_', '@', '~', '=', '\\']);
    let digit = word.chars().any(|letter| letter.is_ascii_digit());
    (signs || digit) && !is_example(&word.to_lowercase()) && word != "and/or"
}

fn trimmed(word: &str) -> &str {
    word.trim_matches(|letter: char| !letter.is_alphanumeric() && !matches!(letter, '/' | '~' | '_'))
}

/// A sentence without what stands in quotes.
fn without_names(sentence: &str) -> String {
    let (mut plain, mut rest) = (String::new(), sentence);
    while let Some(letter) = rest.chars().next() {
        let begins = plain.chars().next_back().is_none_or(|before| !before.is_alphanumeric());
        match begins.then(|| quote(rest)).flatten() {
            Some(behind) => {
                plain.push_str(STANDS_FOR_A_NAME);
                rest = behind;
            }
            None => {
                plain.push(letter);
                rest = &rest[letter.len_utf8()..];
            }
        }
    }
    plain
}

/// What stands behind a name in quotes at the beginning of this text.
fn quote(text: &str) -> Option<&str> {
    let (open, close) = QUOTES.into_iter().find(|(open, _)| text.starts_with(*open))?;
    let inside = &text[open.len_utf8()..];
    let ends = |(at, _): &(usize, &str)| {
        let behind = inside[at + close.len_utf8()..].chars().next();
        *at > 0 && behind.is_none_or(|letter| !letter.is_alphanumeric())
    };
    let (at, _) = inside.match_indices(close).find(ends)?;
    Some(&inside[at + close.len_utf8()..])
}

/// The last sentence, without the name of the program before it (`rm: remove ...`).
fn last_sentence(text: &str) -> &str {
    let text = bare(text);
    let cut = [". ", "! ", "!! ", "? ", "; "]
        .iter()
        .filter_map(|end| text.rfind(end).map(|at| at + end.len()))
        .max();
    let sentence = text[cut.unwrap_or(0)..].trim_start();
    match sentence.split_once(": ") {
        Some((program, rest)) if !program.trim_end().contains(' ') => rest.trim_start(),
        _ => sentence,
    }
}

#[cfg(test)]
mod tests;
