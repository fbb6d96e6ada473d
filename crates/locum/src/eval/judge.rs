//! One recording judged: what the detector said beside what is true. The rules are those of `corpus/score.py`, and a
//! test holds the two together.

use model::Question;

use super::labels::{Truth, Wait, is_asking, is_idle, same_kind};
use super::parts::{self, PartVerdict, spaced};

/// Sampling step of the recorded kernel facts.
const GRACE: f64 = 0.06;
/// A label begins when all is drawn; who sees it as it is being drawn is not early.
const EARLY: f64 = 0.35;
/// The same for agents, which draw for longer.
const EARLY_AGENT: f64 = 2.0;
/// A wait that was announced so much earlier and not taken back counts for the label that follows.
const STILL_STANDS: f64 = 3.0;
/// So long after a wait has ended, who still says that a person is asked is stuck.
const STUCK_AFTER: f64 = 1.0;
/// A busy stretch must last so long to be judged for it.
const STUCK_SPAN: f64 = 1.2;

/// What the detector said at a moment: a wait with its question, or that it is over.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Heard {
    pub(super) t: f64,
    pub(super) waiting: Option<Question>,
}

impl Heard {
    /// The kind as labels name it; nothing if it is busy.
    fn kind(&self) -> Option<&str> {
        self.waiting.as_ref().map(|question| same_kind(question.kind.word()))
    }

    fn is_asking(&self) -> bool {
        self.kind().is_some_and(is_asking)
    }
}

/// What was right and wrong in a recording.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Verdict {
    pub(super) waits: Vec<WaitVerdict>,
    pub(super) alarms: Vec<Alarm>,
}

/// A labelled wait.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct WaitVerdict {
    pub(super) start: f64,
    pub(super) kind: String,
    pub(super) question: String,
    pub(super) outcome: Outcome,
}

#[derive(Debug, Clone, PartialEq)]
pub(super) enum Outcome {
    Missed,
    /// Something to decide, taken for a program at its own prompt.
    TakenForIdle(String),
    Found {
        delay: f64,
        /// What it was taken for.
        kind: String,
        right: bool,
        parts: Vec<PartVerdict>,
    },
}

/// Something said that is not true.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Alarm {
    pub(super) t: f64,
    pub(super) what: False,
    pub(super) kind: String,
    pub(super) place: &'static str,
    pub(super) question: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum False {
    /// A person is said to be asked.
    Asking,
    /// A program is said to rest.
    Idle,
    /// What was asked is over, and still said to be asked.
    Stuck,
}

/// Judges what was heard in one recording.
pub(super) fn judge(truth: &Truth, heard: &[Heard]) -> Verdict {
    let mut verdict = Verdict::default();
    for wait in &truth.waits {
        let (outcome, alarm) = wait_outcome(truth, wait, heard);
        let (kind, question) = (wait.kind.clone(), spaced(&wait.question));
        verdict.waits.push(WaitVerdict { start: wait.start, kind, question, outcome });
        verdict.alarms.extend(alarm);
    }
    match truth.agent {
        Some(_) => verdict.alarms.extend(heard.iter().filter_map(|heard| outside_dialogs(truth, heard))),
        None => truth.busy.iter().for_each(|busy| verdict.alarms.extend(while_busy(truth, *busy, heard))),
    }
    verdict
}

fn wait_outcome(truth: &Truth, wait: &Wait, heard: &[Heard]) -> (Outcome, Option<Alarm>) {
    let hits = hits(wait, heard);
    let (Some(first), Some(last)) = (hits.first(), hits.last()) else { return (Outcome::Missed, None) };
    let (Some(kind), Some(question)) = (last.kind(), &last.waiting) else { return (Outcome::Missed, None) };
    let asks = wait.accept.iter().any(|kind| is_asking(kind));
    let rests = wait.accept.iter().any(|kind| is_idle(kind));
    if asks && !rests && !is_asking(kind) {
        return (Outcome::TakenForIdle(question.kind.word().to_owned()), None);
    }
    let right = wait.accept.contains(kind);
    let parts = match &truth.agent {
        Some(agent) => parts::of_agent(agent, wait, question),
        None if right && is_asking(kind) => parts::of_cli(wait, question),
        None => Vec::new(),
    };
    let alarm = (!right && is_asking(kind) && !asks)
        .then(|| alarm(last, False::Asking, "for a wait in which nothing is asked"));
    (Outcome::Found { delay: (first.t - wait.start).max(0.0), kind: kind.to_owned(), right, parts }, alarm)
}

/// What was said during a wait; else what had been said before it and still stands.
fn hits<'a>(wait: &Wait, heard: &'a [Heard]) -> Vec<&'a Heard> {
    let during = |heard: &&Heard| {
        heard.waiting.is_some() && wait.start - EARLY <= heard.t && heard.t <= wait.until + GRACE
    };
    let hits: Vec<&Heard> = heard.iter().filter(during).collect();
    if !hits.is_empty() {
        return hits;
    }
    let standing = heard.iter().rfind(|heard| heard.t <= wait.start);
    standing
        .filter(|heard| heard.waiting.is_some() && heard.t > wait.start - STILL_STANDS)
        .into_iter()
        .collect()
}

/// An agent that is said to ask where no dialog is.
fn outside_dialogs(truth: &Truth, heard: &Heard) -> Option<Alarm> {
    let t = heard.t;
    let in_dialog = truth.waits.iter().any(|wait| wait.start - EARLY_AGENT <= t && t <= wait.end + GRACE);
    let drawn = truth.drawn.iter().any(|drawn| (t - drawn).abs() < EARLY_AGENT);
    let fake = truth.fakes.iter().any(|(from, to)| *from <= t && t <= *to);
    let place = if fake { "in a fake" } else { "outside any prompt" };
    (heard.is_asking() && !in_dialog && !drawn).then(|| alarm(heard, False::Asking, place))
}

fn while_busy(truth: &Truth, (from, to): (f64, f64), heard: &[Heard]) -> Vec<Alarm> {
    let standing = heard.iter().rfind(|heard| heard.t <= from + STUCK_AFTER);
    let stuck = standing
        .filter(|heard| to - from >= STUCK_SPAN && heard.is_asking() && heard.t < from + GRACE)
        .map(|heard| Alarm { t: from + STUCK_AFTER, ..alarm(heard, False::Stuck, "still, while busy") });
    let at_a_wait = |t: f64| truth.waits.iter().any(|wait| wait.start - EARLY <= t && t <= wait.end + GRACE);
    let during = heard.iter().filter(|heard| from + GRACE <= heard.t && heard.t < to - GRACE);
    let wrong = during.filter(|heard| heard.waiting.is_some() && !at_a_wait(heard.t)).map(|heard| {
        let what = if heard.is_asking() { False::Asking } else { False::Idle };
        alarm(heard, what, "while busy")
    });
    stuck.into_iter().chain(wrong).collect()
}

fn alarm(heard: &Heard, what: False, place: &'static str) -> Alarm {
    let question = heard.waiting.as_ref().map(|question| spaced(&question.text)).unwrap_or_default();
    Alarm { t: heard.t, what, kind: heard.kind().unwrap_or_default().to_owned(), place, question }
}
