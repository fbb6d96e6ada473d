//! The time as inputs carry it.

use std::time::Duration;

/// A moment of a session.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Now {
    /// Since the session began, by a clock that never goes back.
    pub at: Duration,
    /// The minute of the person's day, from 0 to 1439.
    pub minute_of_day: u16,
}
