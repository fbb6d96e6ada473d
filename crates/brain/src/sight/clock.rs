//! A session's own time: microseconds since it began, as its host counts them.
//!
//! The host's frames carry it, so it means the same before and after an adoption, and what was read from the ring
//! keeps the time at which it was written. Between frames our own clock carries it on. Both count the machine's
//! monotonic time, so the two differ by one number; a frame that was on its way for long only makes that number
//! look too large, and the smallest one seen is the best.

use std::time::{Duration, Instant};

/// When the session began, by our own clock.
#[derive(Debug, Default)]
pub(super) struct SessionClock {
    began: Option<Instant>,
}

impl SessionClock {
    /// A frame with this time arrived.
    pub(super) fn heard(&mut self, time: Duration, at: Instant) {
        if let Some(began) = at.checked_sub(time) {
            self.began = Some(self.began.map_or(began, |known| known.min(began)));
        }
    }

    /// The session's time; none before its host has said a word.
    pub(super) fn time(&self, at: Instant) -> Option<Duration> {
        self.began.map(|began| at.saturating_duration_since(began))
    }

    /// Our own time at a moment of the session.
    pub(super) fn instant(&self, time: Duration) -> Option<Instant> {
        self.began?.checked_add(time)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_late_frame_changes_nothing_and_a_prompt_one_does() {
        let (start, second) = (Instant::now() + Duration::from_secs(100), Duration::from_secs(1));
        let mut clock = SessionClock::default();
        assert_eq!(clock.time(start), None);
        clock.heard(5 * second, start);
        clock.heard(Duration::ZERO, start + second);
        assert_eq!(clock.time(start + second), Some(6 * second), "old news came late");
        clock.heard(9 * second, start + second);
        assert_eq!(clock.time(start + second), Some(9 * second), "the first was late");
        assert_eq!(clock.instant(10 * second), Some(start + 2 * second));
    }
}
