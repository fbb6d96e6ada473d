//! Nothing automatic: by the person's word, or because the engine handed over. The session's host keeps it too, for the next
//! brain: the record may not be written, and the host outlives us.

use std::rc::Rc;

use engine::Input;
use model::{AuditEvent, SessionId};
use wire::{BrainAnswer, Request};

use super::drive::{drive, stamp};
use super::judging;
use crate::life::World;
use crate::record::{AUTOMATIC, MANUAL};
use crate::registry::Entry;

/// A session and what is known of it.
type Known = (SessionId, Rc<Entry>);

/// The engine has become manual, or is automatic again.
pub(super) fn changed(world: &World, session: &SessionId, entry: &Rc<Entry>, why: Option<String>) {
    let event = match &why {
        Some(why) => AuditEvent::new(stamp(), MANUAL).with("why", why.clone()),
        None => AuditEvent::new(stamp(), AUTOMATIC),
    };
    world.record.append(event.about(session));
    let text = why.map_or_else(|| "automatic again".to_owned(), |why| format!("manual: {why}"));
    entry.answering.borrow_mut().notes.add(crate::now(), text);
    entry.tracked.borrow_mut().line.manual = entry.answering.borrow().engine.manual().map(str::to_owned);
    let entry = Rc::clone(entry);
    tokio::task::spawn_local(async move { tell_host(&entry).await });
}

/// Nothing automatic from now on, in a session or in all.
pub(crate) async fn pause(world: &Rc<World>, session: Option<&str>, from: &str) -> BrainAnswer {
    let Some(meant) = meant(world, session) else { return BrainAnswer::NoSession };
    for (id, entry) in &meant {
        drive(world, id, entry, Input::Pause { why: format!("paused by you ({from})") });
    }
    until_kept(world, &meant).await
}

/// Automatic again.
pub(crate) async fn resume(world: &Rc<World>, session: Option<&str>) -> BrainAnswer {
    let Some(meant) = meant(world, session) else { return BrainAnswer::NoSession };
    for (id, entry) in &meant {
        drive(world, id, entry, Input::Resume);
        judging::again(world, id, entry);
    }
    until_kept(world, &meant).await
}

/// All sessions, or the one of this id or name.
fn meant(world: &World, session: Option<&str>) -> Option<Vec<Known>> {
    let all = world.registry.followed();
    let Some(text) = session else { return Some(all) };
    let is_it = |(id, entry): &Known| id.as_str() == text || entry.tracked.borrow().line.name == text;
    let meant: Vec<_> = all.into_iter().filter(is_it).collect();
    Some(meant).filter(|meant| !meant.is_empty())
}

/// Waits until the next brain would know, by the hosts or by the record.
async fn until_kept(world: &World, meant: &[Known]) -> BrainAnswer {
    let told: Vec<_> = meant
        .iter()
        .map(|(_, entry)| {
            let entry = Rc::clone(entry);
            tokio::task::spawn_local(async move { tell_host(&entry).await })
        })
        .collect();
    let mut all = true;
    for told in told {
        all &= told.await.unwrap_or(false);
    }
    if all {
        return BrainAnswer::Done;
    }
    match world.record.written().await {
        Ok(()) => BrainAnswer::Done,
        Err(reason) => BrainAnswer::Failed {
            reason: format!(
                "it holds now, but a session's host did not answer and {reason}: a brain that is started anew would not know"
            ),
        },
    }
}

/// Tells how it is by then. One at a time, so that the last word is the latest.
async fn tell_host(entry: &Rc<Entry>) -> bool {
    let mut hand = entry.hand.line.lock().await;
    let why = entry.answering.borrow().engine.manual().map(str::to_owned);
    let told = entry.hand.ask(&mut hand, &Request::Manual { why }).await;
    if let Err(error) = &told {
        tracing::debug!(%error, "a host could not be told whether its session is manual");
    }
    told.is_ok()
}
