//! Reading the folder of profiles again when something in it changes. What is new is shown at once; keys wait for the person's word.

use std::rc::Rc;
use std::sync::Arc;

use detect::ProfileError;

use super::{Agents, ProfileTexts};
use crate::ear::Ear;
use crate::life::World;

/// Takes note of what is in the folder for as long as the brain lives.
pub(crate) async fn follow(world: Rc<World>, mut agents: Agents) {
    let mut problems = Vec::new();
    let mut ear = Ear::new("profiles");
    loop {
        ear.turn_to(&agents.folder);
        if agents.has_changed()
            && let Some((read, texts, mistakes)) = look(agents.clone(), world.rules.found_profiles()).await
        {
            agents = read;
            if mistakes != problems {
                tell(&mistakes);
                problems = mistakes;
            }
            tracing::info!(folder = %agents.folder.display(), "profiles were read");
            world.rules.profiles_found(&world.record, texts);
            put_in_force(&world).await;
        }
        ear.hear().await;
    }
}

/// Compiling profiles takes a while, and a folder may be on a slow disk: sessions are followed meanwhile.
async fn look(mut agents: Agents, before: ProfileTexts) -> Option<(Agents, ProfileTexts, Vec<ProfileError>)> {
    let work = tokio::task::spawn_blocking(move || {
        let (texts, problems) = agents.found(&before);
        (agents, texts, problems)
    });
    work.await.inspect_err(|error| tracing::error!(%error, "profiles could not be read")).ok()
}

/// What the files say holds from now on, for sessions that run and those to come.
pub(crate) async fn put_in_force(world: &World) {
    if let Some(profiles) = world.rules.profiles_in_force().await {
        tracing::info!("profiles are in force");
        world.change_profiles(&Arc::new(profiles));
    }
}

fn tell(problems: &[ProfileError]) {
    for problem in problems {
        tracing::warn!("profile refused: {problem}; what was in force before stays");
    }
}
