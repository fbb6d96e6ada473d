//! Is the record whole, and if not, where?

use rusqlite::Connection;

use crate::append::{self, COLUMNS};
use crate::chain::Link;
use crate::error::Error;
use crate::head::{self, Head};
use crate::reader::Reader;
use crate::walk::{Problem, Walk, What};

/// What was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Report {
    /// How many events there are.
    pub events: u64,
    /// The number of the first one.
    pub first_seq: Option<u64>,
    /// The last event that was removed to save space, if any was.
    pub anchor: Option<Link>,
    /// The last event. Noted elsewhere, it proves later that everything up to it is unchanged.
    pub end: Link,
    /// What the head file says, if it can be read.
    pub head: Option<Head>,
    /// What is wrong, the first hundred.
    pub problems: Vec<Problem>,
    /// How many problems there are in all.
    pub problem_count: u64,
}

impl Report {
    /// Whether nothing is wrong.
    pub fn ok(&self) -> bool {
        self.problem_count == 0
    }
}

/// Follows the whole chain, one event in memory at a time. Fails only where nothing can be said at all.
pub fn verify(reader: &Reader) -> Result<Report, Error> {
    let (moment, head) = reader.moment()?;
    let anchor = append::anchor(&moment).map_err(reader.files.sqlite("reading the anchor"))?;
    let mut walk = Walk::after(anchor.unwrap_or(Link::START));
    match follow(&moment, &mut walk) {
        Ok(()) => check_ends(&mut walk, anchor, head.as_deref()),
        Err(error) => walk.problems.add(walk.at.seq + 1, What::Database(error.to_string())),
    }
    Ok(Report {
        events: walk.events,
        first_seq: walk.first,
        anchor,
        end: walk.at,
        head: head.as_deref().and_then(Head::parse),
        problems: walk.problems.kept,
        problem_count: walk.problems.count,
    })
}

fn follow(db: &Connection, walk: &mut Walk) -> rusqlite::Result<()> {
    let mut statement = db.prepare(&format!("SELECT {COLUMNS} FROM event ORDER BY seq"))?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        walk.step(row)?;
    }
    Ok(())
}

/// The beginning must be where the last removal says, the end where the head file says.
fn check_ends(walk: &mut Walk, anchor: Option<Link>, head: Option<&[u8]>) {
    match (anchor, walk.removed) {
        (Some(anchor), removed) if removed != Some(anchor) => {
            walk.problems.add(anchor.seq, What::Unvouched);
        }
        (None, Some(removed)) => walk.problems.add(removed.seq, What::AnchorLost),
        _ => {}
    }
    if let Some(mismatch) = head::compare(walk.at, head) {
        walk.problems.add(walk.at.seq, What::End(mismatch));
    }
}
