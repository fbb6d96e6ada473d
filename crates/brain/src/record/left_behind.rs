//! What an earlier brain left behind of a session: questions it asked or was answering, and whether the person had paused it.

use std::path::Path;

use model::{PromptStatus, SessionId};
use store::{Change, Prompt, WhichPrompts};
use wire::{EventRecord, WireValue};

use super::pending::Pending;
use super::{Record, micros, reading};

/// Questions of one session that are looked at, and events.
const MOST: u32 = 1000;

/// The events of a session that goes to manual, and of one that is automatic again.
pub(crate) const MANUAL: &str = "session.manual";
pub(crate) const AUTOMATIC: &str = "session.automatic";

/// The event of a question that a person is asked; with it stands how much had been typed then, and written by the program.
pub(crate) const ASKED: &str = "question.asked";
pub(crate) const TYPED: &str = "typed";
pub(crate) const WRITTEN: &str = "written";

/// The event of an answer that went wrong.
const FAILED: &str = "answer.failed";

/// A question that an earlier brain asked, and nobody answered.
#[derive(Debug)]
pub(crate) struct Unanswered {
    /// Its row.
    pub(crate) prompt: Prompt,
    /// What counted typing when it was asked.
    pub(crate) typed: u64,
    /// What counted output then.
    pub(crate) written: u64,
}

/// What was left behind.
#[derive(Debug, Default)]
pub(crate) struct LeftBehind {
    /// Questions that may still stand there.
    pub(crate) unanswered: Vec<Unanswered>,
    /// The last question, if nobody answered it in time: it may stand there too.
    pub(crate) over_time: Option<Unanswered>,
    /// The words of questions whose answer was begun, and nobody knows what became of it.
    pub(crate) unfinished: Vec<u64>,
    /// Why nothing was to be answered automatically.
    pub(crate) manual: Option<String>,
    /// How often it was noted that the person took over at the terminal.
    pub(crate) took_over: u32,
}

impl Record {
    /// Reads it, and closes questions of which nobody knows what became of their answer, or that cannot be known again. What was
    /// asked since `began` is this brain's own: a hook may call while this is read.
    pub(crate) async fn left_behind(&self, session: &SessionId, began: i64) -> Result<LeftBehind, String> {
        let of = session.clone();
        let (closed, left) = self.read(move |folder| read(folder, &of, began)).await?;
        let at = micros();
        let ends = closed.into_iter().map(|prompt| {
            let claimed = prompt.status == PromptStatus::Claimed;
            let status = if claimed { PromptStatus::Failed } else { PromptStatus::Gone };
            Change::PromptEnded { id: prompt.id, status, at }
        });
        self.write(Pending::Changes(ends.collect()));
        Ok(left)
    }
}

/// The questions to close, and the rest.
fn read(folder: &Path, session: &SessionId, began: i64) -> Result<(Vec<Prompt>, LeftBehind), String> {
    let mut prompts = reading::prompts(folder, &WhichPrompts::Of(session.clone()), None, MOST)?;
    prompts.retain(|prompt| prompt.asked_at < began);
    let events = reading::log(folder, Some(session.as_str()), MOST)?.unwrap_or_default();
    let last = events.iter().rev().find(|event| [MANUAL, AUTOMATIC].contains(&event.kind.as_str()));
    let manual = last.filter(|event| event.kind == MANUAL).map(why);
    let mut left = LeftBehind { manual, took_over: taken_over(&events), ..LeftBehind::default() };
    left.unfinished = unfinished(&prompts, &events);
    let last = prompts.first().filter(|prompt| prompt.status == PromptStatus::Expired);
    left.over_time = last.and_then(|prompt| unanswered(&events, prompt));
    let mut closed = Vec::new();
    for prompt in prompts.into_iter().filter(|prompt| prompt.ended_at.is_none()) {
        match unanswered(&events, &prompt).filter(|_| prompt.status == PromptStatus::Open) {
            Some(asked) => left.unanswered.push(asked),
            None => closed.push(prompt),
        }
    }
    Ok((closed, left))
}

/// A question with what is known of the moment at which it was last asked.
fn unanswered(events: &[EventRecord], prompt: &Prompt) -> Option<Unanswered> {
    let asked = events.iter().rev().find(|event| event.kind == ASKED && is_about(event, prompt))?;
    let count = |name: &str| match field(asked, name) {
        Some(WireValue::Int(count)) => u64::try_from(*count).ok(),
        _ => None,
    };
    Some(Unanswered { typed: count(TYPED)?, written: count(WRITTEN)?, prompt: prompt.clone() })
}

fn is_about(event: &EventRecord, prompt: &Prompt) -> bool {
    matches!(field(event, "prompt"), Some(WireValue::Text(id)) if id == prompt.id.as_str())
}

fn field<'a>(event: &'a EventRecord, wanted: &str) -> Option<&'a WireValue> {
    event.fields.iter().find(|(name, _)| name == wanted).map(|(_, value)| value)
}

/// A brain that finds a session manual says so again: that is no further time.
fn taken_over(events: &[EventRecord]) -> u32 {
    let (mut times, mut manual) = (0, false);
    for event in events {
        match event.kind.as_str() {
            AUTOMATIC => manual = false,
            MANUAL => {
                times += u32::from(!manual && why(event) == engine::TOOK_OVER);
                manual = true;
            }
            _ => {}
        }
    }
    times
}

/// Also those whose answer failed under a brain before the last one, or failed and was handed to the person: what was typed for them
/// may still lie there, until the person has answered something at the terminal. The newest are first.
fn unfinished(prompts: &[Prompt], events: &[EventRecord]) -> Vec<u64> {
    let since = prompts.iter().take_while(|prompt| prompt.status != PromptStatus::Terminal);
    let begun = since.filter(|prompt| match prompt.status {
        PromptStatus::Claimed | PromptStatus::Failed => true,
        PromptStatus::Open => events.iter().any(|event| event.kind == FAILED && is_about(event, prompt)),
        _ => false,
    });
    begun.filter_map(|prompt| u64::from_str_radix(&prompt.fingerprint, 16).ok()).collect()
}

fn why(event: &EventRecord) -> String {
    match field(event, "why") {
        Some(WireValue::Text(why)) => why.clone(),
        _ => "paused before".to_owned(),
    }
}
