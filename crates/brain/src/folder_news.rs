//! The kernel tells of changes in folders. What changed does not matter to who listens: everything is looked at.

use std::io;
use std::os::fd::OwnedFd;
use std::path::Path;
use std::sync::Arc;

use rustix::fs::inotify::{self, WatchFlags};
use tokio::sync::Notify;

/// Enough for a thread that does nothing but wait.
const STACK: usize = 64 << 10;

/// News of some folders.
#[derive(Debug)]
pub(crate) struct FolderNews {
    watch: Arc<OwnedFd>,
    told: Arc<Notify>,
}

impl FolderNews {
    /// Has a thread of this name wait for news.
    pub(crate) fn start(name: &str) -> io::Result<FolderNews> {
        let watch = Arc::new(inotify::init(inotify::CreateFlags::CLOEXEC)?);
        let told = Arc::new(Notify::new());
        let (source, news) = (Arc::clone(&watch), Arc::clone(&told));
        std::thread::Builder::new().name(name.into()).stack_size(STACK).spawn(move || {
            let mut names = [0; 4096];
            while rustix::io::retry_on_intr(|| rustix::io::read(&source, &mut names)).is_ok() {
                news.notify_one();
            }
        })?;
        Ok(FolderNews { watch, told })
    }

    /// Also listens to this folder.
    pub(crate) fn listen_to(&self, folder: &Path, what: WatchFlags) -> io::Result<i32> {
        Ok(inotify::add_watch(&self.watch, folder, what)?)
    }

    /// Listens to a folder no more.
    pub(crate) fn forget(&self, listened: i32) {
        let _ = inotify::remove_watch(&self.watch, listened);
    }

    /// Returns when there is news.
    pub(crate) async fn come(&self) {
        self.told.notified().await;
    }
}
