//! A session over time: when to look, what changed, which question is the same one. Pure: time is an argument,
//! counted from the session's beginning.

use std::sync::Arc;
use std::time::Duration;

use screen::Snapshot;

use crate::detection::Detection;
use crate::facts::Facts;
use crate::fingerprint::Fingerprint;
use crate::profile::Profile;

/// How a session stands, and since when.
#[derive(Debug, Clone, PartialEq)]
pub struct Standing {
    /// The state with its evidence, as the last look found it.
    pub detection: Detection,
    /// When this state began.
    pub since: Duration,
    /// Which question it is, while it waits.
    pub fingerprint: Option<Fingerprint>,
    /// The profile that was used.
    pub agent: String,
}

/// What a look found to be new.
#[derive(Debug, Clone, PartialEq)]
pub enum Change {
    /// The program waits: for something new, or again.
    Waiting(Box<Standing>),
    /// It does not wait any more.
    Resumed,
}

/// One session.
#[derive(Debug)]
pub struct Watch {
    profile: Arc<Profile>,
    threshold: f64,
    facts: Facts,
}

impl Watch {
    /// A session that has shown nothing yet. Detections below `threshold` are unsure.
    pub fn new(profile: Arc<Profile>, threshold: f64) -> Self {
        Watch { profile, threshold, facts: Facts::none() }
    }

    /// Another program is in the foreground, or its profile has changed.
    pub fn profile(&mut self, profile: Arc<Profile>) {
        self.profile = profile;
    }

    /// The program wrote something.
    pub fn output(&mut self, _now: Duration) {}

    /// The kernel tells something new.
    pub fn facts(&mut self, facts: Facts, _now: Duration) {
        self.facts = facts;
    }

    /// The person did something.
    pub fn typed(&mut self, _now: Duration) {}

    /// When to look next, if nothing happens before.
    pub fn next_look(&self) -> Option<Duration> {
        let _ = self.threshold;
        None
    }

    /// Looks at the screen. To be called when [`next_look`](Self::next_look) says so.
    pub fn look(&mut self, _snapshot: &Snapshot, _now: Duration) -> Option<Change> {
        None
    }

    /// How the session stands, as the last look found it.
    pub fn standing(&self) -> Option<&Standing> {
        None
    }
}
