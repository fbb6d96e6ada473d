//! Addresses: passwords in those of servers, and those of people.

use std::ops::Range;

use super::{Patterns, compiled, spans};

pub(super) const FORMS: &[&str] = &[
    // scheme://user:password@host
    r#"\b[a-zA-Z][a-zA-Z0-9+.-]*://[^\s/:@"'?#]*:(?<secret>[^\s/@"']+)@"#,
    // scheme://token@host
    r#"\b[a-zA-Z][a-zA-Z0-9+.-]*://(?<secret>[A-Za-z0-9_.-]{16,})@"#,
    // ?access_token=x in an address is an assignment, its signature is not.
    r"[?&](?:sig|signature|X-Amz-Signature|code)=(?<secret>[A-Za-z0-9%+/_.-]{16,})",
];
pub(super) static PATTERNS: Patterns = Patterns::new(|| compiled(FORMS));

pub(super) static PEOPLE: Patterns = Patterns::new(|| {
    compiled(&[r"\b(?<secret>[A-Za-z0-9][\w.+-]*@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*\.[A-Za-z]{2,})\b"])
});

/// Secrets in addresses of servers.
pub(super) fn passwords(text: &str) -> impl Iterator<Item = Range<usize>> + '_ {
    spans(&PATTERNS, text)
}

/// Addresses of people. The user of a git server is nobody.
pub(crate) fn people(text: &str) -> impl Iterator<Item = Range<usize>> + '_ {
    spans(&PEOPLE, text)
        .filter(|span| text.get(span.clone()).is_some_and(|address| !address.starts_with("git@")))
}
