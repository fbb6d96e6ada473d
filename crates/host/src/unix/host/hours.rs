//! When which output came, roughly: enough to tell what is long past.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

/// How far apart two notes are, and how many are kept: together longer than anybody asks about.
const APART: Duration = Duration::from_millis(100);
const MOST: usize = 64;

/// Output numbers with the time from which on they were there.
#[derive(Debug, Default)]
pub(super) struct Hours {
    notes: VecDeque<(Instant, u64)>,
}

impl Hours {
    /// Output up to number `end` is there now.
    pub(super) fn note(&mut self, end: u64, now: Instant) {
        let before = self.notes.len().checked_sub(2).and_then(|place| self.notes.get(place));
        // The latest note moves along, so that it always tells of the latest output.
        if before.is_some_and(|(time, _)| now < *time + APART) {
            self.notes.pop_back();
        } else if self.notes.len() == MOST {
            self.notes.pop_front();
        }
        self.notes.push_back((now, end));
    }

    /// Whether output number `at` has been there for longer than `limit`, as far as the notes tell.
    pub(super) fn is_older(&self, at: u64, now: Instant, limit: Duration) -> bool {
        let there_by = self.notes.iter().find(|(_, end)| *end >= at);
        there_by.is_some_and(|(time, _)| now.saturating_duration_since(*time) > limit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_long_past_is_known_as_such() {
        let (mut hours, start) = (Hours::default(), Instant::now());
        let after = |millis: u64| start + Duration::from_millis(millis);
        let limit = Duration::from_secs(2);
        assert!(!hours.is_older(5, start, limit), "nothing is known yet");
        hours.note(10, start);
        hours.note(20, after(50));
        hours.note(30, after(1000));
        assert!(!hours.is_older(10, after(1999), limit));
        assert!(hours.is_older(10, after(2001), limit));
        assert!(!hours.is_older(25, after(2500), limit));
        assert!(hours.is_older(25, after(3001), limit));
        assert!(!hours.is_older(31, after(9000), limit), "that has not come yet");
        for step in 0..1000 {
            hours.note(100 + step, after(9000 + step));
        }
        assert_eq!(hours.notes.back(), Some(&(after(9999), 1099)));
        assert!(hours.notes.len() < 20);
        assert!(hours.is_older(1099, after(12_000), limit));
    }
}
