//! Questions as people and programs are shown them.

use engine::{Number, Waiting};
use model::SessionId;
use store::Prompt;
use wire::{PromptChoice, WirePrompt};

use super::prompt::{Row, expires};
use crate::noted;
use crate::registry::Entry;

/// The questions of a session that a person is asked.
pub(super) fn open(session: &SessionId, entry: &Entry) -> Vec<WirePrompt> {
    let answering = entry.answering.borrow();
    let asked = |waiting: Waiting<'_>| {
        let row = answering.rows.get(&waiting.number).filter(|row| row.asked)?;
        Some(waits(session, entry, &waiting, row))
    };
    answering.engine.waiting().filter_map(asked).collect()
}

/// One of them.
pub(crate) fn one(session: &SessionId, entry: &Entry, number: Number) -> Option<WirePrompt> {
    let answering = entry.answering.borrow();
    let (waiting, row) = (answering.engine.question(number)?, answering.rows.get(&number)?);
    Some(waits(session, entry, &waiting, row))
}

fn waits(session: &SessionId, entry: &Entry, waiting: &Waiting<'_>, row: &Row) -> WirePrompt {
    let question = noted::bounded(&waiting.question);
    let tracked = entry.tracked.borrow();
    let ago = entry.now().at.saturating_sub(waiting.since).as_micros() as u64;
    WirePrompt {
        id: row.id.to_string(),
        session: (session.to_string(), tracked.line.name.clone()),
        agent: waiting.agent.to_owned(),
        tool: waiting.tool.map(str::to_owned),
        kind: question.kind.word().to_owned(),
        question: question.text,
        partial: question.subject.as_ref().is_some_and(|subject| subject.partial),
        subject: question.subject.map(|subject| subject.text),
        choices: question.choices.iter().map(choice).collect(),
        status: waiting.stage.word().to_owned(),
        verdict: waiting.ruling.map(|ruling| ruling.verdict.word().to_owned()),
        danger: waiting.ruling.map_or("none", |ruling| ruling.danger.word()).to_owned(),
        rule: waiting.ruling.and_then(|ruling| ruling.rule.clone()),
        reasons: row.reasons.clone(),
        asked_at: crate::now().saturating_sub(ago),
        expires_at: expires(entry, waiting).map(i64::cast_unsigned),
        nonce: row.nonce,
        answered: None,
        ended_at: None,
        folder: waiting.folder.map_or_else(|| tracked.line.folder.clone(), str::to_owned),
    }
}

fn choice(choice: &model::Choice) -> PromptChoice {
    PromptChoice { label: choice.label.clone(), role: choice.role.word().to_owned() }
}

/// One of the record.
pub(super) fn kept(prompt: &Prompt) -> WirePrompt {
    let label = |label: &String| PromptChoice { label: label.clone(), role: String::new() };
    let answered = prompt.answered.as_ref();
    WirePrompt {
        id: prompt.id.to_string(),
        session: (prompt.session.to_string(), String::new()),
        agent: prompt.agent.clone(),
        tool: prompt.tool.clone(),
        kind: prompt.kind.word().to_owned(),
        question: prompt.question.clone(),
        subject: prompt.subject.clone(),
        partial: prompt.partial,
        choices: prompt.choices.iter().map(label).collect(),
        status: prompt.status.word().to_owned(),
        verdict: prompt.verdict.map(|verdict| verdict.word().to_owned()),
        danger: prompt.danger.unwrap_or_default().word().to_owned(),
        rule: prompt.rule.clone(),
        reasons: prompt.reasons.clone(),
        asked_at: prompt.asked_at.cast_unsigned(),
        expires_at: prompt.expires_at.map(i64::cast_unsigned),
        nonce: prompt.nonce,
        answered: answered
            .map(|answered| (answered.answer.clone(), answered.by.clone(), answered.at.cast_unsigned())),
        ended_at: prompt.ended_at.map(i64::cast_unsigned),
        folder: prompt.folder.clone(),
    }
}
