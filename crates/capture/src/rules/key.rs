//! Private keys in their usual armour: everything between its first and its last row.

use std::ops::Range;

use super::{Patterns, compiled, is_frame};

pub(super) static PATTERNS: Patterns = Patterns::new(|| {
    compiled(&[
        r"-----BEGIN [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----",
        r"-----END [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----",
    ])
});

/// What of this row is inside of a key. Several may begin and end in one: an environment file holds them so.
pub(super) fn spans(text: &str, in_key: bool) -> Vec<Range<usize>> {
    let (mut spans, mut inside) = (Vec::new(), in_key.then_some(0));
    for (begins, at) in ends(text) {
        match inside.take() {
            _ if begins => inside = Some(at.end),
            Some(from) => spans.push(from..at.start),
            None => {}
        }
    }
    spans.extend(inside.map(|from| from..text.len()));
    spans.into_iter().map(|span| without_frame(text, span)).collect()
}

/// A box around a key stays.
fn without_frame(text: &str, span: Range<usize>) -> Range<usize> {
    let inner = text.get(span.clone()).unwrap_or_default();
    let start = span.end - inner.trim_start_matches(is_frame).len();
    let end = span.start + inner.trim_end_matches(is_frame).len();
    start..end.max(start)
}

/// How many more rows may be inside of a key after this one.
pub(crate) fn rows_left(text: &str, before: usize, longest: usize) -> usize {
    match ends(text).last() {
        Some((true, _)) => longest,
        Some((false, _)) => 0,
        None => before.saturating_sub(1),
    }
}

/// Beginnings and ends in their order.
fn ends(text: &str) -> Vec<(bool, Range<usize>)> {
    let mut all: Vec<_> = PATTERNS
        .iter()
        .zip([true, false])
        .flat_map(|(pattern, begins)| pattern.find_iter(text).map(move |found| (begins, found.range())))
        .collect();
    all.sort_by_key(|(_, at)| at.start);
    all
}
