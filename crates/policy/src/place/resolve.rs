//! A word to the path it stands for.

use super::{Place, classify, unknown, windows};
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
    /// Whether `*`, `?` and `[` in the path stand for other signs.
    pub matched: bool,
}

impl Resolved {
    /// Resolves a word for a command that runs in `cwd`.
    pub(crate) fn of(word: &Text, cwd: Option<&str>, around: &Surroundings) -> Resolved {
        let shown = word.shown();
        if shown.len() > LONGEST {
            return Resolved { open_start: true, ..Resolved::at(Place::Unknown, "") };
        }
        if shown.is_empty() || shown == "-" {
            return Resolved::at(Place::Nowhere, shown);
        }
        if let Some(found) = windows::resolve(shown, around) {
            return found;
        }
        match unknown::first(word) {
            Some(at) => partly(word, at, cwd, around),
            None => whole(shown, word.has_globs(), cwd, around),
        }
    }

    /// A path of which no more is known than how it is written.
    pub(crate) fn at(place: Place, written: &str) -> Resolved {
        Resolved { place, path: written.to_owned(), open_start: false, matched: false }
    }
}

/// A path with something unknown in it at this byte. A variable may hold `../..`, so only the worst places are certain.
fn partly(word: &Text, at: usize, cwd: Option<&str>, around: &Surroundings) -> Resolved {
    let shown = word.shown();
    if let Some(place) = unknown::temporary(shown).filter(|_| at == 0) {
        return Resolved::at(place, shown);
    }
    // `${X:?}` stops if it is empty, and what a pipe gives is not a prefix that may be missing.
    let open_start = at == 0 && !shown.contains(":?") && !shown.starts_with('(');
    if &shown[..at] == "/" && unknown::ends_so(word) {
        return Resolved { open_start, ..Resolved::at(Place::Root, shown) };
    }
    let Some(folder) = shown[..at].rfind('/').map(|slash| &shown[..=slash]) else {
        return Resolved { open_start, ..Resolved::at(Place::Unknown, shown) };
    };
    let start = whole(folder, word.has_globs(), cwd, around);
    let certain = start.place >= Place::System && folder != "/";
    let place = if certain { start.place } else { Place::Unknown };
    let path =
        format!("{}/{}", start.path.trim_end_matches('/'), unknown::as_globs(&word.from(folder.len())));
    Resolved { place, path, open_start, matched: true }
}

fn whole(shown: &str, globs: bool, cwd: Option<&str>, around: &Surroundings) -> Resolved {
    let Some(absolute) = absolute(shown, cwd, around) else {
        return Resolved::at(Place::Unknown, shown);
    };
    let (base, matched) = if globs { split_at_glob(&absolute) } else { (absolute.as_str(), "") };
    let real = (around.real)(base).unwrap_or_else(|| base.to_owned());
    let base = normal(&real);
    let place = match in_workspace(&base, matched, around) {
        Place::Temporary if leaves(shown, cwd, around) => Place::Outside,
        place => place,
    };
    let path = if matched.is_empty() { base } else { format!("{}/{matched}", base.trim_end_matches('/')) };
    Resolved { place, path, open_start: false, matched: !matched.is_empty() }
}

/// Whether it goes up and out of a workspace that lies among temporary files: its neighbours are no scratch files.
fn leaves(shown: &str, cwd: Option<&str>, around: &Surroundings) -> bool {
    let inside =
        |folder: &str| around.workspace.is_some_and(|top| folder == top || classify::under(folder, top));
    shown.starts_with("..") && cwd.is_some_and(inside)
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
    if place < Place::Outside {
        return place;
    }
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
    if names.iter().any(|name| [".g", ".G", ".?", ".["].iter().any(|start| name.starts_with(start)))
        && here <= Place::Workspace
    {
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
