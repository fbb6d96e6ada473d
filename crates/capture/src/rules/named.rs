//! Values of something whose name says that it is secret: assignments, options, headers.

use std::ops::Range;

use super::{Patterns, compiled};

/// A name with such a word in it; a sign or a blank; the value, in quotes or up to a blank.
pub(super) const FORMS: &[&str] = &[
    // password=x, "api_key": "x", DB_PASSWORD: x
    r#"(?i)(?<name>[\w.-]*(?:password|passwd|passphrase|secret|token|api[_-]?key|access[_-]?key|private[_-]?key|auth[_-]?key|credential|\bpwd\b)[\w.-]*)\\?["']?\s?(?<sign>=|:)\s?(?:\\?"(?<double>[^"\\]+)\\?"|"(?<cut>\w[^"\\]*)$|'(?<single>[^']+)'|(?<bare>[^\s"'`,;&|]+))"#,
    // --token x
    r#"(?i)(?:^|\s)(?<name>--?[\w-]*(?:password|passwd|passphrase|secret|token|api-?key|access-?key)[\w-]*) +(?<sign>)(?:"(?<double>[^"]+)"|'(?<single>[^']+)'|(?<bare>[^\s"'`;&|-][^\s"'`;&|]*))"#,
    // Authorization: Basic x
    r#"(?i)\b(?<name>(?:proxy-)?authorization|x-api-key|x-auth-token|(?:set-)?cookie)\\?["']?\s?(?<sign>:)\s?\\?["']?(?:(?:basic|bearer|token|digest)\s+)?(?<double>[^"'\\]+)(?<single>)(?<bare>)"#,
    // Bearer x
    r"(?i)\b(?<name>bearer)\s+(?<sign>)(?<double>)(?<single>)(?<bare>[A-Za-z0-9._~+/=-]{12,})",
];
pub(super) static PATTERNS: Patterns = Patterns::new(|| compiled(FORMS));

/// The values of secret things.
pub(super) fn values(text: &str) -> Vec<Range<usize>> {
    let found = PATTERNS.iter().flat_map(|pattern| pattern.captures_iter(text));
    found
        .filter_map(|found| {
            let part = |name| found.name(name).filter(|part| !part.is_empty());
            let quoted = ["double", "cut", "single"].into_iter().find_map(part);
            let value = quoted.or_else(|| part("bare"))?;
            let name = part("name")?.as_str().to_lowercase();
            let sign = part("sign").map_or("", |sign| sign.as_str());
            let after = text.get(value.end()..).unwrap_or_default();
            let form =
                Form { quoted: quoted.is_some(), last: !after.trim_start().starts_with(char::is_alphabetic) };
            is_secret(&name, sign, value.as_str(), form).then(|| value.range())
        })
        .collect()
}

/// How a value stands there.
#[derive(Clone, Copy)]
struct Form {
    quoted: bool,
    /// No other word follows.
    last: bool,
}

/// Whether a value is meant, and not a sentence about one.
fn is_secret(name: &str, sign: &str, value: &str, form: Form) -> bool {
    let is_password = ["password", "passwd", "passphrase", "pwd"].iter().any(|word| name.contains(word));
    if stands_for_nothing(value) || (is_number(value) && !is_password) {
        return false;
    }
    match sign {
        ":" if form.quoted => true,
        // Prose has colons too: "password: required".
        ":" if value.chars().any(|c| c.is_ascii_digit()) => value.chars().count() >= 6,
        ":" => is_password && form.last && is_long_word(value),
        _ => true,
    }
}

/// Words that tell how it is with a password are not that long, as a rule.
fn is_long_word(value: &str) -> bool {
    let words = ["authentication", "unauthenticated", "unauthorized", "authorization", "verification"];
    value.chars().count() >= 12
        && value.chars().all(|c| c.is_alphabetic() || "-_!.".contains(c))
        && !words.iter().any(|word| value.to_lowercase().starts_with(word))
}

/// A variable, a placeholder, or a word that programs print where there is none.
fn stands_for_nothing(value: &str) -> bool {
    let words = ["true", "false", "null", "none", "nil", "undefined", "required", "optional", "string"];
    value.starts_with(['$', '<', '{', '*', '%'])
        || value.starts_with("...")
        || value.chars().all(|c| !c.is_alphanumeric())
        || words.contains(&value.to_lowercase().as_str())
}

/// How many tokens a model has used, for instance.
fn is_number(value: &str) -> bool {
    let value = value.trim_end_matches(['k', 'K', 'm', 'M', '%', 's']);
    !value.is_empty() && value.chars().all(|c| c.is_ascii_digit() || ".,/_".contains(c))
}
