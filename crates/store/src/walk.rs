//! Following the chain event by event, noting what does not follow.

use model::Value;
use rusqlite::Row;

use crate::append;
use crate::chain::{Hash, Link};
use crate::fields::{self, Fields};
use crate::finding::{BROKEN, Mismatch};
use crate::retain;

/// Problems kept with their details; the rest is counted. A record forged throughout shall not fill the memory.
const KEPT: usize = 100;

/// Something wrong with the record.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("event {seq}: {what}")]
pub struct Problem {
    /// The event at which it shows.
    pub seq: u64,
    /// What is wrong.
    pub what: What,
}

/// What can be wrong with a record.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum What {
    /// Events are gone.
    #[error("events {from} to {to} are missing before it")]
    Missing {
        /// The first one that is gone.
        from: u64,
        /// The last one.
        to: u64,
    },
    /// It stands before the beginning, where everything was removed.
    #[error("it stands where all events were removed")]
    Stray,
    /// It names another predecessor than the event before it.
    #[error("it does not follow the event before it")]
    Unlinked,
    /// Its content does not have its hash.
    #[error("it was changed")]
    Changed,
    /// It is not in the form in which events are written.
    #[error("it cannot be read")]
    Unreadable,
    /// The writer has found the record broken here, and says so since.
    #[error("the record was found broken here: {0}")]
    Recorded(String),
    /// Events that were removed for their age had problems of their own.
    #[error("the removed events up to {up_to} had {count} problems")]
    Removed {
        /// The last one removed.
        up_to: u64,
        /// How many problems.
        count: u64,
    },
    /// The record begins later than any recorded removal says.
    #[error("the events up to this one are gone, and no recorded removal says so")]
    Unvouched,
    /// A removal is recorded, but the record does not begin where it ended.
    #[error("the events up to this one were removed, but the record does not begin after it")]
    AnchorLost,
    /// The end is not where the head file says.
    #[error("{0}")]
    End(Mismatch),
    /// The database cannot be read from here on.
    #[error("the database cannot be read from here on: {0}")]
    Database(String),
}

/// Problems in the order in which they were met.
#[derive(Debug, Default)]
pub(crate) struct Problems {
    pub(crate) kept: Vec<Problem>,
    pub(crate) count: u64,
}

impl Problems {
    pub(crate) fn add(&mut self, seq: u64, what: What) {
        self.count += 1;
        if self.kept.len() < KEPT {
            self.kept.push(Problem { seq, what });
        }
    }
}

/// A walk along the chain.
#[derive(Debug)]
pub(crate) struct Walk {
    /// The last event seen.
    pub(crate) at: Link,
    pub(crate) first: Option<u64>,
    pub(crate) events: u64,
    pub(crate) problems: Problems,
    /// What the last removal that was met says it removed up to.
    pub(crate) removed: Option<Link>,
}

impl Walk {
    /// Begins after this place.
    pub(crate) fn after(start: Link) -> Self {
        Walk { at: start, first: None, events: 0, problems: Problems::default(), removed: None }
    }

    /// Takes the next row, in the order of the numbers.
    pub(crate) fn step(&mut self, row: &Row<'_>) -> rusqlite::Result<()> {
        self.events += 1;
        let seq = row.get::<_, i64>(0)?;
        let Some(seq) = u64::try_from(seq).ok().filter(|seq| *seq > self.at.seq) else {
            self.problems.add(seq.max(0).cast_unsigned(), What::Stray);
            return Ok(());
        };
        self.first.get_or_insert(seq);
        let gap = seq > self.at.seq + 1;
        if gap {
            self.problems.add(seq, What::Missing { from: self.at.seq + 1, to: seq - 1 });
        }
        let hash = row.get_ref(1)?.as_blob().ok().and_then(Hash::from_slice);
        self.check(row, seq, hash, gap);
        // One changed event is one problem: the next is held against what is stored here.
        self.at = Link { seq, hash: hash.unwrap_or(Hash::ZERO) };
        Ok(())
    }

    fn check(&mut self, row: &Row<'_>, seq: u64, hash: Option<Hash>, gap: bool) {
        let Ok(raw) = append::raw(row) else { return self.problems.add(seq, What::Unreadable) };
        if raw.prev != self.at.hash && !gap {
            self.problems.add(seq, What::Unlinked);
        }
        if hash != Some(raw.hash()) {
            self.problems.add(seq, What::Changed);
        }
        match fields::decode(raw.fields) {
            Some(fields) => self.listen(seq, raw.kind, &fields),
            None => self.problems.add(seq, What::Unreadable),
        }
    }

    /// Some events speak about the chain itself.
    fn listen(&mut self, seq: u64, kind: &[u8], fields: &Fields) {
        if kind == BROKEN.as_bytes() {
            let what = match fields.first() {
                Some((_, Value::Text(what))) => what.clone(),
                _ => String::new(),
            };
            self.problems.add(seq, What::Recorded(what));
        }
        if kind == retain::CUT.as_bytes() {
            let Some((removed, count)) = retain::read_cut(fields) else {
                return self.problems.add(seq, What::Unreadable);
            };
            self.removed = Some(removed);
            if count > 0 {
                self.problems.add(seq, What::Removed { up_to: removed.seq, count });
            }
        }
    }
}
