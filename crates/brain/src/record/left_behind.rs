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

/// The event of a question that a person is asked; with it stands, under [`TYPED`], how much had been typed then.
pub(crate) const ASKED: &str = "question.asked";
pub(crate) const TYPED: &str = "typed";

/// The event of an answer that went wrong.
const FAILED: &str = "answer.failed";

/// A question that an earlier brain asked, and nobody answered.
#[derive(Debug)]
pub(crate) struct Unanswered {
    /// Its row.
    pub(crate) prompt: Prompt,
    /// What counted typing when it was asked.
    pub(crate) typed: u64,
}

/// What was left behind.
#[derive(Debug, Default)]
pub(crate) struct LeftBehind {
    /// Questions that may still stand there.
    pub(crate) unanswered: Vec<Unanswered>,
    /// The words of questions whose answer was begun, and nobody knows what became of it.
    pub(crate) unfinished: Vec<u64>,
    /// Why nothing was to be answered automatically.
    pub(crate) manual: Option<String>,
    /// How often it was noted that the person took over at the terminal.
    pub(crate) took_over: u32,
}

impl Record {
    /// Reads it, and closes questions of which nobody knows what became of their answer, or that cannot be known again.
    pub(crate) async fn left_behind(&self, session: &SessionId) -> Result<LeftBehind, String> {
        let of = session.clone();
        let (closed, left) = self.read(move |folder| read(folder, &of)).await?;
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
fn read(folder: &Path, session: &SessionId) -> Result<(Vec<Prompt>, LeftBehind), String> {
    let prompts = reading::prompts(folder, &WhichPrompts::Of(session.clone()), None, MOST)?;
    let events = reading::log(folder, Some(session.as_str()), MOST)?.unwrap_or_default();
    let last = events.iter().rev().find(|event| [MANUAL, AUTOMATIC].contains(&event.kind.as_str()));
    let manual = last.filter(|event| event.kind == MANUAL).map(why);
    let mut left = LeftBehind { manual, took_over: taken_over(&events), ..LeftBehind::default() };
    left.unfinished = unfinished(&prompts, &events);
    let mut closed = Vec::new();
    for prompt in prompts.into_iter().filter(|prompt| prompt.ended_at.is_none()) {
        match typed(&events, &prompt).filter(|_| prompt.status == PromptStatus::Open) {
            Some(typed) => left.unanswered.push(Unanswered { prompt, typed }),
            None => closed.push(prompt),
        }
    }
    Ok((closed, left))
}

/// How much had been typed when a question was last asked.
fn typed(events: &[EventRecord], prompt: &Prompt) -> Option<u64> {
    let asked = events.iter().rev().find(|event| event.kind == ASKED && is_about(event, prompt))?;
    match field(asked, TYPED)? {
        WireValue::Int(typed) => u64::try_from(*typed).ok(),
        _ => None,
    }
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
