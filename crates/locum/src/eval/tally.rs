//! Verdicts added up.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use super::judge::{False, Outcome, Verdict, WaitVerdict};
use super::parts::Part;

/// What was right, of how many.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Share {
    pub(super) right: usize,
    pub(super) of: usize,
}

impl Share {
    pub(super) fn ratio(self) -> Option<f64> {
        (self.of > 0).then(|| self.right as f64 / self.of as f64)
    }
}

/// Sums over some recordings, or over some kind of wait in them.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Tally {
    pub(super) waits: usize,
    pub(super) found: usize,
    pub(super) right_kind: usize,
    pub(super) false_asking: usize,
    pub(super) false_idle: usize,
    pub(super) stuck: usize,
    pub(super) parts: BTreeMap<Part, Share>,
    delays: Vec<f64>,
}

impl Tally {
    /// Adds everything about a recording.
    pub(super) fn add(&mut self, verdict: &Verdict) {
        verdict.waits.iter().for_each(|wait| self.add_wait(wait));
        for alarm in &verdict.alarms {
            match alarm.what {
                False::Asking => self.false_asking += 1,
                False::Idle => self.false_idle += 1,
                False::Stuck => self.stuck += 1,
            }
        }
    }

    pub(super) fn add_wait(&mut self, wait: &WaitVerdict) {
        self.waits += 1;
        let Outcome::Found { delay, right, parts, .. } = &wait.outcome else { return };
        self.found += 1;
        self.right_kind += usize::from(*right);
        self.delays.push(*delay);
        for part in parts {
            let share = self.parts.entry(part.part).or_default();
            share.of += 1;
            share.right += usize::from(part.wrong.is_none());
        }
    }

    /// Of the waits, those found.
    pub(super) fn recall(&self) -> Option<f64> {
        Share { right: self.found, of: self.waits }.ratio()
    }

    /// Of what was said, what is true.
    pub(super) fn precision(&self) -> Option<f64> {
        Share { right: self.found, of: self.found + self.false_asking + self.stuck }.ratio()
    }

    /// Of those found, those with the right kind.
    pub(super) fn kind(&self) -> Option<f64> {
        Share { right: self.right_kind, of: self.found }.ratio()
    }

    /// Seconds from the label's beginning, which this part of the waits found did not exceed.
    pub(super) fn delay(&self, part: f64) -> Option<f64> {
        quantile(&mut self.delays.clone(), part)
    }

    /// Whether nothing at all went wrong.
    pub(super) fn is_perfect(&self) -> bool {
        let alarms = self.false_asking + self.false_idle + self.stuck;
        self.right_kind == self.waits
            && alarms == 0
            && self.parts.values().all(|share| share.right == share.of)
    }

    pub(super) fn as_json(&self) -> Map<String, Value> {
        let mut object = Map::new();
        let mut put = |name: &str, value: Value| object.insert(name.to_owned(), value);
        for (name, count) in [
            ("waits", self.waits),
            ("found", self.found),
            ("false_asking", self.false_asking),
            ("false_idle", self.false_idle),
            ("stuck", self.stuck),
        ] {
            put(name, count.into());
        }
        for (name, ratio) in
            [("recall", self.recall()), ("precision", self.precision()), ("kind", self.kind())]
        {
            put(name, rounded(ratio, 4));
        }
        put("delay_p50", rounded(self.delay(0.5), 3));
        put("delay_p99", rounded(self.delay(0.99), 3));
        for part in Part::ALL {
            let share = self.parts.get(&part).copied().unwrap_or_default();
            put(part.word(), rounded(share.ratio(), 4));
            put(&format!("{}_judged", part.word()), share.of.into());
        }
        object
    }
}

/// The value below which this part of all lies.
pub(super) fn quantile(values: &mut [f64], part: f64) -> Option<f64> {
    values.sort_by(f64::total_cmp);
    let place = (part * values.len() as f64) as usize;
    values.get(place.min(values.len().saturating_sub(1))).copied()
}

fn rounded(ratio: Option<f64>, places: i32) -> Value {
    let scale = 10f64.powi(places);
    json!(ratio.map(|ratio| (ratio * scale).round() / scale))
}
