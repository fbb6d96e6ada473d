//! When the person wants everybody's hands off the keyboard: Ctrl-C twice.

use std::time::{Duration, Instant};

/// Two presses this close together are one word.
const TWICE_WITHIN: Duration = Duration::from_secs(1);

/// Tells a second Ctrl-C from a first one. What is typed in between does not matter: who is in a hurry hits other keys too.
#[derive(Debug, Clone, Default)]
pub struct TakeOver {
    first: Option<Instant>,
    times: u32,
}

impl TakeOver {
    /// Ctrl-C was pressed so many times, just now. True if the person has taken over with that.
    pub fn pressed(&mut self, presses: u32, now: Instant) -> bool {
        let before = self.times;
        for _ in 0..presses {
            let second = self.first.is_some_and(|first| now.saturating_duration_since(first) <= TWICE_WITHIN);
            self.times = self.times.saturating_add(u32::from(second));
            // A third press is the first of another pair.
            self.first = (!second).then_some(now);
        }
        self.times != before
    }

    /// How often that has happened.
    pub fn times(&self) -> u32 {
        self.times
    }
}
