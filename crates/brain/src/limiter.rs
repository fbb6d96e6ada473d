//! How often a session may have the same thing written down. A program that stops and goes on in a loop, or floods
//! its terminal, must not push everybody else's events out of the record.

use std::collections::BTreeMap;

/// Microseconds between two events of one kind.
const INTERVAL: u64 = 10_000_000;
/// Events of one kind in a row that are all written down.
const BURST: u32 = 5;

#[derive(Debug, Default)]
struct Seen {
    /// When the current interval began, and how many came in it.
    since: u64,
    count: u32,
    left_out: u32,
}

/// So many kinds are remembered; beyond that those are forgotten that did not come lately.
const MOST_KINDS: usize = 500;

/// What has been written down lately, by its kind.
#[derive(Debug, Default)]
pub(crate) struct Limiter {
    kinds: BTreeMap<String, Seen>,
}

impl Limiter {
    /// Whether this is to be written down: then with how many that were left out before it.
    pub(crate) fn admit(&mut self, kind: &str, now: u64) -> Option<u32> {
        if self.kinds.len() >= MOST_KINDS {
            self.kinds.retain(|_, seen| now.saturating_sub(seen.since) < INTERVAL);
        }
        let seen = self.kinds.entry(kind.to_owned()).or_default();
        if now.saturating_sub(seen.since) >= INTERVAL {
            (seen.since, seen.count) = (now, 0);
        }
        seen.count += 1;
        if seen.count > BURST {
            seen.left_out += 1;
            return None;
        }
        Some(std::mem::take(&mut seen.left_out))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_loop_is_counted_and_a_person_is_not() {
        let mut limiter = Limiter::default();
        let second = 1_000_000;
        let admitted: Vec<_> = (0..100).filter_map(|_| limiter.admit("stopped", 20 * second)).collect();
        assert_eq!(admitted, [0; BURST as usize]);
        assert_eq!(limiter.admit("continued", 20 * second), Some(0), "another kind");
        assert_eq!(limiter.admit("stopped", 31 * second), Some(95));
        for minute in 1..50 {
            assert_eq!(limiter.admit("attached", minute * 60 * second), Some(0));
        }
    }
}
