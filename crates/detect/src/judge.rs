//! What is recognised and what the kernel says, put together.

use std::time::Duration;

use crate::detection::{Detection, State};
use crate::facts::Facts;
use crate::profile::{Profile, Recognised};
use crate::shapes;
use crate::view::View;

/// Whether the program waits and what it asks. `quiet` is how long the screen has stood as it is.
pub fn detect(view: &View, facts: &Facts, profile: &Profile, quiet: Duration) -> Detection {
    let found = match profile.recognise(view) {
        Recognised::Found(found) => Some(found),
        Recognised::Busy(_) => None,
        Recognised::Nothing => shapes::recognise(view, facts),
    };
    let _ = (found, quiet);
    Detection { state: State::Busy, confidence: 0.5, rule: None, rows: None, evidence: Vec::new() }
}
