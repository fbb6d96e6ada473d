//! One session as detection sees it: what its host tells, in the form and at the times that a watch asks for.

mod alarm;
mod chosen;
mod clock;
mod drawing;
mod lookout;
mod picture;
mod programs;
#[cfg(test)]
mod tests;

use std::sync::Arc;
use std::time::Duration;

use detect::{Profiles, Standing};

pub use drawing::draw;
pub use lookout::Lookout;
pub use programs::{Candidate, identify};

/// What detection works with, the same for all sessions.
#[derive(Debug, Clone)]
pub struct Detecting {
    /// The profiles in force.
    pub profiles: Arc<Profiles>,
    /// Below this confidence a session is unsure.
    pub threshold: f64,
    /// How long a known agent may wait at a screen that nobody knows before the person is told.
    pub warn_after: Duration,
}

impl Detecting {
    /// What holds if nobody says anything else.
    pub fn usual() -> Self {
        Detecting {
            profiles: Arc::new(Profiles::embedded()),
            threshold: 0.6,
            warn_after: Duration::from_secs(20),
        }
    }
}

/// What a look found to be new.
#[derive(Debug, Clone, PartialEq)]
pub enum Sighting {
    /// The program waits: for something new, or again.
    Waiting(Box<Standing>),
    /// It still waits for the same, which can be told better now.
    Still(Box<Standing>),
    /// It does not wait any more.
    Resumed,
    /// A known agent has waited for long, and nothing known fits its screen.
    Unrecognised {
        /// The agent.
        agent: String,
        /// Since when.
        since: Duration,
    },
}
