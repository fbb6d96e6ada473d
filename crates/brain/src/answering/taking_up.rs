//! A question that an earlier brain asked and that still stands is taken up under its id, with its age and what is left of its
//! time: the person may have the id in front of them.

use std::rc::Rc;
use std::time::Duration;

use engine::{Input, Number, Waiting};
use model::{AuditEvent, PromptStatus, SessionId};
use store::Prompt;
use tokio::time::{Instant, timeout_at};

use super::drive::{drive, stamp};
use super::judging;
use super::prompt::{Row, expires};
use crate::life::World;
use crate::record::Unanswered;
use crate::registry::Entry;

/// How long after the first look a question may take to be seen again. An agent that is busy with itself may need some seconds.
const SEEN_WITHIN: Duration = Duration::from_secs(5);
/// How long who asks for one of them waits for it to be seen.
const PATIENCE: Duration = Duration::from_secs(3);

/// Questions of an earlier brain that were not seen again so far.
#[derive(Debug, Default)]
pub(crate) struct Earlier {
    questions: Vec<Unanswered>,
    /// The screen was looked at since.
    looked: bool,
}

impl Earlier {
    pub(super) fn of(questions: Vec<Unanswered>) -> Self {
        Earlier { questions, looked: false }
    }

    /// The one that this is. With any key since then it may have been answered, and this is another with the same words.
    /// Of several that fit nobody knows which it is.
    fn take(&mut self, waiting: &Waiting<'_>, typed: u64) -> Option<Prompt> {
        let is_it = |earlier: &Unanswered| earlier.typed == typed && is_same(&earlier.prompt, waiting);
        let mut places = (0..self.questions.len()).filter(|at| self.questions.get(*at).is_some_and(is_it));
        match (places.next(), places.next()) {
            (Some(place), None) => Some(self.questions.remove(place).prompt),
            _ => None,
        }
    }
}

/// By all words of the question, which is how one question is told from another everywhere.
fn is_same(earlier: &Prompt, waiting: &Waiting<'_>) -> bool {
    earlier.kind == waiting.question.kind && earlier.fingerprint == format!("{:016x}", waiting.words)
}

/// The row of a question that was asked before, open for who knows another nonce.
pub(super) fn row(world: &World, session: &SessionId, entry: &Entry, number: Number) -> Option<Row> {
    let mut answering = entry.answering.borrow_mut();
    let answering = &mut *answering;
    let waiting = answering.engine.question(number)?;
    let before = answering.earlier.take(&waiting, answering.epoch)?;
    let row = Row::new(before.id, Some((before.asked_at, before.expires_at)));
    // What is answered without a person needs no time of theirs.
    let until = expires(entry, &waiting).map(|end| before.expires_at.map_or(end, |before| before.min(end)));
    let event = AuditEvent::new(stamp(), "question.adopted").about(session);
    let event = event.with("prompt", row.id.to_string());
    world.record.prompt_reopened(row.id.clone(), row.nonce, until, Some(event));
    if let Some(ruling) = waiting.ruling {
        world.record.prompt_judged(judging::judged(&row.id, &waiting, ruling, until), None);
    }
    Some(row)
}

/// The engine is told how old it is. Its time may be over by now.
pub(super) fn dated(
    world: &Rc<World>,
    session: &SessionId,
    entry: &Rc<Entry>,
    number: Number,
    since: i64,
    until: Option<i64>,
) {
    let (now, wall) = (entry.now().at, stamp());
    let since = now.saturating_sub(micros(wall.saturating_sub(since)));
    let expires = until.map(|until| now + micros(until.saturating_sub(wall)));
    drive(world, session, entry, Input::AskedBefore { number, since, expires });
}

fn micros(count: i64) -> Duration {
    Duration::from_micros(u64::try_from(count).unwrap_or_default())
}

/// The screen was looked at: from now on what stands there is seen again soon, or is gone.
pub(super) fn looked(world: &Rc<World>, session: &SessionId, entry: &Rc<Entry>) {
    let first = {
        let earlier = &mut entry.answering.borrow_mut().earlier;
        !std::mem::replace(&mut earlier.looked, true) && !earlier.questions.is_empty()
    };
    if first {
        let (world, session, entry) = (Rc::clone(world), session.clone(), Rc::clone(entry));
        tokio::task::spawn_local(async move {
            tokio::time::sleep(SEEN_WITHIN).await;
            close(&world, &session, &entry);
        });
    }
}

/// What was not seen again is gone.
pub(super) fn close(world: &World, session: &SessionId, entry: &Entry) {
    let rest = std::mem::take(&mut entry.answering.borrow_mut().earlier.questions);
    for Unanswered { prompt, .. } in rest {
        let event = AuditEvent::new(stamp(), "question.ended").about(session);
        let event = event.with("prompt", prompt.id.to_string()).with("how", PromptStatus::Gone.word());
        world.record.prompt_ended(prompt.id, PromptStatus::Gone, stamp(), Some(event));
        world.prompts.changed();
    }
}

/// Waits, for a moment, until the question with this id is seen again or gone.
pub(super) async fn settled(world: &World, id: &str) {
    let until = Instant::now() + PATIENCE;
    while is_awaited(world, id) {
        if timeout_at(until, world.prompts.after(world.prompts.count())).await.is_err() {
            return;
        }
    }
}

fn is_awaited(world: &World, id: &str) -> bool {
    let awaits = |entry: &Rc<Entry>| {
        let answering = entry.answering.borrow();
        answering.earlier.questions.iter().any(|earlier| earlier.prompt.id.as_str().starts_with(id))
    };
    world.registry.entries().iter().any(awaits)
}
