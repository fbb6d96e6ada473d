//! What an earlier brain left behind of a session: questions it was answering, and whether the person had paused it.

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

/// What was left behind.
#[derive(Debug, Default)]
pub(crate) struct LeftBehind {
    /// The words of questions whose answer was begun, and nobody knows what became of it.
    pub(crate) unfinished: Vec<u64>,
    /// Why nothing was to be answered automatically.
    pub(crate) manual: Option<String>,
}

impl Record {
    /// Reads it, and closes questions that nobody waits for any more: those that still stand are found anew.
    pub(crate) async fn left_behind(&self, session: &SessionId) -> Result<LeftBehind, String> {
        let of = session.clone();
        let (prompts, manual) = self.read(move |folder| read(folder, &of)).await?;
        let unfinished = prompts.iter().filter(|prompt| prompt.status == PromptStatus::Claimed);
        let words = |prompt: &Prompt| u64::from_str_radix(&prompt.fingerprint, 16).ok();
        let unfinished = unfinished.filter_map(words).collect();
        let at = micros();
        let ends = prompts.into_iter().map(|prompt| {
            let claimed = prompt.status == PromptStatus::Claimed;
            let status = if claimed { PromptStatus::Failed } else { PromptStatus::Gone };
            Change::PromptEnded { id: prompt.id, status, at }
        });
        self.write(Pending::Changes(ends.collect()));
        Ok(LeftBehind { unfinished, manual })
    }
}

fn read(folder: &Path, session: &SessionId) -> Result<(Vec<Prompt>, Option<String>), String> {
    let prompts = reading::prompts(folder, &WhichPrompts::Of(session.clone()), None, MOST)?;
    let open = prompts.into_iter().filter(|prompt| prompt.ended_at.is_none()).collect();
    let events = reading::log(folder, Some(session.as_str()), MOST)?.unwrap_or_default();
    let last = events.iter().rev().find(|event| [MANUAL, AUTOMATIC].contains(&event.kind.as_str()));
    Ok((open, last.filter(|event| event.kind == MANUAL).map(why)))
}

fn why(event: &EventRecord) -> String {
    let why = event.fields.iter().find(|(name, _)| name == "why");
    match why.map(|(_, value)| value) {
        Some(WireValue::Text(why)) => why.clone(),
        _ => "paused before".to_owned(),
    }
}
