//! How fast a session's output is followed. In a flood the model need not see every byte: the host keeps the last of
//! it, marks what is left out, and the processor belongs to the terminal. The end of a flood is always seen.

use std::time::{Duration, Instant};

/// Bytes a second that are followed in the long run, and bytes that are followed at once after a rest. More than a
/// person can read; far less than a program can print.
const RATE: f64 = 2e6;
const BURST: f64 = 0.5e6;

/// A bucket of bytes that fills with time.
#[derive(Debug)]
pub(crate) struct Throttle {
    credit: f64,
    at: Instant,
}

impl Throttle {
    pub(crate) fn new(now: Instant) -> Self {
        Throttle { credit: BURST, at: now }
    }

    /// Takes note of `bytes` that were followed; says how long to rest before the next ones.
    pub(crate) fn spend(&mut self, bytes: usize, now: Instant) -> Option<Duration> {
        let passed = now.saturating_duration_since(self.at).as_secs_f64();
        self.at = now;
        self.credit = (self.credit + passed * RATE).min(BURST) - bytes as f64;
        (self.credit < 0.0).then(|| Duration::from_secs_f64(-self.credit / RATE))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ordinary_output_never_rests_and_a_flood_does() {
        let start = Instant::now();
        let mut throttle = Throttle::new(start);
        for step in 0..1000u32 {
            assert_eq!(throttle.spend(1000, start + Duration::from_millis(step.into())), None);
        }
        let mut throttle = Throttle::new(start);
        let rests = (0..1000).filter(|_| throttle.spend(65_536, start).is_some()).count();
        assert!(rests > 800, "{rests}");
    }

    #[test]
    fn a_flood_is_followed_at_the_rate() {
        let start = Instant::now();
        let (mut throttle, mut now, mut followed) = (Throttle::new(start), start, 0u64);
        while now < start + Duration::from_secs(10) {
            followed += 65_536;
            now += throttle.spend(65_536, now).unwrap_or_default() + Duration::from_micros(1);
        }
        let expected = BURST + 10.0 * RATE;
        assert!((followed as f64 / expected - 1.0).abs() < 0.05, "{followed}");
    }
}
