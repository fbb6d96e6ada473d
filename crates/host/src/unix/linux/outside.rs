//! Readers that were not started on the terminal but hold it, as the server of tmux does for its clients.

use model::Reader;

use super::proc_stat::ProcStat;
use super::procfs::Procfs;
use super::survey::{Budget, Finding};
use super::tree::MAX_PROCESSES;
use super::tty::Tty;

/// Most searches that are left out after one that found nothing: about two minutes of silence. A search looks at
/// every process of the machine, and an outside reader comes with a new foreground, which starts the count anew.
const MAX_PAUSE: u32 = 64;

/// The search through all processes of this user. It costs more than the rest of a probe together, so it remembers.
#[derive(Debug, Default)]
pub(super) struct Outside {
    /// Who was found the last time; asked first.
    known: Option<u32>,
    /// The foreground group of the last search that found nothing, and how many searches for it are left out.
    foreground: Option<u32>,
    pause: u32,
    left_out: u32,
}

impl Outside {
    /// Looks for a process that waits for the terminal and is neither among `members` nor this one.
    pub(super) fn find(
        &mut self,
        proc: &mut Procfs,
        tty: &Tty,
        foreground: Option<u32>,
        members: &[ProcStat],
    ) -> Finding {
        if let Some(found) = self.known.and_then(|pid| waiting(proc, pid, tty)) {
            return found;
        }
        self.known = None;
        if self.is_left_out(foreground) {
            return Finding::default();
        }
        match search(proc, tty, members) {
            Some(found) => {
                self.known = Some(found.pid);
                found
            }
            None => {
                self.pause = (self.pause * 2).clamp(1, MAX_PAUSE);
                Finding::default()
            }
        }
    }

    /// After a search in vain the next ones are left out, ever more of them. A new foreground starts anew.
    fn is_left_out(&mut self, foreground: Option<u32>) -> bool {
        if self.foreground != foreground {
            *self = Outside { foreground, ..Outside::default() };
        }
        if self.left_out < self.pause {
            self.left_out += 1;
            return true;
        }
        self.left_out = 0;
        false
    }
}

fn search(proc: &mut Procfs, tty: &Tty, members: &[ProcStat]) -> Option<Finding> {
    let user = rustix::process::geteuid().as_raw();
    let own = std::process::id();
    let mut pids = Vec::new();
    let mut descriptors = Vec::new();
    proc.numbers(format_args!("/proc"), &mut pids).ok()?;
    for pid in pids.into_iter().take(MAX_PROCESSES) {
        let known = pid == own || members.iter().any(|member| member.pid == pid);
        if !known
            && proc.owner(pid) == Some(user)
            && holds(proc, pid, tty, &mut descriptors)
            && let Some(found) = waiting(proc, pid, tty)
        {
            return Some(found);
        }
    }
    None
}

fn holds(proc: &mut Procfs, pid: u32, tty: &Tty, descriptors: &mut Vec<u32>) -> bool {
    proc.numbers(format_args!("/proc/{pid}/fd"), descriptors).is_ok()
        && descriptors
            .iter()
            .any(|fd| proc.descriptor(pid, *fd as i32).is_ok_and(|stat| tty.is_file(&stat, false)))
}

fn waiting(proc: &mut Procfs, pid: u32, tty: &Tty) -> Option<Finding> {
    let process = proc.process(pid).ok()?;
    // A process of this terminal's own session that reads it in the background is none of these.
    if process.is_dead() || process.is_stopped() || process.tty == tty.number() {
        return None;
    }
    let found = Budget::new().process(proc, &process, tty);
    (found.reader >= Reader::PollTimeout).then_some(Finding { reader: Reader::Outside, ..found })
}
