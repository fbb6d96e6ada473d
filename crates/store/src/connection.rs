//! The writer's connection to the database.

use std::time::Duration;

use rusqlite::{Connection, OpenFlags};

use crate::error::{Error, Kind};
use crate::files::Files;

/// How long a commit waits for a program that has the database locked; then its caller decides.
const PATIENCE: Duration = Duration::from_millis(500);
/// What the write-ahead log may keep on disk after it was larger for a moment.
const LOG_LIMIT: i64 = 4 << 20;

pub(crate) fn open(files: &Files) -> Result<Connection, Error> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let db = Connection::open_with_flags(files.database(), flags);
    let db = db.map_err(files.sqlite("opening the record"))?;
    configure(&db).map_err(files.sqlite("preparing the record"))?;
    Ok(db)
}

fn configure(db: &Connection) -> rusqlite::Result<()> {
    db.busy_timeout(PATIENCE)?;
    // Before the first table is made; it has no effect later.
    db.pragma_update(None, "auto_vacuum", "INCREMENTAL")?;
    db.pragma_update_and_check(None, "journal_mode", "WAL", |_| Ok(()))?;
    // The head is on disk before the commit is. With less, a loss of power could take commits of which the head
    // already speaks, and that looks like tampering.
    db.pragma_update(None, "synchronous", "FULL")?;
    // On macOS an ordinary sync leaves the bytes in the drive's own memory.
    db.pragma_update(None, "fullfsync", true)?;
    db.pragma_update_and_check(None, "journal_size_limit", LOG_LIMIT, |_| Ok(()))?;
    db.pragma_update(None, "foreign_keys", true)?;
    // What somebody adds to the schema shall not run code here.
    db.pragma_update(None, "trusted_schema", false)
}

/// Moves all of the write-ahead log into the database and empties it.
pub(crate) fn empty_log(db: &Connection, files: &Files) -> Result<(), Error> {
    let busy: bool = db
        .query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |row| row.get(0))
        .map_err(files.sqlite("emptying the log"))?;
    let doing = || format!("emptying the log of {}", files.database().display());
    if busy { Err(Error::new(Kind::Locked, doing())) } else { Ok(()) }
}
