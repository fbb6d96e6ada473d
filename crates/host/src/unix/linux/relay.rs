//! Programs that own a pseudo-terminal of their own and pass bytes between it and the terminal they run on, such as
//! `script`, `expect` and this program. They always wait; the question is what the programs inside do.

use model::{InnerTty, Reader};

use super::file::Target;
use super::proc_stat::{ProcStat, number};
use super::procfs::Procfs;
use super::survey::{Budget, Finding, Survey, survey};
use super::tree::{self, Scope};
use super::tty::{self, Tty};

/// Relays within relays that are followed.
const MAX_DEPTH: usize = 4;
/// Most masters of one relay that are looked at.
const MAX_MASTERS: usize = 256;

/// The innermost terminal behind the reader of an outer one, if that is a relay.
pub(super) fn innermost(proc: &mut Procfs, outer: &Tty, reader: Finding) -> Option<InnerTty> {
    let mut members = Vec::new();
    let (mut tty, mut finding) = (outer.clone(), reader);
    let mut inner = None;
    for _ in 0..MAX_DEPTH {
        if finding.reader < Reader::PollTimeout || !passes_on(proc, finding) {
            break;
        }
        tree::collect(proc, Scope::Below(finding.pid), tty.number(), &mut members);
        match behind(proc, finding.pid, &members) {
            Behind::Nothing => break,
            Behind::Several => {
                return Some(InnerTty { mode: None, foreground: None, reader: Reader::Undecided });
            }
            Behind::One(next, foreground) => {
                let found = survey(proc, &members, &next, Some(foreground));
                finding = found.finding;
                inner = Some(describe(proc, &next, &found));
                tty = next;
            }
        }
    }
    inner
}

fn describe(proc: &mut Procfs, tty: &Tty, found: &Survey) -> InnerTty {
    InnerTty {
        mode: tty.open().and_then(tty::mode),
        foreground: found.leader.and_then(|pid| proc.name(pid)),
        reader: found.finding.reader,
    }
}

/// Whether the reader may be a relay. One that sleeps in a plain read does not pass anything on, unless another of
/// its threads waits for a master meanwhile.
fn passes_on(proc: &mut Procfs, finding: Finding) -> bool {
    if finding.reader != Reader::Read {
        return true;
    }
    match proc.process(finding.pid) {
        Ok(process) if process.threads > 1 => {
            Budget::new().threads(proc, &process, Target::AnyMaster).reader >= Reader::PollTimeout
        }
        _ => false,
    }
}

/// The terminals whose masters a process holds, as far as programs below it run on them.
enum Behind {
    Nothing,
    One(Tty, u32),
    Several,
}

fn behind(proc: &mut Procfs, relay: u32, members: &[ProcStat]) -> Behind {
    let mut candidates: Vec<(Tty, u32)> = Vec::new();
    for process in members.iter().filter(|process| !process.is_dead()) {
        if let (Some(tty), Some(foreground)) = (Tty::of_number(process.tty), process.foreground)
            && !candidates.iter().any(|(other, _)| *other == tty)
        {
            candidates.push((tty, foreground));
        }
    }
    if candidates.is_empty() {
        return Behind::Nothing;
    }
    let masters = masters(proc, relay);
    candidates.retain(|(tty, _)| tty.pts_index().is_some_and(|index| masters.contains(&index)));
    match candidates.pop() {
        None => Behind::Nothing,
        Some(_) if !candidates.is_empty() => Behind::Several,
        Some((tty, foreground)) => Behind::One(tty, foreground),
    }
}

/// The numbers in `/dev/pts` of the masters that a process holds.
fn masters(proc: &mut Procfs, pid: u32) -> Vec<u32> {
    let mut descriptors = Vec::new();
    let mut indices = Vec::new();
    if proc.numbers(format_args!("/proc/{pid}/fd"), &mut descriptors).is_err() {
        return indices;
    }
    for fd in descriptors {
        if indices.len() < MAX_MASTERS
            && proc.descriptor(pid, fd as i32).is_ok_and(|stat| tty::is_master(&stat))
        {
            let text = proc.read(format_args!("/proc/{pid}/fdinfo/{fd}"));
            indices.extend(text.ok().and_then(tty_index));
        }
    }
    indices
}

fn tty_index(text: &[u8]) -> Option<u32> {
    let line = text.split(|byte| *byte == b'\n').find_map(|line| line.strip_prefix(b"tty-index:"))?;
    number(line.trim_ascii())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_index_of_a_master_is_found() {
        assert_eq!(tty_index(b"pos:\t0\nflags:\t02\nmnt_id:\t25\ntty-index:\t12\n"), Some(12));
        assert_eq!(tty_index(b"pos:\t0\n"), None);
        assert_eq!(tty_index(b"tty-index:\tx\n"), None);
    }
}
