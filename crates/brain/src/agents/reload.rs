//! Reading the folder of profiles again when something in it changes.

use std::rc::Rc;
use std::sync::Arc;

use detect::ProfileError;

use super::Agents;
use crate::ear::Ear;
use crate::life::World;

/// Keeps the profiles of all sessions as the folder has them.
pub(crate) async fn follow(world: Rc<World>, mut agents: Agents, mut problems: Vec<ProfileError>) {
    tell(&problems);
    let mut ear = Ear::new("profiles");
    loop {
        ear.turn_to(&agents.folder);
        if agents.has_changed()
            && let Some((read, profiles, found)) = load(agents.clone()).await
        {
            agents = read;
            if found != problems {
                tell(&found);
                problems = found;
            }
            tracing::info!(folder = %agents.folder.display(), "profiles were read again");
            world.change_profiles(&Arc::new(profiles));
        }
        ear.hear().await;
    }
}

/// Compiling profiles takes a while, and a folder may be on a slow disk: sessions are followed meanwhile.
async fn load(mut agents: Agents) -> Option<(Agents, detect::Profiles, Vec<ProfileError>)> {
    let work = tokio::task::spawn_blocking(move || {
        let (profiles, problems) = agents.load();
        (agents, profiles, problems)
    });
    work.await.inspect_err(|error| tracing::error!(%error, "profiles could not be read")).ok()
}

fn tell(problems: &[ProfileError]) {
    for problem in problems {
        tracing::warn!("profile refused: {problem}; what was in force before stays");
    }
}
