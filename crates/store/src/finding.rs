//! What is found wrong with the record when it is opened or written. Recording goes on; the finding is recorded.

use model::{AuditEvent, Value};

use crate::chain::Link;

/// The kind of the event that records a finding.
pub(crate) const BROKEN: &str = "audit.broken";

/// How the end of the database and what it must be disagree.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Mismatch {
    /// There are events, but no head file.
    #[error("the head file is missing")]
    HeadMissing,
    /// The head file holds something else.
    #[error("the head file cannot be read as one")]
    HeadUnreadable,
    /// The head file knows later events.
    #[error("the events after this one are missing: the head file says that there were {head}")]
    CutShort {
        /// The last event by the head file.
        head: u64,
    },
    /// The database has events that the head file does not know.
    #[error("there are events after number {head}, the last one that the head file knows")]
    Beyond {
        /// The last event by the head file.
        head: u64,
    },
    /// The last event is another one than the head file says.
    #[error("the last event is another one than the head file says")]
    OtherEnd,
    /// The last event does not have the hash that is stored with it.
    #[error("the last event was changed")]
    Changed,
    /// The end of the database was changed while it was open here.
    #[error("the end of the record was changed by somebody else: it was at event {was}")]
    Moved {
        /// Where it was.
        was: u64,
    },
    /// The head file was changed while the record was open here.
    #[error("the head file was changed by somebody else")]
    HeadMoved,
    /// Found before, but the finding did not get into the record.
    #[error("{0}")]
    Unrecorded(String),
}

/// Something wrong with the record, and where it was found.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the record is broken after event {}: {what}", found.seq)]
pub struct Finding {
    /// Where the database ended; recording goes on from there.
    pub found: Link,
    /// What is wrong.
    pub what: Mismatch,
}

impl Finding {
    /// The event that keeps the finding in the record for good.
    pub(crate) fn event(&self, at: i64) -> AuditEvent {
        AuditEvent::new(at, BROKEN)
            .with("what", self.what.to_string())
            .with("found_seq", Value::Int(self.found.seq.cast_signed()))
            .with("found_hash", self.found.hash.0.to_vec())
    }
}
