//! Passwords that programs take behind a short option.

use std::ops::Range;

use super::{Patterns, compiled, spans};

pub(super) const FORMS: &[&str] = &[
    // curl -u user:password
    r#"(?:^|\s)(?:-[uU] ?|--(?:proxy-)?user[ =])["']?[^\s:"'/=-][^\s:"'/=]*:(?<secret>[^\s"'/]+)"#,
    // mysql -ppassword
    r#"\b(?:mysql\w*|mariadb[\w-]*|sshpass)\s(?:[^|;&]*?\s)?-p["']?(?<secret>[^\s"'|;&]+)"#,
    // sshpass -p password
    r#"\b(?:mysql\w*|mariadb[\w-]*|sshpass|mongo\w*|(?:docker|podman|az|oc) login)\s(?:[^|;&]*?\s)?-p ["']?(?<secret>[^\s"'|;&-][^\s"'|;&]*)"#,
];
pub(super) static PATTERNS: Patterns = Patterns::new(|| compiled(FORMS));

/// Such passwords. Numbers are those of users and groups, and a variable is not yet one.
pub(super) fn passwords(text: &str) -> impl Iterator<Item = Range<usize>> + '_ {
    let is_one = |word: &str| !word.starts_with(['$', '<', '*']) && !word.chars().all(|c| c.is_ascii_digit());
    spans(&PATTERNS, text).filter(move |span| text.get(span.clone()).is_some_and(is_one))
}
