//! Reading `/proc` with buffers that are kept from probe to probe.

use std::fmt::{Arguments, Write as _};

use model::Process;
use rustix::fs::{Access, Mode, OFlags, RawDir, Stat};
use rustix::io::Errno;

use super::proc_stat::{self, ProcStat};

/// Longest file that is read. Only the memory map of a huge program gets longer.
const MAX_FILE: usize = 1 << 20;

/// Most entries taken from one directory: threads of a process, or its descriptors.
const MAX_ENTRIES: usize = 4096;

/// Why something could not be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Missing {
    /// The kernel refused.
    Denied,
    /// It is not there, or not any more.
    Gone,
}

impl From<Errno> for Missing {
    fn from(errno: Errno) -> Missing {
        match errno {
            // A sandbox answers "not implemented" to calls that it forbids.
            Errno::PERM | Errno::ACCESS | Errno::NOSYS => Missing::Denied,
            _ => Missing::Gone,
        }
    }
}

/// A reader of `/proc`.
#[derive(Debug)]
pub(super) struct Procfs {
    path: String,
    data: Vec<u8>,
    entries: Vec<u8>,
    /// Whether this kernel shows system calls at all. gVisor and kernels without tracing do not.
    pub(super) shows_calls: bool,
}

impl Procfs {
    pub(super) fn new() -> Procfs {
        let shows_calls = rustix::fs::access("/proc/self/syscall", Access::EXISTS).is_ok();
        Procfs { path: String::new(), data: Vec::new(), entries: Vec::new(), shows_calls }
    }

    /// The content of a small file, as much of it as is allowed for.
    pub(super) fn read(&mut self, path: Arguments<'_>) -> Result<&[u8], Missing> {
        let file = self.open(path, OFlags::empty())?;
        let mut filled = 0;
        loop {
            if self.data.len() == filled {
                if filled >= MAX_FILE {
                    break;
                }
                self.data.resize((filled * 2).max(4096), 0);
            }
            match rustix::io::read(&file, &mut self.data[filled..])? {
                0 => break,
                count => filled += count,
            }
            // The short files of `/proc` come whole, so most are read in one call and not asked for their end.
            if filled < 1024 {
                break;
            }
        }
        Ok(&self.data[..filled])
    }

    /// The entries of a directory that are numbers, in its order.
    pub(super) fn numbers(&mut self, path: Arguments<'_>, found: &mut Vec<u32>) -> Result<(), Missing> {
        found.clear();
        let dir = self.open(path, OFlags::DIRECTORY)?;
        self.entries.clear();
        self.entries.reserve(8192);
        let mut entries = RawDir::new(dir, self.entries.spare_capacity_mut());
        while let Some(entry) = entries.next() {
            if let Some(number) = proc_stat::number(entry?.file_name().to_bytes()) {
                found.push(number);
            }
            if found.len() >= MAX_ENTRIES {
                break;
            }
        }
        Ok(())
    }

    /// The state of a process.
    pub(super) fn process(&mut self, pid: u32) -> Result<ProcStat, Missing> {
        let line = self.read(format_args!("/proc/{pid}/stat"))?;
        proc_stat::parse(line).map(|(stat, _)| stat).ok_or(Missing::Gone)
    }

    /// A process with its name.
    pub(super) fn name(&mut self, pid: u32) -> Option<Process> {
        let line = self.read(format_args!("/proc/{pid}/stat")).ok()?;
        let (_, name) = proc_stat::parse(line)?;
        Some(Process { pid, name: String::from_utf8_lossy(name).into_owned() })
    }

    /// The threads of a process.
    pub(super) fn threads(&mut self, process: &ProcStat, found: &mut Vec<u32>) {
        found.clear();
        if process.threads > 1 && self.numbers(format_args!("/proc/{}/task", process.pid), found).is_ok() {
            return;
        }
        found.push(process.pid);
    }

    /// The file behind a descriptor of a thread.
    pub(super) fn descriptor(&mut self, tid: u32, fd: i32) -> Result<Stat, Missing> {
        self.path.clear();
        let _ = write!(self.path, "/proc/{tid}/fd/{fd}");
        Ok(rustix::fs::stat(self.path.as_str())?)
    }

    /// Where the link of a descriptor leads, by name.
    pub(super) fn link(&mut self, tid: u32, fd: i32) -> Result<Vec<u8>, Missing> {
        self.path.clear();
        let _ = write!(self.path, "/proc/{tid}/fd/{fd}");
        Ok(rustix::fs::readlink(self.path.as_str(), Vec::new())?.into_bytes())
    }

    /// The user under whom a process is listed.
    pub(super) fn owner(&mut self, pid: u32) -> Option<u32> {
        self.path.clear();
        let _ = write!(self.path, "/proc/{pid}");
        rustix::fs::stat(self.path.as_str()).ok().map(|stat| stat.st_uid)
    }

    fn open(&mut self, path: Arguments<'_>, flags: OFlags) -> Result<std::os::fd::OwnedFd, Missing> {
        self.path.clear();
        // Writing to a string cannot fail.
        let _ = self.path.write_fmt(path);
        let flags = flags | OFlags::RDONLY | OFlags::CLOEXEC;
        Ok(rustix::fs::open(self.path.as_str(), flags, Mode::empty())?)
    }
}
