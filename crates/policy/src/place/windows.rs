//! Paths as Windows writes them. Nothing is Inside there: such a path is only read to find danger.

use super::{Place, Resolved};
use crate::Surroundings;

/// Variables and what they stand for, in small letters. `~` is the home folder.
const VARIABLES: &[(&str, &str)] = &[
    ("%userprofile%", "~"),
    ("%homepath%", "~"),
    ("%homedrive%%homepath%", "~"),
    ("$env:userprofile", "~"),
    ("$home\\", "~\\"),
    ("%appdata%", "~/appdata/roaming"),
    ("$env:appdata", "~/appdata/roaming"),
    ("%localappdata%", "~/appdata/local"),
    ("$env:localappdata", "~/appdata/local"),
    ("%temp%", "c:/windows/temp"),
    ("%tmp%", "c:/windows/temp"),
    ("$env:temp", "c:/windows/temp"),
    ("$env:tmp", "c:/windows/temp"),
    ("%systemroot%", "c:/windows"),
    ("%windir%", "c:/windows"),
    ("$env:systemroot", "c:/windows"),
    ("$env:windir", "c:/windows"),
    ("%systemdrive%", "c:"),
    ("$env:systemdrive", "c:"),
    ("%programfiles%", "c:/program files"),
    ("$env:programfiles", "c:/program files"),
    ("%programdata%", "c:/programdata"),
    ("$env:programdata", "c:/programdata"),
];

const SYSTEM: &[&str] =
    &["windows", "program files", "program files (x86)", "programdata", "system32", "boot", "recovery"];

/// Resolves a path that only Windows writes so; nothing for all others.
pub(super) fn resolve(shown: &str, around: &Surroundings) -> Option<Resolved> {
    let path = spelled_out(shown)?;
    let (path, all) = match path
        .trim_end_matches('/')
        .strip_suffix("/*.*")
        .or(path.trim_end_matches('/').strip_suffix("/*"))
    {
        Some(folder) => (folder.to_owned(), true),
        None => (path.trim_end_matches('/').to_owned(), false),
    };
    let place = place(&path, all, around);
    Some(Resolved::at(place, &path))
}

/// With variables replaced, slashes instead of backslashes, in small letters.
fn spelled_out(shown: &str) -> Option<String> {
    let small = shown.to_ascii_lowercase();
    let variable =
        VARIABLES.iter().find_map(|(name, meaning)| Some(format!("{meaning}{}", small.strip_prefix(name)?)));
    let bytes = small.as_bytes();
    let drive = bytes.len() >= 2
        && bytes[0].is_ascii_alphabetic()
        && bytes[1] == b':'
        && matches!(bytes.get(2), None | Some(b'\\' | b'/'));
    let share = small.starts_with("\\\\");
    match variable {
        Some(path) => Some(path.replace('\\', "/")),
        None if drive || share || small.starts_with("~\\") => Some(small.replace('\\', "/")),
        None => None,
    }
}

fn place(path: &str, all: bool, around: &Surroundings) -> Place {
    if path.contains("..") {
        return Place::Unknown;
    }
    if let Some(device) = path.strip_prefix("//./") {
        return if device.starts_with("physicaldrive") || device.ends_with(':') {
            Place::Device
        } else {
            Place::Outside
        };
    }
    if let Some(below) = path.strip_prefix('~') {
        return if below.is_empty() { Place::Home } else { Place::Outside };
    }
    if is_inside(path, around) {
        return if all { Place::Workspace } else { Place::Inside };
    }
    let below = path.get(2..).unwrap_or_default().trim_matches('/');
    let (first, rest) = below.split_once('/').unwrap_or((below, ""));
    match first {
        "" if path.starts_with("//") => Place::Outside,
        "" => Place::Root,
        "users" if rest.is_empty() || !rest.contains('/') => Place::Home,
        "windows" if rest.starts_with("temp/") => Place::Temporary,
        _ if SYSTEM.contains(&first) => Place::System,
        _ => Place::Outside,
    }
}

fn is_inside(path: &str, around: &Surroundings) -> bool {
    around.workspace.is_some_and(|top| {
        let top = top.to_ascii_lowercase().replace('\\', "/");
        path.strip_prefix(top.trim_end_matches('/'))
            .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    })
}
