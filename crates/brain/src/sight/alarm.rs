//! A known agent that waits at a screen nobody knows: its next release may have changed its words. The person is to
//! hear of it, but not again and again.

use std::collections::VecDeque;
use std::time::Duration;

/// Between two warnings of one session.
const PAUSE: Duration = Duration::from_secs(600);
/// Screens that were warned about and are remembered.
const MOST_SCREENS: usize = 64;

/// What is to be known about one session.
#[derive(Debug)]
pub(super) struct Alarm {
    after: Duration,
    /// Since when it has waited without being understood.
    since: Option<Duration>,
    /// The last warning.
    warned: Option<Duration>,
    screens: VecDeque<u64>,
    /// The wait of now has had its warning, or needs none.
    settled: bool,
}

impl Alarm {
    pub(super) fn new(after: Duration) -> Self {
        Alarm { after, since: None, warned: None, screens: VecDeque::new(), settled: false }
    }

    /// It waits without being understood, at least since `since`; none: it does not, or it is understood.
    pub(super) fn observe(&mut self, since: Option<Duration>) {
        let Some(since) = since else {
            (self.since, self.settled) = (None, false);
            return;
        };
        if self.since.is_none_or(|known| known < since) {
            (self.since, self.settled) = (Some(since), false);
        }
    }

    /// Since when it has waited, once that is long.
    pub(super) fn long_since(&self, now: Duration) -> Option<Duration> {
        self.since.filter(|since| now >= *since + self.after)
    }

    /// When a warning is due, if nothing changes.
    pub(super) fn due(&self) -> Option<Duration> {
        let due = self.since.filter(|_| !self.settled)? + self.after;
        Some(self.warned.map_or(due, |warned| due.max(warned + PAUSE)))
    }

    /// Whether to warn now, about this screen.
    pub(super) fn rings(&mut self, screen: u64, now: Duration) -> bool {
        if self.due().is_none_or(|due| now < due) {
            return false;
        }
        self.settled = true;
        if self.screens.contains(&screen) {
            return false;
        }
        if self.screens.len() == MOST_SCREENS {
            self.screens.pop_front();
        }
        self.screens.push_back(screen);
        self.warned = Some(now);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn s(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    #[test]
    fn it_rings_after_a_while_and_once() {
        let mut alarm = Alarm::new(s(20));
        assert_eq!(alarm.due(), None);
        alarm.observe(Some(s(5)));
        alarm.observe(Some(s(5)));
        assert_eq!(alarm.due(), Some(s(25)));
        assert!(!alarm.rings(1, s(24)));
        assert!(alarm.rings(1, s(25)));
        assert_eq!(alarm.due(), None, "it has rung");
        assert_eq!(alarm.long_since(s(30)), Some(s(5)), "and is still so");
    }

    #[test]
    fn what_is_understood_or_moves_does_not_ring() {
        let mut alarm = Alarm::new(s(20));
        alarm.observe(Some(s(0)));
        alarm.observe(Some(s(15)));
        assert_eq!(alarm.due(), Some(s(35)), "its screen moved meanwhile");
        alarm.observe(None);
        assert_eq!((alarm.due(), alarm.long_since(s(100))), (None, None));
    }

    #[test]
    fn another_screen_has_to_wait_and_the_same_one_is_known() {
        let mut alarm = Alarm::new(s(20));
        alarm.observe(Some(s(0)));
        assert!(alarm.rings(1, s(20)));
        alarm.observe(None);
        alarm.observe(Some(s(100)));
        assert_eq!(alarm.due(), Some(s(620)));
        assert!(alarm.rings(2, s(620)));
        alarm.observe(None);
        alarm.observe(Some(s(2000)));
        assert!(!alarm.rings(1, s(2020)), "it was told of");
        assert_eq!(alarm.due(), None);
    }
}
