//! What a commit may change.

use model::{AuditEvent, PromptId, PromptStatus, SessionId};
use rusqlite::Connection;

use crate::append::Appender;
use crate::prompt::{self, Judged, Nonce, Prompt};
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
    /// A question waits to be answered. One whose id is taken is left out.
    PromptOpened(Box<Prompt>),
    /// It was decided what is to become of a prompt that is not over.
    PromptJudged(Box<Judged>),
    /// A prompt is over. The first end counts; *open* and *claimed* are none.
    PromptEnded {
        /// Which one.
        id: PromptId,
        /// How it ended.
        status: PromptStatus,
        /// When, in microseconds since 1970.
        at: i64,
    },
    /// A prompt that is not over is open again, as if nobody had answered: the answer could not be typed.
    PromptReopened {
        /// Which one.
        id: PromptId,
        /// What an answer has to know from now on.
        nonce: Nonce,
        /// From when on no answer is taken.
        expires_at: Option<i64>,
    },
}

impl Change {
    pub(crate) fn apply(&self, db: &Connection, chain: &mut Appender<'_>) -> rusqlite::Result<()> {
        match self {
            Change::Append(event) => chain.append(event),
            Change::SessionStarted(session) => session::put(db, session),
            Change::SessionRenamed { id, name } => session::rename(db, id, name.as_deref()),
            Change::SessionEnded { id, ended } => session::end(db, id, *ended),
            Change::PromptOpened(prompt) => prompt::open(db, prompt),
            Change::PromptJudged(judged) => prompt::judge(db, judged),
            Change::PromptEnded { id, status, at } => prompt::end(db, id, *status, *at),
            Change::PromptReopened { id, nonce, expires_at } => prompt::reopen(db, id, nonce, *expires_at),
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
