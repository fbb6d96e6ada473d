//! Programs that want input and are at work at this moment: the terminal stays in a set that they will wait for again.

use model::Reader;

use super::file::{Opened, Target, Task, opened};
use super::proc_stat::ProcStat;
use super::procfs::Procfs;
use super::survey::Finding;
use super::syscall::Limit;
use super::tty::Tty;
use super::wait_set::Question;

/// Most descriptors of a process that are looked at. The set of an event loop is among the first that it opens.
const MAX_DESCRIPTORS: usize = 256;

/// The first process of the foreground that keeps the terminal in an epoll set.
pub(super) fn find(proc: &mut Procfs, members: &[ProcStat], tty: &Tty, foreground: Option<u32>) -> Finding {
    let mut descriptors = Vec::new();
    let alive = |process: &&ProcStat| !process.is_dead() && !process.is_stopped();
    for process in members.iter().filter(|process| Some(process.group) == foreground).filter(alive) {
        let task = Task { pid: process.pid, tid: process.pid, tty: process.tty };
        if keeps(proc, task, tty, &mut descriptors) {
            return Finding { reader: Reader::Registered, pid: process.pid, tid: process.pid };
        }
    }
    Finding::default()
}

fn keeps(proc: &mut Procfs, task: Task, tty: &Tty, descriptors: &mut Vec<u32>) -> bool {
    if proc.numbers(format_args!("/proc/{}/fd", task.pid), descriptors).is_err() {
        return false;
    }
    let target = Target::Tty(tty);
    descriptors.iter().take(MAX_DESCRIPTORS).any(|&fd| {
        let fd = fd as i32;
        opened(proc, task, target, fd) == Ok(Opened::Epoll)
            && Question { proc, task, target }
                .epoll(fd, Limit::Timeout, 0)
                .is_ok_and(|reader| reader >= Reader::PollTimeout)
    })
}
