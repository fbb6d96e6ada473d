//! What a rule denies before the agent asks: a question that nobody was shown, with its answer. It is written down like any other, so
//! that the person can say afterwards what was denied and why.

use std::rc::Rc;

use engine::{Answer, By, Input};
use model::{AuditEvent, Kind, PromptId, PromptStatus, Question, SessionId};
use policy::Judgement;
use serde_json::json;
use store::{Claimed, Prompt};
use wire::HookEvent;

use super::drive::{drive, stamp};
use super::prompt::{Row, answered, intent, random};
use super::remark::remark;
use crate::life::World;
use crate::noted;
use crate::registry::Entry;

/// A rule's no to what an agent is about to do.
pub(super) struct Denial<'a> {
    pub(super) event: &'a HookEvent,
    /// What the agent would have asked.
    pub(super) question: Question,
    /// The same for the same words.
    pub(super) words: u64,
    pub(super) judgement: &'a Judgement,
    /// What the agent is told.
    pub(super) message: &'a str,
}

impl Denial<'_> {
    /// It counts for the limits, as any automatic answer does. No limit holds it back: what is not denied may be run.
    pub(super) fn count(&self, world: &Rc<World>, session: &SessionId, entry: &Rc<Entry>) {
        let rule = rule(self.judgement);
        drive(world, session, entry, Input::DeniedBefore { rule, words: self.words });
    }

    /// Writes it down, as asked and answered at once; its id. The agent does not wait for that: it is denied in any case.
    pub(super) fn record(&self, world: &Rc<World>, session: &SessionId, entry: &Rc<Entry>) -> PromptId {
        let row = Row::new(PromptId::from_random(random()), None);
        world.record.prompt_opened(self.written(session, entry, &row), None);
        let by = By::Rule(rule(self.judgement));
        let answer = Answer::Deny { why: Some(self.message.to_owned()) };
        let claim = intent(session, &row.id, row.nonce, &answer, &by);
        let said = answered(&claim);
        let (world, session, entry, id) =
            (Rc::clone(world), session.clone(), Rc::clone(entry), row.id.clone());
        tokio::task::spawn_local(async move {
            let won = matches!(world.record.claim(claim).await, Ok(Claimed::Won));
            if won {
                remark(&entry, "answered", said);
                remark(&entry, "landed", json!({"prompt": row.id.to_string(), "by": by.words()}));
            }
            ended(&world, &session, &row.id, &by, won);
        });
        id
    }

    fn written(&self, session: &SessionId, entry: &Entry, row: &Row) -> Prompt {
        let (event, judgement) = (self.event, self.judgement);
        let subject = self.question.subject.as_ref();
        Prompt {
            id: row.id.clone(),
            session: session.clone(),
            fingerprint: format!("{:016x}", self.words),
            agent: event.agent.clone(),
            tool: Some(event.tool.clone()).filter(|tool| !tool.is_empty()),
            kind: Kind::Menu,
            question: noted::question(&self.question),
            subject: subject.map(|subject| noted::clean(&subject.text, noted::LONGEST_SUBJECT)),
            partial: subject.is_some_and(|subject| subject.partial),
            choices: noted::labels(&self.question),
            folder: event.folder.clone().unwrap_or_else(|| entry.folder()),
            verdict: Some(judgement.verdict),
            danger: Some(judgement.danger),
            rule: judgement.rule.clone(),
            reasons: noted::reasons(&judgement.reasons),
            status: PromptStatus::Open,
            nonce: row.nonce,
            asked_at: stamp(),
            expires_at: None,
            answered: None,
            ended_at: None,
        }
    }
}

/// The rule that denies.
pub(super) fn rule(judgement: &Judgement) -> String {
    judgement.rule.clone().unwrap_or_else(|| "danger".to_owned())
}

/// It is over at once: the agent goes on with the no. Where that could not be written down, the record says so.
fn ended(world: &World, session: &SessionId, id: &PromptId, by: &By, won: bool) {
    let status = if won { PromptStatus::Landed } else { PromptStatus::Failed };
    let event = AuditEvent::new(stamp(), "question.ended").about(session).with("prompt", id.to_string());
    let event = event.with("how", status.word()).with("by", won.then(|| by.words()));
    world.record.prompt_ended(id.clone(), status, stamp(), Some(event.with("through", "hook")));
}
