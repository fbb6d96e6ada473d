//! What can go wrong, in kinds that call for different answers.

use std::error::Error as StdError;
use std::io;
use std::path::Path;

use rusqlite::ErrorCode;
use rustix::fs::StatVfsMountFlags;

/// Below this, a file system has no room for a page and its place in the log.
const NO_ROOM: u64 = 64 * 1024;

/// What stood in the way.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Kind {
    /// No space is left. Nothing was changed; the same call works once there is space again.
    #[error("no space is left")]
    DiskFull,
    /// The files or their file system may not be written.
    #[error("it may not be written")]
    ReadOnly,
    /// Another process holds it: another writer, or a program with the database open. Nothing was changed.
    #[error("another process holds it")]
    Locked,
    /// There is no record yet.
    #[error("there is none")]
    Absent,
    /// The file was removed or exchanged while it was open: drop the store and open it anew.
    #[error("its file was removed or exchanged")]
    Replaced,
    /// The file is no database, or a damaged one.
    #[error("it is damaged")]
    Corrupt,
    /// A newer version of locum made it.
    #[error("its format has version {found}, and this locum knows versions up to {known}")]
    Newer {
        /// The version in the file.
        found: u32,
        /// The newest version known here.
        known: u32,
    },
    /// Anything else.
    #[error("it failed")]
    Other,
}

/// What failed, at what, and why.
#[derive(Debug, thiserror::Error)]
#[error("{doing}: {kind}")]
pub struct Error {
    kind: Kind,
    doing: String,
    #[source]
    source: Option<Box<dyn StdError + Send + Sync>>,
}

impl Error {
    /// What stood in the way.
    pub fn kind(&self) -> &Kind {
        &self.kind
    }

    pub(crate) fn new(kind: Kind, doing: impl Into<String>) -> Self {
        Error { kind, doing: doing.into(), source: None }
    }

    pub(crate) fn io(doing: impl Into<String>, source: io::Error) -> Self {
        Error { kind: kind_of_io(&source), doing: doing.into(), source: Some(Box::new(source)) }
    }

    /// SQLite reports many a trouble as "I/O error" or "cannot open": the file system at `path` knows better.
    pub(crate) fn sqlite(doing: impl Into<String>, path: &Path, source: rusqlite::Error) -> Self {
        Error { kind: kind_of_sqlite(&source, path), doing: doing.into(), source: Some(Box::new(source)) }
    }
}

fn kind_of_io(error: &io::Error) -> Kind {
    use io::ErrorKind as Io;
    match error.kind() {
        Io::StorageFull | Io::QuotaExceeded | Io::FileTooLarge => Kind::DiskFull,
        Io::ReadOnlyFilesystem | Io::PermissionDenied => Kind::ReadOnly,
        Io::WouldBlock => Kind::Locked,
        Io::NotFound => Kind::Replaced,
        _ => Kind::Other,
    }
}

fn kind_of_sqlite(error: &rusqlite::Error, path: &Path) -> Kind {
    match error.sqlite_error_code() {
        Some(ErrorCode::DiskFull) => Kind::DiskFull,
        Some(ErrorCode::ReadOnly | ErrorCode::PermissionDenied) => Kind::ReadOnly,
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => Kind::Locked,
        Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => Kind::Corrupt,
        Some(ErrorCode::SystemIoFailure | ErrorCode::CannotOpen) => kind_of_place(path),
        // A table or column that is not there, or holds what it never should.
        Some(ErrorCode::Unknown | ErrorCode::TypeMismatch | ErrorCode::ConstraintViolation) => Kind::Corrupt,
        Some(_) => Kind::Other,
        None => Kind::Corrupt,
    }
}

fn kind_of_place(path: &Path) -> Kind {
    let Some(folder) = path.parent() else { return Kind::Other };
    let Ok(place) = rustix::fs::statvfs(folder) else { return Kind::Replaced };
    if place.f_flag.contains(StatVfsMountFlags::RDONLY) {
        return Kind::ReadOnly;
    }
    if place.f_bavail.saturating_mul(place.f_frsize) < NO_ROOM {
        return Kind::DiskFull;
    }
    let writable = |path: &Path| rustix::fs::access(path, rustix::fs::Access::WRITE_OK).is_ok();
    if writable(folder) && (writable(path) || !path.exists()) { Kind::Other } else { Kind::ReadOnly }
}
