//! Where a path points, seen from the project.

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
