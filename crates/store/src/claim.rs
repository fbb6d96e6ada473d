//! Answering a prompt: the first valid answer wins, and what won is on record before anybody acts on it.

use model::{AuditEvent, PromptId, PromptStatus};
use rusqlite::{Connection, OptionalExtension, params};

use crate::error::Error;
use crate::prompt::{self, COLUMNS, Nonce, Prompt};
use crate::writer::Store;

/// An answer that wants to be the one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Claim {
    /// The prompt.
    pub id: PromptId,
    /// The prompt's nonce, as whoever answers was told it.
    pub nonce: Nonce,
    /// What is answered. Redacted and bounded by the caller.
    pub answer: String,
    /// Who or what answers.
    pub by: String,
    /// When, in microseconds since 1970.
    pub at: i64,
    /// What the chain says of it: appended together with the answer, and only if it wins.
    pub event: AuditEvent,
}

/// What became of a claim.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Claimed {
    /// It is the answer, and that is on disk.
    Won,
    /// It is not. Nothing was changed.
    Lost(Why),
}

/// Why an answer is not taken.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Why {
    /// There is no such prompt.
    Unknown,
    /// It is not open any more.
    Taken {
        /// How far it is.
        status: PromptStatus,
        /// Who answered, if somebody did.
        by: Option<String>,
    },
    /// The time for an answer is over.
    Expired,
    /// The prompt was opened anew since the caller saw it.
    WrongNonce,
    /// The session that asked has ended.
    SessionOver,
}

/// The one guard. Everything that decides is in the condition, so that nothing can happen between looking and taking.
const TAKE: &str = "UPDATE prompt SET status = 'claimed', answer = ?4, answered_by = ?5, answered_at = ?3
     WHERE id = ?1 AND nonce = ?2 AND status = 'open' AND (expires_at IS NULL OR expires_at > ?3)
       AND EXISTS (SELECT 1 FROM session WHERE session.id = prompt.session AND session.ended_at IS NULL)";

impl Store {
    /// Takes an answer if nobody else has answered, the time is not over, the caller has seen just this prompt and its
    /// session runs. Won is on disk when it returns; an error has changed nothing.
    pub fn claim(&mut self, claim: &Claim) -> Result<Claimed, Error> {
        let (claimed, _) = self.write(Some(claim.at), |db, chain| {
            let taken = db.prepare_cached(TAKE)?.execute(params![
                claim.id.as_str(),
                claim.nonce,
                claim.at,
                claim.answer,
                claim.by
            ])?;
            if taken == 0 {
                return Ok(Claimed::Lost(why(db, claim)?));
            }
            chain.append(&claim.event)?;
            Ok(Claimed::Won)
        })?;
        Ok(claimed)
    }
}

fn why(db: &Connection, claim: &Claim) -> rusqlite::Result<Why> {
    let sql = format!("SELECT {COLUMNS} FROM prompt WHERE id = ?1");
    let found = db.prepare_cached(&sql)?.query_row([claim.id.as_str()], prompt::read).optional()?;
    let Some(found) = found else { return Ok(Why::Unknown) };
    let unanswered = matches!(found.status, PromptStatus::Open | PromptStatus::Gone);
    Ok(if unanswered && !runs(db, &found)? {
        Why::SessionOver
    } else if found.status != PromptStatus::Open {
        Why::Taken { status: found.status, by: found.answered.map(|answered| answered.by) }
    } else if found.expires_at.is_some_and(|end| end <= claim.at) {
        Why::Expired
    } else {
        Why::WrongNonce
    })
}

fn runs(db: &Connection, prompt: &Prompt) -> rusqlite::Result<bool> {
    db.prepare_cached("SELECT EXISTS (SELECT 1 FROM session WHERE id = ?1 AND ended_at IS NULL)")?
        .query_row([prompt.session.as_str()], |row| row.get(0))
}
