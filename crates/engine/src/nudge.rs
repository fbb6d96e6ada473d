//! A program that has gone silent in the middle of its work, and one that waits for a usage limit to end.

use std::time::Duration;

use model::Key;
use policy::{Idle, Nudge};

/// Gaps of a session that are remembered to learn from.
const MOST_GAPS: usize = 64;
/// So many are needed before anything is learned.
const LEAST_GAPS: usize = 8;
/// A silence is long if it is so many times the longest usual one, and in any case as long as this.
const TIMES: u32 = 4;
const LEAST: Duration = Duration::from_secs(15);
const MOST: Duration = Duration::from_secs(600);
/// After a limit it is tried again so often.
const AGAIN: Duration = Duration::from_secs(5);
/// A word that was typed shows in this time, or nobody knows where it went.
const SHOWS_WITHIN: Duration = Duration::from_secs(10);

/// How a program goes on after a limit.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) enum GoesOn {
    /// There is none.
    #[default]
    No,
    /// It is over at this moment.
    At(Duration),
    /// A word is on its way.
    Writing(Word),
    /// It is typed.
    Written(Word),
    /// Enter is on its way.
    Sending(Word),
}

/// A word for a program's input box, which Enter follows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Word {
    pub(crate) text: String,
    /// What stood left of the cursor before it.
    pub(crate) before: String,
    /// When it was written.
    pub(crate) at: Duration,
    /// It is for the end of a limit, and tried again if it could not be typed.
    pub(crate) after_limit: bool,
}

/// What is to be remembered for it.
#[derive(Debug, Clone, Default)]
pub(crate) struct Silence {
    /// The last output.
    wrote: Option<Duration>,
    /// Gaps between outputs that were followed by more without anybody's doing.
    gaps: Vec<Duration>,
    /// How often it was nudged since it last did something by itself.
    pub(crate) nudged: u32,
    last: Option<Duration>,
    pub(crate) goes_on: GoesOn,
}

impl Silence {
    /// The program wrote.
    pub(crate) fn wrote(&mut self, now: Duration) {
        if let Some(before) = self.wrote.replace(now)
            && self.last.is_none_or(|nudged| nudged < before)
        {
            if self.gaps.len() == MOST_GAPS {
                self.gaps.remove(0);
            }
            self.gaps.push(now.saturating_sub(before));
        }
    }

    /// The person did something, or a question was answered: it starts anew.
    pub(crate) fn somebody_acted(&mut self, now: Duration) {
        (self.nudged, self.last) = (0, None);
        self.wrote = Some(now);
    }

    /// When a nudge is due, if nothing is written before.
    pub(crate) fn due(&self, nudge: &Nudge) -> Option<Duration> {
        let idle = match nudge.idle? {
            Idle::After(idle) => idle,
            Idle::Auto => self.learned()?,
        };
        Some(self.wrote?.max(self.last.unwrap_or_default()) + idle)
    }

    /// What is long for this session: several times the longest gap it usually has.
    fn learned(&self) -> Option<Duration> {
        if self.gaps.len() < LEAST_GAPS {
            return None;
        }
        let mut gaps = self.gaps.clone();
        gaps.sort_unstable();
        let usual = gaps.get(gaps.len() * 95 / 100).or(gaps.last())?;
        Some((*usual * TIMES).clamp(LEAST, MOST))
    }

    pub(crate) fn nudges(&mut self, now: Duration) -> u32 {
        self.last = Some(now);
        self.nudged += 1;
        self.nudged
    }

    /// Not now; as if it had been nudged, but it was not.
    pub(crate) fn postpone(&mut self, now: Duration) {
        self.last = Some(now);
    }

    /// The program has the keys that were on their way.
    pub(crate) fn typed(&mut self) {
        self.goes_on = match std::mem::take(&mut self.goes_on) {
            GoesOn::Writing(word) => GoesOn::Written(word),
            GoesOn::Sending(_) => GoesOn::No,
            as_it_was => as_it_was,
        };
    }

    /// It does not have them.
    pub(crate) fn not_typed(&mut self, now: Duration) {
        self.goes_on = match std::mem::take(&mut self.goes_on) {
            GoesOn::Writing(word) if !word.after_limit => GoesOn::No,
            GoesOn::Writing(_) | GoesOn::At(_) => GoesOn::At(now + AGAIN),
            GoesOn::Sending(word) => GoesOn::Written(word),
            as_it_was => as_it_was,
        };
    }

    /// When a word that does not show is given up.
    pub(crate) fn gives_up(&self) -> Option<Duration> {
        match &self.goes_on {
            GoesOn::Written(word) => Some(word.at + SHOWS_WITHIN),
            _ => None,
        }
    }

    /// Nobody knows whether it has them.
    pub(crate) fn broken(&mut self) {
        self.goes_on = GoesOn::No;
    }

    /// The next key of the sequence.
    pub(crate) fn key(&self, nudge: &Nudge) -> Option<Key> {
        let place = self.nudged as usize % nudge.sequence.len().max(1);
        nudge.sequence.get(place).map(|word| Key::of_word(word))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_long_is_learned_from_the_sessions_own_gaps() {
        let nudge = Nudge { idle: Some(Idle::Auto), ..Nudge::default() };
        let mut silence = Silence::default();
        let seconds = Duration::from_secs;
        for second in 0..5 {
            silence.wrote(seconds(second * 2));
        }
        assert_eq!(silence.due(&nudge), None, "too little is known");
        for second in 5..40 {
            silence.wrote(seconds(second * 10));
        }
        assert_eq!(silence.due(&nudge), Some(seconds(390 + 40)));
    }
}
