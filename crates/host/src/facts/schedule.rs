//! When to ask the kernel: never while bytes flow, then soon, then ever more rarely.

use std::time::{Duration, Instant};

use super::Effort;

/// Silence after which the first probes are made. The early ones see a prompt as soon as it stands; the later ones
/// catch programs that start up slowly or go on working after their last output.
const FIRST: [Duration; 5] = [
    Duration::from_millis(20),
    Duration::from_millis(60),
    Duration::from_millis(150),
    Duration::from_millis(400),
    Duration::from_millis(1000),
];

/// Pause between all further probes.
const LATER: Duration = Duration::from_secs(2);

/// Silence from which a probe is thorough. Before it, most pauses are programs at work, and a look at every
/// process of the machine would be wasted.
const THOROUGH_FROM: Duration = Duration::from_millis(400);

/// Says when the next probe is due. It holds no clock: the time comes in as an argument and never runs backwards.
#[derive(Debug, Default)]
pub struct Schedule {
    last_byte: Option<Instant>,
    /// How many probes of this silence are done or missed.
    done: u32,
}

impl Schedule {
    /// Bytes passed in either direction, or the session began: silence starts anew. Cheap enough for every chunk.
    #[inline]
    pub fn bytes_passed(&mut self, now: Instant) {
        self.last_byte = Some(now);
        self.done = 0;
    }

    /// The probe that is due, if any. Probes that were missed are not made up for: one look at the present is enough.
    pub fn due(&mut self, now: Instant) -> Option<Effort> {
        let silence = now.saturating_duration_since(self.last_byte?);
        let mut effort = None;
        while silence >= silence_before(self.done) {
            effort = Some(effort_after(silence_before(self.done)));
            self.done = match self.done.checked_add(1) {
                Some(next) => next,
                None => break,
            };
        }
        effort
    }

    /// When the next probe is due; `None` before the first byte.
    pub fn next(&self) -> Option<Instant> {
        self.last_byte?.checked_add(silence_before(self.done))
    }
}

fn silence_before(probe: u32) -> Duration {
    match FIRST.get(probe as usize) {
        Some(silence) => *silence,
        None => FIRST[FIRST.len() - 1] + LATER * (probe - FIRST.len() as u32 + 1),
    }
}

fn effort_after(silence: Duration) -> Effort {
    if silence >= THOROUGH_FROM { Effort::Thorough } else { Effort::Quick }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Effort::{Quick, Thorough};

    /// `events`: bytes pass at these milliseconds; then `due` is asked every `step` ms until `end`.
    #[track_caller]
    fn check(name: &str, bytes_at: &[u64], step: u64, end: u64, want: &[(u64, Effort)]) {
        let start = Instant::now();
        let mut schedule = Schedule::default();
        let mut seen = Vec::new();
        for ms in (0..=end).step_by(step as usize) {
            let now = start + Duration::from_millis(ms);
            if bytes_at.contains(&ms) {
                schedule.bytes_passed(now);
            }
            if let Some(effort) = schedule.due(now) {
                seen.push((ms, effort));
            }
        }
        assert_eq!(seen, want, "{name}");
    }

    #[test]
    fn probes_come_by_the_table() {
        check("nothing began", &[], 10, 5000, &[]);
        check(
            "one byte, then silence",
            &[0],
            10,
            5500,
            &[
                (20, Quick),
                (60, Quick),
                (150, Quick),
                (400, Thorough),
                (1000, Thorough),
                (3000, Thorough),
                (5000, Thorough),
            ],
        );
        check("bytes flow", &[0, 10, 20, 30, 40, 50, 60, 70], 10, 80, &[]);
        check(
            "a byte starts anew",
            &[0, 100],
            10,
            180,
            &[(20, Quick), (60, Quick), (120, Quick), (160, Quick)],
        );
        check("missed ones are one", &[0], 500, 3000, &[(500, Thorough), (1000, Thorough), (3000, Thorough)]);
    }

    #[test]
    fn next_is_when_due_says_so() {
        let start = Instant::now();
        let mut schedule = Schedule::default();
        assert_eq!(schedule.next(), None);
        schedule.bytes_passed(start);
        for _ in 0..50 {
            let next = schedule.next().unwrap();
            assert_eq!(schedule.due(next - Duration::from_nanos(1)), None);
            assert!(schedule.due(next).is_some());
        }
    }

    #[test]
    fn a_very_long_silence_is_one_probe() {
        let start = Instant::now();
        let mut schedule = Schedule::default();
        schedule.bytes_passed(start);
        assert_eq!(schedule.due(start + Duration::from_secs(3 * 24 * 3600)), Some(Thorough));
        assert_eq!(schedule.due(start + Duration::from_secs(3 * 24 * 3600)), None);
    }
}
