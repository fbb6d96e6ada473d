//! Each process killed or stopped at each phase, and what the person's terminal and shell are like afterwards.
//!
//! The program is a full-screen one that cleans up nothing: whatever ends the run, the prompt comes back, the
//! settings are those from before, the modes are off, and nobody is left but where the design says so.

use std::cell::RefCell;

use rustix::process::Signal;
use testkit::full_screen::{PROGRAM, SCRIPT, check_put_back, last_status, left_on};
use testkit::jobs::{Parts, signal, wait_until, wait_until_or};
use testkit::{Sandbox, Shell, Terminal, TtySettings, User, keys, process, require};

use crate::locum;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Who {
    Client,
    Host,
    Leader,
    Program,
}
use Who::*;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Fault {
    Kill,
    Term,
    /// As if the window had been closed, which it was not. Only the client is told such things.
    Hup,
    /// Stopped, and continued after a look at what that does.
    Stop,
}
use Fault::*;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Phase {
    /// As soon as the process exists.
    Start,
    /// The program has drawn its screen.
    Steady,
    /// The program is stopped and the shell shows its prompt.
    Suspended,
    /// The program has just been told to end.
    Exit,
}

/// A row: who is hit by what, and the statuses that the shell may then see. At the exit it depends on who is
/// faster; at the start on how far the process has come.
struct Row(Who, Fault, &'static [u8]);

const START: [Row; 13] = [
    Row(Client, Kill, &[137]),
    Row(Client, Term, &[143]),
    Row(Client, Hup, &[129]),
    Row(Client, Stop, &[0]),
    Row(Host, Kill, &[125]),
    Row(Host, Term, &[125, 143]),
    Row(Host, Stop, &[0]),
    Row(Leader, Kill, &[125, 129]),
    Row(Leader, Term, &[125, 129]),
    Row(Leader, Stop, &[0]),
    Row(Program, Kill, &[137]),
    Row(Program, Term, &[143]),
    Row(Program, Stop, &[0]),
];

const RUNNING: [Row; 13] = [
    Row(Client, Kill, &[137]),
    Row(Client, Term, &[143]),
    Row(Client, Hup, &[129]),
    Row(Client, Stop, &[0]),
    Row(Host, Kill, &[125]),
    Row(Host, Term, &[143]),
    Row(Host, Stop, &[0]),
    Row(Leader, Kill, &[129]),
    Row(Leader, Term, &[129]),
    Row(Leader, Stop, &[0]),
    Row(Program, Kill, &[137]),
    Row(Program, Term, &[143]),
    Row(Program, Stop, &[0]),
];

const ENDING: [Row; 13] = [
    Row(Client, Kill, &[130, 137]),
    Row(Client, Term, &[130, 143]),
    Row(Client, Hup, &[130, 129]),
    Row(Client, Stop, &[130]),
    Row(Host, Kill, &[130, 125]),
    Row(Host, Term, &[130, 143]),
    Row(Host, Stop, &[130]),
    Row(Leader, Kill, &[130, 129]),
    Row(Leader, Term, &[130, 129]),
    Row(Leader, Stop, &[130]),
    Row(Program, Kill, &[130, 137]),
    Row(Program, Term, &[130, 143]),
    Row(Program, Stop, &[130]),
];

struct Stage {
    terminal: Terminal,
    shell: Shell,
    /// Every process of the session that was seen, for the search for strays.
    seen: Vec<u32>,
    sandbox: Sandbox,
}

impl Stage {
    fn new(shell: Shell) -> Stage {
        let sandbox = Sandbox::new();
        locum(&sandbox);
        sandbox.write("home/full", SCRIPT);
        Stage { terminal: Terminal::shell(&sandbox, shell), shell, seen: Vec::new(), sandbox }
    }

    /// Brings the session to the phase and says which process is meant there.
    #[track_caller]
    fn reach(&mut self, phase: Phase, who: Who) -> u32 {
        self.terminal.run_line("locum run sh full");
        if phase == Phase::Start {
            return self.first_sight(who);
        }
        let parts = self.wait_full();
        if phase == Phase::Suspended {
            signal(parts.program, Signal::STOP);
            self.terminal.wait_prompt();
            parts.wait_stopped(&self.terminal);
        }
        match who {
            Client => parts.client,
            Host => parts.host,
            Leader => parts.leader,
            Program => parts.program,
        }
    }

    #[track_caller]
    fn wait_full(&mut self) -> Parts {
        let parts = Parts::wait(&self.terminal, PROGRAM);
        self.seen.extend(parts.named().map(|(_, pid)| pid));
        self.terminal.wait_for("FULL");
        parts
    }

    /// The process as soon as it exists. The program counts from its first own instruction on.
    #[track_caller]
    fn first_sight(&mut self, who: Who) -> u32 {
        let (shell, mut found) = (self.terminal.child_pid(), None);
        wait_until(&self.terminal, &format!("{who:?} seen"), || {
            let all = process::all();
            let child = |of: u32| all.iter().find(|process| process.ppid == of);
            let client = child(shell).filter(|process| process.comm == "locum");
            let host = || child(client?.pid);
            let leader = || child(host()?.pid);
            let program = || child(leader()?.pid).filter(|process| !process.comm.starts_with("locum"));
            let wanted = match who {
                Client => client,
                Host => host(),
                Leader => leader(),
                Program => program(),
            };
            found = wanted.map(|process| process.pid);
            self.seen.extend(process::descendants_among(&all, shell).iter().map(|process| process.pid));
            found.is_some()
        });
        found.unwrap_or_default()
    }

    /// From outside: a key could still be on its way when its reader dies, and is the shell's then.
    fn end_program(&self) {
        if let Some(parts) = Parts::find(&self.terminal, PROGRAM) {
            signal(parts.program, Signal::INT);
        }
    }

    /// Stops the process, looks, and continues it the way a person can; then the program ends with a key.
    #[track_caller]
    fn stop_and_continue(&mut self, phase: Phase, who: Who, pid: u32, before: &TtySettings) {
        signal(pid, Signal::STOP);
        match (who, phase) {
            (_, Phase::Exit) => return self.continue_at_exit(who, pid),
            // The shell sees its job stopped, as with any program.
            // Its prompt may be drawn over by what the program wrote last. dash does not see to the settings; the
            // host does once it notices.
            (Client | Program, Phase::Start | Phase::Steady) => {
                let back = || self.shells_turn() && self.terminal.settings() == *before;
                wait_until(&self.terminal, "the shell back", back);
            }
            (Client | Program, _) => {}
            (Host | Leader, _) => {
                wait_until(&self.terminal, "stopped", || process::state(pid) == Some('T'));
            }
        }
        if phase == Phase::Suspended || matches!(who, Client | Program) {
            self.terminal.run_line("fg");
        }
        signal_if(matches!(who, Host | Leader), pid, Signal::CONT);
        let parts = self.wait_full();
        parts.wait_foreground(&self.terminal);
        self.terminal.send(b"x");
        self.terminal.wait_prompt();
    }

    /// It may have been stopped before or after the program's end was through. A client stopped in between leaves
    /// its raw mode to dash, as any program would; a line feed ends a line there too.
    #[track_caller]
    fn continue_at_exit(&mut self, who: Who, pid: u32) {
        signal_if(matches!(who, Host | Leader), pid, Signal::CONT);
        let client = self.seen.first().copied().unwrap_or_default();
        let stopped = || process::state(client) == Some('T');
        let back = || !process::alive(client) || stopped() && self.shells_turn();
        wait_until(&self.terminal, "the shell back", back);
        if stopped() {
            self.terminal.type_text("fg\n");
        }
        wait_until(&self.terminal, "the client gone", || !process::alive(client));
    }

    fn shells_turn(&self) -> bool {
        self.terminal.foreground_group() == process::pgid(self.terminal.child_pid())
    }

    /// Nobody may be left. After the death of a client the session goes on without a terminal, by design; it is
    /// ended here through its program.
    #[track_caller]
    fn check_strays(&mut self, detached: bool, what: &str) {
        let left = RefCell::new(Vec::new());
        let gone = || {
            let mut left = left.borrow_mut();
            *left = self.left();
            // It may still have been on its way to becoming the program a moment ago.
            for pid in left.iter().filter(|pid| detached && process::cmdline_contains(**pid, PROGRAM)) {
                signal(*pid, Signal::KILL);
            }
            left.is_empty()
        };
        wait_until_or(gone, || {
            let named = left.borrow().iter().filter_map(|pid| process::stat(*pid)).collect::<Vec<_>>();
            format!("{what}: nobody left of {named:?}")
        });
    }

    /// Everybody but the shell. Some are known only because they were seen: a host tells an ordinary user nothing.
    fn left(&mut self) -> Vec<u32> {
        let all = process::all();
        let below = |pid: &u32| process::descendants_among(&all, *pid).into_iter().map(|process| process.pid);
        self.seen.extend(self.seen.iter().flat_map(below).collect::<Vec<_>>());
        self.seen.extend(self.sandbox.processes().iter().map(|process| process.pid));
        let shell = self.terminal.child_pid();
        self.seen.retain(|pid| *pid != shell && process::alive(*pid));
        self.seen.clone()
    }
}

fn signal_if(condition: bool, pid: u32, number: Signal) {
    if condition {
        signal(pid, number);
    }
}

#[track_caller]
fn check(shell: Shell, phase: Phase, Row(who, fault, statuses): &Row) {
    let what = format!("{shell:?}: {who:?} {fault:?} at {phase:?}");

    testkit::note(&what);
    let mut stage = Stage::new(shell);
    let before = stage.terminal.settings();
    let pid = stage.reach(phase, *who);
    if phase == Phase::Exit {
        stage.end_program();
    }
    match fault {
        Stop => {
            stage.stop_and_continue(phase, *who, pid, &before);
            wait_until(&stage.terminal, &what, || stage.terminal.settings() == before);
        }
        Kill => hit(&stage.terminal, phase, *who, pid, Signal::KILL, &before),
        Term => hit(&stage.terminal, phase, *who, pid, Signal::TERM, &before),
        Hup => hit(&stage.terminal, phase, *who, pid, Signal::HUP, &before),
    }
    let status = last_status(&stage.terminal);
    let shells_own = phase == Phase::Suspended && *who == Client && *fault == Kill;
    assert!(
        shells_own || statuses.contains(&status),
        "{what}: status {status} not among {statuses:?}\n{}",
        stage.terminal.describe()
    );
    if status == 125 && *who == Host && *fault == Kill {
        let screen = stage.terminal.screen();
        assert!(screen.contains("the host process"), "{what}: no message\n{screen}");
    }
    check_put_back(&stage.terminal, stage.shell, &before, &what);
    stage.check_strays(*who == Client && *fault != Stop, &what);
}

/// Sends the signal and brings the shell back the way a person would.
#[track_caller]
fn hit(terminal: &Terminal, phase: Phase, who: Who, pid: u32, number: Signal, before: &TtySettings) {
    signal(pid, number);
    match (who, number, phase) {
        // The shell and the host both hear of it, so the prompt comes before or after the modes are reset.
        (Client, Signal::KILL | Signal::HUP, _) => {
            // What is stopped hears of nothing but SIGKILL before it goes on.
            if phase == Phase::Suspended && number == Signal::HUP {
                terminal.run_line("fg");
            }
            wait_until(terminal, "the client gone", || !process::alive(pid));
            wait_until(terminal, "the settings put back", || terminal.settings() == *before);
        }
        (_, _, Phase::Suspended) => {
            terminal.run_line("fg");
            terminal.wait_prompt();
        }
        // What the program had just started may still complain behind the prompt: the one after that counts.
        (_, _, Phase::Start) => {
            terminal.wait_screen("the prompt", |screen| screen.contains("ready2>"));
            terminal.send(keys::ENTER);
            terminal.wait_prompt();
        }
        _ => terminal.wait_prompt(),
    }
}

fn check_all(shell: Shell, phase: Phase, rows: &[Row]) {
    require(&[shell.name()]);
    rows.iter().for_each(|row| check(shell, phase, row));
}

#[test]
fn at_the_start_in_bash() {
    check_all(Shell::Bash, Phase::Start, &START);
}

#[test]
fn at_the_start_in_dash() {
    check_all(Shell::Dash, Phase::Start, &START);
}

#[test]
fn in_a_full_screen_program_in_bash() {
    check_all(Shell::Bash, Phase::Steady, &RUNNING);
}

#[test]
fn in_a_full_screen_program_in_dash() {
    check_all(Shell::Dash, Phase::Steady, &RUNNING);
}

#[test]
fn while_suspended_in_bash() {
    check_all(Shell::Bash, Phase::Suspended, &RUNNING);
}

#[test]
fn while_suspended_in_dash() {
    check_all(Shell::Dash, Phase::Suspended, &RUNNING);
}

#[test]
fn at_the_exit_in_bash() {
    check_all(Shell::Bash, Phase::Exit, &ENDING);
}

#[test]
fn at_the_exit_in_dash() {
    check_all(Shell::Dash, Phase::Exit, &ENDING);
}

/// zsh takes whatever settings it finds when its job is gone for its own, as it does after `kill -9` of an editor
/// without locum. It must at least go on.
#[test]
fn zsh_survives_the_death_of_the_client() {
    require(&["zsh"]);
    for user in [User::Me, User::Nobody] {
        let sandbox = Sandbox::for_user(user);
        locum(&sandbox);
        sandbox.write("home/full", SCRIPT);
        let terminal = Terminal::shell(&sandbox, Shell::Zsh);
        terminal.run_line("locum run sh full");
        let parts = Parts::wait(&terminal, PROGRAM);
        terminal.wait_for("FULL");
        let mark = terminal.mark();
        signal(parts.client, Signal::KILL);
        // In the bytes: it may be drawn on the other screen, just before that is left.
        terminal.wait_for_bytes(mark, b"ready2> ");
        wait_until(&terminal, "modes off", || left_on(&terminal.log(), Shell::Zsh).is_empty());
        signal(parts.program, Signal::KILL);
        parts.wait_gone();
    }
}

#[test]
fn a_killed_client_leaves_the_session_running() {
    for user in [User::Me, User::Nobody] {
        let sandbox = Sandbox::for_user(user);
        locum(&sandbox);
        let terminal = Terminal::shell(&sandbox, Shell::Dash);
        let before = terminal.settings();
        terminal.run_line("locum run dash -c 'echo up; read x; sleep 1000'");
        let parts = Parts::wait(&terminal, "read x");
        signal(parts.client, Signal::KILL);
        terminal.wait_prompt();
        wait_until(&terminal, "the host has noticed", || terminal.settings() == before);
        let screen = terminal.run_and_wait("echo mine''alone");
        assert!(screen.contains("\nminealone"), "{screen}");
        for (name, pid) in parts.named().into_iter().filter(|(name, _)| *name != "client") {
            assert!(process::alive(pid), "the {name} ended with its client");
        }
        signal(parts.program, Signal::KILL);
        parts.wait_gone();
    }
}
