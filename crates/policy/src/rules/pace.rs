//! How often may be answered without a person.

use std::collections::VecDeque;
use std::time::Duration;

use super::limits::Limits;

const MINUTE: Duration = Duration::from_secs(60);
/// What is remembered of the last minute is bounded by this; no limit may be higher.
pub(super) const MOST_PER_MINUTE: u32 = 1000;

/// The next automatic answer. Times are those of one clock that never goes back.
#[derive(Debug, Clone, Copy)]
pub struct Turn<'a> {
    /// Now.
    pub now: Duration,
    /// The minute of the person's day, from 0 to 1439.
    pub minute_of_day: u16,
    /// The rule that would answer.
    pub rule: &'a str,
    /// How long that rule rests after each answer.
    pub cooldown: Option<Duration>,
    /// How often a minute that rule may answer.
    pub per_minute: Option<u32>,
    /// What tells one question from another, without its generation: the same for the same words.
    pub question: u64,
}

/// Why no automatic answer is given now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Held {
    /// In words for a person.
    pub reason: String,
    /// When it may be tried again; nothing if a person has to act, or quiet hours to end.
    pub until: Option<Duration>,
    /// The session goes to manual: this looks like a loop.
    pub manual: bool,
}

/// What a session was answered automatically, and what the limits say of the next time.
#[derive(Debug, Clone, Default)]
pub struct Pace {
    /// The answers of the last minute, the oldest first.
    answers: VecDeque<Answer>,
    /// When each rule with a cooldown answered last.
    last_of_rule: Vec<(String, Duration)>,
    consecutive: u32,
}

#[derive(Debug, Clone)]
struct Answer {
    at: Duration,
    rule: String,
    question: u64,
}

impl Pace {
    /// Whether the answer may be given now.
    pub fn may(&self, turn: &Turn, limits: &Limits) -> Result<(), Held> {
        quiet(turn, limits)?;
        self.loop_breakers(turn, limits)?;
        self.intervals(turn, limits)?;
        self.a_minute(turn, limits)
    }

    /// Remembers that it was given.
    pub fn note_answer(&mut self, turn: &Turn) {
        self.answers.retain(|answer| turn.now < answer.at + MINUTE);
        self.answers.push_back(Answer { at: turn.now, rule: turn.rule.to_owned(), question: turn.question });
        if self.answers.len() > MOST_PER_MINUTE as usize {
            self.answers.pop_front();
        }
        self.last_of_rule.retain(|(rule, _)| rule != turn.rule);
        self.last_of_rule.push((turn.rule.to_owned(), turn.now));
        self.consecutive = self.consecutive.saturating_add(1);
    }

    /// Remembers that the person did something: typed, or answered.
    pub fn note_person(&mut self) {
        self.consecutive = 0;
    }

    /// How many automatic answers were given since the person did something.
    pub fn consecutive(&self) -> u32 {
        self.consecutive
    }

    /// How things stand with each limit, in words for a person.
    pub fn in_words(&self, now: Duration, limits: &Limits) -> Vec<String> {
        let lately = self.answers.iter().filter(|answer| now < answer.at + MINUTE).count();
        let least = limits.min_interval.as_millis();
        let mut words = vec![
            format!("{} of {} in a row (limits.consecutive)", self.consecutive, limits.consecutive),
            format!("{lately} of {} in the last minute (limits.per_minute)", limits.per_minute),
            format!(
                "at most {} a minute to the same question (limits.identical_per_minute)",
                limits.identical_per_minute
            ),
            format!("at least {least} ms between two (limits.min_interval)"),
        ];
        let hours = limits.quiet_hours.iter().map(|(from, to)| (clock(*from), clock(*to)));
        words.extend(hours.map(|(from, to)| format!("none from {from} to {to} (limits.quiet_hours)")));
        words
    }

    /// How often a rule answered within the last minute.
    pub(super) fn lately_by(&self, rule: &str, now: Duration) -> usize {
        self.answers.iter().filter(|answer| answer.rule == rule && now < answer.at + MINUTE).count()
    }

    /// When a rule answered last.
    pub(super) fn last_by(&self, rule: &str) -> Option<Duration> {
        self.last_of_rule.iter().find(|(known, _)| known == rule).map(|(_, at)| *at)
    }

    fn loop_breakers(&self, turn: &Turn, limits: &Limits) -> Result<(), Held> {
        if self.consecutive >= limits.consecutive {
            let reason = format!(
                "{} automatic answers in a row, which is the limit (limits.consecutive)",
                self.consecutive
            );
            return Err(Held { reason, until: None, manual: true });
        }
        let identical = self.recent(turn).filter(|answer| answer.question == turn.question).count();
        if identical >= limits.identical_per_minute as usize {
            let reason = format!(
                "the same question was answered {identical} times within a minute (limits.identical_per_minute)"
            );
            return Err(Held { reason, until: None, manual: true });
        }
        Ok(())
    }

    fn intervals(&self, turn: &Turn, limits: &Limits) -> Result<(), Held> {
        let last = self.answers.back().map(|answer| answer.at + limits.min_interval);
        if let Some(until) = last.filter(|until| turn.now < *until) {
            return held_until(
                "too soon after the last automatic answer (limits.min_interval)".into(),
                until,
            );
        }
        let last = self.last_by(turn.rule);
        let rested = last.zip(turn.cooldown).map(|(last, cooldown)| last + cooldown);
        match rested.filter(|until| turn.now < *until) {
            Some(until) => {
                held_until(format!("rule `{}` rests after its last answer (cooldown)", turn.rule), until)
            }
            None => Ok(()),
        }
    }

    fn a_minute(&self, turn: &Turn, limits: &Limits) -> Result<(), Held> {
        let all: Vec<Duration> = self.recent(turn).map(|answer| answer.at).collect();
        if let Some(until) = free_again(&all, limits.per_minute) {
            return held_until(
                format!("{} automatic answers within a minute (limits.per_minute)", all.len()),
                until,
            );
        }
        let of_rule: Vec<Duration> =
            self.recent(turn).filter(|answer| answer.rule == turn.rule).map(|answer| answer.at).collect();
        match turn.per_minute.and_then(|most| free_again(&of_rule, most)) {
            Some(until) => held_until(
                format!("rule `{}` answered {} times within a minute", turn.rule, of_rule.len()),
                until,
            ),
            None => Ok(()),
        }
    }

    fn recent(&self, turn: &Turn) -> impl Iterator<Item = &Answer> {
        let now = turn.now;
        self.answers.iter().filter(move |answer| now < answer.at + MINUTE)
    }
}

fn held_until(reason: String, until: Duration) -> Result<(), Held> {
    Err(Held { reason, until: Some(until), manual: false })
}

/// When the next of so many a minute is free, if none is now. The times are those of the last minute, in order.
fn free_again(times: &[Duration], most: u32) -> Option<Duration> {
    let over = (times.len() + 1).checked_sub(most as usize).filter(|over| *over > 0)?;
    Some(times.get(over - 1).map_or(Duration::MAX, |oldest| *oldest + MINUTE))
}

fn quiet(turn: &Turn, limits: &Limits) -> Result<(), Held> {
    let minute = turn.minute_of_day;
    let inside = |(from, to): &&(u16, u16)| match from <= to {
        true => (*from..*to).contains(&minute),
        false => minute >= *from || minute < *to,
    };
    match limits.quiet_hours.iter().find(inside) {
        Some((from, to)) => {
            let reason = format!("quiet hours from {} to {} (limits.quiet_hours)", clock(*from), clock(*to));
            Err(Held { reason, until: None, manual: false })
        }
        None => Ok(()),
    }
}

fn clock(minute: u16) -> String {
    format!("{:02}:{:02}", minute / 60, minute % 60)
}
