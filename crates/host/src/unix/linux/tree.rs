//! Which processes to look at.

use super::proc_stat::{ProcStat, number};
use super::procfs::{Missing, Procfs};

/// Most processes that are looked at in one probe.
pub(super) const MAX_PROCESSES: usize = 3000;

/// A way to find the processes of a terminal.
#[derive(Debug, Clone, Copy)]
pub(super) enum Scope {
    /// All descendants of a process, without itself.
    Below(u32),
    /// All processes with this controlling terminal, by its number.
    OnTty(u32),
}

/// Collects the processes of a scope. If the kernel does not list children, those on the terminal `tty` must do.
pub(super) fn collect(proc: &mut Procfs, scope: Scope, tty: u32, found: &mut Vec<ProcStat>) {
    found.clear();
    match scope {
        Scope::Below(root) => {
            if below(proc, root, found).is_err() {
                on_tty(proc, tty, found);
            }
        }
        Scope::OnTty(number) => on_tty(proc, number, found),
    }
}

/// Level by level: `found` is at once the result and the list of those whose children are still to be asked for.
fn below(proc: &mut Procfs, root: u32, found: &mut Vec<ProcStat>) -> Result<(), Missing> {
    let mut threads = Vec::new();
    let root = proc.process(root)?;
    children(proc, &root, &mut threads, found)?;
    let mut next = 0;
    while next < found.len() && found.len() < MAX_PROCESSES {
        let parent = found[next];
        next += 1;
        // A process that vanished meanwhile has handed its children on; the next probe finds them.
        let _ = children(proc, &parent, &mut threads, found);
    }
    Ok(())
}

fn children(
    proc: &mut Procfs,
    parent: &ProcStat,
    threads: &mut Vec<u32>,
    found: &mut Vec<ProcStat>,
) -> Result<(), Missing> {
    proc.threads(parent, threads);
    let mut pids = Vec::new();
    let mut result = Err(Missing::Gone);
    for tid in threads.iter() {
        // A thread that ended meanwhile has no children; that all of them did means that there is no such file.
        if let Ok(list) = proc.read(format_args!("/proc/{}/task/{tid}/children", parent.pid)) {
            pids.extend(list.split(|byte| *byte == b' ').filter_map(number::<u32>));
            result = Ok(());
        }
    }
    for pid in pids.into_iter().take(MAX_PROCESSES.saturating_sub(found.len())) {
        found.extend(proc.process(pid));
    }
    result
}

fn on_tty(proc: &mut Procfs, tty: u32, found: &mut Vec<ProcStat>) {
    found.clear();
    let mut pids = Vec::new();
    if proc.numbers(format_args!("/proc"), &mut pids).is_err() {
        return;
    }
    let processes = pids.into_iter().filter_map(|pid| proc.process(pid).ok());
    found.extend(processes.filter(|process| process.tty == tty).take(MAX_PROCESSES));
}
