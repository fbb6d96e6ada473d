//! Events, read a page at a time: a reader may take its time without keeping the writer's log from shrinking.

use std::vec;

use model::{AuditEvent, SessionId};
use rusqlite::{Row, params};

use crate::append::{self, COLUMNS};
use crate::chain::StoredEvent;
use crate::error::Error;
use crate::fields;
use crate::reader::Reader;

/// Events held in memory at a time.
const PAGE: u32 = 256;

/// Which events.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Selection {
    /// Those of this session only.
    pub session: Option<SessionId>,
    /// Those after this number.
    pub after: u64,
    /// At most this many.
    pub limit: Option<u64>,
    /// With a limit: the last ones instead of the first. Still oldest first.
    pub tail: bool,
}

impl Selection {
    fn condition(&self) -> &'static str {
        match self.session {
            Some(_) => "session = ?1 AND seq > ?2",
            None => "?1 IS NULL AND seq > ?2",
        }
    }

    fn session(&self) -> Option<&str> {
        self.session.as_ref().map(SessionId::as_str)
    }
}

/// An iterator over events; an item that is an error does not end it unless the database cannot be read.
#[derive(Debug)]
pub struct Events<'a> {
    reader: &'a Reader,
    selection: Selection,
    page: vec::IntoIter<Result<StoredEvent, Error>>,
    left: u64,
    done: bool,
}

impl<'a> Events<'a> {
    pub(crate) fn new(reader: &'a Reader, mut selection: Selection) -> Result<Self, Error> {
        let left = selection.limit.unwrap_or(u64::MAX);
        if selection.tail && selection.limit.is_some() {
            selection.after = before_tail(reader, &selection, left)?;
        }
        Ok(Events { reader, selection, page: Vec::new().into_iter(), left, done: left == 0 })
    }

    fn turn_page(&mut self) -> rusqlite::Result<()> {
        let sql =
            format!("SELECT {COLUMNS} FROM event WHERE {} ORDER BY seq LIMIT ?3", self.selection.condition());
        let mut statement = self.reader.db.prepare_cached(&sql)?;
        let after = i64::try_from(self.selection.after).unwrap_or(i64::MAX);
        let count = self.left.min(PAGE.into());
        let mut rows = statement.query(params![self.selection.session(), after, count.cast_signed()])?;
        let mut page = Vec::new();
        while let Some(row) = rows.next()? {
            self.selection.after = row.get::<_, i64>(0)?.cast_unsigned();
            page.push(read(row).map_err(self.reader.files.sqlite("reading an event")));
        }
        self.left -= page.len() as u64;
        self.done = self.left == 0 || page.len() < PAGE as usize;
        self.page = page.into_iter();
        Ok(())
    }
}

impl Iterator for Events<'_> {
    type Item = Result<StoredEvent, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.page.len() == 0
            && !self.done
            && let Err(error) = self.turn_page()
        {
            self.done = true;
            return Some(Err(self.reader.files.sqlite("reading events")(error)));
        }
        self.page.next()
    }
}

/// The number after which the last `count` of the selected events begin.
fn before_tail(reader: &Reader, selection: &Selection, count: u64) -> Result<u64, Error> {
    let sql = format!(
        "SELECT min(seq) FROM (SELECT seq FROM event WHERE {} ORDER BY seq DESC LIMIT ?3)",
        selection.condition()
    );
    let (after, count) = (i64::try_from(selection.after), i64::try_from(count));
    let (after, count) = (after.unwrap_or(i64::MAX), count.unwrap_or(i64::MAX));
    let first: Option<i64> = reader
        .db
        .query_row(&sql, params![selection.session(), after, count], |row| row.get(0))
        .map_err(reader.files.sqlite("finding the last events"))?;
    Ok(first.map_or(selection.after, |first| first.cast_unsigned().saturating_sub(1)))
}

pub(crate) fn read(row: &Row<'_>) -> rusqlite::Result<StoredEvent> {
    let (raw, link) = (append::raw(row)?, append::link(row)?);
    let session: Option<String> = row.get(3)?;
    let session = session.map(|id| SessionId::parse(&id)).transpose();
    let session = session.map_err(|error| append::unreadable(3, error))?;
    let fields = fields::decode(raw.fields);
    let event = AuditEvent {
        at: raw.at,
        session,
        kind: row.get::<_, String>(4)?.into(),
        fields: fields.ok_or_else(|| append::unreadable(5, "not the bytes of fields"))?,
    };
    Ok(StoredEvent { seq: link.seq, event, prev: raw.prev, hash: link.hash })
}
