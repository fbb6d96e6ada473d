//! Questions in the record: a row each, opened when somebody is asked or something is about to be answered.

use std::rc::Rc;

use engine::{Answer, By, Claim, Input, Number, Waiting};
use model::{AuditEvent, PromptId, PromptStatus, SessionId};
use serde_json::{Value, json};
use store::{Claimed, Nonce, Prompt, Why};

use super::drive::{drive, stamp};
use super::remark::remark;
use super::taking_up;
use crate::life::World;
use crate::noted;
use crate::record::{ASKED, TYPED, WRITTEN};
use crate::registry::Entry;
use crate::tracking::int;

/// What is kept of a row.
#[derive(Debug, Clone)]
pub(crate) struct Row {
    pub(crate) id: PromptId,
    pub(crate) nonce: Nonce,
    /// A person has been asked.
    pub(crate) asked: bool,
    /// Why, in words for them.
    pub(crate) reasons: Vec<String>,
    /// Since when and until when an earlier brain asked it, by the clock of the wall.
    pub(crate) before: Option<(i64, Option<i64>)>,
    /// How many wanted to answer it since it was opened. One that comes first and finds it taken finds what somebody
    /// else has written into the record.
    pub(crate) claims: u32,
}

/// A person is asked.
pub(super) fn ask(
    world: &Rc<World>,
    session: &SessionId,
    entry: &Rc<Entry>,
    number: Number,
    reasons: Vec<String>,
) {
    if taking_up::is_over(world, session, entry, number) {
        return;
    }
    let Some(row) = row(world, session, entry, number) else { return };
    let first = !row.asked;
    let (typed, written) = so_far(entry);
    if let Some(row) = entry.answering.borrow_mut().rows.get_mut(&number) {
        (row.asked, row.reasons) = (true, reasons.clone());
    }
    let why = reasons.first().cloned().unwrap_or_default();
    let event = AuditEvent::new(stamp(), ASKED).about(session).with("prompt", row.id.to_string());
    let event =
        event.with("why", noted::clean(&why, 300)).with(TYPED, int(typed)).with(WRITTEN, int(written));
    world.record.append(event);
    match row.before.filter(|_| first) {
        Some((since, until)) => taking_up::dated(world, session, entry, number, since, until),
        None if first => world.prompts.asked(session, entry, number),
        None => {}
    }
}

/// How much was typed in a session, and how much it wrote.
pub(super) fn so_far(entry: &Entry) -> (u64, u64) {
    (entry.answering.borrow().epoch, entry.tracked.borrow().screen.offset())
}

/// The row of a question; made if there is none.
fn row(world: &World, session: &SessionId, entry: &Entry, number: Number) -> Option<Row> {
    if let Some(row) = entry.answering.borrow().rows.get(&number) {
        return Some(row.clone());
    }
    let row = match taking_up::row(world, session, entry, number) {
        Some(row) => row,
        None => new_row(world, session, entry, number)?,
    };
    entry.answering.borrow_mut().rows.insert(number, row.clone());
    Some(row)
}

fn new_row(world: &World, session: &SessionId, entry: &Entry, number: Number) -> Option<Row> {
    let row = Row::new(PromptId::from_random(random()), None);
    let answering = entry.answering.borrow();
    let waiting = answering.engine.question(number)?;
    world.record.prompt_opened(written(session, entry, &waiting, &row), None);
    Some(row)
}

impl Row {
    /// One that nobody was asked yet by this brain.
    pub(super) fn new(id: PromptId, before: Option<(i64, Option<i64>)>) -> Row {
        Row { id, nonce: random(), asked: false, reasons: Vec::new(), before, claims: 0 }
    }
}

/// As it is written down: without secrets, with bounds.
fn written(session: &SessionId, entry: &Entry, waiting: &Waiting<'_>, row: &Row) -> Prompt {
    let question = &waiting.question;
    let ruling = waiting.ruling;
    let secret = question.kind == model::Kind::Password;
    let subject = question.subject.as_ref().filter(|_| !secret);
    Prompt {
        id: row.id.clone(),
        session: session.clone(),
        fingerprint: format!("{:016x}", waiting.words),
        agent: waiting.agent.to_owned(),
        tool: waiting.tool.map(str::to_owned),
        kind: question.kind,
        question: noted::question(question),
        subject: subject.map(|subject| noted::clean(&subject.text, noted::LONGEST_SUBJECT)),
        partial: subject.is_some_and(|subject| subject.partial),
        choices: noted::labels(question),
        folder: waiting.folder.map_or_else(|| entry.folder(), str::to_owned),
        verdict: ruling.map(|ruling| ruling.verdict),
        danger: ruling.map(|ruling| ruling.danger),
        rule: ruling.and_then(|ruling| ruling.rule.clone()),
        reasons: ruling.map(|ruling| noted::reasons(&ruling.reasons)).unwrap_or_default(),
        status: PromptStatus::Open,
        nonce: row.nonce,
        asked_at: asked_at(entry, waiting),
        expires_at: expires(entry, waiting),
        answered: None,
        ended_at: None,
    }
}

/// Since when it stands, by the clock of the wall.
fn asked_at(entry: &Entry, waiting: &Waiting<'_>) -> i64 {
    let stands = entry.now().at.saturating_sub(waiting.since);
    stamp().saturating_sub(i64::try_from(stands.as_micros()).unwrap_or_default())
}

/// Until when a person may answer, by the clock of the wall.
pub(super) fn expires(entry: &Entry, waiting: &Waiting<'_>) -> Option<i64> {
    let left = waiting.expires?.saturating_sub(entry.now().at);
    Some(stamp().saturating_add(i64::try_from(left.as_micros()).unwrap_or(i64::MAX)))
}

/// An automatic answer is recorded before it is given.
pub(super) fn claim(
    world: &Rc<World>,
    session: &SessionId,
    entry: &Rc<Entry>,
    number: Number,
    answer: &Answer,
    by: &By,
) {
    let Some(row) = row(world, session, entry, number) else { return };
    if *by == By::Timeout {
        // The time that is over was the person's. What follows has none.
        world.record.prompt_reopened(row.id.clone(), row.nonce, None, None);
    }
    let claim = intent(session, &row.id, row.nonce, answer, by);
    let said = answered(&claim);
    let first = counts(entry, number);
    let (world, session, entry) = (Rc::clone(world), session.clone(), Rc::clone(entry));
    tokio::task::spawn_local(async move {
        let claimed = match world.record.claim(claim).await {
            Ok(Claimed::Won) => {
                remark(&entry, "answered", said);
                Claim::Won
            }
            Ok(Claimed::Lost(why)) => {
                let changed = first && is_changed(&world, &session, &row.id, &why);
                Claim::Lost(if changed { CHANGED.to_owned() } else { in_words(&why) })
            }
            Err(reason) => Claim::Unrecorded(reason),
        };
        drive(&world, &session, &entry, Input::Claimed(number, claimed));
    });
}

/// What somebody is told whose answer meets a row that was changed.
pub(super) const CHANGED: &str =
    "somebody has changed this question in the record; look again, and answer anew";

/// One more wants to answer. Whether it is the first.
pub(super) fn counts(entry: &Entry, number: Number) -> bool {
    let mut answering = entry.answering.borrow_mut();
    answering.rows.get_mut(&number).is_some_and(|row| {
        row.claims += 1;
        row.claims == 1
    })
}

/// Whether a claim that was the first can only have been lost because somebody changed the row. That is told.
pub(super) fn is_changed(world: &World, session: &SessionId, id: &PromptId, why: &Why) -> bool {
    let changed = matches!(why, Why::Taken { .. } | Why::WrongNonce | Why::Unknown);
    if changed {
        world.rules.tampered(&world.record, session, id.as_str(), &in_words(why));
    }
    changed
}

/// What is recorded before an answer is given.
pub(super) fn intent(
    session: &SessionId,
    id: &PromptId,
    nonce: Nonce,
    answer: &Answer,
    by: &By,
) -> store::Claim {
    let (answer, by, at) = (noted::clean(&answer.words(), noted::LONGEST_ANSWER), by.words(), stamp());
    let event = AuditEvent::new(at, "answer.intended")
        .about(session)
        .with("prompt", id.to_string())
        .with("answer", answer.clone())
        .with("by", by.clone());
    store::Claim { id: id.clone(), nonce, answer, by, at, event }
}

/// The same for the events file.
pub(super) fn answered(claim: &store::Claim) -> Value {
    json!({"prompt": claim.id.to_string(), "answer": claim.answer, "by": claim.by})
}

/// Why an answer is not taken, for who gave it.
pub(super) fn in_words(why: &Why) -> String {
    match why {
        Why::Unknown => "there is no such question".into(),
        Why::Taken { status, by: Some(by) } => format!("it is {} already, by {by}", status.word()),
        Why::Taken { status, by: None } => format!("it is not open any more ({})", status.word()),
        Why::Expired => "the time for an answer is over".into(),
        Why::WrongNonce => "it was asked anew meanwhile; look again".into(),
        Why::SessionOver => "its session has ended".into(),
    }
}

/// What was to be answered is a person's again.
pub(super) fn reopen(world: &Rc<World>, session: &SessionId, entry: &Rc<Entry>, number: Number, why: &str) {
    let expires =
        entry.answering.borrow().engine.question(number).and_then(|waiting| expires(entry, &waiting));
    let mut answering = entry.answering.borrow_mut();
    let Some(row) = answering.rows.get_mut(&number) else { return };
    (row.nonce, row.claims) = (random(), 0);
    let event = AuditEvent::new(stamp(), "question.reopened").about(session);
    let event = event.with("prompt", row.id.to_string()).with("why", noted::clean(why, 300));
    world.record.prompt_reopened(row.id.clone(), row.nonce, expires, Some(event));
}

/// Bytes that nobody can guess.
pub(crate) fn random<const COUNT: usize>() -> [u8; COUNT] {
    let mut bytes = [0; COUNT];
    let mut filled = 0;
    while filled < COUNT {
        let rest = bytes.get_mut(filled..).unwrap_or_default();
        match rustix::rand::getrandom(rest, rustix::rand::GetRandomFlags::empty()) {
            Ok(count) => filled += count,
            Err(rustix::io::Errno::INTR) => {}
            // Linux has had it since 3.17: without it nothing may be guessed, so nothing is answered.
            Err(_) => break,
        }
    }
    bytes
}
