//! Questions as people and programs are shown them.

use engine::{Number, Waiting};
use model::{Choice, Key, Question, SessionId};
use store::Prompt;
use wire::{PromptChoice, WirePrompt};

use super::context;
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

/// Whether a person is asked something in a session.
pub(crate) fn asks(entry: &Entry) -> bool {
    let answering = entry.answering.borrow();
    answering.engine.waiting().any(|waiting| answering.rows.get(&waiting.number).is_some_and(|row| row.asked))
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
    let listed = choices(&question);
    WirePrompt {
        id: row.id.to_string(),
        session: (session.to_string(), tracked.line.name.clone()),
        agent: waiting.agent.to_owned(),
        tool: waiting.tool.map(str::to_owned),
        kind: question.kind.word().to_owned(),
        question: question.text,
        partial: question.subject.as_ref().is_some_and(|subject| subject.partial),
        subject: question.subject.map(|subject| subject.text),
        context: context::of(entry, waiting),
        choices: listed,
        several: question.submit.is_some(),
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

fn choices(question: &Question) -> Vec<PromptChoice> {
    let each = question.choices.iter().enumerate();
    each.map(|(place, choice)| PromptChoice {
        number: number(question, place),
        label: choice.label.clone(),
        role: choice.role.word().to_owned(),
        checked: choice.checked,
    })
    .collect()
}

/// The number of a choice. Where the program shows one to each, by its keys or its words, that is what a person sees.
pub(super) fn number(question: &Question, place: usize) -> String {
    let of_program = question.choices.get(place).and_then(own_number);
    let all = question.choices.iter().all(|choice| own_number(choice).is_some());
    of_program.filter(|_| all).map_or_else(|| (place + 1).to_string(), str::to_owned)
}

fn own_number(choice: &Choice) -> Option<&str> {
    let is_number = |text: &&str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let key = match choice.keys.first() {
        Some(Key::Text(text)) => Some(text.as_str()),
        _ => None,
    };
    key.filter(is_number).or(Some(choice.label.as_str()).filter(is_number))
}

/// One of the record.
pub(super) fn kept(prompt: &Prompt) -> WirePrompt {
    let label = |(place, label): (usize, &String)| PromptChoice {
        number: (place + 1).to_string(),
        label: label.clone(),
        role: String::new(),
        checked: None,
    };
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
        context: Vec::new(),
        choices: prompt.choices.iter().enumerate().map(label).collect(),
        several: false,
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
