//! What a secret looks like. Each rule gives spans of a row's text, in bytes.

mod address;
mod key;
mod login;
mod named;
mod token;

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

pub(crate) use address::people as addresses;
pub(crate) use key::rows_left as key_rows_left;
pub(crate) use token::{known as tokens, up_to_the_rest};

/// What is known from the rows before.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Known {
    /// A secret reached the end of the row before.
    pub(crate) goes_on: bool,
    /// This is the inside of a private key.
    pub(crate) in_key: bool,
}

/// Every secret in a row.
pub(crate) fn secrets(text: &str, known: Known) -> Vec<Range<usize>> {
    let mut spans = key::spans(text, known.in_key);
    if known.goes_on {
        spans.extend(token::rest(text));
    }
    spans.extend(token::known(text));
    spans.extend(token::unknown(text));
    spans.extend(named::values(text));
    spans.extend(address::passwords(text));
    spans.extend(login::passwords(text));
    spans
}

/// Secrets in a string for the terminal. What it puts on the clipboard is anybody's guess, so all of it.
pub(crate) fn told(text: &str) -> Vec<Range<usize>> {
    match text.strip_prefix("52;").and_then(|rest| rest.split_once(';')) {
        Some((_, content)) => std::iter::once(text.len() - content.len()..text.len()).collect(),
        None => secrets(text, Known::default()),
    }
}

/// What frames a row beside its text: blanks, and the lines of a box.
pub(crate) fn is_frame(c: char) -> bool {
    c.is_whitespace() || matches!(c, '\u{2500}'..='\u{259f}' | '|')
}

/// Patterns that are compiled once. One that does not compile is found by a test.
struct Patterns(LazyLock<Vec<Regex>>);

impl Patterns {
    const fn new(compile: fn() -> Vec<Regex>) -> Self {
        Patterns(LazyLock::new(compile))
    }

    fn iter(&self) -> impl Iterator<Item = &Regex> {
        self.0.iter()
    }
}

fn compiled(patterns: &[&str]) -> Vec<Regex> {
    patterns.iter().filter_map(|pattern| Regex::new(pattern).ok()).collect()
}

/// Where the group `secret` of a pattern stands, or all of it.
fn spans<'a>(patterns: &'a Patterns, text: &'a str) -> impl Iterator<Item = Range<usize>> + 'a {
    patterns.iter().flat_map(move |pattern| {
        pattern
            .captures_iter(text)
            .filter_map(|found| found.name("secret").or_else(|| found.get(0)).map(|secret| secret.range()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pattern_compiles() {
        for (patterns, count) in [
            (&token::KNOWN, token::KNOWN_FORMS.len()),
            (&named::PATTERNS, named::FORMS.len()),
            (&address::PATTERNS, address::FORMS.len()),
            (&address::PEOPLE, 1),
            (&login::PATTERNS, login::FORMS.len()),
            (&key::PATTERNS, 2),
            (&token::OTHERS, 3),
        ] {
            assert_eq!(patterns.iter().count(), count);
        }
    }
}
