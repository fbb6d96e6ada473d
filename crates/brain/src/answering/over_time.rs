//! A question whose time is over may still stand on the screen. Nobody answers it from elsewhere any more, but the person is not
//! to believe that nothing waits.

use std::rc::Rc;

use detect::State;
use model::{PromptId, SessionId};
use wire::WirePrompt;

use super::{Answering, shown};
use crate::life::World;
use crate::registry::Entry;

/// A question that nobody answered in time.
#[derive(Debug, Clone)]
pub(crate) struct OverTime {
    id: PromptId,
    /// Which question on the screen it is.
    fingerprint: u64,
}

/// The time of a question is over. What stands on the screen and is open for nobody is that one.
pub(super) fn expired(entry: &Entry, answering: &mut Answering, id: &PromptId) {
    let Some(fingerprint) = standing(entry) else { return };
    if answering.engine.waiting().all(|waiting| waiting.fingerprint != Some(fingerprint)) {
        answering.over_time = Some(OverTime { id: id.clone(), fingerprint });
    }
}

/// The screen was looked at: it may be gone, answered at the terminal or not.
pub(super) fn looked(world: &World, entry: &Entry) {
    let gone = entry.answering.borrow().over_time.is_some() && still(entry).is_none();
    if gone {
        entry.answering.borrow_mut().over_time = None;
        world.prompts.changed();
    }
}

/// All that stand there.
pub(super) async fn all(world: &World) -> Vec<WirePrompt> {
    let mut found = Vec::new();
    for (session, entry) in world.registry.followed() {
        let Some(id) = still(&entry) else { continue };
        if let Ok(Some(prompt)) = world.record.prompt(id).await {
            let name = entry.tracked.borrow().line.name.clone();
            found.push(WirePrompt { session: (session.to_string(), name), ..shown::kept(&prompt) });
        }
    }
    found
}

/// The name of the session in which this one stands.
pub(super) fn stands_in(world: &World, id: &str) -> Option<String> {
    let is_it = |(_, entry): &(SessionId, Rc<Entry>)| still(entry).is_some_and(|over| over.as_str() == id);
    let (_, entry) = world.registry.followed().into_iter().find(is_it)?;
    let name = entry.tracked.borrow().line.name.clone();
    Some(name)
}

fn still(entry: &Entry) -> Option<PromptId> {
    let over = entry.answering.borrow().over_time.clone()?;
    (standing(entry) == Some(over.fingerprint)).then_some(over.id)
}

/// The question that stands on the screen, also while it is being drawn anew.
fn standing(entry: &Entry) -> Option<u64> {
    let standing = entry.tracked.borrow().lookout.standing()?;
    let asks = matches!(standing.detection.state, State::Asking(_));
    standing.fingerprint.filter(|_| asks).map(detect::Fingerprint::number)
}
