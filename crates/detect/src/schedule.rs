//! When to look: never more often than something can have changed.

use std::time::Duration;

/// Silences after which a look may find something new: what any rule waits for, and some more.
const STEPS: [u64; 11] = [20, 40, 60, 150, 250, 700, 1000, 1500, 2000, 3000, 5000];
/// While output flows, this much time between two looks.
const BETWEEN: Duration = Duration::from_millis(100);
/// The same right after the person typed.
const BETWEEN_WATCHED: Duration = Duration::from_millis(20);
/// Output that goes on for this long without a key is an animation.
const ANIMATED_AFTER: Duration = Duration::from_millis(400);

/// What happened when.
#[derive(Debug, Clone, Default)]
pub(crate) struct Schedule {
    last_output: Duration,
    /// When the output that goes on without a longer pause began.
    burst_began: Duration,
    last_facts: Duration,
    last_look: Option<Duration>,
    /// When something last happened, if that was after the last look.
    news: Option<Duration>,
}

impl Schedule {
    /// Something was written; the person had typed before, or not.
    pub(crate) fn output(&mut self, now: Duration, typed_before: bool) {
        if typed_before || now.saturating_sub(self.last_output) > ANIMATED_AFTER {
            self.burst_began = now;
        }
        self.last_output = now;
        self.news = Some(now);
    }

    /// The kernel told something.
    pub(crate) fn facts(&mut self, now: Duration) {
        self.last_facts = now;
        self.news = Some(now);
    }

    /// Something else happened.
    pub(crate) fn news(&mut self, now: Duration) {
        self.news = Some(now);
    }

    /// A look is taken.
    pub(crate) fn looked(&mut self, now: Duration) {
        (self.last_look, self.news) = (Some(now), None);
    }

    /// When something was last written.
    pub(crate) fn last_output(&self) -> Duration {
        self.last_output
    }

    /// The screen moves by itself.
    pub(crate) fn is_animated(&self) -> bool {
        self.last_output.saturating_sub(self.burst_began) > ANIMATED_AFTER
    }

    /// When to look next: after some silence, after news, or at one of these moments.
    pub(crate) fn next(&self, watched: bool, moments: impl Iterator<Item = Duration>) -> Option<Duration> {
        let Some(last_look) = self.last_look else { return self.news };
        let base = self.last_output.max(self.last_facts);
        let step = STEPS.iter().map(|step| base + Duration::from_millis(*step)).find(|due| *due > last_look);
        let between = if watched { BETWEEN_WATCHED } else { BETWEEN };
        let flowing = self.news.map(|news| news.max(last_look + between));
        let told = self.news.filter(|news| *news == self.last_facts);
        let moments = moments.filter(|moment| *moment > last_look);
        [step, flowing, told].into_iter().flatten().chain(moments).min().map(|due| due.max(last_look))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(millis: u64) -> Duration {
        Duration::from_millis(millis)
    }

    /// The times of looks up to `end`, with output at these times.
    fn looks(output: &[u64], end: u64) -> Vec<u64> {
        let (mut schedule, mut looks) = (Schedule::default(), Vec::new());
        for now in 0..=end {
            if output.contains(&now) {
                schedule.output(at(now), false);
            }
            if schedule.next(false, std::iter::empty()).is_some_and(|due| due <= at(now)) {
                schedule.looked(at(now));
                looks.push(now);
            }
        }
        looks
    }

    #[test]
    fn looks_come_after_silences_and_end() {
        assert_eq!(looks(&[0], 20_000), [0, 20, 40, 60, 150, 250, 700, 1000, 1500, 2000, 3000, 5000]);
        assert_eq!(looks(&[], 1000), [] as [u64; 0]);
    }

    #[test]
    fn a_flood_is_looked_at_ten_times_a_second() {
        let flood: Vec<u64> = (0..2000).step_by(5).collect();
        let seen = looks(&flood, 1999).len();
        assert!((19..=22).contains(&seen), "{seen}");
    }
}
