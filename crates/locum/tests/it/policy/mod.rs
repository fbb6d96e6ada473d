//! `locum policy` as a person, a script and a supervised program meet it.

mod check;
mod confirm;
mod exec;
mod files;
mod inside;
mod reading;
mod suggestion;
mod tampering;
mod trust;

use std::io::Write;
use std::process::{Output, Stdio};

use serde_json::Value;
use testkit::{PATIENCE, process};

use crate::brain::House;

/// Allows one harmless program that there is not.
pub(crate) const HELLO: &str = "[[rule]]\nname = \"hello\"\ncommand = [\"hello\"]\nanswer = \"allow\"\n";
/// The same, and forbids what it allows.
const NO_HELLO: &str = "[[rule]]\nname = \"hello\"\ncommand = [\"hello\"]\nanswer = \"allow\"\n\
                        [[rule]]\nname = \"no hello\"\ncommand = [\"hello\"]\nanswer = \"deny\"\n";
/// Allows one more.
pub(crate) const HELLO_AND_BYE: &str =
    "[[rule]]\nname = \"hello\"\ncommand = [\"hello\", \"bye\"]\nanswer = \"allow\"\n";

/// The exit status of each verdict.
const ALLOW: i32 = 0;
const ASK: i32 = 10;
const DENY: i32 = 11;

impl House {
    /// Writes the person's policy as an editor does: a whole new file.
    pub(crate) fn write_policy(&self, text: &str) -> String {
        self.sandbox.folder("config/locum");
        let new = self.sandbox.write("config/locum/policy.new", text);
        let file = self.sandbox.path("config/locum/policy.toml");
        std::fs::rename(new, &file).unwrap();
        file.display().to_string()
    }

    /// A folder of a project, with a file of its own if there is a text.
    pub(crate) fn project(&self, text: Option<&str>) -> String {
        self.sandbox.folder("home/project/.git");
        if let Some(text) = text {
            self.sandbox.write("home/project/.locum.toml", text);
        }
        self.sandbox.path("home/project").display().to_string()
    }

    /// The exit status of `locum policy check` with these words.
    #[track_caller]
    fn verdict(&self, words: &[&str]) -> i32 {
        let output = self.output(&[&["policy", "check"], words].concat());
        let status = output.status.code().unwrap();
        assert!([ALLOW, ASK, DENY].contains(&status), "{words:?}: {output:?}");
        status
    }

    /// What the brain would decide in a session.
    #[track_caller]
    fn brain_says(&self, session: &str, command: &str) -> i32 {
        self.verdict(&["--session", session, "--", command])
    }

    #[track_caller]
    fn wait_brain_says(&self, session: &str, command: &str, verdict: i32) {
        let what = format!("{verdict} about {command} in {session}");
        process::wait_until(PATIENCE, &what, || self.brain_says(session, command) == verdict);
    }

    /// What `locum ps` warns of, once it contains this.
    #[track_caller]
    pub(crate) fn wait_warned(&self, words: &str) -> String {
        let mut seen = String::new();
        process::wait_until(PATIENCE, &format!("a warning with {words:?}"), || {
            seen = String::from_utf8_lossy(&self.output(&["ps"]).stderr).into_owned();
            seen.contains(words)
        });
        seen
    }

    /// Returns when what is confirmed is kept for the next brain.
    #[track_caller]
    pub(crate) fn wait_kept(&self) {
        let kept = self.sandbox.path("state/locum/policy.state");
        process::wait_until(PATIENCE, "what is confirmed is kept", || kept.exists());
    }

    /// The kinds of events about rules, in their order.
    fn policy_events(&self) -> Vec<String> {
        let export = self.ok(&["audit", "export"]);
        let events = export.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
        let kinds = events.map(|event| event["kind"].as_str().unwrap().to_owned());
        kinds.filter(|kind| kind.starts_with("policy.")).collect()
    }

    fn with_input(&self, words: &[&str], input: &[u8]) -> Output {
        let mut command = self.sandbox.command(&self.locum);
        command.args(words).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let _ = child.stdin.take().unwrap().write_all(input);
        child.wait_with_output().unwrap()
    }
}

/// What a command printed as JSON, whatever its exit status.
#[track_caller]
fn json(output: &Output) -> Value {
    let text = String::from_utf8_lossy(&output.stdout);
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {output:?}"))
}
