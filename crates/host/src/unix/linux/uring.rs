//! Reads pending in an io_uring.
//!
//! `fdinfo` of a ring lists the operations that wait for their file by kind, not by file. The entries by which they
//! were submitted stay in memory shared with the program until they are overwritten. If none was, and more reads are
//! pending than were ever submitted for other files, then one of them waits for the file in question.

use model::Reader;

use super::file::{Opened, Target, Task, opened};
use super::memory;
use super::proc_stat::number;
use super::procfs::{Missing, Procfs};

/// Where the entries lie in the file that a ring is.
const ENTRIES_OFFSET: u64 = 0x1000_0000;
const ENTRY_SIZE: usize = 64;
/// Most memory of entries that is looked at: the kernel's largest ring has this many.
const MAX_ENTRIES: usize = 32768;
/// The entry's descriptor is a number among the files registered with the ring.
const FIXED_FILE: u8 = 1;

/// Operations that wait for input: readv, read_fixed, read and the repeated read.
const READS: [u8; 4] = [1, 4, 22, 49];
/// The operation that waits as `poll` does.
const POLL: u8 = 6;

/// A ring, as `fdinfo` shows it.
#[derive(Debug, PartialEq, Eq)]
struct Ring {
    inode: u64,
    /// Entries that the kernel took so far. It wraps around after four thousand million.
    submitted: u32,
    /// The operations that wait for their file, by number.
    pending: Vec<u8>,
}

/// How many entries of one operation speak of which file.
#[derive(Debug, Default)]
struct Submitted {
    target: usize,
    others: usize,
    unclear: usize,
}

/// Whether a ring has an operation pending that waits for input from the target.
pub(super) fn pending(proc: &mut Procfs, task: Task, target: Target<'_>, fd: i32) -> Result<Reader, Missing> {
    let text = proc.read(format_args!("/proc/{}/fdinfo/{fd}", task.tid))?;
    let Some(ring) = parse_ring(text) else {
        return Ok(Reader::Undecided);
    };
    if !ring.pending.iter().any(|op| waits(*op)) {
        return Ok(Reader::None);
    }
    let maps = proc.read(format_args!("/proc/{}/maps", task.pid))?;
    let Some((start, end)) = find_entries(maps, ring.inode) else {
        return Ok(Reader::Undecided);
    };
    let mut memory = vec![0; ((end - start) as usize).min(MAX_ENTRIES * ENTRY_SIZE)];
    match memory::read(task.pid, start, &mut memory) {
        Ok(()) => {}
        // Older kernels map the entries in a way that other processes cannot read.
        Err(Missing::Gone) => return Ok(Reader::Undecided),
        Err(Missing::Denied) => return Err(Missing::Denied),
    }
    if used(&memory) < ring.submitted as usize {
        return Ok(Reader::Undecided);
    }
    let mut best = Reader::None;
    for op in READS.into_iter().chain([POLL]) {
        let pending = ring.pending.iter().filter(|other| **other == op).count();
        if pending > 0 {
            let submitted = count(proc, task, target, &memory, op)?;
            best = best.max(judge(op, pending, &submitted));
        }
    }
    Ok(best)
}

fn waits(op: u8) -> bool {
    op == POLL || READS.contains(&op)
}

fn judge(op: u8, pending: usize, submitted: &Submitted) -> Reader {
    if submitted.target + submitted.unclear == 0 {
        Reader::None
    } else if pending <= submitted.others + submitted.unclear {
        Reader::Undecided
    } else if op == POLL {
        Reader::PollForever
    } else {
        Reader::Read
    }
}

fn entries(memory: &[u8]) -> impl Iterator<Item = &[u8]> {
    memory.chunks_exact(ENTRY_SIZE).filter(|entry| entry.iter().any(|byte| *byte != 0))
}

fn used(memory: &[u8]) -> usize {
    entries(memory).count()
}

fn count(
    proc: &mut Procfs,
    task: Task,
    target: Target<'_>,
    memory: &[u8],
    op: u8,
) -> Result<Submitted, Missing> {
    let mut submitted = Submitted::default();
    for entry in entries(memory) {
        let [first, flags, _, _, a, b, c, d, ..] = *entry else {
            continue;
        };
        if first != op {
            continue;
        }
        if flags & FIXED_FILE != 0 {
            submitted.unclear += 1;
            continue;
        }
        match opened(proc, task, target, i32::from_ne_bytes([a, b, c, d]))? {
            Opened::Target => submitted.target += 1,
            _ => submitted.others += 1,
        }
    }
    Ok(submitted)
}

/// Reads the lines `ino`, `SqHead` and the list under `PollList`. While the ring is locked, the list is left out.
fn parse_ring(text: &[u8]) -> Option<Ring> {
    let (mut inode, mut submitted, mut pending) = (None, None, None::<Vec<u8>>);
    for line in text.split(|byte| *byte == b'\n') {
        if let Some(rest) = line.strip_prefix(b"ino:") {
            inode = number(rest.trim_ascii());
        } else if let Some(rest) = line.strip_prefix(b"SqHead:") {
            submitted = number(rest.trim_ascii());
        } else if line.starts_with(b"PollList:") {
            pending = Some(Vec::new());
        } else if let (Some(list), Some(rest)) = (pending.as_mut(), line.strip_prefix(b"  op=")) {
            list.push(number(rest.split(|byte| *byte == b',').next()?)?);
        }
    }
    Some(Ring { inode: inode?, submitted: submitted?, pending: pending? })
}

/// Where a ring's entries are in the memory of the process that a map describes.
fn find_entries(maps: &[u8], inode: u64) -> Option<(u64, u64)> {
    for line in maps.split(|byte| *byte == b'\n').filter(|line| line.ends_with(b"anon_inode:[io_uring]")) {
        let line = std::str::from_utf8(line).ok()?;
        let mut words = line.split_ascii_whitespace();
        let (start, end) = words.next()?.split_once('-')?;
        let offset = u64::from_str_radix(words.nth(1)?, 16).ok()?;
        let owner: u64 = words.nth(1)?.parse().ok()?;
        if (offset, owner) == (ENTRIES_OFFSET, inode) {
            let (start, end) = (u64::from_str_radix(start, 16).ok()?, u64::from_str_radix(end, 16).ok()?);
            return (start <= end).then_some((start, end));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ring_is_parsed() {
        let text = b"pos:\t0\nino:\t14531\nSqMask:\t0x7\nSqHead:\t2\nSqTail:\t2\nUserFiles:\t0\nPollList:\n\
            \x20 op=22, task_works=0\n  op=6, task_works=0\nCqOverflowList:\n";
        assert_eq!(parse_ring(text), Some(Ring { inode: 14531, submitted: 2, pending: vec![22, 6] }));
        assert_eq!(parse_ring(b"ino:\t14531\nSqHead:\t2\n"), None);
        assert_eq!(parse_ring(b"PollList:\n  op=x\n"), None);
        assert_eq!(parse_ring(b""), None);
    }

    #[test]
    fn the_entries_of_the_right_ring_are_found() {
        let maps = b"7fb68331f000-7fb683320000 rw-s 10000000 00:10 14531                      anon_inode:[io_uring]\n\
            7fb683320000-7fb683321000 rw-s 00000000 00:10 14532                      anon_inode:[io_uring]\n\
            7fb683321000-7fb683322000 rw-s 10000000 00:10 14532                      anon_inode:[io_uring]\n";
        assert_eq!(find_entries(maps, 14532), Some((0x7fb6_8332_1000, 0x7fb6_8332_2000)));
        assert_eq!(find_entries(maps, 1), None);
        assert_eq!(find_entries(b"x anon_inode:[io_uring]", 1), None);
    }

    #[test]
    fn only_a_surplus_of_pending_reads_is_proof() {
        let rows = [
            (22, 1, (1, 0, 0), Reader::Read),
            (22, 2, (1, 1, 0), Reader::Read),
            (22, 1, (1, 1, 0), Reader::Undecided),
            (22, 1, (0, 3, 0), Reader::None),
            (22, 1, (0, 0, 1), Reader::Undecided),
            (POLL, 1, (1, 0, 0), Reader::PollForever),
        ];
        for (op, pending, (target, others, unclear), want) in rows {
            let submitted = Submitted { target, others, unclear };
            assert_eq!(judge(op, pending, &submitted), want, "{op} {pending} {submitted:?}");
        }
    }
}
