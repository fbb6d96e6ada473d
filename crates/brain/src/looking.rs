//! Looking at a session between its host's words, and what follows from a look.

use std::rc::Rc;
use std::time::Instant;

use model::{AuditEvent, SessionId, Value};

use crate::answering;
use crate::life::World;
use crate::now;
use crate::registry::Entry;
use crate::sight;
use crate::tracking::Effect;

/// Waits for the host's next words, and meanwhile looks at the screen whenever that is due. What has come is taken
/// first: there is no point in looking at what is about to change.
pub(crate) async fn looking<T>(
    world: &Rc<World>,
    session: &SessionId,
    entry: &Rc<Entry>,
    words: impl Future<Output = T>,
) -> T {
    let mut words = std::pin::pin!(words);
    loop {
        let due = entry.tracked.borrow().lookout.next_look();
        let wake = entry.next_wake();
        tokio::select! {
            biased;
            words = &mut words => return words,
            () = entry.wake.notified() => find_programs(entry),
            () = tokio::time::sleep_until(due.unwrap_or_else(Instant::now).into()), if due.is_some() => {
                let (effects, sightings) = entry.tracked.borrow_mut().look(now(), Instant::now());
                for effect in effects {
                    carry_out(world, session, effect);
                }
                answering::looked(world, session, entry, &sightings);
                entry.news.notify_waiters();
            }
            () = tokio::time::sleep_until(wake.unwrap_or_else(Instant::now).into()), if wake.is_some() => {
                answering::tick(world, session, entry);
            }
        }
    }
}

/// Finds out what runs there, if that is not known. In a thread: a process can hold up who looks at it.
pub(crate) fn find_programs(entry: &Rc<Entry>) {
    let Some(candidates) = entry.tracked.borrow_mut().lookout.take_unidentified() else { return };
    let entry = Rc::clone(entry);
    tokio::task::spawn_local(async move {
        let work = tokio::task::spawn_blocking(move || sight::identify(&candidates));
        let programs = work.await.unwrap_or_default();
        entry.tracked.borrow_mut().lookout.identified(programs);
        entry.wake.notify_one();
    });
}

/// What needs nobody else.
pub(crate) fn carry_out(world: &World, session: &SessionId, effect: Effect) {
    match effect {
        Effect::Record(kind, fields) => world.record.append(event(session, kind, fields)),
        Effect::Warn { agent } => tracing::warn!(
            %session, agent,
            "a known agent waits, and nothing known fits its screen; `locum record --last {session}` saves a recording \
             to report it, without secrets"
        ),
        Effect::Reply { .. } | Effect::Ended(_) => {}
    }
}

fn event(session: &SessionId, kind: &'static str, fields: Vec<(&'static str, Value)>) -> AuditEvent {
    let event = AuditEvent::new(now().cast_signed(), kind).about(session);
    fields.into_iter().fold(event, |event, (name, value)| event.with(name, value))
}
