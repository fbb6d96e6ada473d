//! Ending what a test started, and nothing else.
//!
//! The test process cannot be a subreaper: that would make every process lost by any test its own. So a
//! process is known by what it inherited: a variable in its environment, a path of the sandbox, or a parent
//! so known.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::time::Duration;

use rustix::process::{Pid, PidfdFlags, Signal};

use crate::process::{self, Stat};

/// Names, in the environment of everything a terminal started, that terminal.
pub(crate) const ID_VARIABLE: &str = "TESTKIT_ID";

/// Kills everything started in the terminal with this id, and its first process. That is none once it has been
/// waited for: its number may be somebody else's by now.
pub(crate) fn of_terminal(id: &str, child: Option<u32>) {
    let mark = format!("{ID_VARIABLE}={id}");
    sweep(|process| Some(process.pid) == child || environ_has(process.pid, &mark));
}

/// Kills everything whose home is this sandbox or whose command line names a path in it.
pub fn of_sandbox(root: &Path) {
    sweep(is_of_sandbox(root));
}

/// Tells whose home is this sandbox, whose command line names a path in it, or what runs from it.
pub(crate) fn is_of_sandbox(root: &Path) -> impl Fn(&Stat) -> bool {
    let root = root.display().to_string();
    let home = format!("HOME={root}/home");
    let inside = format!("{root}/");
    move |process| {
        environ_has(process.pid, &home)
            || process::cmdline_contains(process.pid, &inside)
            || runs_from(process.pid, &inside)
    }
}

/// What was started without that variable still runs from a file of the sandbox.
fn runs_from(pid: u32, folder: &str) -> bool {
    fs::read_link(format!("/proc/{pid}/exe")).is_ok_and(|path| path.display().to_string().starts_with(folder))
}

/// Kills everything that descends from this process. Complete only below a subreaper.
pub fn descendants_of(pid: u32) {
    sweep(|process| process.ppid == pid);
}

fn environ_has(pid: u32, entry: &str) -> bool {
    let environ = fs::read(format!("/proc/{pid}/environ")).unwrap_or_default();
    environ.split(|byte| *byte == 0).any(|word| word == entry.as_bytes())
}

/// Kills what is chosen with all descendants, again until nothing is left: a process may fork while we look.
fn sweep(chosen: impl Fn(&Stat) -> bool) {
    const ROUNDS: u32 = 200;
    for _ in 0..ROUNDS {
        let all = process::all();
        let me = std::process::id();
        let mut victims: BTreeSet<u32> =
            all.iter().filter(|process| chosen(process)).map(|found| found.pid).collect();
        for pid in victims.clone() {
            victims.extend(process::descendants_among(&all, pid).into_iter().map(|found| found.pid));
        }
        victims.retain(|pid| *pid != me && *pid > 1 && process::alive(*pid));
        if victims.is_empty() {
            return;
        }
        victims.into_iter().for_each(kill);
        // A killed process takes a moment to vanish, and it is not our child that could be waited for.
        std::thread::sleep(Duration::from_millis(3));
    }
}

/// Kills by a descriptor of the process, so that a number reused meanwhile is never hit after the open.
fn kill(pid: u32) {
    let Some(pid) = i32::try_from(pid).ok().and_then(Pid::from_raw) else {
        return;
    };
    if let Ok(process) = rustix::process::pidfd_open(pid, PidfdFlags::empty()) {
        let _ = rustix::process::pidfd_send_signal(process, Signal::KILL);
    }
}
