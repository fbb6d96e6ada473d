//! A word to the path it stands for.

use super::{Place, classify, windows};
use crate::{Surroundings, Text};

/// Longer paths are not looked at: no file system takes them.
const LONGEST: usize = 8192;

/// A path as far as it is known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Resolved {
    /// Where it points.
    pub place: Place,
    /// The path, absolute where that is known, else as written; for comparing with names of files.
    pub path: String,
    /// Whether nothing is known of where it starts: `$X`, `$X/...`.
    pub open_start: bool,
}

/// Substitutions that give neither a slash nor nothing: a number, a name, a date.
const PLAIN: &[&str] = &[
    "$$",
    "$RANDOM",
    "$UID",
    "$EUID",
    "$PPID",
    "$SECONDS",
    "$LINENO",
    "$#",
    "$?",
    "$!",
    "$USER",
    "$LOGNAME",
    "$HOSTNAME",
    "${USER}",
    "${UID}",
    "${HOSTNAME}",
    "${RANDOM}",
];
const PLAIN_COMMANDS: &[&str] = &[
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

/// Variables that name a folder for temporary files.
const TEMPORARY: &[&str] = &[
    "$TMPDIR",
    "${TMPDIR}",
    "${TMPDIR:-/tmp}",
    "$TMP",
    "${TMP}",
    "$TEMP",
    "${TEMP}",
    "$(mktemp",
    "`mktemp",
    "$RUNNER_TEMP",
];

impl Resolved {
    /// Resolves a word for a command that runs in `cwd`.
    pub(crate) fn of(word: &Text, cwd: Option<&str>, around: &Surroundings) -> Resolved {
        let shown = word.shown();
        if shown.len() > LONGEST {
            return Resolved::unseen(shown, true);
        }
        if shown.is_empty() || shown == "-" {
            return Resolved { place: Place::Nowhere, path: shown.to_owned(), open_start: false };
        }
        if let Some(found) = windows::resolve(shown, around) {
            return found;
        }
        match first_doubt(word) {
            Some(at) => partly(word, at, cwd, around),
            None => whole(shown, word.has_globs(), cwd, around),
        }
    }

    fn unseen(shown: &str, open_start: bool) -> Resolved {
        Resolved { place: Place::Unknown, path: shown.to_owned(), open_start }
    }
}

/// Where the first substitution begins that may give anything.
fn first_doubt(word: &Text) -> Option<usize> {
    let shown = word.shown();
    word.unknown_places()
        .iter()
        .find(|range| !is_plain(&shown[range.start..range.end]))
        .map(|range| range.start)
}

fn is_plain(written: &str) -> bool {
    PLAIN.contains(&written) || PLAIN_COMMANDS.iter().any(|start| written.starts_with(start))
}

/// A path with something unknown in it at this byte. A variable may hold `../..`, so only the worst places are certain.
fn partly(word: &Text, at: usize, cwd: Option<&str>, around: &Surroundings) -> Resolved {
    let shown = word.shown();
    if at == 0 && TEMPORARY.iter().any(|start| shown.starts_with(start)) && !shown.contains("..") {
        let inner =
            shown.starts_with("$(") || shown.starts_with('`') || shown.trim_end_matches('/').contains('/');
        let place = if inner { Place::Temporary } else { Place::Outside };
        return Resolved { place, path: shown.to_owned(), open_start: false };
    }
    // `${X:?}` stops if it is empty, and what a pipe gives is not a prefix that may be missing.
    let open_start = at == 0 && !shown.contains(":?") && !shown.starts_with('(');
    if &shown[..at] == "/" && ends_unknown(word) {
        return Resolved { place: Place::Root, path: shown.to_owned(), open_start };
    }
    if let Some(folder) = shown[..at].rfind('/').map(|slash| &shown[..=slash]) {
        let start = whole(folder, word.has_globs(), cwd, around);
        if start.place >= Place::System && folder != "/" {
            return Resolved { path: shown.to_owned(), ..start };
        }
    }
    Resolved::unseen(shown, open_start)
}

/// Whether nothing certain comes behind the first unknown place but slashes and globs: `/$x`, `/$x/*`.
fn ends_unknown(word: &Text) -> bool {
    let end = word.unknown_places().last().map_or(0, |place| place.end);
    word.shown()[end..].chars().all(|sign| matches!(sign, '/' | '*'))
}

fn whole(shown: &str, globs: bool, cwd: Option<&str>, around: &Surroundings) -> Resolved {
    let Some(absolute) = absolute(shown, cwd, around) else {
        return Resolved::unseen(shown, false);
    };
    let (base, matched) = if globs { split_at_glob(&absolute) } else { (absolute.as_str(), "") };
    let real = (around.real)(base).unwrap_or_else(|| base.to_owned());
    let base = normal(&real);
    let place = in_workspace(&base, matched, around);
    let path = if matched.is_empty() { base } else { format!("{}/{matched}", base.trim_end_matches('/')) };
    Resolved { place, path, open_start: false }
}

fn absolute(shown: &str, cwd: Option<&str>, around: &Surroundings) -> Option<String> {
    if shown.starts_with('/') {
        return Some(shown.to_owned());
    }
    if let Some(rest) = shown.strip_prefix('~') {
        return Some(match rest.split_once('/') {
            _ if rest.is_empty() => around.home.to_owned(),
            Some(("", below)) => format!("{}/{below}", around.home),
            Some((name, below)) => format!("/home/{name}/{below}"),
            None => format!("/home/{rest}"),
        });
    }
    cwd.map(|folder| format!("{folder}/{shown}"))
}

/// The folder before the first name that is matched against files, and that name with all behind it.
fn split_at_glob(path: &str) -> (&str, &str) {
    let Some(sign) = path.find(['*', '?', '[']) else { return (path, "") };
    let slash = path[..sign].rfind('/').unwrap_or(0);
    (if slash == 0 { "/" } else { &path[..slash] }, &path[slash + 1..])
}

/// The place of what `matched` finds in `base`; of `base` itself where nothing is matched. The workspace may be known by
/// the name that leads through a link, so both names of it count.
fn in_workspace(base: &str, matched: &str, around: &Surroundings) -> Place {
    let place = matched_place(base, matched, around);
    let Some(real_top) = around.workspace.and_then(|top| (around.real)(top)) else { return place };
    let there = Surroundings { workspace: Some(&real_top), ..*around };
    if Some(real_top.as_str()) == around.workspace {
        return place;
    }
    let other = matched_place(base, matched, &there);
    if matches!(other, Place::Inside | Place::Workspace | Place::Repository) { other } else { place }
}

fn matched_place(base: &str, matched: &str, around: &Surroundings) -> Place {
    let here = classify::place(base, around);
    if matched.is_empty() || base == "/" {
        return here;
    }
    let names: Vec<&str> = matched.split('/').filter(|name| !name.is_empty()).collect();
    if matched.contains("..") || names.iter().all(|name| is_wide(name)) {
        return here;
    }
    if names.iter().any(|name| name.starts_with(".g") || name.starts_with(".?")) && here <= Place::Workspace {
        return Place::Repository;
    }
    classify::place(&format!("{base}/x"), around)
}

/// Whether a pattern takes all or nearly all names: `*`, `.*`, `*.*`, `.[!.]*`.
fn is_wide(name: &str) -> bool {
    let mut bracket = false;
    let narrow = name.chars().any(|sign| match sign {
        '[' => std::mem::replace(&mut bracket, true),
        ']' => !std::mem::replace(&mut bracket, false),
        '*' | '?' | '.' => false,
        _ => !bracket,
    });
    name.contains('*') && !narrow
}

/// Without `.`, `..` and doubled slashes.
pub(super) fn normal(path: &str) -> String {
    let mut names: Vec<&str> = Vec::new();
    for name in path.split('/') {
        match name {
            "" | "." => {}
            ".." => drop(names.pop()),
            name => names.push(name),
        }
    }
    format!("/{}", names.join("/"))
}
