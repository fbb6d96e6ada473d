//! Who among some processes waits for a terminal.

use model::Reader;

use super::file::{Target, Task};
use super::proc_stat::ProcStat;
use super::procfs::Procfs;
use super::thread;
use super::tree::MAX_PROCESSES;
use super::tty::Tty;

/// Most threads that are looked at in one probe.
const MAX_THREADS: usize = 8192;

/// The strongest evidence so far, and whose it is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Finding {
    pub(super) reader: Reader,
    pub(super) pid: u32,
    pub(super) tid: u32,
}

impl Finding {
    /// Takes the other one if it is stronger. Of equals the first stays, so that the answer is steady.
    pub(super) fn strengthen(&mut self, other: Finding) {
        if other.reader > self.reader {
            *self = other;
        }
    }
}

/// What a look at all processes yields.
#[derive(Debug, Default)]
pub(super) struct Survey {
    pub(super) finding: Finding,
    /// Leader of the foreground group, or its first living member.
    pub(super) leader: Option<u32>,
    /// Clock ticks used by the foreground group.
    pub(super) ticks: u64,
}

/// Looks at the processes for readers of the terminal whose foreground group is given.
pub(super) fn survey(proc: &mut Procfs, members: &[ProcStat], tty: &Tty, foreground: Option<u32>) -> Survey {
    let mut survey = Survey::default();
    let mut budget = Budget { threads: Vec::new(), left: MAX_THREADS };
    for process in members.iter().filter(|process| !process.is_dead() && Some(process.group) == foreground) {
        survey.ticks = survey.ticks.saturating_add(process.ticks);
        if survey.leader.is_none() || process.pid == process.group {
            survey.leader = Some(process.pid);
        }
        // A stopped program does not read, whatever call it was stopped in.
        if !process.is_stopped() && survey.finding.reader < Reader::Read {
            survey.finding.strengthen(budget.process(proc, process, tty));
        }
    }
    if survey.finding.reader < Reader::Outside {
        others(proc, members, tty, foreground, &mut survey.finding, &mut budget);
    }
    if members.len() >= MAX_PROCESSES || budget.left == 0 {
        survey.finding.strengthen(Finding { reader: Reader::Undecided, ..Finding::default() });
    }
    survey
}

/// Processes that are not in the foreground. Those of this terminal's session are stopped if they read it; those of
/// other sessions get what is typed.
fn others(
    proc: &mut Procfs,
    members: &[ProcStat],
    tty: &Tty,
    foreground: Option<u32>,
    best: &mut Finding,
    budget: &mut Budget,
) {
    for process in members.iter().filter(|process| !process.is_dead() && Some(process.group) != foreground) {
        let here = process.tty == tty.number();
        if here && best.reader >= Reader::BackgroundOnly {
            continue;
        }
        let found = budget.process(proc, process, tty);
        if found.reader >= Reader::PollTimeout {
            let stopped = here || process.is_stopped();
            let reader = if stopped { Reader::BackgroundOnly } else { Reader::Outside };
            best.strengthen(Finding { reader, ..found });
        }
    }
}

/// The threads that may still be looked at.
pub(super) struct Budget {
    threads: Vec<u32>,
    left: usize,
}

impl Budget {
    /// A fresh one, for a single process.
    pub(super) fn new() -> Budget {
        Budget { threads: Vec::new(), left: MAX_THREADS }
    }

    /// The strongest evidence among the threads of one process.
    pub(super) fn process(&mut self, proc: &mut Procfs, process: &ProcStat, tty: &Tty) -> Finding {
        self.threads(proc, process, Target::Tty(tty))
    }

    /// The same for any target.
    pub(super) fn threads(&mut self, proc: &mut Procfs, process: &ProcStat, target: Target<'_>) -> Finding {
        let mut best = Finding::default();
        proc.threads(process, &mut self.threads);
        for tid in self.threads.iter().take(self.left) {
            let task = Task { pid: process.pid, tid: *tid, tty: process.tty };
            let reader = thread::reader(proc, task, target);
            best.strengthen(Finding { reader, pid: process.pid, tid: *tid });
            if reader == Reader::Read {
                break;
            }
        }
        self.left -= self.threads.len().min(self.left);
        best
    }
}
