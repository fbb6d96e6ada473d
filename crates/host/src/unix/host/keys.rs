//! Manners with keys: how many to take at once, when to wait, which ones are signals.

use std::time::{Duration, Instant};

use crate::unix::tty::InputRules;

/// After the suspend key the shell needs a moment to take the terminal; what the person types ahead is for it.
const PAUSE_AFTER_SUSPEND: Duration = Duration::from_millis(100);
/// How long to leave the keyboard alone when the client turned out not to be in the foreground.
const PAUSE_BEHIND: Duration = Duration::from_millis(20);
/// Reads in a row, each with a key ready, after which it is a paste and not a person.
const PASTE_AFTER: u32 = 64;
/// Keys that come closer together than this belong to one run.
const ONE_RUN: Duration = Duration::from_millis(1);
const ALL: usize = usize::MAX;

/// What the terminal does with a run of keys, as far as it concerns us.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Meaning {
    /// So many keys up to and including the first suspend key.
    pub(super) suspend_after: Option<usize>,
    /// The signal that the last interrupt or quit key sends.
    pub(super) interrupt: Option<i32>,
}

/// State between reads. Holds no key but the question whether the next one is taken literally.
#[derive(Debug, Default)]
pub(super) struct Keys {
    paused_until: Option<Instant>,
    last_read: Option<Instant>,
    run: u32,
    literal_next: bool,
}

impl Keys {
    /// How many bytes to read now. While keys can be signals, one at a time: what follows a suspend key is the
    /// shell's, and cannot be given back once read. A paste is read in larger pieces.
    pub(super) fn limit(&mut self, rules: &InputRules, now: Instant) -> usize {
        let in_run = self.last_read.is_some_and(|last| now.duration_since(last) < ONE_RUN);
        self.run = if in_run { self.run.saturating_add(1) } else { 0 };
        self.last_read = Some(now);
        if rules.mode.signals && self.run < PASTE_AFTER { 1 } else { ALL }
    }

    /// Finds the keys that the terminal will turn into signals.
    pub(super) fn meaning(&mut self, keys: &[u8], rules: &InputRules) -> Meaning {
        let mut meaning = Meaning::default();
        if !rules.mode.signals {
            return meaning;
        }
        for (place, &key) in keys.iter().enumerate() {
            let literal = std::mem::replace(&mut self.literal_next, false);
            if key == DISABLED || literal {
                continue;
            }
            self.literal_next = rules.literal_next == Some(key);
            if key == rules.suspend && meaning.suspend_after.is_none() {
                meaning.suspend_after = Some(place + 1);
            } else if key == rules.interrupt {
                meaning.interrupt = Some(libc::SIGINT);
            } else if key == rules.quit {
                meaning.interrupt = Some(libc::SIGQUIT);
            }
        }
        meaning
    }

    pub(super) fn pause_after_suspend(&mut self, now: Instant) {
        self.paused_until = Some(now + PAUSE_AFTER_SUSPEND);
    }

    pub(super) fn pause_behind(&mut self, now: Instant) {
        self.paused_until = Some(now + PAUSE_BEHIND);
    }

    pub(super) fn resume(&mut self) {
        self.paused_until = None;
    }

    /// The end of a pause that has not passed yet.
    pub(super) fn paused(&self, now: Instant) -> Option<Instant> {
        self.paused_until.filter(|&until| until > now)
    }
}

/// The value of a control character that is switched off.
const DISABLED: u8 = 0;

#[cfg(test)]
mod tests {
    use super::*;
    use model::LineMode;

    fn rules(signals: bool) -> InputRules {
        InputRules {
            mode: LineMode { canonical: true, echo: true, signals },
            interrupt: 3,
            quit: 28,
            suspend: 26,
            end_of_file: 4,
            literal_next: Some(22),
            cooking: crate::input::Cooking::Unusual,
        }
    }

    #[track_caller]
    fn check(keys: &[u8], signals: bool, suspend_after: Option<usize>, interrupt: Option<i32>) {
        let seen = Keys::default().meaning(keys, &rules(signals));
        assert_eq!(seen, Meaning { suspend_after, interrupt }, "{keys:?}");
    }

    #[test]
    fn meanings() {
        check(b"ls\r", true, None, None);
        check(b"\x1a", true, Some(1), None);
        check(b"ab\x1acd\x1a", true, Some(3), None);
        check(b"\x03", true, None, Some(libc::SIGINT));
        check(b"x\x1c", true, None, Some(libc::SIGQUIT));
        check(b"\x16\x03", true, None, None);
        check(b"\x16\x16\x03", true, None, Some(libc::SIGINT));
        check(b"\x16\x1a\x1a", true, Some(3), None);
        check(b"\x03\x1a\x1c", false, None, None);
        check(b"\0", true, None, None);
    }

    #[test]
    fn a_literal_mark_counts_across_reads() {
        let mut keys = Keys::default();
        keys.meaning(b"\x16", &rules(true));
        assert_eq!(keys.meaning(b"\x03", &rules(true)), Meaning::default());
        assert_eq!(keys.meaning(b"\x03", &rules(true)).interrupt, Some(libc::SIGINT));
    }

    #[test]
    fn one_key_at_a_time_until_it_is_a_paste() {
        let (mut keys, start) = (Keys::default(), Instant::now());
        for step in 0..PASTE_AFTER {
            assert_eq!(keys.limit(&rules(true), start + Duration::from_micros(step.into())), 1);
        }
        assert_eq!(keys.limit(&rules(true), start + Duration::from_micros(100)), ALL);
        assert_eq!(keys.limit(&rules(true), start + Duration::from_millis(50)), 1, "a pause ends the run");
        assert_eq!(keys.limit(&rules(false), start + Duration::from_millis(99)), ALL);
    }
}
