//! Asking the policy about a question.

use std::path::Path;
use std::rc::Rc;

use engine::{IS_MANUAL, Input, Number, Ruling, Waiting};
use model::{Kind, PromptId, SessionId, Subject};
use policy::Tool;
use store::Judged;
use wire::WireSubject;

use super::prompt::{self, Row};
use super::{drive, wishes};
use crate::life::World;
use crate::noted;
use crate::registry::Entry;
use crate::rules::Asked;

/// Has a question judged; the verdict comes as an input.
pub(super) fn judge(world: &Rc<World>, session: &SessionId, entry: &Rc<Entry>, number: Number) {
    let asked = {
        let answering = entry.answering.borrow();
        let Some(waiting) = answering.engine.question(number) else { return };
        // What a program says through its hook needs no profile, and its answer no key.
        let by_screen = waiting.confidence.is_some();
        match world.rules.profiles_wait().filter(|_| by_screen) {
            Some(reason) => Err(reason),
            None => asked(world, entry, &waiting),
        }
    };
    let (world, session, entry) = (Rc::clone(world), session.clone(), Rc::clone(entry));
    tokio::task::spawn_local(async move {
        let ruling = match asked {
            Ok(asked) => verdict(&world, &session, &entry, number, asked).await,
            Err(reason) => Ruling::ask(reason),
        };
        drive(&world, &session, &entry, Input::Judged(number, Box::new(ruling)));
    });
}

/// The session is automatic again. What a person was asked because it was manual is judged anew, as if it had come just now.
pub(super) fn again(world: &Rc<World>, session: &SessionId, entry: &Rc<Entry>) {
    let manual = |row: &Row| row.reasons.iter().any(|reason| reason.starts_with(IS_MANUAL));
    let numbers: Vec<Number> = {
        let answering = entry.answering.borrow();
        let asked = answering.rows.iter().filter(|(_, row)| row.asked && manual(row));
        asked.map(|(number, _)| *number).collect()
    };
    for number in numbers {
        let (world, session, entry) = (Rc::clone(world), session.clone(), Rc::clone(entry));
        tokio::task::spawn_local(async move { anew(&world, &session, &entry, number).await });
    }
}

async fn anew(world: &Rc<World>, session: &SessionId, entry: &Rc<Entry>, number: Number) {
    let (asked, typed) = {
        let answering = entry.answering.borrow();
        let Some(waiting) = answering.engine.question(number) else { return };
        (asked(world, entry, &waiting), answering.epoch)
    };
    let ruling = match asked {
        Ok(asked) => verdict(world, session, entry, number, asked).await,
        Err(reason) => Ruling::ask(reason),
    };
    if ruling.verdict.allows() {
        // As long as for any other, so that a key can stop it.
        tokio::time::sleep(ruling.delay).await;
    }
    let reasons = ruling.reasons.clone();
    // A key shows that the person is at it.
    if entry.answering.borrow().epoch == typed {
        drive(world, session, entry, Input::Judged(number, Box::new(ruling)));
    }
    let mut answering = entry.answering.borrow_mut();
    let by_hand = answering.engine.question(number).and_then(|waiting| waiting.by_hand.map(str::to_owned));
    if let Some(row) = answering.rows.get_mut(&number) {
        row.reasons = by_hand.into_iter().chain(reasons).collect();
    }
    world.prompts.changed();
}

async fn verdict(
    world: &Rc<World>,
    session: &SessionId,
    entry: &Rc<Entry>,
    number: Number,
    asked: Asked,
) -> Ruling {
    match world.rules.judge(session, asked).await {
        Ok((judgement, rules)) => {
            wishes::apply(world, session, entry, rules);
            let ruling = Ruling::from(&judgement);
            rejudged(world, entry, number, &ruling);
            entry.answering.borrow_mut().judged.insert(number, judgement);
            ruling
        }
        Err(reason) => Ruling::ask(reason),
    }
}

/// Other rules may mean another verdict about everything that is open; the same ones do not.
pub(super) fn renew(world: &Rc<World>, session: &SessionId, entry: &Rc<Entry>, rules: engine::Rules) {
    let known = entry.answering.borrow_mut().rules.replace(rules.clone());
    if known.as_ref() != Some(&rules) {
        drive(world, session, entry, Input::Rules(Box::new(rules)));
    }
}

/// A question that is in the record already is judged anew when more is known of it.
fn rejudged(world: &World, entry: &Entry, number: Number, ruling: &Ruling) {
    let answering = entry.answering.borrow();
    let (Some(row), Some(waiting)) = (answering.rows.get(&number), answering.engine.question(number)) else {
        return;
    };
    world.record.prompt_judged(judged(&row.id, &waiting, ruling, prompt::expires(entry, &waiting)), None);
}

/// What was decided, as it is written down.
pub(super) fn judged(
    id: &PromptId,
    waiting: &Waiting<'_>,
    ruling: &Ruling,
    expires_at: Option<i64>,
) -> Judged {
    let subject = waiting.question.subject.as_ref();
    Judged {
        id: id.clone(),
        tool: waiting.tool.map(str::to_owned),
        subject: subject.map(|subject| noted::clean(&subject.text, noted::LONGEST_SUBJECT)),
        partial: subject.is_some_and(|subject| subject.partial),
        verdict: ruling.verdict,
        danger: ruling.danger,
        rule: ruling.rule.clone(),
        reasons: noted::reasons(&ruling.reasons),
        expires_at,
    }
}

/// The request that a question is, or why no policy is to be asked about it.
fn asked(world: &World, entry: &Entry, waiting: &Waiting<'_>) -> Result<Asked, String> {
    match waiting.question.kind {
        Kind::Password => return Err("a password is typed by you alone".into()),
        Kind::Unknown => return Err("it waits, and nobody can say for what".into()),
        _ => {}
    }
    let tracked = entry.tracked.borrow();
    let tool = waiting.tool.and_then(Tool::of_word).unwrap_or(Tool::Question);
    Ok(Asked {
        agent: waiting.agent.to_owned(),
        tool,
        subject: subject(tool, waiting.question.subject.as_ref()),
        kind: Some(waiting.question.kind),
        question: Some(waiting.question.text.clone()),
        confidence: waiting.confidence,
        session: tracked.line.name.clone(),
        folder: waiting.folder.map_or_else(|| entry.folder(), str::to_owned),
        home: world.home.as_deref().map(Path::to_owned),
    })
}

/// What the request is about. What is known in part only is never allowed.
pub(crate) fn subject(tool: Tool, subject: Option<&Subject>) -> WireSubject {
    let Some(subject) = subject else { return WireSubject::Nothing };
    let text = subject.text.clone();
    match tool {
        _ if subject.partial => WireSubject::Partial(text),
        Tool::Shell => WireSubject::Shell(text),
        Tool::Write | Tool::Edit | Tool::Read => WireSubject::Paths(vec![text]),
        Tool::Fetch => WireSubject::Url(text),
        Tool::Mcp => WireSubject::Name(text),
        Tool::Question | Tool::Plan | Tool::Trust => WireSubject::Nothing,
    }
}
