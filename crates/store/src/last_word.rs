//! The last event of some kinds, and whether it can be relied on: nothing behind it was changed, cut or exchanged.

use rusqlite::types::Value;
use rusqlite::{OptionalExtension, Transaction, params_from_iter};

use crate::append::{self, COLUMNS};
use crate::chain::{Link, StoredEvent};
use crate::error::Error;
use crate::events;
use crate::head;
use crate::reader::Reader;
use crate::walk::{Walk, What};

/// What the chain says last about something.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LastWord {
    /// The event; nothing if there was never one of these kinds.
    pub event: Option<StoredEvent>,
    /// What is wrong with the chain from that event to the end, or from the beginning if there is none.
    pub broken: Option<String>,
}

/// Finds the last event of one of these kinds, and follows the chain from there to the end.
pub fn last_word(reader: &Reader, kinds: &[&str]) -> Result<LastWord, Error> {
    let (moment, head) = reader.moment()?;
    let failed = || reader.files.sqlite("reading the last word");
    let event = newest(&moment, kinds).map_err(failed())?;
    let start = match &event {
        Some(event) => Link { seq: event.seq.saturating_sub(1), hash: event.prev },
        None => append::anchor(&moment).map_err(failed())?.unwrap_or(Link::START),
    };
    let broken = follow(&moment, start, head.as_deref()).map_err(failed())?;
    Ok(LastWord { event, broken })
}

fn newest(db: &Transaction<'_>, kinds: &[&str]) -> rusqlite::Result<Option<StoredEvent>> {
    let places = vec!["?"; kinds.len()].join(", ");
    let sql = format!("SELECT {COLUMNS} FROM event WHERE kind IN ({places}) ORDER BY seq DESC LIMIT 1");
    db.query_row(&sql, params_from_iter(kinds), events::read).optional()
}

/// What is wrong behind this place. What was removed for its age before it is not its concern.
fn follow(db: &Transaction<'_>, start: Link, head: Option<&[u8]>) -> rusqlite::Result<Option<String>> {
    let mut walk = Walk::after(start);
    let mut statement = db.prepare(&format!("SELECT {COLUMNS} FROM event WHERE seq > ?1 ORDER BY seq"))?;
    let mut rows = statement.query([Value::Integer(start.seq.cast_signed())])?;
    while let Some(row) = rows.next()? {
        walk.step(row)?;
    }
    let within = walk.problems.kept.iter().find(|problem| !matches!(problem.what, What::Removed { .. }));
    let at_the_end = head::compare(walk.at, head).map(|mismatch| mismatch.to_string());
    Ok(within.map(ToString::to_string).or(at_the_end))
}
