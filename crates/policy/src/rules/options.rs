//! Lists of options that are known to be harmless, for programs that have others.

use crate::Text;

/// The options of a program that change nothing about what it is allowed for, and how many operands it may have.
///
/// Written `"-n -k: -i? -# --reverse --key= --color=? max 1"`: `:` and `=` take a value, `?` may have one in the same word,
/// `-#` is a number.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct OptionList {
    known: Vec<(String, Value)>,
    numbers: bool,
    most_operands: Option<usize>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Value {
    /// It stands alone.
    None,
    /// In the same word, or the next.
    Needed,
    /// In the same word, or none.
    Optional,
}

impl OptionList {
    /// The list that is written so; nothing if it is not well formed.
    pub(super) fn parse(text: &str) -> Option<OptionList> {
        let mut list = OptionList::default();
        let mut words = text.split_whitespace();
        while let Some(word) = words.next() {
            match word {
                "max" => list.most_operands = Some(words.next()?.parse().ok()?),
                "-#" => list.numbers = true,
                _ => list.known.push(entry(word)?),
            }
        }
        Some(list)
    }

    /// The first of these words that is not covered: an option that is not listed, or an operand too many.
    pub(super) fn unlisted(&self, given: &[&Text]) -> Option<String> {
        let mut operands = 0;
        let mut at = 0;
        while let Some(word) = given.get(at) {
            let shown = word.shown();
            if shown == "--" {
                operands += given.len() - at - 1;
                break;
            }
            if shown.len() > 1 && shown.starts_with('-') {
                let Some(length) = self.length(shown) else { return Some(shown.to_owned()) };
                // A value that looks like an option may be one, if the program reads the first differently.
                let next = given.get(at + 1).map(|next| next.shown()).filter(|_| length == 2);
                if let Some(option) = next.filter(|next| next.len() > 1 && next.starts_with('-')) {
                    return Some(option.to_owned());
                }
                at += length;
                continue;
            }
            operands += 1;
            if self.most_operands.is_some_and(|most| operands > most) {
                return Some(shown.to_owned());
            }
            at += 1;
        }
        let too_many = self.most_operands.is_some_and(|most| operands > most);
        too_many.then(|| given.last().map(|word| word.shown().to_owned()))?
    }

    /// How many words the option takes; nothing if it is not known.
    fn length(&self, word: &str) -> Option<usize> {
        if let Some(value) = self.value(word) {
            return Some(if value == Value::Needed { 2 } else { 1 });
        }
        if word.starts_with("--") {
            let (name, _) = word.split_once('=')?;
            return self.value(name).filter(|value| *value != Value::None).map(|_| 1);
        }
        if self.numbers && word[1..].bytes().all(|byte| byte.is_ascii_digit()) {
            return Some(1);
        }
        self.letters(&word[1..])
    }

    /// Several letters in one word: the last may have its value behind it.
    fn letters(&self, letters: &str) -> Option<usize> {
        let mut rest = letters.chars();
        while let Some(letter) = rest.next() {
            match self.value(&format!("-{letter}"))? {
                Value::None => {}
                Value::Needed => return Some(if rest.as_str().is_empty() { 2 } else { 1 }),
                Value::Optional => return Some(1),
            }
        }
        Some(1)
    }

    fn value(&self, name: &str) -> Option<Value> {
        self.known.iter().find(|(known, _)| known == name).map(|(_, value)| *value)
    }
}

fn entry(word: &str) -> Option<(String, Value)> {
    let plain = word.trim_end_matches([':', '=', '?']);
    let value = match &word[plain.len()..] {
        "" => Value::None,
        ":" | "=" => Value::Needed,
        "?" | "=?" => Value::Optional,
        _ => return None,
    };
    (plain.len() > 1 && plain.starts_with('-')).then(|| (plain.to_owned(), value))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_that_are_not_listed_are_named() {
        let list = OptionList::parse("-n -r -k: -w? -# --reverse --key= --color=? max 1").unwrap();
        let check = |line: &str, want: Option<&str>| {
            let words: Vec<Text> = line.split(' ').filter(|word| !word.is_empty()).map(Text::known).collect();
            assert_eq!(list.unlisted(&words.iter().collect::<Vec<_>>()).as_deref(), want, "{line}");
        };
        check("", None);
        check("-nr a", None);
        check("-nrk 2 a", None);
        check("-k2 -w3 -20 a", None);
        check("-k -o a", Some("-o"));
        check("--key 2 --key=3 --color --color=x a", None);
        check("-no a", Some("-no"));
        check("--rev a", Some("--rev"));
        check("--reverse=x a", Some("--reverse=x"));
        check("--output=x", Some("--output=x"));
        check("a b", Some("b"));
        check("a -- b", Some("b"));
        check("--color a b", Some("b"));
        check("- -x", Some("-x"));
        assert_eq!(OptionList::parse("-a max"), None);
        assert_eq!(OptionList::parse("word"), None);
    }
}
