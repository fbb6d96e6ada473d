//! Listening to one folder of the person's, which may not be there yet.

use std::io;
use std::path::Path;
use std::time::Duration;

use rustix::fs::inotify::WatchFlags;

use crate::folder_news::FolderNews;

/// The kernel tells of changes; this is for what it cannot tell (links, other machines' disks).
const LOOK_AGAIN: Duration = Duration::from_secs(10);

/// What the folder is listened to by: itself, or the nearest folder above it that is there.
pub(crate) struct Ear {
    news: Option<FolderNews>,
    listens: Option<i32>,
}

impl Ear {
    /// An ear whose thread has this name. Without one, changes are found late.
    pub(crate) fn new(name: &str) -> Ear {
        let late = |error: &io::Error| tracing::warn!(%error, name, "changed files are found late");
        Ear { news: FolderNews::start(name).inspect_err(late).ok(), listens: None }
    }

    /// Listens to the folder, or to the nearest one above it until it is there. Each time anew: a folder of the same
    /// name may be another one.
    pub(crate) fn turn_to(&mut self, folder: &Path) {
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

    pub(crate) async fn hear(&self) {
        match &self.news {
            Some(news) => drop(tokio::time::timeout(LOOK_AGAIN, news.come()).await),
            None => tokio::time::sleep(LOOK_AGAIN).await,
        }
    }
}
