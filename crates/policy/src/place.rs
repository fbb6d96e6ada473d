//! Where a path points, seen from the project.

mod classify;
mod resolve;
#[cfg(test)]
mod tests;
mod unknown;
mod windows;

use crate::{Surroundings, Text};

pub(crate) use resolve::Resolved;

/// Where a path points. A path that may point to several places counts as the worst of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Place {
    /// Nothing is lost: `/dev/null`, a standard stream, a terminal.
    Nowhere,
    /// Something inside a folder for temporary files, not that folder itself.
    Temporary,
    /// Inside the workspace.
    Inside,
    /// The workspace itself, or all of it (`.`, `*`).
    Workspace,
    /// The version control's own files inside the workspace: `.git`.
    Repository,
    /// Outside of the workspace, nothing known about it.
    Outside,
    /// Only known when it runs.
    Unknown,
    /// The home folder itself, a folder right above the workspace, or all of either.
    Home,
    /// The system's files: `/etc`, `/usr`, `/boot`, ...
    System,
    /// A disk or another device.
    Device,
    /// The root folder, or all of it.
    Root,
}

impl Place {
    /// All of them, the least first.
    pub const ALL: [Place; 11] = [
        Place::Nowhere,
        Place::Temporary,
        Place::Inside,
        Place::Workspace,
        Place::Repository,
        Place::Outside,
        Place::Unknown,
        Place::Home,
        Place::System,
        Place::Device,
        Place::Root,
    ];

    /// Where this path points for a command that runs in `cwd`; nothing there means that the folder is not known.
    pub fn of(path: &Text, cwd: Option<&str>, around: &Surroundings) -> Place {
        Resolved::of(path, cwd, around).place
    }

    /// The word used in the catalogue.
    pub fn word(self) -> &'static str {
        match self {
            Place::Nowhere => "nowhere",
            Place::Temporary => "temporary",
            Place::Inside => "inside",
            Place::Workspace => "workspace",
            Place::Repository => "repository",
            Place::Outside => "outside",
            Place::Unknown => "unknown",
            Place::Home => "home",
            Place::System => "system",
            Place::Device => "device",
            Place::Root => "root",
        }
    }
}
