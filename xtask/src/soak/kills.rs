//! Kill storms: any process of a session, at any moment, and the terminal is whole afterwards.

use std::time::Duration;

use rustix::process::Signal;
use testkit::full_screen::{PROGRAM, SCRIPT, left_on};
use testkit::jobs::{line_of_descent, signal, wait_until, wait_until_or};
use testkit::process;
use testkit::{Shell, Terminal};

use super::Soak;

/// A session is steady long before; most kills shall hit its beginning.
pub(super) const LATEST_KILL: u64 = 40;

/// Moments and victims that can be had again by their seed (xorshift).
pub(super) struct Dice(u64);

impl Dice {
    pub(super) fn new(seed: u64) -> Dice {
        Dice(seed | 1)
    }

    pub(super) fn below(&mut self, limit: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % limit
    }
}

pub(super) fn prove(soak: &Soak, shell: Shell) -> String {
    let (sandbox, _) = soak.sandbox();
    sandbox.write("home/full", SCRIPT);
    let terminal = Terminal::shell(&sandbox, shell);
    let before = terminal.settings();
    let mut dice = Dice::new(soak.seed);
    let (sessions, mut killed) = (soak.part(1, 5), [0u32; 4]);
    for number in 0..sessions {
        let (depth, seen) = kill_one(&terminal, &mut dice);
        killed[depth] += 1;
        let complain = |what: &str| {
            let left: Vec<_> = seen.iter().map(|pid| (pid, process::stat(*pid))).collect();
            format!("session {number}, victim {depth}: {what}\nleft: {left:?}\n{}", terminal.describe())
        };
        let as_before = || terminal.settings() == before;
        wait_until_or(as_before, || complain("settings as before"));
        wait_until_or(|| left_on(&terminal.log(), shell).is_empty(), || complain("modes off"));
        let mark = terminal.mark();
        terminal.run_line(&format!("echo alive''{number}"));
        terminal.wait_for_bytes(mark, format!("alive{number}\r\n").as_bytes());
        wait_until_or(as_before, || complain("settings at the prompt"));
        end_all(&terminal, seen);
    }
    let [client, host, leader, program] = killed;
    format!(
        "{sessions} sessions with a process killed ({client} clients, {host} hosts, {leader} leaders, \
         {program} programs): settings, modes and shell right each time"
    )
}

/// Starts a session, kills one of its processes at some moment and waits until the client is gone. Returns how
/// deep the victim was, and everybody who was there.
fn kill_one(terminal: &Terminal, dice: &mut Dice) -> (usize, Vec<u32>) {
    terminal.run_line("locum run sh full");
    let mut chain = Vec::new();
    wait_until(terminal, "a client", || {
        chain = line_of_descent(terminal.child_pid());
        !chain.is_empty()
    });
    // Not to wait for anything: the moment is to be random.
    std::thread::sleep(Duration::from_micros(dice.below(LATEST_KILL * 1000)));
    chain = line_of_descent(terminal.child_pid());
    let depth = (dice.below(4) as usize).min(chain.len().saturating_sub(1));
    let victim = chain.get(depth).copied().unwrap_or_default();
    signal(victim, Signal::KILL);
    let client = chain.first().copied().unwrap_or_default();
    wait_until(terminal, "the client gone", || !process::alive(client));
    (depth, chain)
}

/// A session without its client goes on by design; it ends with its program.
fn end_all(terminal: &Terminal, mut seen: Vec<u32>) {
    wait_until(terminal, "everybody of the session gone", || {
        let all = process::all();
        let below: Vec<_> = seen.iter().flat_map(|pid| process::descendants_among(&all, *pid)).collect();
        seen.extend(below.iter().map(|process| process.pid));
        seen.sort_unstable();
        seen.dedup();
        let programs = seen.iter().filter(|pid| process::cmdline_contains(**pid, PROGRAM));
        programs.for_each(|pid| signal(*pid, Signal::KILL));
        seen.iter().all(|pid| !process::alive(*pid))
    });
}
