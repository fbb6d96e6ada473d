//! Whether a wait includes a certain file.

use model::Reader;

use super::file::{Opened, Target, Task, opened};
use super::memory;
use super::proc_stat::number;
use super::procfs::{Missing, Procfs};
use super::syscall::{Limit, Wait};
use super::uring;

/// Most entries of a `pollfd` array that are looked at, and most descriptors of a `select`.
const MAX_POLL: u64 = 4096;
const MAX_SELECT: u64 = 65536;

/// Sets may hold sets. Deeper nesting than the kernel's own limit does not exist.
const MAX_DEPTH: u32 = 5;

/// One question: does this thread wait for that file?
pub(super) struct Question<'a> {
    pub(super) proc: &'a mut Procfs,
    pub(super) task: Task,
    pub(super) target: Target<'a>,
}

impl Question<'_> {
    /// How the wait ends when the file has data; [`Reader::None`] if it does not.
    pub(super) fn answer(&mut self, wait: Wait) -> Result<Reader, Missing> {
        match wait {
            Wait::Read { fd } => self.read(fd),
            Wait::Poll { address, count, limit } => self.poll(address, count, limit),
            Wait::Select { address, count, limit } => self.select(address, count, limit),
            Wait::Epoll { fd, limit } => self.epoll(fd, limit, 0),
            Wait::Uring { fd: Some(fd) } => uring::pending(self.proc, self.task, self.target, fd),
            Wait::Uring { fd: None } => Ok(Reader::Undecided),
            Wait::Restarted | Wait::Other => Ok(Reader::None),
        }
    }

    fn read(&mut self, fd: i32) -> Result<Reader, Missing> {
        let hit = opened(self.proc, self.task, self.target, fd)? == Opened::Target;
        Ok(if hit { Reader::Read } else { Reader::None })
    }

    fn poll(&mut self, address: u64, count: u64, limit: Limit) -> Result<Reader, Missing> {
        let mut array = vec![0; count.min(MAX_POLL) as usize * 8];
        memory::read(self.task.pid, address, &mut array)?;
        let mut best = beyond(count, MAX_POLL);
        for entry in array.chunks_exact(8) {
            let (fd, events) = poll_entry(entry);
            if fd >= 0 && events & (libc::POLLIN | libc::POLLRDNORM) != 0 {
                best = best.max(self.member(fd, limit, 0)?);
            }
        }
        Ok(best)
    }

    fn select(&mut self, address: u64, count: u64, limit: Limit) -> Result<Reader, Missing> {
        if address == 0 {
            return Ok(Reader::None);
        }
        let checked = count.min(MAX_SELECT);
        let mut bits = vec![0; checked.div_ceil(64) as usize * 8];
        memory::read(self.task.pid, address, &mut bits)?;
        let mut best = beyond(count, MAX_SELECT);
        for fd in (0..checked as usize).filter(|fd| bits[fd / 8] >> (fd % 8) & 1 == 1) {
            best = best.max(self.member(fd as i32, limit, 0)?);
        }
        Ok(best)
    }

    pub(super) fn epoll(&mut self, fd: i32, limit: Limit, depth: u32) -> Result<Reader, Missing> {
        let text = self.proc.read(format_args!("/proc/{}/fdinfo/{fd}", self.task.tid))?;
        let members: Vec<i32> = text.split(|byte| *byte == b'\n').filter_map(epoll_member).collect();
        let mut best = Reader::None;
        for member in members {
            best = best.max(self.member(member, limit, depth)?);
        }
        Ok(best)
    }

    /// A descriptor that somebody waits to read from, as one of several.
    fn member(&mut self, fd: i32, limit: Limit, depth: u32) -> Result<Reader, Missing> {
        match (opened(self.proc, self.task, self.target, fd)?, limit) {
            (Opened::Target, Limit::Forever) => Ok(Reader::PollForever),
            (Opened::Target, Limit::Timeout) => Ok(Reader::PollTimeout),
            (Opened::Epoll, _) if depth < MAX_DEPTH => self.epoll(fd, limit, depth + 1),
            (Opened::Epoll, _) => Ok(Reader::Undecided),
            (Opened::Uring, _) => uring::pending(self.proc, self.task, self.target, fd),
            (Opened::Other, _) => Ok(Reader::None),
        }
    }
}

/// A set longer than is looked at may hold anything.
fn beyond(count: u64, limit: u64) -> Reader {
    if count > limit { Reader::Undecided } else { Reader::None }
}

fn poll_entry(entry: &[u8]) -> (i32, i16) {
    match *entry {
        [a, b, c, d, e, f, _, _] => (i32::from_ne_bytes([a, b, c, d]), i16::from_ne_bytes([e, f])),
        _ => (-1, 0),
    }
}

/// The descriptor in a line such as `tfd:        0 events:       19 data: …`, if it is waited on for input. A
/// one-shot member that fired stays in the set with no events left.
fn epoll_member(line: &[u8]) -> Option<i32> {
    let mut words = line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
    if words.next()? != b"tfd:" {
        return None;
    }
    let fd = number(words.next()?)?;
    if words.next()? != b"events:" {
        return None;
    }
    let events = u32::from_str_radix(std::str::from_utf8(words.next()?).ok()?, 16).ok()?;
    let wanted = (libc::EPOLLIN | libc::EPOLLRDNORM) as u32;
    (events & wanted != 0).then_some(fd)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn epoll_members_are_those_waited_on_for_input() {
        let rows: &[(&str, Option<i32>)] = &[
            ("tfd:        6 events:       19 data:                0  pos:0 ino:391d sdev:10", Some(6)),
            ("tfd:        0 events: 8000001b data: 0", Some(0)),
            ("tfd:        7 events:       1c data: 0", None),
            ("tfd:        7 events: 40000000 data: 0", None),
            ("tfd:", None),
            ("tfd: x events: 19", None),
            ("flags:\t02", None),
            ("", None),
        ];
        for (line, want) in rows {
            assert_eq!(epoll_member(line.as_bytes()), *want, "{line:?}");
        }
    }

    #[test]
    fn poll_entries_are_taken_apart() {
        assert_eq!(poll_entry(&[3, 0, 0, 0, 1, 0, 9, 9]), (3, libc::POLLIN));
        assert_eq!(poll_entry(&[255, 255, 255, 255, 1, 0, 0, 0]), (-1, libc::POLLIN));
        assert_eq!(poll_entry(&[1]), (-1, 0));
    }
}
