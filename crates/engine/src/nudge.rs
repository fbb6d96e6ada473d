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

/// How a program goes on after a limit.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) enum GoesOn {
    /// There is none.
    #[default]
    No,
    /// It is over at this moment.
    At(Duration),
    /// The word is on its way; what stood left of the cursor before it.
    Writing(String),
    /// The word is typed.
    Written(String),
    /// Enter is on its way.
    Sending(String),
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
            GoesOn::Writing(before) => GoesOn::Written(before),
            GoesOn::Sending(_) => GoesOn::No,
            as_it_was => as_it_was,
        };
    }

    /// It does not have them.
    pub(crate) fn not_typed(&mut self, now: Duration) {
        self.goes_on = match std::mem::take(&mut self.goes_on) {
            GoesOn::Writing(_) | GoesOn::At(_) => GoesOn::At(now + AGAIN),
            GoesOn::Sending(before) => GoesOn::Written(before),
            as_it_was => as_it_was,
        };
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

/// In how long a limit ends that a screen tells of: `resets at 3pm`, `resets 15:30`, `try again in 2h 5m`. The minute of the
/// day is the person's. Nothing, if no time is told.
pub fn limit_over(text: &str, minute_of_day: u16) -> Option<Duration> {
    let text = text.to_lowercase();
    let words: Vec<&str> =
        text.split(|character: char| character.is_whitespace() || "(),;∙·".contains(character)).collect();
    let told = |word: &&str| ["reset", "resets", "again", "until", "available", "in", "at"].contains(word);
    let from = words.iter().position(told)?;
    let behind = words.get(from..)?;
    span(behind).or_else(|| {
        behind.iter().zip(behind.iter().skip(1).chain([&""])).find_map(|(word, after)| {
            let minute = minute(word, after)?;
            let left = (u32::from(minute) + 1440 - u32::from(minute_of_day)) % 1440;
            Some(Duration::from_secs(u64::from(if left == 0 { 1440 } else { left }) * 60))
        })
    })
}

/// `2h 5m`, `45 minutes`, `3h`.
fn span(words: &[&str]) -> Option<Duration> {
    let mut total = Duration::ZERO;
    for (place, word) in words.iter().enumerate() {
        let digits = word.find(|character: char| !character.is_ascii_digit()).unwrap_or(word.len());
        let (number, unit) = word.split_at_checked(digits)?;
        let Ok(number) = number.parse::<u64>() else { continue };
        let unit = if unit.is_empty() { words.get(place + 1).copied().unwrap_or_default() } else { unit };
        let seconds = match unit.trim_end_matches('.') {
            "h" | "hr" | "hrs" | "hour" | "hours" => 3600,
            "m" | "min" | "mins" | "minute" | "minutes" => 60,
            "s" | "sec" | "secs" | "second" | "seconds" => 1,
            "d" | "day" | "days" => 86_400,
            _ => continue,
        };
        total += Duration::from_secs(number.checked_mul(seconds)?);
    }
    (total > Duration::ZERO).then_some(total)
}

/// `3pm`, `3:30 pm`, `15:30`.
fn minute(word: &str, after: &str) -> Option<u16> {
    let word = word.trim_end_matches('.');
    let (clock, half) = match word
        .strip_suffix("am")
        .map(|rest| (rest, "am"))
        .or(word.strip_suffix("pm").map(|rest| (rest, "pm")))
    {
        Some(split) => split,
        None => (word, after.trim_end_matches('.')),
    };
    let (hour, minute) = match clock.split_once(':') {
        Some((hour, minute)) => (hour.parse::<u16>().ok()?, minute.parse::<u16>().ok()?),
        None => (clock.parse::<u16>().ok().filter(|_| ["am", "pm"].contains(&half))?, 0),
    };
    let hour = match half {
        "am" => hour % 12,
        "pm" => hour % 12 + 12,
        _ => hour,
    };
    (hour < 24 && minute < 60).then_some(hour * 60 + minute)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, minute_of_day: u16, minutes: Option<u64>) {
        let over = limit_over(text, minute_of_day).map(|over| over.as_secs() / 60);
        assert_eq!(over, minutes, "{text}");
    }

    #[test]
    fn times_of_limits() {
        check("Claude usage limit reached. Your limit will reset at 3pm (Europe/Berlin).", 14 * 60, Some(60));
        check("5-hour limit reached ∙ resets 3:30pm", 15 * 60, Some(30));
        check("limit resets at 1am", 23 * 60, Some(120));
        check("You've hit your usage limit. Try again in 2h 5m.", 0, Some(125));
        check("Please try again in 45 minutes", 0, Some(45));
        check("try again at 15:30", 15 * 60, Some(30));
        check("You have reached your limit.", 0, None);
        check("limit reached, resets at 99:99", 0, None);
    }

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
