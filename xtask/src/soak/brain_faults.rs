//! Kill storms with a brain: any process of a session, or the brain, at any moment. `locum ps` then tells the truth,
//! the terminal is whole, and so is the record.

use std::process::Stdio;
use std::time::Duration;

use rustix::process::Signal;
use serde_json::Value;
use testkit::full_screen::{ECHOING, left_on};
use testkit::jobs::{line_of_descent, signal, wait_until, wait_until_or};
use testkit::{Sandbox, Shell, Terminal, locum_binary, process};

use super::Soak;
use super::kills::{Dice, LATEST_KILL};

struct Storm {
    terminal: Terminal,
    locum: String,
    sandbox: Sandbox,
}

/// Client, host, leader, program, brain.
const VICTIMS: usize = 5;
const BRAIN: usize = 4;

pub(super) fn prove(soak: &Soak) -> String {
    let sandbox = Sandbox::new().with_brain();
    let locum = locum_binary(&sandbox, &soak.locum).display().to_string();
    sandbox.write("home/full", ECHOING);
    let storm = Storm { terminal: Terminal::shell(&sandbox, Shell::Bash), locum, sandbox };
    let before = storm.terminal.settings();
    let mut dice = Dice::new(soak.seed);
    let (sessions, mut killed) = (soak.part(1, 5), [0u32; VICTIMS]);
    for number in 0..sessions {
        let name = format!("s{number}");
        let victim = storm.kill_one(&name, &mut dice);
        killed[victim] += 1;
        storm.wait_truth(&name);
        storm.end(&name);
        let terminal = &storm.terminal;
        let complain = |what: &str| format!("{name}, victim {victim}: {what}\n{}", terminal.describe());
        wait_until_or(|| terminal.settings() == before, || complain("settings as before"));
        wait_until_or(|| left_on(&terminal.log(), Shell::Bash).is_empty(), || complain("modes off"));
        let mark = terminal.mark();
        terminal.run_line(&format!("echo alive''{number}"));
        terminal.wait_for_bytes(mark, format!("alive{number}\r\n").as_bytes());
    }
    let report = storm.json(&["audit", "verify", "--json"]);
    assert_eq!(report["ok"], true, "{report}");
    let [client, host, leader, program, brain] = killed;
    format!(
        "{sessions} sessions with a process killed ({client} clients, {host} hosts, {leader} leaders, {program} \
         programs, {brain} brains): ps right each time, terminal too, {} events verified",
        report["events"]
    )
}

impl Storm {
    fn json(&self, words: &[&str]) -> Value {
        let output = self.sandbox.command(&self.locum).args(words).stdin(Stdio::null()).output();
        let output = output.unwrap_or_else(|error| panic!("running {}: {error}", self.locum));
        assert!(output.status.success(), "locum {words:?}: {output:?}");
        serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("locum {words:?}: {error}"))
    }

    /// Starts a session and kills somebody at some moment. Returns who that was.
    fn kill_one(&self, name: &str, dice: &mut Dice) -> usize {
        self.terminal.run_line(&format!("locum run --name {name} sh full"));
        let shell = self.terminal.child_pid();
        wait_until(&self.terminal, "a client", || !line_of_descent(shell).is_empty());
        // Not to wait for anything: the moment is to be random.
        std::thread::sleep(Duration::from_micros(dice.below(LATEST_KILL * 1000)));
        let (mut victim, chain) = (dice.below(VICTIMS as u64) as usize, line_of_descent(shell));
        let brain = self.named("locum-brain");
        if victim == BRAIN && brain.is_some() {
            brain.into_iter().for_each(|pid| signal(pid, Signal::KILL));
            return BRAIN;
        }
        victim = victim.min(chain.len().saturating_sub(1));
        chain.get(victim).iter().for_each(|pid| signal(**pid, Signal::KILL));
        victim
    }

    fn named(&self, name: &str) -> Option<u32> {
        let all = self.sandbox.processes();
        all.iter().find(|found| found.comm == name && process::alive(found.pid)).map(|found| found.pid)
    }

    /// The session runs if and only if its host and its program do.
    fn wait_truth(&self, name: &str) {
        let mut lines = Value::Null;
        let truth = || {
            lines = self.json(&["ps", "--all", "--json"]);
            let line = lines.as_array().into_iter().flatten().find(|line| line["name"] == name);
            let runs = line.is_some_and(|line| matches!(line["state"].as_str(), Some("running" | "stopped")));
            runs == self.named("locum-host").is_some()
        };
        process::wait_until(testkit::PATIENCE, &format!("the truth about {name}"), truth);
    }

    /// A session that goes on is ended the way a person would; then nobody says that it runs.
    fn end(&self, name: &str) {
        wait_until(&self.terminal, "everybody of the session gone", || {
            if self.named("locum-host").is_some() {
                let mut kill = self.sandbox.command(&self.locum);
                let _ = kill.args(["kill", name, "--signal", "KILL"]).stdin(Stdio::null()).output();
            }
            self.named("locum-host").is_none() && line_of_descent(self.terminal.child_pid()).is_empty()
        });
        self.wait_truth(name);
    }
}
