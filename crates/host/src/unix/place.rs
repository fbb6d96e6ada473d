//! Where another process stands in its terminal's job control: in the foreground, behind it, or stopped.

/// Where the client stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// It runs and its group has the terminal.
    Foreground,
    /// It runs, and somebody else has the terminal.
    Background,
    /// It is stopped: the shell has the terminal, or is about to take it.
    Stopped,
    /// It does not exist any more.
    Gone,
}

#[cfg(target_os = "linux")]
pub use super::linux::place::ClientPlace;
#[cfg(target_os = "macos")]
pub use super::macos::ClientPlace;
