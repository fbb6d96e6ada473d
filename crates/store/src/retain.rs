//! Removing what is old, in a way that leaves the rest verifiable.
//!
//! The oldest events go; the last of them stays as the anchor, and an event of the chain itself says so.

use model::{AuditEvent, Value};
use rusqlite::{Connection, params};

use crate::append::{self, Appender, COLUMNS};
use crate::chain::{Hash, Link};
use crate::connection;
use crate::error::Error;
use crate::fields::Fields;
use crate::finding::Finding;
use crate::walk::Walk;
use crate::writer::Store;

/// The kind of the event that records a removal.
pub(crate) const CUT: &str = "retention.cut";

/// Events looked at together.
const CHUNK: u32 = 500;
/// Events removed by one call: the writer has other work too.
const MOST: u64 = 20_000;

/// How much to keep.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Limits {
    /// Events before this moment (microseconds since 1970) go.
    pub not_before: Option<i64>,
    /// When the database holds more bytes than this, the oldest events go until it holds a tenth less.
    pub max_bytes: Option<u64>,
}

/// What was removed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cut {
    /// The last event that was removed.
    pub up_to: Link,
    /// How many events.
    pub events: u64,
    /// How many sessions, ended and without events now.
    pub sessions: u64,
    /// How many prompts that were over.
    pub prompts: u64,
    /// Whether there is more to remove: call again.
    pub more: bool,
    /// What was found wrong and has been recorded on this occasion.
    pub finding: Option<Finding>,
}

impl Store {
    /// Removes the oldest events that are beyond the limits, but never the newest event, prompts that were over by
    /// then, and sessions that ended and have no events left. `now` is the time of the event that records it.
    pub fn retain(&mut self, now: i64, limits: Limits) -> Result<Option<Cut>, Error> {
        let due = is_due(&self.db, limits, self.end).map_err(self.files.sqlite("looking for old events"))?;
        if !due {
            return Ok(None);
        }
        let (removed, finding) = self.write(Some(now), |db, chain| {
            let (walk, prompts, more) = remove(db, limits, now, chain.end)?;
            record(db, chain, now, &walk)?;
            let sessions = db.execute(
                "DELETE FROM session WHERE ended_at IS NOT NULL
                 AND NOT EXISTS (SELECT 1 FROM event WHERE event.session = session.id)",
                [],
            )?;
            Ok((walk, prompts, more, sessions))
        })?;
        let (walk, prompts, more, sessions) = removed;
        let (events, sessions) = (walk.events, sessions as u64);
        Ok(Some(Cut { up_to: walk.at, events, sessions, prompts, more, finding }))
    }

    /// Gives free space back to the file system. [`Kind::Locked`](crate::Kind::Locked) while somebody reads;
    /// then another time will do.
    pub fn shrink(&mut self) -> Result<(), Error> {
        let vacuum = || {
            let mut statement = self.db.prepare("PRAGMA incremental_vacuum")?;
            let mut pages = statement.query([])?;
            while pages.next()?.is_some() {}
            Ok(())
        };
        vacuum().map_err(self.files.sqlite("giving space back"))?;
        connection::empty_log(&self.db, &self.files)
    }

    /// The bytes in use by the database, without what [`Store::shrink`] would give back.
    pub fn bytes(&self) -> Result<u64, Error> {
        used(&self.db).map_err(self.files.sqlite("reading the size"))
    }
}

fn used(db: &Connection) -> rusqlite::Result<u64> {
    let number = |name| db.pragma_query_value(None, name, |row| row.get::<_, i64>(0));
    let pages = number("page_count")? - number("freelist_count")?;
    Ok((pages * number("page_size")?).cast_unsigned())
}

/// Whether the oldest event may go at all, and is beyond a limit.
fn is_due(db: &Connection, limits: Limits, end: Link) -> rusqlite::Result<bool> {
    let start = append::anchor(db)?.unwrap_or(Link::START);
    let mut oldest =
        db.prepare_cached("SELECT at FROM event WHERE seq > ?1 AND seq < ?2 ORDER BY seq LIMIT 1")?;
    let mut rows = oldest.query(params![start.seq.cast_signed(), end.seq.cast_signed()])?;
    let Some(row) = rows.next()? else { return Ok(false) };
    let old = is_old(row.get(0)?, limits);
    Ok(old || limits.max_bytes.is_some_and(|most| used(db).is_ok_and(|used| used > most)))
}

fn is_old(at: i64, limits: Limits) -> bool {
    limits.not_before.is_some_and(|moment| at < moment)
}

/// Removes from the beginning of the chain, and prompts of that time; returns the walk along what is gone, how many
/// prompts, and whether there is more. Whatever was wrong with it is noted before it is out of reach.
fn remove(db: &Connection, limits: Limits, now: i64, end: Link) -> rusqlite::Result<(Walk, u64, bool)> {
    let start = append::anchor(db)?.unwrap_or(Link::START);
    let mut walk = Walk::after(start);
    let goal = match limits.max_bytes {
        Some(most) if used(db)? > most => most - most / 10,
        _ => u64::MAX,
    };
    let mut prompts = limits.not_before.map_or(Ok(0), |moment| remove_prompts(db, moment))?;
    while walk.events < MOST {
        let before = walk.at;
        let too_large = used(db)? > goal;
        step(db, limits, end, too_large, &mut walk)?;
        if walk.at == before {
            return Ok((walk, prompts, false));
        }
        let range = (before.seq.cast_signed(), walk.at.seq.cast_signed());
        // A clock that was ahead once must not take everything along.
        let moment: Option<i64> = db
            .prepare_cached("SELECT max(at) FROM event WHERE seq > ?1 AND seq <= ?2 AND at <= ?3")?
            .query_row(params![range.0, range.1, now], |row| row.get(0))?;
        prompts += moment.map_or(Ok(0), |moment| remove_prompts(db, moment))?;
        db.prepare_cached("DELETE FROM event WHERE seq > ?1 AND seq <= ?2")?.execute(range)?;
    }
    Ok((walk, prompts, true))
}

/// Removes prompts that were over before this moment.
fn remove_prompts(db: &Connection, moment: i64) -> rusqlite::Result<u64> {
    let removed = db.prepare_cached("DELETE FROM prompt WHERE ended_at < ?1")?.execute([moment])?;
    Ok(removed as u64)
}

/// Walks along the next events that are to go, at most a chunk.
fn step(
    db: &Connection,
    limits: Limits,
    end: Link,
    too_large: bool,
    walk: &mut Walk,
) -> rusqlite::Result<()> {
    let sql = format!("SELECT {COLUMNS} FROM event WHERE seq > ?1 AND seq < ?2 ORDER BY seq LIMIT ?3");
    let mut statement = db.prepare_cached(&sql)?;
    let mut rows = statement.query(params![walk.at.seq.cast_signed(), end.seq.cast_signed(), CHUNK])?;
    while let Some(row) = rows.next()? {
        if !too_large && !is_old(row.get(2)?, limits) {
            break;
        }
        walk.step(row)?;
    }
    Ok(())
}

fn record(db: &Connection, chain: &mut Appender<'_>, now: i64, walk: &Walk) -> rusqlite::Result<()> {
    db.execute(
        "INSERT OR REPLACE INTO anchor VALUES (1, ?1, ?2)",
        params![walk.at.seq.cast_signed(), walk.at.hash.0],
    )?;
    chain.append(
        &AuditEvent::new(now, CUT)
            .with("up_to", walk.at.seq.cast_signed())
            .with("hash", walk.at.hash.0.to_vec())
            .with("count", walk.events.cast_signed())
            .with("problems", walk.problems.count.cast_signed()),
    )
}

/// Up to where a recorded removal went, and how many problems the removed events had.
pub(crate) fn read_cut(fields: &Fields) -> Option<(Link, u64)> {
    let [(_, Value::Int(seq)), (_, Value::Bytes(hash)), (_, Value::Int(_)), (_, Value::Int(problems))] =
        fields.as_slice()
    else {
        return None;
    };
    let link = Link { seq: u64::try_from(*seq).ok()?, hash: Hash::from_slice(hash)? };
    Some((link, u64::try_from(*problems).ok()?))
}
