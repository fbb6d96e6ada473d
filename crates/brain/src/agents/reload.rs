//! Reading the folder of profiles again when something in it changes.

use std::io;
use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use detect::ProfileError;
use rustix::fs::inotify::WatchFlags;

use super::Agents;
use crate::folder_news::FolderNews;
use crate::life::World;

/// The kernel tells of changes; this is for what it cannot tell (links, other machines' disks).
const LOOK_AGAIN: Duration = Duration::from_secs(10);

/// What the folder is listened to by: itself, or the nearest folder above it that is there.
#[derive(Default)]
struct Ear {
    news: Option<FolderNews>,
    listens: Option<i32>,
}

/// Keeps the profiles of all sessions as the folder has them.
pub(crate) async fn follow(world: Rc<World>, mut agents: Agents, mut problems: Vec<ProfileError>) {
    tell(&problems);
    let news = FolderNews::start("profiles").inspect_err(told_late).ok();
    let mut ear = Ear { news, listens: None };
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

fn told_late(error: &io::Error) {
    tracing::warn!(%error, "changed profiles are found late");
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

impl Ear {
    /// Listens to the folder, or to the nearest one above it until it is there. Each time anew: a folder of the same
    /// name may be another one.
    fn turn_to(&mut self, folder: &Path) {
        let Some(news) = &self.news else { return };
        for (place, ancestor) in folder.ancestors().enumerate() {
            // A file that is only just being written is told of when it is whole.
            let written = WatchFlags::CLOSE_WRITE | WatchFlags::MOVED_FROM | WatchFlags::DELETE;
            let gone = WatchFlags::DELETE_SELF | WatchFlags::MOVE_SELF;
            let within = if place == 0 { written | gone } else { WatchFlags::CREATE };
            if let Ok(listens) = news.listen_to(ancestor, within | WatchFlags::MOVED_TO) {
                let before = self.listens.replace(listens).filter(|before| *before != listens);
                before.into_iter().for_each(|before| news.forget(before));
                return;
            }
        }
    }

    async fn hear(&self) {
        match &self.news {
            Some(news) => drop(tokio::time::timeout(LOOK_AGAIN, news.come()).await),
            None => tokio::time::sleep(LOOK_AGAIN).await,
        }
    }
}
