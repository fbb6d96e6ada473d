//! Finding sessions: those that were there before this brain, and those that begin.

use std::io;
use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use rustix::fs::inotify;
use tokio::sync::Notify;

use crate::hosts;
use crate::life::World;

/// The kernel tells of new sockets. This is for what it could not tell, and for what is gone.
const LOOK_AGAIN: Duration = Duration::from_secs(10);
/// Enough for a thread that does nothing but wait.
const STACK: usize = 64 << 10;

/// Looks for sessions: whenever something appears in `folder`, and now and again.
pub(crate) async fn look_for_sessions(world: Rc<World>, folder: &Path) {
    let news = listen_to(folder).unwrap_or_else(|error| {
        tracing::warn!(%error, "new sessions are found late");
        Arc::default()
    });
    let there = world.sessions.all().into_iter().map(|(session, _)| session);
    world.record.only_these_run(there.collect());
    loop {
        look(&world);
        let _ = tokio::time::timeout(LOOK_AGAIN, news.notified()).await;
    }
}

/// Has a thread wait for something to appear in a folder. What it was does not matter: everything is looked at.
fn listen_to(folder: &Path) -> io::Result<Arc<Notify>> {
    let watch = inotify::init(inotify::CreateFlags::CLOEXEC)?;
    inotify::add_watch(&watch, folder, inotify::WatchFlags::CREATE | inotify::WatchFlags::MOVED_TO)?;
    let news = Arc::new(Notify::new());
    let told = Arc::clone(&news);
    std::thread::Builder::new().name("sockets".into()).stack_size(STACK).spawn(move || {
        let mut names = [0; 4096];
        while rustix::io::retry_on_intr(|| rustix::io::read(&watch, &mut names)).is_ok() {
            told.notify_one();
        }
    })?;
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
