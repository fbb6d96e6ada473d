//! A session with a brain in some phase of its life, and what to look at after a fault.

use std::os::unix::process::ExitStatusExt;

use rustix::process::Signal;
use testkit::full_screen::{ECHOING, ECHOING_PROGRAM, check_put_back, last_status};
use testkit::jobs::{signal, wait_until, wait_until_or};
use testkit::process::{self, Stat};
use testkit::{PATIENCE, Shell, Size, Terminal, TtySettings, keys};

use super::{Fate, Phase, Who};
use crate::brain::House;

/// The session's name.
const NAME: &str = "it";

pub(super) struct Stage {
    /// Has the seat where the shell's window is only a guest.
    beside: Option<Terminal>,
    window: Terminal,
    shell: Shell,
    before: TtySettings,
    brain: u32,
    /// Whether a `locum` of the window's shell holds the session.
    held: bool,
    house: House,
}

impl Stage {
    pub(super) fn new(shell: Shell) -> Stage {
        let house = House::new();
        house.sandbox.write("home/full", ECHOING);
        house.ok(&["daemon", "start"]);
        let brain = house.brain();
        let window = Terminal::shell(&house.sandbox, shell);
        let before = window.settings();
        Stage { beside: None, window, shell, before, brain, held: false, house }
    }

    /// Brings the session to the phase and says which process is meant there.
    #[track_caller]
    pub(super) fn reach(&mut self, phase: Phase, who: Who) -> u32 {
        self.held = phase != Phase::Detached;
        match phase {
            Phase::Start => self.window.run_line("locum run --name it sh full"),
            Phase::Steady | Phase::Suspended => {
                self.window.run_line("locum run --name it sh full");
                self.wait_full();
            }
            Phase::Detached => self.start_detached(),
            Phase::Attaching => {
                self.start_detached();
                self.window.run_line("locum attach it");
            }
            Phase::Attached | Phase::Visiting => {
                self.start_detached();
                self.beside = (phase == Phase::Visiting).then(|| self.attach(Size::cells(30, 90)));
                self.window.run_line("locum attach it");
                self.wait_full();
            }
        }
        if phase == Phase::Suspended {
            self.window.send(keys::CTRL_Z);
            self.window.wait_prompt();
            self.house.wait_listed(NAME, |line| line["state"] == "stopped");
        }
        self.find(who)
    }

    fn start_detached(&self) {
        self.house.ok(&["run", "--detach", "--name", NAME, "--", "sh", "full"]);
        self.house.wait_screen(NAME, "FULL");
    }

    /// Another window in which the session is attached and shows its screen.
    #[track_caller]
    fn attach(&self, size: Size) -> Terminal {
        let argv = [&self.house.locum, "attach", NAME];
        let terminal = Terminal::launch(&self.house.sandbox).size(size).start(&argv);
        terminal.wait_for("FULL");
        wait_until(&terminal, "raw mode", || terminal.settings().is_raw());
        terminal
    }

    #[track_caller]
    fn wait_full(&self) {
        wait_until(&self.window, "the program's screen", || {
            self.window.settings().is_raw()
                && self.window.screen().contains("FULL")
                && self.process(Who::Program).is_some_and(|pid| {
                    process::cmdline_contains(pid, ECHOING_PROGRAM) && testkit::jobs::runs_in_front(pid)
                })
        });
    }

    #[track_caller]
    fn find(&self, who: Who) -> u32 {
        let mut found = None;
        wait_until(&self.window, &format!("{who:?} seen"), || {
            found = self.process(who);
            found.is_some()
        });
        found.unwrap_or_default()
    }

    /// The program counts from its first own instruction on.
    fn process(&self, who: Who) -> Option<u32> {
        let all = self.house.sandbox.processes();
        let named = |name: &str| all.iter().find(|found| found.comm == name).map(|found| found.pid);
        let child = |of: u32, wanted: &dyn Fn(&Stat) -> bool| {
            all.iter().find(|found| found.ppid == of && wanted(found)).map(|found| found.pid)
        };
        match who {
            Who::Brain => Some(self.brain),
            Who::Client => child(self.window.child_pid(), &|found| found.comm == "locum"),
            Who::Host => named("locum-host"),
            Who::Program => child(named("locum-leader")?, &|found| !found.comm.starts_with("locum")),
        }
    }

    /// Sends the signal, and brings the shell to where a person would.
    #[track_caller]
    pub(super) fn hit(&mut self, phase: Phase, who: Who, pid: u32, number: Signal) {
        signal(pid, number);
        if who == Who::Brain {
            process::wait_until(PATIENCE, "the brain gone", || !process::alive(pid));
            if phase == Phase::Suspended {
                self.window.run_line("fg");
            }
            return self.go_on();
        }
        // What is stopped hears of nothing but SIGKILL before it goes on.
        if phase == Phase::Suspended && !(who == Who::Client && number == Signal::KILL) {
            self.window.run_line("fg");
        }
        self.held = false;
        wait_until(&self.window, "the client gone", || self.process(Who::Client).is_none());
    }

    /// Stops the process, looks, and continues it the way a person can.
    #[track_caller]
    pub(super) fn stop_and_continue(&mut self, phase: Phase, who: Who, pid: u32) {
        signal(pid, Signal::STOP);
        match (who, phase) {
            (_, Phase::Suspended) => {
                wait_stopped(pid);
                self.window.run_line("fg");
            }
            (Who::Host, _) => wait_stopped(pid),
            // The session works as if nothing had happened.
            (Who::Brain, Phase::Detached) => drop(self.attach(Size::cells(24, 80))),
            (Who::Brain, _) => {}
            (_, Phase::Detached) => drop(self.house.wait_listed(NAME, |line| line["state"] == "stopped")),
            // The shell sees its job stopped, as with any program.
            _ => {
                wait_until(&self.window, "the shell back", || {
                    self.window.foreground_group() == process::pgid(self.window.child_pid())
                        && self.window.settings() == self.before
                });
                self.window.run_line("fg");
            }
        }
        if who == Who::Brain {
            self.go_on();
        }
        if matches!(who, Who::Host | Who::Brain) || phase == Phase::Detached {
            signal(pid, Signal::CONT);
        }
        self.go_on();
    }

    /// The program is on the window's screen, if it shall be there, and answers what is typed.
    #[track_caller]
    fn go_on(&self) {
        if self.held {
            self.wait_full();
            echo(&self.window);
        }
    }

    /// Waits until `ps` tells what became of the session; true if it goes on.
    #[track_caller]
    pub(super) fn settle(&self, fate: Fate, what: &str) -> bool {
        let mut listed = serde_json::Value::Null;
        let as_wanted = |line: Option<&serde_json::Value>| {
            let state = line.map(|line| line["state"].as_str().unwrap_or_default());
            let over = matches!(state, None | Some("lost" | "ended")) && self.process(Who::Host).is_none();
            match fate {
                Fate::GoesOn => matches!(state, Some("running" | "stopped")),
                Fate::Ended(code) => line.is_some_and(|line| line["exit"] == code),
                Fate::Lost => state == Some("lost"),
                Fate::Over => over,
                // The program is gone before its client is.
                Fate::GoesOnOrOver if self.process(Who::Program).is_none() => over,
                Fate::GoesOnOrOver => state.is_some() && self.shows("FULL"),
            }
        };
        wait_until_or(
            || {
                listed = self.house.json(&["ps", "--all", "--json"]);
                as_wanted(listed.as_array().and_then(|lines| lines.iter().find(|line| line["name"] == NAME)))
            },
            || format!("{what}: {fate:?} in ps\n{}", self.window.describe()),
        );
        let listed = listed.to_string();
        listed.contains("\"running\"") || listed.contains("\"stopped\"")
    }

    /// Whether the session's screen shows this. It may end at any moment, and has none then.
    fn shows(&self, text: &str) -> bool {
        String::from_utf8_lossy(&self.house.output(&["screen", NAME]).stdout).contains(text)
    }

    /// Has the window let go of the session, as `locum detach` does from anywhere.
    #[track_caller]
    pub(super) fn let_go(&mut self) {
        if !self.held {
            return;
        }
        self.house.ok(&["detach", NAME]);
        wait_until(&self.window, "the client gone", || self.process(Who::Client).is_none());
        self.held = false;
    }

    #[track_caller]
    pub(super) fn check_status(&self, statuses: &[u8], asked: bool, what: &str) {
        wait_until(&self.window, "the settings put back", || self.window.settings() == self.before);
        let status = last_status(&self.window);
        let screen = self.window.describe();
        assert!(!asked || statuses.contains(&status), "{what}: status {status}\n{screen}");
    }

    #[track_caller]
    pub(super) fn check_shell(&self, what: &str) {
        check_put_back(&self.window, self.shell, &self.before, what);
    }

    /// The session is attached to in a window of another size, and ended there.
    #[track_caller]
    pub(super) fn attach_and_end(&mut self, what: &str) {
        self.beside = None;
        let mut window = self.attach(Size::cells(20, 70));
        echo(&window);
        window.send(keys::CTRL_C);
        assert_eq!(window.wait_exit().signal(), Some(2), "{what}\n{}", window.describe());
        assert!(!window.settings().is_raw(), "{what}");
        self.house.wait_listed(NAME, |line| line["state"] == "ended" && line["exit"] == 130);
    }

    #[track_caller]
    pub(super) fn check_record(&self, what: &str) {
        let report = self.house.json(&["audit", "verify", "--json"]);
        assert_eq!(report["ok"], true, "{what}: {report}");
    }

    /// Nobody is left but the brain and the shell.
    #[track_caller]
    pub(super) fn check_strays(&mut self, what: &str) {
        self.beside = None;
        let (brain, shell) = (self.house.brain(), self.window.child_pid());
        let mut left = Vec::new();
        let nobody = || {
            left = self.house.sandbox.processes();
            left.retain(|found| ![brain, shell].contains(&found.pid) && process::alive(found.pid));
            left.is_empty()
        };
        process::wait_until(PATIENCE, &format!("{what}: nobody left"), nobody);
    }
}

#[track_caller]
fn wait_stopped(pid: u32) {
    process::wait_until(PATIENCE, "stopped", || process::state(pid) == Some('T'));
}

/// Types a word and sees the program print it.
#[track_caller]
fn echo(window: &Terminal) {
    let mark = window.mark();
    window.type_text("word");
    window.wait_for_bytes(mark, b"word");
}
