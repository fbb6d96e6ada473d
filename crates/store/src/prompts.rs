//! Reading prompts.

use model::{PromptId, SessionId};
use rusqlite::{OptionalExtension, params};

use crate::error::Error;
use crate::prompt::{self, COLUMNS, Prompt};
use crate::reader::Reader;
use crate::schema;

/// The version since which there are prompts.
const SINCE_VERSION: u32 = 2;

/// Which prompts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WhichPrompts {
    /// Those that are not over, answered or not; the oldest first, as they want to be answered.
    Open,
    /// Those that are over, the newest first.
    Over,
    /// All, the newest first.
    All,
    /// All of a session, the newest first.
    Of(SessionId),
}

impl WhichPrompts {
    fn condition(&self) -> &'static str {
        match self {
            WhichPrompts::Open => "ended_at IS NULL AND ?3 IS NULL",
            WhichPrompts::Over => "ended_at IS NOT NULL AND ?3 IS NULL",
            WhichPrompts::All => "?3 IS NULL",
            WhichPrompts::Of(_) => "session = ?3",
        }
    }

    fn order(&self) -> &'static str {
        match self {
            WhichPrompts::Open => "asked_at, id",
            _ => "asked_at DESC, id",
        }
    }

    fn session(&self) -> Option<&str> {
        match self {
            WhichPrompts::Of(session) => Some(session.as_str()),
            _ => None,
        }
    }
}

impl Reader {
    /// The prompt with this id.
    pub fn prompt(&self, id: &PromptId) -> Result<Option<Prompt>, Error> {
        let read = || {
            if schema::version(&self.db)? < SINCE_VERSION {
                return Ok(None);
            }
            let sql = format!("SELECT {COLUMNS} FROM prompt WHERE id = ?1");
            self.db.prepare_cached(&sql)?.query_row([id.as_str()], prompt::read).optional()
        };
        read().map_err(self.files.sqlite("reading a prompt"))
    }

    /// Prompts that were asked at this moment or later, at most so many.
    pub fn prompts(
        &self,
        which: &WhichPrompts,
        since: Option<i64>,
        limit: u32,
    ) -> Result<Vec<Prompt>, Error> {
        let read = || {
            if schema::version(&self.db)? < SINCE_VERSION {
                return Ok(Vec::new());
            }
            let sql = format!(
                "SELECT {COLUMNS} FROM prompt WHERE asked_at >= ?1 AND {} ORDER BY {} LIMIT ?2",
                which.condition(),
                which.order()
            );
            let mut statement = self.db.prepare_cached(&sql)?;
            let values = params![since.unwrap_or(i64::MIN), limit, which.session()];
            statement.query_map(values, prompt::read)?.collect()
        };
        read().map_err(self.files.sqlite("reading prompts"))
    }
}
