//! Reading `/proc`: who descends from whom, and in which state.

use std::fs;
use std::time::{Duration, Instant};

/// What `/proc/PID/stat` tells about a process.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stat {
    /// The process.
    pub pid: u32,
    /// Its name: at most 15 bytes.
    pub comm: String,
    /// `R`unning, `S`leeping, `T` stopped, `Z`ombie and so on.
    pub state: char,
    /// Its parent.
    pub ppid: u32,
    /// Its process group.
    pub pgid: u32,
    /// Its session.
    pub session: u32,
    /// The foreground group of its terminal; none without a terminal.
    pub tpgid: Option<u32>,
}

/// Reads the state of a process; none if it is gone.
pub fn stat(pid: u32) -> Option<Stat> {
    parse(pid, &fs::read_to_string(format!("/proc/{pid}/stat")).ok()?)
}

/// The name stands in brackets and may itself hold spaces and brackets, so the fields count from the last
/// one.
fn parse(pid: u32, text: &str) -> Option<Stat> {
    let (head, tail) = text.rsplit_once(')')?;
    let comm = head.split_once('(')?.1.to_owned();
    let fields: Vec<&str> = tail.split_whitespace().collect();
    let number = |at: usize| fields.get(at)?.parse::<u32>().ok();
    Some(Stat {
        pid,
        comm,
        state: fields.first()?.chars().next()?,
        ppid: number(1)?,
        pgid: number(2)?,
        session: number(3)?,
        tpgid: number(5).filter(|group| *group > 0),
    })
}

/// The state letter of a process; none if it is gone.
pub fn state(pid: u32) -> Option<char> {
    Some(stat(pid)?.state)
}

/// The process group of a process.
pub fn pgid(pid: u32) -> Option<u32> {
    Some(stat(pid)?.pgid)
}

/// The foreground group of a process's terminal.
pub fn tpgid(pid: u32) -> Option<u32> {
    stat(pid)?.tpgid
}

/// Whether a process is there and not just an unburied zombie.
pub fn alive(pid: u32) -> bool {
    state(pid).is_some_and(|state| !matches!(state, 'Z' | 'X'))
}

/// The effective uid of a process.
pub fn uid(pid: u32) -> Option<u32> {
    let status = fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("Uid:"))?;
    line.split_whitespace().nth(1)?.parse().ok()
}

/// The command line of a process as words; empty if it is gone.
pub fn cmdline(pid: u32) -> Vec<String> {
    let bytes = fs::read(format!("/proc/{pid}/cmdline")).unwrap_or_default();
    let words = bytes.split(|byte| *byte == 0).map(|word| String::from_utf8_lossy(word).into_owned());
    words.filter(|word| !word.is_empty()).collect()
}

/// Whether the command line of a process, its words joined by spaces, contains this text.
pub fn cmdline_contains(pid: u32, text: &str) -> bool {
    cmdline(pid).join(" ").contains(text)
}

/// Every process there is.
pub fn all() -> Vec<Stat> {
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok()).filter_map(stat).collect()
}

/// The children of a process.
pub fn children(pid: u32) -> Vec<Stat> {
    all().into_iter().filter(|process| process.ppid == pid).collect()
}

/// The children of a process, theirs, and so on; parents before their children.
pub fn descendants(pid: u32) -> Vec<Stat> {
    descendants_among(&all(), pid)
}

/// [`descendants`] among processes already read, for whoever asks several times about one moment.
pub fn descendants_among(processes: &[Stat], pid: u32) -> Vec<Stat> {
    let mut found: Vec<Stat> = Vec::new();
    let mut parents = vec![pid];
    while let Some(parent) = parents.pop() {
        let born = processes.iter().filter(|process| process.ppid == parent && process.pid != parent);
        for process in born {
            if found.iter().all(|known| known.pid != process.pid) {
                parents.push(process.pid);
                found.push(process.clone());
            }
        }
    }
    found
}

/// The first descendant whose command line contains this text.
pub fn find_descendant(pid: u32, text: &str) -> Option<Stat> {
    descendants(pid).into_iter().find(|process| cmdline_contains(process.pid, text))
}

/// Waits until the condition holds; panics with `what` once the time is over.
///
/// For what cannot be waited for otherwise: nobody is told when a foreign process changes its state.
#[track_caller]
pub fn wait_until(limit: Duration, what: &str, mut condition: impl FnMut() -> bool) {
    let start = Instant::now();
    while !condition() {
        assert!(start.elapsed() < limit, "not within {limit:?}: {what}");
        std::thread::sleep(Duration::from_millis(3));
    }
}

#[cfg(test)]
mod tests {
    use super::parse;

    #[test]
    fn a_name_may_hold_brackets_and_spaces() {
        let stat = parse(7, "7 (a) (b c) T 1 2 3 4 5 rest").unwrap();
        assert_eq!((stat.comm.as_str(), stat.state, stat.ppid), ("a) (b c", 'T', 1));
        assert_eq!((stat.pgid, stat.session, stat.tpgid), (2, 3, Some(5)));
    }

    #[test]
    fn no_terminal_means_no_foreground_group() {
        assert_eq!(parse(7, "7 (a) S 1 2 3 0 -1 rest").unwrap().tpgid, None);
    }
}
