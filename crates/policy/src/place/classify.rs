//! An absolute path without `.`, `..` and links to its place.

use super::Place;
use crate::Surroundings;

/// Folders whose content belongs to the system, all the way down.
const SYSTEM: &[&str] = &[
    "/etc",
    "/usr",
    "/bin",
    "/sbin",
    "/lib",
    "/lib32",
    "/lib64",
    "/libx32",
    "/boot",
    "/proc",
    "/sys",
    "/var",
    "/run",
    "/dev",
    "/efi",
    "/nix",
    "/snap",
    "/System",
    "/Library",
    "/Applications",
    "/private",
];

/// Folders that are the system's themselves while what is in them may be anybody's.
const SHARED: &[&str] = &["/opt", "/srv", "/mnt", "/media", "/Volumes", "/lost+found"];

/// Folders with a home folder for each person.
const HOMES: &[&str] = &["/home", "/Users", "/export/home"];

/// Folders for temporary files. What is in them may be lost at any time anyway.
const TEMPORARY: &[&str] = &[
    "/tmp",
    "/var/tmp",
    "/private/tmp",
    "/private/var/tmp",
    "/dev/shm",
    "/var/folders",
    "/private/var/folders",
];

/// Devices that swallow what is written to them, and the standard streams.
const NOWHERE: &[&str] = &[
    "/dev/null",
    "/dev/zero",
    "/dev/full",
    "/dev/stdin",
    "/dev/stdout",
    "/dev/stderr",
    "/dev/tty",
    "/dev/random",
    "/dev/urandom",
    "/dev/ptmx",
    "/dev/console",
];

/// Folders in which version control keeps what was committed; the last is another name of the first on some file systems.
const KEPT: &[&str] = &[".git", ".hg", ".svn", ".jj", ".bzr", "git~1"];

/// The place of a normal absolute path.
pub(super) fn place(path: &str, around: &Surroundings) -> Place {
    if path == "/" {
        return Place::Root;
    }
    if let Some(place) = of_workspace(path, around.workspace) {
        return place;
    }
    if NOWHERE.contains(&path) || under(path, "/dev/fd") || under(path, "/dev/pts") {
        return Place::Nowhere;
    }
    if is_a_home(path, around.home) {
        return Place::Home;
    }
    if let Some(place) = temporary(path, around) {
        return place;
    }
    if under(path, "/dev/tcp") || under(path, "/dev/udp") {
        return Place::Outside;
    }
    if under(path, "/dev") {
        return Place::Device;
    }
    if SHARED.contains(&path) || SYSTEM.iter().any(|folder| path == *folder || under(path, folder)) {
        return Place::System;
    }
    if above_workspace(path, around.workspace) { Place::Home } else { Place::Outside }
}

/// Whether `path` lies in `folder`, and is not that folder.
pub(super) fn under(path: &str, folder: &str) -> bool {
    path.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/') && rest.len() > 1)
}

fn of_workspace(path: &str, workspace: Option<&str>) -> Option<Place> {
    let top = workspace?.trim_end_matches('/');
    if path == top {
        return Some(Place::Workspace);
    }
    if !under(path, top) {
        return None;
    }
    // Some file systems take `.GIT` for the same folder.
    let is_kept = |name: &str| KEPT.iter().any(|kept| name.eq_ignore_ascii_case(kept));
    let kept = path[top.len()..].split('/').any(is_kept);
    Some(if kept { Place::Repository } else { Place::Inside })
}

fn above_workspace(path: &str, workspace: Option<&str>) -> bool {
    workspace.is_some_and(|top| under(top.trim_end_matches('/'), path))
}

/// A home or a workspace may itself lie among temporary files. What belongs to them does not count as such.
fn temporary(path: &str, around: &Surroundings) -> Option<Place> {
    let folder = TEMPORARY.iter().find(|folder| path == **folder || under(path, folder))?;
    let kept = path == *folder
        || under(path, around.home.trim_end_matches('/'))
        || above_workspace(path, around.workspace)
        || beside_workspace(path, folder, around.workspace);
    Some(match kept {
        true if above_workspace(path, around.workspace) && path != *folder => Place::Home,
        true => Place::Outside,
        false => Place::Temporary,
    })
}

/// Whether it lies in the folder that holds the workspace, unless that is the folder for temporary files itself.
fn beside_workspace(path: &str, temporary: &str, workspace: Option<&str>) -> bool {
    let parent =
        workspace.and_then(|top| top.trim_end_matches('/').rsplit_once('/')).map(|(parent, _)| parent);
    parent.is_some_and(|parent| under(parent, temporary) && under(path, parent))
}

/// The person's home, what is above it, or somebody else's home.
fn is_a_home(path: &str, home: &str) -> bool {
    let home = home.trim_end_matches('/');
    if path == home || under(home, path) || path == "/root" || HOMES.contains(&path) {
        return true;
    }
    HOMES.iter().any(|folder| under(path, folder) && !path[folder.len() + 1..].contains('/'))
}
