//! The facts of one terminal, put together.

use std::io;
use std::os::fd::OwnedFd;
use std::time::Duration;

use model::{KernelFacts, LineMode, Reader};
use rustix::io::Errno;
use rustix::process::Pid;
use rustix::pty::OpenptFlags;

use super::outside::Outside;
use super::proc_stat::ProcStat;
use super::procfs::{Missing, Procfs};
use super::registered;
use super::relay;
use super::survey::{Survey, survey};
use super::tree::{self, Scope};
use super::tty::{self, Tty};
use crate::facts::{Effort, Facts, FactsError};

/// Asks Linux about one terminal.
#[derive(Debug)]
pub struct LinuxFacts {
    proc: Procfs,
    tty: Tty,
    access: Access,
    scope: Scope,
    members: Vec<ProcStat>,
    outside: Outside,
}

/// The end through which the terminal itself is asked.
#[derive(Debug)]
enum Access {
    Master(OwnedFd),
    /// By name, opened for each probe and only if this user may.
    Name,
}

impl LinuxFacts {
    /// The terminal behind `master`. Its programs are the descendants of `root`, which is not one of them.
    pub fn of_session(master: OwnedFd, root: u32) -> io::Result<LinuxFacts> {
        let stat = rustix::fs::fstat(open_peer(&master)?)?;
        let tty = Tty::of_file(&stat).ok_or(Errno::NOTTY)?;
        Ok(LinuxFacts::new(tty, Access::Master(master), Scope::Below(root)))
    }

    /// The controlling terminal of a process that this one did not start.
    pub fn of_process(pid: u32) -> Result<LinuxFacts, FactsError> {
        let process = Procfs::new().process(pid).map_err(|missing| match missing {
            Missing::Gone => FactsError::NoSuchProcess { pid },
            Missing::Denied => FactsError::Denied { pid },
        })?;
        let tty = Tty::of_number(process.tty).ok_or(FactsError::NoTerminal { pid })?;
        Ok(LinuxFacts::new(tty, Access::Name, Scope::OnTty(process.tty)))
    }

    fn new(tty: Tty, access: Access, scope: Scope) -> LinuxFacts {
        let (members, outside) = (Vec::new(), Outside::default());
        LinuxFacts { proc: Procfs::new(), tty, access, scope, members, outside }
    }

    fn mode(&self) -> Option<LineMode> {
        match &self.access {
            Access::Master(master) => tty::mode(master),
            Access::Name => self.tty.open().and_then(tty::mode),
        }
    }

    fn foreground(&self) -> Option<u32> {
        match &self.access {
            Access::Master(master) => {
                rustix::termios::tcgetpgrp(master).ok().map(|group| group.as_raw_nonzero().get() as u32)
            }
            Access::Name => self.members.iter().find_map(|member| member.foreground),
        }
    }

    /// Asked only while programs are there: closing the last open end would throw away what was typed ahead.
    fn unread(&self) -> Option<u32> {
        match &self.access {
            Access::Master(master) => unread_behind(master),
            Access::Name => self.tty.open().and_then(tty::unread),
        }
    }

    /// Whether a foreground group exists of which not even a dead member was seen.
    fn is_out_of_sight(&self, foreground: Option<u32>) -> bool {
        let unseen = |group: &u32| !self.members.iter().any(|member| member.group == *group);
        foreground.filter(unseen).is_some_and(exists)
    }

    fn survey(&mut self, foreground: Option<u32>) -> Survey {
        let mut found = survey(&mut self.proc, &self.members, &self.tty, foreground);
        if found.leader.is_none() && self.is_out_of_sight(foreground) {
            // The foreground is not among the descendants: adopted by somebody else, or hidden from this user.
            tree::collect(&mut self.proc, Scope::OnTty(self.tty.number()), 0, &mut self.members);
            found = survey(&mut self.proc, &self.members, &self.tty, foreground);
            if found.leader.is_none() && self.is_out_of_sight(foreground) {
                found.finding.reader = found.finding.reader.max(Reader::Denied);
            }
        }
        found
    }
}

impl Facts for LinuxFacts {
    fn probe(&mut self, effort: Effort) -> KernelFacts {
        let mode = self.mode();
        tree::collect(&mut self.proc, self.scope, self.tty.number(), &mut self.members);
        let foreground = self.foreground();
        let mut found = self.survey(foreground);
        // A program that reads lines leaves them to the terminal while it works.
        if found.finding.reader < Reader::Registered && mode.is_some_and(|mode| !mode.canonical) {
            found.finding.strengthen(registered::find(&mut self.proc, &self.members, &self.tty, foreground));
        }
        if effort == Effort::Thorough && found.finding.reader < Reader::Outside {
            let outside = self.outside.find(&mut self.proc, &self.tty, foreground, &self.members);
            found.finding.strengthen(outside);
        }
        let inner = relay::innermost(&mut self.proc, &self.tty, found.finding);
        KernelFacts {
            mode,
            foreground: found.leader.and_then(|pid| self.proc.name(pid)),
            reader: found.finding.reader,
            reader_thread: Some(found.finding.tid).filter(|tid| *tid != 0),
            inner,
            unread: found.leader.and_then(|_| self.unread()),
            cpu: found.leader.map(|_| cpu_time(found.ticks)),
            awaits_reply: false,
        }
    }
}

/// Opens the end that programs see, to be closed at once: while it is open, the master does not learn of their end.
fn open_peer(master: &OwnedFd) -> io::Result<OwnedFd> {
    let flags = OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC;
    Ok(rustix::pty::ioctl_tiocgptpeer(master, flags)?)
}

/// Bytes that a program behind this master could read now; of lines only those that are whole.
pub(crate) fn unread_behind(master: &OwnedFd) -> Option<u32> {
    open_peer(master).ok().and_then(tty::unread)
}

/// Whether a process group has members, even if they are hidden from this user.
fn exists(group: u32) -> bool {
    let group = i32::try_from(group).ok().and_then(Pid::from_raw);
    group.is_some_and(|group| rustix::process::test_kill_process_group(group) != Err(Errno::SRCH))
}

fn cpu_time(ticks: u64) -> Duration {
    let per_second = rustix::param::clock_ticks_per_second().max(1);
    Duration::from_millis(ticks.saturating_mul(1000) / per_second)
}
