//! The limits that a rule has for itself.

use std::time::Duration;

use super::pace::Pace;

/// How often one rule may answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OwnLimits {
    /// The rule's name.
    pub rule: String,
    /// How long it rests after each answer.
    pub cooldown: Option<Duration>,
    /// How often a minute it may answer.
    pub per_minute: Option<u32>,
}

impl Pace {
    /// How things stand with the limits of one rule, in words for a person; nothing if it has none.
    pub fn own_in_words(&self, now: Duration, own: &OwnLimits) -> Vec<String> {
        let rule = &own.rule;
        let lately = self.lately_by(rule, now);
        let often = own
            .per_minute
            .map(|most| format!("{lately} of {most} in the last minute by rule `{rule}` (per_minute)"));
        let rests = own.cooldown.map(|cooldown| {
            let until = self.last_by(rule).map(|last| last + cooldown);
            let left = until.filter(|until| now < *until).map(|until| until - now);
            let left = left.map(|left| format!(", for another {}", in_words(left))).unwrap_or_default();
            format!("rule `{rule}` rests {} after each answer{left} (cooldown)", in_words(cooldown))
        });
        often.into_iter().chain(rests).collect()
    }
}

/// Rounded up: what is told as over is over.
fn in_words(span: Duration) -> String {
    match span.as_millis() {
        millis @ 0..1000 => format!("{millis} ms"),
        millis => format!("{} s", millis.div_ceil(1000)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Turn;

    #[test]
    fn limits_are_told_before_and_while_they_hold() {
        let own = |cooldown: Option<u64>, per_minute| OwnLimits {
            rule: "tests".into(),
            cooldown: cooldown.map(Duration::from_millis),
            per_minute,
        };
        let check = |answered: &[u64], now: u64, own: &OwnLimits, wanted: &[&str]| {
            let mut pace = Pace::default();
            for at in answered {
                let now = Duration::from_secs(*at);
                let turn = Turn {
                    now,
                    minute_of_day: 0,
                    rule: "tests",
                    cooldown: None,
                    per_minute: None,
                    question: 1,
                };
                pace.note_answer(&turn);
            }
            assert_eq!(pace.own_in_words(Duration::from_secs(now), own), wanted, "{answered:?} {own:?}");
        };
        check(&[], 5, &own(None, None), &[]);
        check(&[], 5, &own(None, Some(3)), &["0 of 3 in the last minute by rule `tests` (per_minute)"]);
        check(&[1, 50], 70, &own(None, Some(3)), &["1 of 3 in the last minute by rule `tests` (per_minute)"]);
        check(&[], 5, &own(Some(500), None), &["rule `tests` rests 500 ms after each answer (cooldown)"]);
        let resting = "rule `tests` rests 30 s after each answer, for another 28 s (cooldown)";
        check(&[3], 5, &own(Some(30_000), None), &[resting]);
        check(&[3], 33, &own(Some(30_000), None), &["rule `tests` rests 30 s after each answer (cooldown)"]);
    }
}
