//! Reading the record, also while somebody writes it.

use std::path::Path;
use std::time::Duration;

use model::SessionId;
use rusqlite::{Connection, OpenFlags, OptionalExtension, Transaction, params};

use crate::error::{Error, Kind};
use crate::events::{Events, Selection};
use crate::files::Files;
use crate::schema;
use crate::session::{self, COLUMNS, Session};

/// How long to wait for a writer that is cleaning up.
const PATIENCE: Duration = Duration::from_secs(2);
/// How often to look for a moment in which the writer does not move the head, and how long between.
const LOOKS: u32 = 500;
const PAUSE: Duration = Duration::from_millis(1);

/// The record, open for reading.
#[derive(Debug)]
pub struct Reader {
    pub(crate) db: Connection,
    pub(crate) files: Files,
}

/// Which sessions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Which {
    /// Those that run.
    Live,
    /// Those that ended.
    Ended,
    /// All.
    All,
}

impl Which {
    fn condition(self) -> &'static str {
        match self {
            Which::Live => "ended_at IS NULL",
            Which::Ended => "ended_at IS NOT NULL",
            Which::All => "TRUE",
        }
    }
}

impl Reader {
    /// Opens the record in this folder; [`Kind::Absent`] if none was made yet.
    pub fn open(folder: &Path) -> Result<Self, Error> {
        let files = Files::in_folder(folder);
        files.require()?;
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let open = || {
            let db = Connection::open_with_flags(files.database(), flags)?;
            db.busy_timeout(PATIENCE)?;
            db.pragma_update(None, "trusted_schema", false)?;
            Ok(db)
        };
        let db = open().map_err(files.sqlite("opening the record"))?;
        // One that no writer has brought up to date yet can be read as far as it goes.
        if schema::check(&db, &files)? == 0 {
            return Err(Error::new(Kind::Absent, format!("opening {}", files.database().display())));
        }
        Ok(Reader { db, files })
    }

    /// Sessions, newest first, at most this many.
    pub fn sessions(&self, which: Which, limit: u32) -> Result<Vec<Session>, Error> {
        let sql = format!(
            "SELECT {COLUMNS} FROM session WHERE {} ORDER BY started_at DESC, id LIMIT ?1",
            which.condition()
        );
        let read =
            || self.db.prepare_cached(&sql)?.query_map([limit], session::read)?.collect::<Result<_, _>>();
        read().map_err(self.files.sqlite("reading sessions"))
    }

    /// The session with this id.
    pub fn session(&self, id: &SessionId) -> Result<Option<Session>, Error> {
        self.one_session("id = ?1", id.as_str())
    }

    /// The session with this name: the one that runs, else the latest.
    pub fn session_named(&self, name: &str) -> Result<Option<Session>, Error> {
        self.one_session("name = ?1 ORDER BY ended_at IS NULL DESC, started_at DESC LIMIT 1", name)
    }

    fn one_session(&self, condition: &str, value: &str) -> Result<Option<Session>, Error> {
        let sql = format!("SELECT {COLUMNS} FROM session WHERE {condition}");
        let read = || self.db.prepare_cached(&sql)?.query_row(params![value], session::read).optional();
        read().map_err(self.files.sqlite("reading a session"))
    }

    /// The selected events, oldest first, read as they are asked for.
    pub fn events(&self, selection: Selection) -> Result<Events<'_>, Error> {
        Events::new(self, selection)
    }

    /// The database at one moment, and what the head file held at that same moment.
    ///
    /// The two cannot be read at once; a head that is the same before and after was the same in between.
    pub(crate) fn moment(&self) -> Result<(Transaction<'_>, Option<Vec<u8>>), Error> {
        let mut looks = 0;
        loop {
            let before = self.files.read_head()?;
            let moment = self.begin().map_err(self.files.sqlite("beginning to read"))?;
            if looks == LOOKS || self.files.read_head()? == before {
                return Ok((moment, before));
            }
            drop(moment);
            looks += 1;
            std::thread::sleep(PAUSE);
        }
    }

    fn begin(&self) -> rusqlite::Result<Transaction<'_>> {
        let moment = self.db.unchecked_transaction()?;
        // A transaction sees the database as it is at its first read.
        moment.query_row("SELECT count(*) FROM migration", [], |_| Ok(()))?;
        Ok(moment)
    }
}
