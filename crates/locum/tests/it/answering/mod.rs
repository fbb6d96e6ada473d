//! Answering, through the whole program. What counts is what a program received: each writes down what it reads.

mod allowed;
mod asked;
mod bell;
mod commands;
mod denied;
mod inside;
mod learning;
mod limits;
mod many;
mod person;
mod pin;
mod programs;
mod restart;
mod same_words;
mod started;
mod swapped;
mod title;
mod wishes;

use std::fs;

use serde_json::Value;
use testkit::{PATIENCE, Size, Terminal, jobs, process};

use crate::brain::House;

/// Nothing is waited for and nothing is too often, unless a test says so.
pub(crate) const LIFTED: &str =
    "[limits]\nmin_interval = \"0s\"\nper_minute = 1000\nconsecutive = 100000\nidentical_per_minute = 1000\n";
/// Answers what asks whether to proceed.
pub(crate) const PROCEED: &str =
    "[[rule]]\nname = \"proceed\"\nquestion = [\"Proceed\"]\nanswer = \"allow\"\ndelay = \"0s\"\n";

/// A menu that is moved through with arrows; it writes down each key and what was chosen.
pub(crate) const ARROWS: &str = include_str!("arrows.py");

impl House {
    /// A house with this policy in force.
    pub(crate) fn with_policy(text: &str) -> House {
        let house = House::new();
        house.write_policy(text);
        house
    }

    /// Starts a script without a terminal. `$GOT` is the file for what it gets.
    #[track_caller]
    pub(crate) fn asks(&self, name: &str, script: &str) {
        self.ok(&["run", "--detach", "--name", name, "--", "bash", "-c", &self.noting(name, script)]);
    }

    /// The same in a window.
    #[track_caller]
    pub(crate) fn window(&self, name: &str, script: &str) -> Terminal {
        let script = self.noting(name, script);
        let argv = [self.locum.as_str(), "run", "--name", name, "bash", "-c", &script];
        Terminal::start(&self.sandbox, Size::cells(24, 80), &argv)
    }

    pub(crate) fn noting(&self, name: &str, script: &str) -> String {
        let got = self.sandbox.path(&format!("tmp/{name}.got"));
        format!("export GOT={}; {script}", got.display())
    }

    /// What the program of a session has written down.
    pub(crate) fn got(&self, name: &str) -> String {
        fs::read_to_string(self.sandbox.path(&format!("tmp/{name}.got"))).unwrap_or_default()
    }

    /// Waits until it has written this, and nothing else.
    #[track_caller]
    pub(crate) fn wait_got(&self, name: &str, wanted: &str) {
        jobs::wait_until_or(
            || self.got(name) == wanted,
            || format!("{name} got {:?} instead of {wanted:?}: {}", self.got(name), self.ok(&["log", name])),
        );
    }

    /// The question of a session that waits for the person.
    #[track_caller]
    pub(crate) fn wait_prompt(&self, name: &str) -> Value {
        self.wait_prompt_where(name, "waits", |_| true)
    }

    /// The same, once it is as wanted.
    #[track_caller]
    pub(crate) fn wait_prompt_where(&self, name: &str, what: &str, wanted: impl Fn(&Value) -> bool) -> Value {
        let mut found = None;
        process::wait_until(PATIENCE, &format!("a question of {name} that {what}"), || {
            let open = self.json(&["prompts", "--json"]);
            found = open.as_array().unwrap().iter().find(|one| one["name"] == name && wanted(one)).cloned();
            found.is_some()
        });
        found.unwrap()
    }

    /// Events of a session, by their kind.
    pub(crate) fn events_of(&self, name: &str, kind: &str) -> Vec<Value> {
        let text = self.ok(&["log", name, "--json"]);
        let events = text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
        events.filter(|event| event["kind"] == kind).collect()
    }

    /// Waits until the session is manual, and says why.
    #[track_caller]
    pub(crate) fn wait_manual(&self, name: &str) -> String {
        let line = self.wait_listed(name, |line| !line["manual"].is_null());
        line["manual"].as_str().unwrap().to_owned()
    }
}

/// Waits until a question has ended like this.
#[track_caller]
pub(crate) fn wait_status(house: &House, id: &str, status: &str) -> Value {
    let mut shown = Value::Null;
    jobs::wait_until_or(
        || {
            shown = house.json(&["show", id, "--json"]);
            shown["status"] == status
        },
        || format!("{id} is not {status}"),
    );
    shown
}

/// The id of a question.
pub(crate) fn id(prompt: &Value) -> &str {
    prompt["id"].as_str().unwrap()
}
