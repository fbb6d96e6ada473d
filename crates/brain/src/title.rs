//! What a session waits for, for the title of its terminal's window, where the person wants that there.

use std::collections::BTreeMap;
use std::path::Path;
use std::rc::Rc;

use model::SessionId;
use wire::Request;

use crate::answering;
use crate::life::World;
use crate::line::Line;
use crate::registry::Entry;

/// What each session's host was last told.
type Told = BTreeMap<SessionId, Option<String>>;

/// Follows what all sessions wait for.
pub(crate) async fn follow(world: Rc<World>) {
    let mut told = Told::new();
    loop {
        let seen = world.prompts.count();
        tell_changes(&world, &mut told).await;
        world.prompts.after(seen).await;
    }
}

async fn tell_changes(world: &World, told: &mut Told) {
    let followed = world.registry.followed();
    told.retain(|session, _| followed.iter().any(|(known, _)| known == session));
    let changed = |(session, entry): (SessionId, Rc<Entry>)| {
        let state = state(&entry);
        (told.get(&session) != Some(&state)).then_some((session, entry, state))
    };
    let changed: Vec<_> = followed.into_iter().filter_map(changed).collect();
    if changed.is_empty() {
        return;
    }
    let wanted = world.prompts.title_is_wanted().await;
    for (session, entry, state) in changed {
        let state = state.filter(|_| wanted);
        // An earlier brain may have told it something.
        let may_show = wanted || told.get(&session).is_some_and(Option::is_some);
        if !may_show || tell(&entry.hand.path, state.clone()).await {
            told.insert(session, state);
        }
    }
}

/// In the person's words; none if there is nothing to say.
fn state(entry: &Entry) -> Option<String> {
    let line = &entry.tracked.borrow().line;
    match (answering::asks(entry), &line.manual) {
        (true, _) => Some(format!("locum: {} waits for you", line.name)),
        (false, Some(_)) => Some("locum: manual".to_owned()),
        (false, None) => None,
    }
}

/// False if it could not be told; it is tried with the next change.
async fn tell(host: &Path, text: Option<String>) -> bool {
    let told = match Line::to_host(host).await {
        Ok((mut line, _)) => line.ask(&Request::Title { text }).await.map(drop),
        Err(error) => Err(error),
    };
    if let Err(error) = &told {
        tracing::debug!(%error, "the title could not be told");
    }
    told.is_ok()
}
