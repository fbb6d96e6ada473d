//! What a commit may change.

use model::{AuditEvent, SessionId};
use rusqlite::Connection;

use crate::append::Appender;
use crate::session::{self, Ended, Session};

/// One change; those of one commit happen together or not at all.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Change {
    /// Something happened: one more link of the chain. The kinds `audit.broken` and `retention.cut` are the
    /// store's own.
    Append(AuditEvent),
    /// A session began, or more is known of one.
    SessionStarted(Session),
    /// A session has another name, or none.
    SessionRenamed {
        /// Which one.
        id: SessionId,
        /// Its name from now on.
        name: Option<String>,
    },
    /// A session ended.
    SessionEnded {
        /// Which one.
        id: SessionId,
        /// When and how.
        ended: Ended,
    },
}

impl Change {
    pub(crate) fn apply(&self, db: &Connection, chain: &mut Appender<'_>) -> rusqlite::Result<()> {
        match self {
            Change::Append(event) => chain.append(event),
            Change::SessionStarted(session) => session::put(db, session),
            Change::SessionRenamed { id, name } => session::rename(db, id, name.as_deref()),
            Change::SessionEnded { id, ended } => session::end(db, id, *ended),
        }
    }

    /// When it happened, if it is an event.
    pub(crate) fn at(&self) -> Option<i64> {
        match self {
            Change::Append(event) => Some(event.at),
            _ => None,
        }
    }
}
