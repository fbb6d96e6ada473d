//! What is only known when it runs, as far as it can be told anyway.

use super::Place;
use crate::Text;

/// Substitutions that give neither a slash nor nothing: a number, a name, a date.
const PLAIN: [&str; 13] =
    ["$", "RANDOM", "UID", "EUID", "PPID", "SECONDS", "LINENO", "#", "?", "!", "USER", "LOGNAME", "HOSTNAME"];
const PLAIN_COMMANDS: [&str; 9] = [
    "$(date",
    "`date",
    "$(whoami",
    "$(id -u",
    "$(hostname",
    "$(uname",
    "$(git rev-parse --short",
    "$(nproc",
    "$((",
];

/// What names a folder for temporary files, or makes one.
const TEMPORARY: [&str; 4] = ["TMPDIR", "TMP", "TEMP", "RUNNER_TEMP"];
const MAKES_ONE: [&str; 2] = ["$(mktemp", "`mktemp"];

/// Where the first substitution begins that may give anything.
pub(super) fn first(word: &Text) -> Option<usize> {
    let shown = word.shown();
    let doubtful = |place: &&std::ops::Range<usize>| !is_plain(&shown[place.start..place.end]);
    word.unknown_places().iter().find(doubtful).map(|place| place.start)
}

fn is_plain(written: &str) -> bool {
    name(written).is_some_and(|name| PLAIN.contains(&name))
        || PLAIN_COMMANDS.iter().any(|start| written.starts_with(start))
}

/// The variable of `$NAME` or `${NAME}`.
fn name(written: &str) -> Option<&str> {
    let rest = written.strip_prefix('$')?;
    Some(rest.strip_prefix('{').and_then(|inner| inner.strip_suffix('}')).unwrap_or(rest))
}

/// The place of a path that starts with a folder for temporary files; nothing for all others.
pub(super) fn temporary(shown: &str) -> Option<Place> {
    if shown.contains("..") {
        return None;
    }
    if MAKES_ONE.iter().any(|start| shown.starts_with(start)) {
        return Some(Place::Temporary);
    }
    let shown = shown.replace("${TMPDIR:-/tmp}", "$TMPDIR");
    let (folder, below) = shown.split_once('/').unwrap_or((&shown, ""));
    let named = name(folder).is_some_and(|name| TEMPORARY.contains(&name));
    named.then_some(if below.trim_matches(['/', '*']).is_empty() { Place::Outside } else { Place::Temporary })
}

/// Whether nothing certain comes behind the unknown places but slashes and globs: `/$x`, `/$x/*`.
pub(super) fn ends_so(word: &Text) -> bool {
    let end = word.unknown_places().last().map_or(0, |place| place.end);
    word.shown()[end..].chars().all(|sign| matches!(sign, '/' | '*'))
}

/// The word with a `*` for all that is unknown.
pub(super) fn as_globs(word: &Text) -> String {
    let mut globs = String::new();
    let mut from = 0;
    for place in word.unknown_places() {
        globs.push_str(&word.shown()[from..place.start]);
        globs.push('*');
        from = place.end;
    }
    globs + &word.shown()[from..]
}
