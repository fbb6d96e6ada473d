//! The brain and the commands that go through it.

pub(crate) mod asking;
mod eval;
mod faults;
mod flood;
mod hooks;
mod last;
mod life;
mod profiles;
mod queries;
mod record;
mod recording;
mod replayed;
mod sessions;
mod storm;
mod trouble;
mod versions;
mod waiting;

use std::process::{Output, Stdio};

use serde_json::Value;
use testkit::{PATIENCE, Sandbox, User, process};

use crate::locum;

/// A home with a brain in it, started by the first command that needs it.
pub(crate) struct House {
    pub(crate) sandbox: Sandbox,
    pub(crate) locum: String,
}

impl House {
    pub(crate) fn new() -> House {
        House::of(User::Me)
    }

    pub(crate) fn of(user: User) -> House {
        House::in_sandbox(Sandbox::for_user(user).with_brain())
    }

    /// A home in which nothing starts a brain by the way.
    pub(crate) fn without_brain() -> House {
        House::in_sandbox(Sandbox::new())
    }

    pub(crate) fn in_sandbox(sandbox: Sandbox) -> House {
        let locum = locum(&sandbox).display().to_string();
        House { sandbox, locum }
    }

    pub(crate) fn output(&self, words: &[&str]) -> Output {
        self.sandbox.command(&self.locum).args(words).stdin(Stdio::null()).output().unwrap()
    }

    /// What a command prints; it must succeed.
    #[track_caller]
    pub(crate) fn ok(&self, words: &[&str]) -> String {
        let output = self.output(words);
        let errors = String::from_utf8_lossy(&output.stderr);
        let said = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success(), "locum {words:?}: {:?}: {errors}{said}", output.status);
        String::from_utf8_lossy(&output.stdout).into_owned()
    }

    /// What a command says when it fails with this status.
    #[track_caller]
    pub(crate) fn fails(&self, words: &[&str], status: i32) -> String {
        let output = self.output(words);
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(status), "locum {words:?}: {errors}");
        errors
    }

    #[track_caller]
    pub(crate) fn json(&self, words: &[&str]) -> Value {
        let text = self.ok(words);
        serde_json::from_str(&text).unwrap_or_else(|error| panic!("locum {words:?}: {error}: {text}"))
    }

    /// Starts a shell script in a session of its own, without a terminal.
    #[track_caller]
    pub(crate) fn detached(&self, name: &str, script: &str) {
        self.ok(&["run", "--detach", "--name", name, "--", "sh", "-c", script]);
    }

    #[track_caller]
    pub(crate) fn brain(&self) -> u32 {
        u32::try_from(self.json(&["daemon", "status", "--json"])["pid"].as_u64().unwrap()).unwrap()
    }

    /// The line of `ps` about a session, once it says what is wanted.
    #[track_caller]
    pub(crate) fn wait_listed(&self, name: &str, wanted: impl Fn(&Value) -> bool) -> Value {
        let mut seen = Value::Null;
        process::wait_until(PATIENCE, &format!("{name} as wanted in ps"), || {
            seen = self.json(&["ps", "--all", "--json"]);
            seen.as_array().unwrap().iter().any(|line| line["name"] == name && wanted(line))
        });
        seen.as_array().unwrap().iter().find(|line| line["name"] == name && wanted(line)).unwrap().clone()
    }

    /// How a session stands, once it stands as wanted.
    #[track_caller]
    pub(crate) fn wait_explained(&self, name: &str, what: &str, wanted: impl Fn(&Value) -> bool) -> Value {
        let mut seen = Value::Null;
        process::wait_until(PATIENCE, &format!("{name}: {what}"), || {
            seen = self.json(&["explain", name, "--json"]);
            wanted(&seen)
        });
        seen
    }

    /// The screen of a session, once it contains this.
    #[track_caller]
    pub(crate) fn wait_screen(&self, name: &str, text: &str) -> String {
        let mut seen = String::new();
        process::wait_until(PATIENCE, &format!("{text:?} on the screen of {name}"), || {
            seen = self.ok(&["screen", name]);
            seen.contains(text)
        });
        seen
    }
}
