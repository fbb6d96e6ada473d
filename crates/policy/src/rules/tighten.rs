//! What an untrusted project file may add to a policy: what tightens it, and nothing else.

use std::collections::BTreeSet;
use std::time::Duration;

use model::Verdict;

use super::Policy;
use super::limits::{Defaults, Limits, Nudge, OnDanger, OnTimeout};
use super::rule::Rule;

/// A policy with what an untrusted file may add to it.
#[derive(Debug, Clone, PartialEq)]
pub struct Tightened {
    /// The policy.
    pub policy: Policy,
    /// What of the file was not taken, and why, in words for a person.
    pub dropped: Vec<String>,
}

impl Policy {
    /// This policy with what an untrusted project file may add. What the file does not say counts as not said.
    pub fn tightened_by(&self, project: &Policy) -> Tightened {
        let mut dropped = Vec::new();
        let mut rules = self.rules.clone();
        for rule in &project.rules {
            match refusal(rule) {
                None => rules.push(Rule { name: format!("project: {}", rule.name), ..rule.clone() }),
                Some(why) => dropped.push(format!("rule `{}`: {why}", rule.name)),
            }
        }
        let mut settings = self.settings.clone();
        let mut taking = Taking { said: &project.settings.said, dropped: &mut dropped };
        taking.defaults(&mut settings.defaults, project.defaults());
        taking.limits(&mut settings.limits, project.limits());
        settings.nudge = nudge(self.nudge(), project.nudge(), &mut dropped);
        Tightened { policy: Policy::new(rules, settings), dropped }
    }
}

fn refusal(rule: &Rule) -> Option<String> {
    match rule {
        rule if !rule.is_strict() => {
            Some(format!("an untrusted file may not {}", rule.answer.word().replace('_', " and ")))
        }
        rule if rule.exec.is_some() => Some("an untrusted file may not run programs".into()),
        _ => None,
    }
}

/// Takes settings of a file where they are stricter than one's own.
struct Taking<'a> {
    said: &'a BTreeSet<String>,
    dropped: &'a mut Vec<String>,
}

impl Taking<'_> {
    /// Takes one, if it is said and `is_stricter` than one's own.
    fn one<T: PartialEq + Clone>(
        &mut self,
        key: &str,
        own: &mut T,
        project: &T,
        is_stricter: impl Fn(&T, &T) -> bool,
    ) {
        if !self.said.contains(key) || own == project {
            return;
        }
        if is_stricter(project, own) {
            *own = project.clone();
        } else {
            self.dropped.push(format!("{key}: an untrusted file may not loosen it"));
        }
    }

    fn defaults(&mut self, own: &mut Defaults, project: &Defaults) {
        self.one("defaults.answer", &mut own.answer, &project.answer, Verdict::gt);
        self.one("defaults.delay", &mut own.delay, &project.delay, Duration::gt);
        self.one("defaults.on_danger", &mut own.on_danger, &project.on_danger, OnDanger::gt);
        self.one("defaults.on_timeout", &mut own.on_timeout, &project.on_timeout, OnTimeout::lt);
        self.one(
            "defaults.free_text_enabled",
            &mut own.free_text_enabled,
            &project.free_text_enabled,
            bool::lt,
        );
    }

    fn limits(&mut self, own: &mut Limits, project: &Limits) {
        self.one("limits.min_interval", &mut own.min_interval, &project.min_interval, Duration::gt);
        self.one("limits.per_minute", &mut own.per_minute, &project.per_minute, u32::lt);
        self.one("limits.consecutive", &mut own.consecutive, &project.consecutive, u32::lt);
        let identical = "limits.identical_per_minute";
        self.one(identical, &mut own.identical_per_minute, &project.identical_per_minute, u32::lt);
        own.quiet_hours.extend(&project.quiet_hours);
    }
}

/// An untrusted file may stop nudges at the sight of something, never start them.
fn nudge(own: &Nudge, project: &Nudge, dropped: &mut Vec<String>) -> Nudge {
    if project.idle.is_some() || project.resume_after_limit {
        dropped.push("nudge: an untrusted file may not send anything".into());
    }
    let mut watch_output = own.watch_output.clone();
    watch_output.extend(project.watch_output.iter().cloned());
    Nudge { watch_output, ..own.clone() }
}
