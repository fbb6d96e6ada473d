//! What is behind a descriptor of another process.

use rustix::fs::FileType;

use super::procfs::{Missing, Procfs};
use super::tty::{self, Tty};

/// A thread whose descriptors are looked at.
#[derive(Debug, Clone, Copy)]
pub(super) struct Task {
    pub(super) pid: u32,
    pub(super) tid: u32,
    /// Number of the controlling terminal of its process.
    pub(super) tty: u32,
}

/// The file that somebody may wait for.
#[derive(Debug, Clone, Copy)]
pub(super) enum Target<'a> {
    /// This terminal.
    Tty(&'a Tty),
    /// The master of any pseudo-terminal.
    AnyMaster,
}

/// A file, as far as waiting goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Opened {
    /// The file that was looked for.
    Target,
    /// A set of files, to be looked into.
    Epoll,
    /// A ring with reads that may be pending.
    Uring,
    /// Another file.
    Other,
}

/// Tells what a descriptor of a thread is. One that was closed meanwhile is some other file.
pub(super) fn opened(proc: &mut Procfs, task: Task, target: Target<'_>, fd: i32) -> Result<Opened, Missing> {
    let stat = match proc.descriptor(task.tid, fd) {
        Ok(stat) => stat,
        Err(Missing::Denied) => return Err(Missing::Denied),
        Err(Missing::Gone) => return Ok(Opened::Other),
    };
    let hit = match target {
        Target::Tty(tty) => tty.is_file(&stat, task.tty == tty.number()),
        Target::AnyMaster => tty::is_master(&stat),
    };
    if hit {
        return Ok(Opened::Target);
    }
    match FileType::from_raw_mode(stat.st_mode) {
        // Sets and rings have no type of their own; their name tells.
        FileType::Unknown | FileType::RegularFile => Ok(by_name(proc, task, fd)),
        _ => Ok(Opened::Other),
    }
}

fn by_name(proc: &mut Procfs, task: Task, fd: i32) -> Opened {
    match proc.link(task.tid, fd).as_deref() {
        Ok(b"anon_inode:[eventpoll]") => Opened::Epoll,
        Ok(b"anon_inode:[io_uring]") => Opened::Uring,
        _ => Opened::Other,
    }
}
