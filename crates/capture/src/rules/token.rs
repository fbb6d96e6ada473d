//! Secrets that are one long word: those with a form of their own, and those that stand beside a telling word.

use std::collections::BTreeMap;
use std::ops::Range;

use super::{Patterns, compiled, is_frame, spans};

/// Well-known forms. The beginning says whose it is and is kept.
pub(super) const KNOWN_FORMS: &[&str] = &[
    r"\bsk-ant-(?<secret>[A-Za-z0-9_-]{8,})",
    r"\bsk-(?:ant-|proj-|svcacct-|or-v1-)?(?<secret>[A-Za-z0-9_-]{16,})",
    r"\b(?:gh[pousr]|hf|npm|dop_v1|glrt|shpat)_(?<secret>[A-Za-z0-9]{16,})",
    r"\bgithub_pat_(?<secret>[A-Za-z0-9_]{16,})",
    r"\b(?:glpat|pypi|xapp|sntrys)-(?<secret>[A-Za-z0-9_-]{16,})",
    r"\bxox[a-z]-(?<secret>[A-Za-z0-9-]{10,})",
    r"\b[rsp]k_(?:live|test)_(?<secret>[A-Za-z0-9]{16,})",
    r"\b(?:AKIA|ASIA|ABIA|ACCA)(?<secret>[A-Z0-9]{16})\b",
    r"\bAIza(?<secret>[A-Za-z0-9_-]{30,})",
    r"\bya29\.(?<secret>[A-Za-z0-9_-]{20,})",
    r"\bSG\.(?<secret>[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{16,})",
    r"\beyJ(?<secret>[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}(?:\.[A-Za-z0-9_-]*)?)",
    r"\b\d{8,10}:(?<secret>AA[A-Za-z0-9_-]{32,})",
    r"\bAGE-SECRET-KEY-1(?<secret>[A-Z0-9]{20,})",
];
pub(super) static KNOWN: Patterns = Patterns::new(|| compiled(KNOWN_FORMS));

/// A telling word, a long word of any form, and the word at the beginning of a row.
pub(super) static OTHERS: Patterns = Patterns::new(|| {
    compiled(&[
        r"(?i)password|passwd|passphrase|secret|token|api[ _-]?key|access[ _-]?key|credential|bearer",
        r"[A-Za-z0-9+/_-]{20,}={0,2}",
        r"^[A-Za-z0-9+/_.-]{4,}={0,2}",
    ])
});

/// How far behind a telling word a secret may stand, in bytes.
const NEAR: usize = 48;
/// A shorter piece behind a blank is another word.
const SHORTEST_REST: usize = 4;
/// Bits that a character of a random word carries at least, for words of this length.
const RANDOM: f64 = 3.5;

/// Words of a well-known form. Each has digits; a name with dashes has none, as a rule.
pub(crate) fn known(text: &str) -> impl Iterator<Item = Range<usize>> + '_ {
    spans(&KNOWN, text).filter(|span| {
        text.get(span.clone()).is_some_and(|secret| secret.chars().any(|c| c.is_ascii_digit()))
    })
}

/// Long words that look random, near a telling word. A hash in hexadecimal is no secret, and neither is a path.
pub(super) fn unknown(text: &str) -> Vec<Range<usize>> {
    let (Some(telling), Some(word)) = (OTHERS.iter().next(), OTHERS.iter().nth(1)) else { return Vec::new() };
    let telling: Vec<usize> = telling.find_iter(text).map(|found| found.end()).collect();
    if telling.is_empty() {
        return Vec::new();
    }
    let near = |at: usize| telling.iter().any(|end| *end <= at && at - end <= NEAR);
    let found = word.find_iter(text).map(|found| found.range());
    found.filter(|span| near(span.start) && text.get(span.clone()).is_some_and(is_random)).collect()
}

/// The rest of a secret that the end of a row has cut: the first word, unless it is one of a language.
pub(super) fn rest(text: &str) -> Option<Range<usize>> {
    let inner = text.trim_start_matches(is_frame);
    let start = text.len() - inner.len();
    let word = OTHERS.iter().nth(2)?.find(inner)?;
    let follows = inner.get(word.end()..)?.chars().next();
    let ends = follows.is_none_or(|c| c.is_whitespace() || "\"'`,;|)│".contains(c));
    (ends && is_rest(word.as_str())).then(|| start..start + word.end())
}

/// A span up to the last of its pieces that looks like the rest of a secret; `places` say where pieces begin.
pub(crate) fn up_to_the_rest(text: &str, span: &Range<usize>, places: &[usize]) -> Option<Range<usize>> {
    let mut borders: Vec<usize> =
        places.iter().copied().filter(|at| span.start < *at && *at < span.end).collect();
    borders.push(span.end);
    let pieces = borders
        .windows(2)
        .filter_map(|pair| Some((pair.last()?, text.get(*pair.first()?..*pair.last()?)?.trim())));
    let mut rests = pieces.filter(|(_, piece)| piece.len() >= SHORTEST_REST && is_rest(piece));
    rests.next_back().map(|(end, _)| span.start..*end)
}

fn is_rest(word: &str) -> bool {
    word.chars().any(|c| c.is_ascii_digit()) || word.len() >= 24 || is_mixed(word)
}

/// Capital letters after the first.
fn is_mixed(word: &str) -> bool {
    let lower = word.chars().any(|c| c.is_ascii_lowercase());
    lower && word.chars().skip(1).any(|c| c.is_ascii_uppercase())
}

fn is_random(word: &str) -> bool {
    let has = |is: fn(&char) -> bool| word.chars().any(|c| is(&c));
    let hexadecimal = word.chars().all(|c| c.is_ascii_hexdigit() || c == '-');
    let path = word.matches('/').count() > 1 && !word.contains('=');
    has(char::is_ascii_digit)
        && has(char::is_ascii_lowercase)
        && has(char::is_ascii_uppercase)
        && !hexadecimal
        && !path
        && entropy(word) >= RANDOM
}

/// Bits a character, by how often each occurs.
fn entropy(word: &str) -> f64 {
    let mut counts: BTreeMap<char, f64> = BTreeMap::new();
    word.chars().for_each(|c| *counts.entry(c).or_default() += 1.0);
    let total = word.chars().count() as f64;
    counts.values().map(|count| -(count / total) * (count / total).log2()).sum()
}
