//! The links themselves: what they say, how old they are, and whether their session is there.

use std::fs::{self, DirBuilder, File, OpenOptions, TryLockError};
use std::io;
use std::os::unix::fs::{DirBuilderExt, MetadataExt, OpenOptionsExt};
use std::os::unix::net::UnixStream;
use std::path::PathBuf;
use std::time::{Duration, Instant, SystemTime};

use model::SessionId;

use super::{NameError, Names, valid};
use crate::folders::socket_name;

/// How long a session may take from its name to its socket. It takes milliseconds.
const STARTING: Duration = Duration::from_secs(5);
/// The lock is held for microseconds, unless its holder was stopped in the middle.
const PATIENCE: Duration = Duration::from_secs(2);

/// Who a link belongs to.
pub(super) enum Holder {
    Nobody,
    Session(SessionId),
}

impl Names {
    pub(super) fn holder(&self, name: &str) -> Holder {
        match self.target(name) {
            Some(id) if self.is_young(name) || self.is_listening(&id) => Holder::Session(id),
            _ => Holder::Nobody,
        }
    }

    pub(super) fn is_young(&self, name: &str) -> bool {
        let Ok(about) = fs::symlink_metadata(self.link(name)) else { return false };
        let made = Duration::new(about.mtime().unsigned_abs(), about.mtime_nsec().unsigned_abs() as u32);
        // A link from the future was made before the clock was put right.
        SystemTime::now().duration_since(SystemTime::UNIX_EPOCH + made).is_ok_and(|age| age < STARTING)
    }

    pub(super) fn has_socket(&self, id: &SessionId) -> bool {
        fs::symlink_metadata(self.runtime.join(socket_name(id))).is_ok()
    }

    /// A host that was killed leaves its socket behind.
    pub(super) fn is_listening(&self, id: &SessionId) -> bool {
        let gone = [io::ErrorKind::ConnectionRefused, io::ErrorKind::NotFound];
        UnixStream::connect(self.runtime.join(socket_name(id)))
            .map_or_else(|error| !gone.contains(&error.kind()), |_| true)
    }

    pub(super) fn links(&self) -> Vec<(String, SessionId)> {
        let entries = fs::read_dir(self.folder()).into_iter().flatten().flatten();
        let names = entries.filter_map(|entry| entry.file_name().into_string().ok());
        names
            .filter(|name| valid(name).is_ok())
            .filter_map(|name| Some((name.clone(), self.target(&name)?)))
            .collect()
    }

    pub(super) fn target(&self, name: &str) -> Option<SessionId> {
        SessionId::parse(fs::read_link(self.link(name)).ok()?.to_str()?).ok()
    }

    pub(super) fn remove(&self, name: &str) -> Result<(), NameError> {
        fs::remove_file(self.link(name)).map_err(|error| self.failed(name, error))
    }

    pub(super) fn lock(&self) -> Result<File, NameError> {
        self.make_folder()?;
        let path = self.link(".lock");
        let failed = |error| NameError::Io { path: path.clone(), error };
        let file = OpenOptions::new()
            .create(true)
            .truncate(false)
            .write(true)
            .mode(0o600)
            .open(&path)
            .map_err(failed)?;
        let start = Instant::now();
        loop {
            match file.try_lock() {
                Ok(()) => return Ok(file),
                Err(TryLockError::WouldBlock) if start.elapsed() < PATIENCE => {
                    std::thread::sleep(Duration::from_millis(1));
                }
                Err(error) => return Err(failed(error.into())),
            }
        }
    }

    pub(super) fn make_folder(&self) -> Result<(), NameError> {
        let made = DirBuilder::new().recursive(true).mode(0o700).create(self.folder());
        made.map_err(|error| NameError::Io { path: self.folder(), error })
    }

    pub(super) fn folder(&self) -> PathBuf {
        self.runtime.join("names")
    }

    pub(super) fn link(&self, name: &str) -> PathBuf {
        self.folder().join(name)
    }

    pub(super) fn failed(&self, name: &str, error: io::Error) -> NameError {
        NameError::Io { path: self.link(name), error }
    }
}
