//! The end of the chain in the database: reading it and adding to it.

use model::AuditEvent;
use rusqlite::types::Type;
use rusqlite::{Connection, OptionalExtension, Row, params};

use crate::chain::{Hash, Link, Raw};
use crate::fields;

/// Adds events to the end, inside a transaction of its caller.
pub(crate) struct Appender<'a> {
    db: &'a Connection,
    /// Where the chain ends now.
    pub(crate) end: Link,
}

impl<'a> Appender<'a> {
    pub(crate) fn new(db: &'a Connection, end: Link) -> Self {
        Appender { db, end }
    }

    pub(crate) fn append(&mut self, event: &AuditEvent) -> rusqlite::Result<()> {
        let fields = fields::encode(&event.fields);
        let session = event.session.as_ref().map(|id| id.as_str());
        let raw = Raw {
            seq: self.end.seq.cast_signed() + 1,
            at: event.at,
            session: session.map(str::as_bytes),
            kind: event.kind.as_bytes(),
            fields: &fields,
            prev: self.end.hash,
        };
        let hash = raw.hash();
        self.db
            .prepare_cached("INSERT INTO event VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)")?
            .execute(params![raw.seq, raw.at, session, event.kind, fields, raw.prev.0, hash.0])?;
        self.end = Link { seq: self.end.seq + 1, hash };
        Ok(())
    }
}

/// The last event as it is stored, and whether its content still has that hash; the start of the chain if there
/// are no events.
pub(crate) fn end(db: &Connection) -> rusqlite::Result<(Link, bool)> {
    let last = db
        .prepare_cached(&format!("SELECT {COLUMNS} FROM event WHERE seq > 0 ORDER BY seq DESC LIMIT 1"))?
        .query_row([], |row| {
            let end = link(row)?;
            Ok((end, hash_of(row).is_ok_and(|hash| hash == end.hash)))
        })
        .optional()?;
    Ok(last.unwrap_or((Link::START, true)))
}

fn hash_of(row: &Row<'_>) -> rusqlite::Result<Hash> {
    Ok(raw(row)?.hash())
}

/// The event that stands before the first one that is left, once the oldest were removed.
pub(crate) fn anchor(db: &Connection) -> rusqlite::Result<Option<Link>> {
    db.query_row("SELECT seq, hash FROM anchor", [], link).optional()
}

/// A number and a hash from the first two columns. The number cannot be the last one there is: what follows
/// needs one too.
pub(crate) fn link(row: &Row<'_>) -> rusqlite::Result<Link> {
    let seq: i64 = row.get(0)?;
    let seq = u64::try_from(seq).ok().filter(|_| seq < i64::MAX);
    let seq = seq.ok_or(rusqlite::Error::IntegralValueOutOfRange(0, row.get(0)?))?;
    // Recording goes on after a hash that is none, too; verifying shows it.
    let hash = row.get_ref(1)?.as_blob().ok().and_then(Hash::from_slice);
    Ok(Link { seq, hash: hash.unwrap_or(Hash::ZERO) })
}

/// What [`raw`] and [`link`] expect of a query.
pub(crate) const COLUMNS: &str = "seq, hash, at, session, kind, fields, prev";

/// An event as it lies there.
pub(crate) fn raw<'a>(row: &'a Row<'_>) -> rusqlite::Result<Raw<'a>> {
    Ok(Raw {
        seq: row.get(0)?,
        at: row.get(2)?,
        session: row.get_ref(3)?.as_bytes_or_null()?,
        kind: row.get_ref(4)?.as_bytes()?,
        fields: row.get_ref(5)?.as_bytes()?,
        prev: Hash::from_slice(row.get_ref(6)?.as_blob()?)
            .ok_or_else(|| unreadable(6, "a hash has 32 bytes"))?,
    })
}

/// A column that holds what was never put there.
pub(crate) fn unreadable(
    column: usize,
    why: impl Into<Box<dyn std::error::Error + Send + Sync>>,
) -> rusqlite::Error {
    rusqlite::Error::FromSqlConversionFailure(column, Type::Blob, why.into())
}
