//! The one writer.

use std::fs::File;
use std::ops::Range;
use std::path::Path;

use rusqlite::{Connection, TransactionBehavior};

use crate::append::{self, Appender};
use crate::chain::Link;
use crate::change::Change;
use crate::connection;
use crate::error::{Error, Kind};
use crate::files::Files;
use crate::finding::{Finding, Mismatch};
use crate::head::{self, Head};
use crate::schema;

/// The record, open for writing.
///
/// A call that fails has changed nothing, and the same store works again when the trouble is over; only after
/// [`Kind::Replaced`] it must be opened anew. What a commit has returned survives a kill and a loss of power.
#[derive(Debug)]
pub struct Store {
    pub(crate) db: Connection,
    pub(crate) files: Files,
    identity: (u64, u64),
    /// Where the chain stands.
    pub(crate) end: Link,
    /// What the head file should hold.
    head: Option<String>,
    finding: Option<Finding>,
    /// A commit failed in a way that may have left it whole in the write-ahead log.
    in_doubt: bool,
    /// Held as long as the store is there.
    _lock: File,
}

/// What a commit did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Committed {
    /// The numbers of the caller's events.
    pub events: Range<u64>,
    /// What was found wrong and has been recorded just before them.
    pub finding: Option<Finding>,
}

impl Store {
    /// Opens or makes the record in this folder and becomes its one writer.
    ///
    /// A record that was tampered with is opened too: see [`Store::finding`].
    pub fn open(folder: &Path) -> Result<Self, Error> {
        let files = Files::in_folder(folder);
        files.create()?;
        let lock = files.lock()?;
        let mut db = connection::open(&files)?;
        schema::migrate(&mut db, &files)?;
        let (end, whole) = append::end(&db).map_err(files.sqlite("reading the last event"))?;
        let head = files.read_head()?;
        let changed = (!whole).then_some(Mismatch::Changed);
        let what = head::compare(end, head.as_deref()).or(changed);
        let head = head.map(|head| String::from_utf8_lossy(&head).into_owned());
        let (identity, finding) = (files.identity()?, what.map(|what| Finding { found: end, what }));
        let mut store = Store { db, files, identity, end, head, finding, in_doubt: false, _lock: lock };
        store.settle()?;
        Ok(store)
    }

    /// What was found wrong and is not recorded yet; the next commit with an event does so by itself.
    pub fn finding(&self) -> Option<&Finding> {
        self.finding.as_ref()
    }

    /// The last event.
    pub fn end(&self) -> Link {
        self.end
    }

    /// Makes all of these changes, or none. They are on disk when it returns.
    pub fn commit(&mut self, changes: &[Change]) -> Result<Committed, Error> {
        let at = changes.iter().find_map(Change::at);
        let (events, finding) = self.write(at, |db, chain| {
            let before = chain.end.seq;
            changes.iter().try_for_each(|change| change.apply(db, chain))?;
            Ok(before + 1..chain.end.seq + 1)
        })?;
        Ok(Committed { events, finding })
    }

    /// One transaction with the head protocol around it. `at` is the time of what is appended.
    pub(crate) fn write<T>(
        &mut self,
        at: Option<i64>,
        work: impl FnOnce(&Connection, &mut Appender<'_>) -> rusqlite::Result<T>,
    ) -> Result<(T, Option<Finding>), Error> {
        self.resolve_doubt()?;
        self.look_around()?;
        let Store { db, files, .. } = self;
        let transaction = db
            .transaction_with_behavior(TransactionBehavior::Immediate)
            .map_err(files.sqlite("beginning a change"))?;
        let end = append::end(&transaction).map_err(files.sqlite("reading the last event"))?.0;
        if end != self.end {
            let what = Mismatch::Moved { was: self.end.seq };
            self.finding.get_or_insert(Finding { found: end, what });
            self.end = end;
        }
        let mut chain = Appender::new(&transaction, end);
        let reported = at.and_then(|at| Some((at, self.finding.clone()?)));
        let done = report(&mut chain, &reported).and_then(|()| work(&transaction, &mut chain));
        let done = done.map_err(files.sqlite("writing a change"))?;
        let new_end = chain.end;
        if new_end != end {
            let broken =
                reported.as_ref().map(|(_, finding)| finding.what.to_string().escape_debug().to_string());
            let text = Head { committed: end, pending: new_end, broken }.to_text();
            put_head(files, &mut self.head, text)?;
        }
        let committed = transaction.commit().map_err(files.sqlite("committing a change"));
        committed.inspect_err(|_| self.in_doubt = true)?;
        self.end = new_end;
        let finding = reported.and_then(|_| self.finding.take());
        Ok((done, finding))
    }

    /// Tells the head file that the last commit has happened. Without it the last commit could be undone
    /// unnoticed; called when there is nothing else to do, and by opening and dropping the store.
    pub fn settle(&mut self) -> Result<(), Error> {
        let text = Head::settled(self.end).to_text();
        let fresh = self.head.is_none();
        if fresh || self.finding.is_some() || self.in_doubt || self.head.as_ref() == Some(&text) {
            return Ok(());
        }
        self.look_around()?;
        if self.finding.is_none() {
            put_head(&self.files, &mut self.head, text)?;
        }
        Ok(())
    }

    /// Notices what others did to the files since the last change.
    fn look_around(&mut self) -> Result<(), Error> {
        if self.files.identity()? != self.identity {
            let doing = format!("writing {}", self.files.database().display());
            return Err(Error::new(Kind::Replaced, doing));
        }
        let head = self.files.read_head()?;
        if self.finding.is_none() && head.as_deref() != self.head.as_ref().map(String::as_bytes) {
            self.finding = Some(Finding { found: self.end, what: Mismatch::HeadMoved });
        }
        Ok(())
    }

    /// After a failed commit the log may hold all of it, to be found by whoever recovers the log next, when
    /// the head may speak of another commit already. Emptying the log settles that it did not happen.
    fn resolve_doubt(&mut self) -> Result<(), Error> {
        if self.in_doubt {
            connection::empty_log(&self.db, &self.files)?;
            self.in_doubt = false;
        }
        Ok(())
    }
}

impl Drop for Store {
    fn drop(&mut self) {
        // The last commit is safe without it.
        let _ = self.settle();
    }
}

/// Writes the head and remembers what the file holds. A write that fails may have got as far as the new name.
fn put_head(files: &Files, kept: &mut Option<String>, text: String) -> Result<(), Error> {
    let written = files.write_head(&text);
    let there = files.read_head().is_ok_and(|found| found.as_deref() == Some(text.as_bytes()));
    if there {
        *kept = Some(text);
    }
    written
}

fn report(chain: &mut Appender<'_>, reported: &Option<(i64, Finding)>) -> rusqlite::Result<()> {
    match reported {
        Some((at, finding)) => chain.append(&finding.event(*at)),
        None => Ok(()),
    }
}
