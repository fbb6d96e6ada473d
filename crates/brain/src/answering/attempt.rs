//! What a person wants: to see what waits, to answer it, to take over.

use std::rc::Rc;
use std::time::Duration;

use engine::{Answer, Attempt, By, Input, Number, Outcome};
use model::{PromptId, SessionId};
use store::{Claimed, Prompt, WhichPrompts, Why};
use tokio::sync::oneshot;
use tokio::time::timeout;
use wire::{BrainAnswer, PromptReply, PromptRequest, WirePrompt};

use super::meaning::meant;
use super::prompt::{CHANGED, answered, counts, in_words, intent, is_changed, reopen};
use super::remark::remark;
use super::{drive, over_time, review, shown, taking_up};
use crate::life::World;
use crate::registry::Entry;

/// How long who answers waits to hear what became of it.
const OUTCOME: Duration = Duration::from_secs(15);
/// How long who watches waits for something new.
const WATCH: Duration = Duration::from_secs(25);
/// The most of the record in one answer.
const MOST: u32 = 10_000;

/// Answers a request about questions.
pub(crate) async fn prompts(world: &Rc<World>, request: PromptRequest, from: String) -> BrainAnswer {
    match request {
        PromptRequest::Open => {
            first_look(world).await;
            open(world).await
        }
        PromptRequest::Await { seen } => wait(world, seen).await,
        PromptRequest::Past { since, limit } => past(world, since, limit.min(MOST)).await,
        PromptRequest::One { id } => one(world, &id).await,
        PromptRequest::Answer { id, nonce, reply } => answer(world, &id, nonce, &reply, from).await,
    }
}

/// Sessions that were there before the brain are looked at within this time.
const FIRST_LOOK: Duration = Duration::from_millis(800);

/// Who has just started the brain is not told that nothing waits before anything was looked at.
async fn first_look(world: &World) {
    let age = Duration::from_micros(crate::now().saturating_sub(world.since));
    if !world.registry.followed().is_empty() {
        tokio::time::sleep(FIRST_LOOK.saturating_sub(age)).await;
    }
}

/// What waits; behind it what waits at its terminal only.
async fn open(world: &World) -> BrainAnswer {
    let count = world.prompts.count();
    let over = over_time::all(world).await;
    let followed = world.registry.followed();
    let mut open: Vec<_> = followed.iter().flat_map(|(session, entry)| shown::open(session, entry)).collect();
    open.sort_by_key(|prompt| prompt.asked_at);
    BrainAnswer::Prompts { prompts: open.into_iter().chain(over).collect(), count }
}

async fn wait(world: &World, seen: u64) -> BrainAnswer {
    let _ = timeout(WATCH, world.prompts.after(seen)).await;
    open(world).await
}

async fn past(world: &World, since: u64, limit: u32) -> BrainAnswer {
    match world.record.prompts(WhichPrompts::All, Some(since.cast_signed()), limit).await {
        Ok(prompts) => BrainAnswer::Prompts {
            prompts: prompts.iter().map(|prompt| of_record(world, prompt)).collect(),
            count: world.prompts.count(),
        },
        Err(reason) => BrainAnswer::Failed { reason },
    }
}

/// One that waits, else one of the record. What an earlier brain asked may be seen again in a moment.
async fn one(world: &World, id: &str) -> BrainAnswer {
    taking_up::settled(world, id).await;
    let BrainAnswer::Prompts { prompts, count } = open(world).await else { return BrainAnswer::NoSession };
    let found: Vec<WirePrompt> = prompts.into_iter().filter(|prompt| prompt.id.starts_with(id)).collect();
    if !found.is_empty() {
        return BrainAnswer::Prompts { prompts: found, count };
    }
    match kept(world, id).await {
        Ok(prompt) => BrainAnswer::Prompts {
            prompts: prompt.iter().map(|prompt| of_record(world, prompt)).collect(),
            count,
        },
        Err(reason) => BrainAnswer::Failed { reason },
    }
}

/// One of the record, with the name that its session has now if it still runs.
fn of_record(world: &World, prompt: &Prompt) -> WirePrompt {
    let name = world.registry.get(&prompt.session).map(|entry| entry.tracked.borrow().line.name.clone());
    let session = (prompt.session.to_string(), name.unwrap_or_default());
    WirePrompt { session, ..shown::kept(prompt) }
}

/// The one with this id in the record.
async fn kept(world: &World, id: &str) -> Result<Option<Prompt>, String> {
    match PromptId::parse(id) {
        Ok(id) => world.record.prompt(id).await,
        Err(_) => Ok(None),
    }
}

/// A person answers. Their intent is recorded by one guarded change; who comes later is told so.
pub(crate) async fn answer(
    world: &Rc<World>,
    id: &str,
    nonce: [u8; 16],
    reply: &PromptReply,
    from: String,
) -> BrainAnswer {
    let Some((session, entry, number)) = find(world, id) else { return not_open(world, id).await };
    let chosen = {
        let answering = entry.answering.borrow();
        answering.engine.question(number).ok_or_else(gone).and_then(|waiting| meant(&waiting.question, reply))
    };
    let answer = match chosen {
        Ok(answer) => answer,
        Err(reason) => return BrainAnswer::Refused { reason },
    };
    let by = By::Person { from: from.clone() };
    let several = several(&answer);
    let Some(row) = entry.answering.borrow().rows.get(&number).cloned() else { return stale(gone()) };
    let claim = intent(&session, &row.id, nonce, &answer, &by);
    let said = answered(&claim);
    // Another nonce than ours is a question that was asked anew; that is no change of the row.
    let first = counts(&entry, number) && nonce == row.nonce;
    match world.record.claim(claim).await {
        Ok(Claimed::Won) => remark(&entry, "answered", said),
        Ok(Claimed::Lost(why)) if first && is_changed(world, &session, &row.id, &why) => {
            reopen(world, &session, &entry, number, CHANGED);
            return failed(CHANGED.to_owned());
        }
        Ok(Claimed::Lost(Why::Expired)) => return failed(over_time_in(&entry.tracked.borrow().line.name)),
        Ok(Claimed::Lost(why)) => return stale(in_words(&why)),
        Err(reason) => return failed(format!("it cannot be recorded: {reason}; answer again")),
    }
    let (tell, heard) = oneshot::channel();
    entry.answering.borrow_mut().waiters.push((number, by.clone(), tell));
    drive(world, &session, &entry, Input::Answered(number, Attempt { answer, by }));
    let outcome = timeout(OUTCOME, heard).await;
    let unheard = is_unheard(&entry, number, reply);
    match outcome {
        Ok(Ok(Outcome::Landed)) if unheard => BrainAnswer::Answered {
            outcome: Outcome::Landed.word().to_owned(),
            reason: Some(UNHEARD.to_owned()),
        },
        Ok(Ok(Outcome::Landed)) if !several.is_empty() => {
            review::submit(world, &entry, &several, from, told(&Outcome::Landed)).await
        }
        Ok(Ok(outcome)) => told(&outcome),
        _ => failed("nobody can say what became of it; look at the terminal".into()),
    }
}

/// The labels of the boxes that were chosen.
fn several(answer: &Answer) -> Vec<String> {
    match answer {
        Answer::Several(chosen) => chosen.iter().map(|(_, label)| label.clone()).collect(),
        _ => Vec::new(),
    }
}

/// A no that was a key has no room for words.
const UNHEARD: &str = "denied; the reason could not be handed over: it was answered by a key, and the program takes no words with that";

/// Whether somebody gave a reason for a no, and it did not go back through a hook.
fn is_unheard(entry: &Entry, number: Number, reply: &PromptReply) -> bool {
    let mut answering = entry.answering.borrow_mut();
    let before = answering.handed_over.len();
    answering.handed_over.retain(|handed| *handed != number);
    let gave_one = matches!(reply, PromptReply::Deny(why) if !why.is_empty());
    gave_one && answering.handed_over.len() == before
}

fn gone() -> String {
    "the question is not open any more".to_owned()
}

/// It is gone, or another one.
fn stale(reason: String) -> BrainAnswer {
    told(&Outcome::Stale(reason))
}

/// It stands, and was not answered.
fn failed(reason: String) -> BrainAnswer {
    told(&Outcome::Failed(reason))
}

fn over_time_in(name: &str) -> String {
    format!(
        "the time for an answer is over. It still stands: answer it at its terminal, or `locum attach {name}`"
    )
}

fn told(outcome: &Outcome) -> BrainAnswer {
    BrainAnswer::Answered { outcome: outcome.word().to_owned(), reason: outcome.reason().map(str::to_owned) }
}

async fn not_open(world: &World, id: &str) -> BrainAnswer {
    if let Some(name) = over_time::stands_in(world, id) {
        return failed(over_time_in(&name));
    }
    match kept(world, id).await {
        Ok(Some(prompt)) if prompt.ended_at.is_none() => {
            stale("it was asked before, and is not seen on the screen now; look at the terminal".into())
        }
        Ok(Some(prompt)) => {
            let by = prompt.answered.as_ref().map(|answered| format!(", by {}", answered.by));
            stale(format!("it is {} already{}", prompt.status.word(), by.unwrap_or_default()))
        }
        Ok(None) => BrainAnswer::Refused {
            reason: format!("there is no question `{id}`; `locum prompts` lists them"),
        },
        Err(reason) => BrainAnswer::Failed { reason },
    }
}

fn find(world: &World, id: &str) -> Option<(SessionId, Rc<Entry>, Number)> {
    world.registry.followed().into_iter().find_map(|(session, entry)| {
        let number = {
            let answering = entry.answering.borrow();
            answering.rows.iter().find(|(_, row)| row.id.as_str() == id).map(|(number, _)| *number)
        }?;
        Some((session, entry, number))
    })
}
