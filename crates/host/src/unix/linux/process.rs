//! What a host asks of Linux for itself: a name, the orphans of its tree, and to be left alone by its children.

use std::ffi::CStr;
use std::io;
use std::os::fd::OwnedFd;

use super::LinuxFacts;

/// Names this process, so that `ps` and people can tell host, leader and client apart.
pub(crate) fn name_process(name: &CStr) {
    let _ = rustix::thread::set_name(name);
}

/// Names the process, makes it the reaper of its tree, and closes its memory and descriptors to its children.
pub(crate) fn seal_process(name: &CStr) {
    name_process(name);
    let _ = rustix::process::set_child_subreaper(Some(rustix::process::getpid()));
    let _ = rustix::process::set_dumpable_behavior(rustix::process::DumpableBehavior::NotDumpable);
}

/// The kernel facts of the session that this process hosts.
pub(crate) fn session_facts(master: &OwnedFd) -> io::Result<LinuxFacts> {
    LinuxFacts::of_session(master.try_clone()?, std::process::id())
}

/// Whether a process ignores the signal that stops a program for setting the terminal's modes from the
/// background: shells with job control do, nothing else has reason to.
pub(crate) fn ignores_terminal_stops(pid: u32) -> bool {
    let Ok(status) = std::fs::read_to_string(format!("/proc/{pid}/status")) else { return false };
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0);
    ignored & 1 << (libc::SIGTTOU - 1) != 0
}
