//! What only macOS offers.
//!
//! Written from the documentation. Nothing of this was ever compiled or run, because neither the target nor a Mac was
//! at hand: it marks the place, and the seam.

mod facts;
pub(crate) mod kin;
mod place;

use std::ffi::CStr;
use std::io;
use std::os::fd::OwnedFd;

pub use facts::MacFacts;
pub use place::ClientPlace;

/// Processes cannot be renamed here.
pub(crate) fn name_process(_: &CStr) {}

/// The system sees to that by itself.
pub(crate) fn forget_code() {}

/// macOS has no subreaper and no flag that closes a process to its children; debuggers are kept off by the system.
pub(crate) fn seal_process(_: &CStr) {}

/// The kernel facts of the session that this process hosts.
pub(crate) fn session_facts(master: &OwnedFd) -> io::Result<MacFacts> {
    MacFacts::of_session(master.try_clone()?, std::process::id())
}

/// What lies unread behind a master is not told.
pub(crate) fn unread_behind(_: &OwnedFd) -> Option<u32> {
    None
}

/// The signals a process ignores are not shown; a shell is then taken for any other program.
pub(crate) fn ignores_terminal_stops(_: u32) -> bool {
    false
}
