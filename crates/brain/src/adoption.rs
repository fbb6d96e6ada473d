//! Finding sessions: those that were there before this brain, and those that begin.

use std::io;
use std::path::Path;
use std::rc::Rc;
use std::time::Duration;

use rustix::fs::inotify::WatchFlags;

use crate::folder_news::FolderNews;
use crate::hosts;
use crate::life::World;

/// The kernel tells of new sockets. This is for what it could not tell, and for what is gone.
const LOOK_AGAIN: Duration = Duration::from_secs(10);

/// Looks for sessions: whenever something appears in `folder`, and now and again.
pub(crate) async fn look_for_sessions(world: Rc<World>, folder: &Path) {
    let news =
        listen_to(folder).inspect_err(|error| tracing::warn!(%error, "new sessions are found late")).ok();
    let there = world.sessions.all().into_iter().map(|(session, _)| session);
    world.record.only_these_run(there.collect());
    loop {
        look(&world);
        match &news {
            Some(news) => drop(tokio::time::timeout(LOOK_AGAIN, news.come()).await),
            None => tokio::time::sleep(LOOK_AGAIN).await,
        }
    }
}

fn listen_to(folder: &Path) -> io::Result<FolderNews> {
    let news = FolderNews::start("sockets")?;
    news.listen_to(folder, WatchFlags::CREATE | WatchFlags::MOVED_TO)?;
    Ok(news)
}

/// Follows every session that is not followed yet.
pub(crate) fn look(world: &Rc<World>) {
    let found = world.sessions.all();
    world.registry.forget_foreign(|session| found.iter().any(|(there, _)| there == session));
    for (session, path) in found {
        if world.registry.approach(&session) {
            tokio::task::spawn_local(hosts::follow(Rc::clone(world), session, path));
        }
    }
}
