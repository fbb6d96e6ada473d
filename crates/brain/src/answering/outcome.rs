//! What became of answers and of questions, told to whom it concerns.

use std::rc::Rc;

use engine::{Answer, By, Ending, Number, Outcome, Stage};
use model::{AuditEvent, PromptStatus, SessionId};
use serde_json::json;

use super::drive::stamp;
use super::over_time;
use super::remark::remark;
use crate::life::World;
use crate::noted;
use crate::now;
use crate::registry::Entry;

/// An answer had this outcome.
pub(super) fn tell(
    world: &World,
    session: &SessionId,
    entry: &Rc<Entry>,
    number: Number,
    by: &By,
    told: &Outcome,
) {
    let prompt = entry.answering.borrow().rows.get(&number).map(|row| row.id.to_string());
    let more = json!({"prompt": prompt, "by": by.words(), "reason": told.reason()});
    remark(entry, told.word(), more);
    let mut answering = entry.answering.borrow_mut();
    let id = answering.rows.get(&number).map(|row| row.id.to_string());
    let event = AuditEvent::new(stamp(), format!("answer.{}", told.word())).about(session);
    let event = event.with("prompt", id).with("by", by.words());
    world.record.append(match told.reason() {
        Some(reason) => event.with("why", noted::clean(reason, 300)),
        None => event,
    });
    let reason = told.reason().map(|reason| format!(": {reason}")).unwrap_or_default();
    answering.notes.add(now(), format!("the answer of {} {}{reason}", by.words(), told.word()));
    let (heard, others): (Vec<_>, Vec<_>) =
        answering.waiters.drain(..).partition(|(waits, who, _)| *waits == number && who == by);
    answering.waiters = others;
    for (_, _, waiter) in heard {
        let _ = waiter.send(told.clone());
    }
}

/// A hook's call gets its answer.
pub(super) fn reply(entry: &Rc<Entry>, call: u64, answer: Option<(Answer, By)>, question: Option<Number>) {
    let Some(caller) = entry.calls.borrow_mut().remove(&call) else { return };
    let reason = matches!(&answer, Some((Answer::Deny { why: Some(_) }, _)));
    if caller.send(answer).is_ok() && reason {
        let mut answering = entry.answering.borrow_mut();
        let awaited = |number: &Number| answering.waiters.iter().any(|(waits, _, _)| waits == number);
        let heard = question.filter(awaited);
        answering.handed_over.extend(heard);
    }
}

/// A question is over.
pub(super) fn ended(world: &World, session: &SessionId, entry: &Entry, number: Number, ending: &Ending) {
    let mut answering = entry.answering.borrow_mut();
    answering.judged.remove(&number);
    answering.waiters.retain(|(waits, _, _)| *waits != number);
    let Some(row) = answering.rows.remove(&number) else { return };
    let event = AuditEvent::new(stamp(), "question.ended").about(session);
    let event = event.with("prompt", row.id.to_string()).with("how", ending.stage.word());
    let event = event.with("by", ending.by.as_ref().map(By::words));
    world.record.prompt_ended(row.id.clone(), status(ending.stage), stamp(), Some(event));
    answering.notes.add(now(), format!("question {} {}", row.id, ending.stage.word()));
    if ending.stage == Stage::Expired {
        over_time::expired(entry, &mut answering, &row.id);
    }
}

/// The engine's word as the record's.
fn status(stage: Stage) -> PromptStatus {
    PromptStatus::of_word(stage.word()).unwrap_or(PromptStatus::Failed)
}
