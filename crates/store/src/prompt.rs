//! A question that was brought to somebody: one row, and the changes that can happen to it.
//!
//! The texts come from a screen. Whoever writes them down has taken out the secrets and bounded them.

use model::{Danger, Kind, PromptId, PromptStatus, SessionId, Verdict};
use rusqlite::{Connection, Row, params};

use crate::append::unreadable;

/// Drawn at random for each prompt, and anew when it is opened again: who answers must have seen just this one.
pub type Nonce = [u8; 16];

/// A question, from the moment it was asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Prompt {
    /// Its id.
    pub id: PromptId,
    /// The session that asks.
    pub session: SessionId,
    /// What tells it from other questions of that session.
    pub fingerprint: String,
    /// The profile by which it was recognised.
    pub agent: String,
    /// The tool that is to be used, if it is about one.
    pub tool: Option<String>,
    /// What kind of question.
    pub kind: Kind,
    /// The question.
    pub question: String,
    /// What it is about: a command, a file.
    pub subject: Option<String>,
    /// Only a part of the subject is known.
    pub partial: bool,
    /// What can be answered. A line break in a label is kept as a space.
    pub choices: Vec<String>,
    /// The folder in which it was asked.
    pub folder: String,
    /// What was decided; nothing before it was judged.
    pub verdict: Option<Verdict>,
    /// How dangerous it is, once it was judged.
    pub danger: Option<Danger>,
    /// The rule that decided.
    pub rule: Option<String>,
    /// Why. A line break is kept as a space.
    pub reasons: Vec<String>,
    /// How far it is. What is opened is open, whatever stands here.
    pub status: PromptStatus,
    /// What an answer has to know.
    pub nonce: Nonce,
    /// When it was asked, in microseconds since 1970.
    pub asked_at: i64,
    /// From when on no answer is taken.
    pub expires_at: Option<i64>,
    /// The answer that won.
    pub answered: Option<Answered>,
    /// When it was over.
    pub ended_at: Option<i64>,
}

/// An answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answered {
    /// What was answered.
    pub answer: String,
    /// Who or what answered.
    pub by: String,
    /// When.
    pub at: i64,
}

/// What was decided about a prompt, and about what exactly.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Judged {
    /// The prompt.
    pub id: PromptId,
    /// The tool that was judged.
    pub tool: Option<String>,
    /// The subject that was judged: it may be known better than when the question was first seen.
    pub subject: Option<String>,
    /// Only a part of it is known.
    pub partial: bool,
    /// What was decided.
    pub verdict: Verdict,
    /// How dangerous it is.
    pub danger: Danger,
    /// The rule that decided.
    pub rule: Option<String>,
    /// Why.
    pub reasons: Vec<String>,
    /// From when on no answer is taken.
    pub expires_at: Option<i64>,
}

/// What [`read`] expects of a query.
pub(crate) const COLUMNS: &str = "id, session, fingerprint, agent, tool, kind, question, subject, partial, choices, folder, \
     verdict, danger, rule, reasons, status, nonce, asked_at, expires_at, answer, answered_by, answered_at, ended_at";

/// A second one with the same id is not taken.
pub(crate) fn open(db: &Connection, prompt: &Prompt) -> rusqlite::Result<()> {
    let sql = "INSERT INTO prompt (id, session, fingerprint, agent, tool, kind, question, subject, partial, choices, folder,
             verdict, danger, rule, reasons, status, nonce, asked_at, expires_at)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, 'open', ?16, ?17, ?18)
         ON CONFLICT (id) DO NOTHING";
    db.prepare_cached(sql)?.execute(params![
        prompt.id.as_str(),
        prompt.session.as_str(),
        prompt.fingerprint,
        prompt.agent,
        prompt.tool,
        prompt.kind.word(),
        prompt.question,
        prompt.subject,
        prompt.partial,
        as_lines(&prompt.choices),
        prompt.folder,
        prompt.verdict.map(Verdict::word),
        prompt.danger.map(Danger::word),
        prompt.rule,
        as_lines(&prompt.reasons),
        prompt.nonce,
        prompt.asked_at,
        prompt.expires_at,
    ])?;
    Ok(())
}

pub(crate) fn judge(db: &Connection, judged: &Judged) -> rusqlite::Result<()> {
    let sql = "UPDATE prompt SET tool = ?2, subject = ?3, partial = ?4, verdict = ?5, danger = ?6, rule = ?7, reasons = ?8,
             expires_at = ?9
         WHERE id = ?1 AND ended_at IS NULL";
    db.prepare_cached(sql)?.execute(params![
        judged.id.as_str(),
        judged.tool,
        judged.subject,
        judged.partial,
        judged.verdict.word(),
        judged.danger.word(),
        judged.rule,
        as_lines(&judged.reasons),
        judged.expires_at,
    ])?;
    Ok(())
}

/// The first end counts. A status that is none changes nothing.
pub(crate) fn end(db: &Connection, id: &PromptId, status: PromptStatus, at: i64) -> rusqlite::Result<()> {
    if status.is_over() {
        db.prepare_cached("UPDATE prompt SET status = ?2, ended_at = ?3 WHERE id = ?1 AND ended_at IS NULL")?
            .execute(params![id.as_str(), status.word(), at])?;
    }
    Ok(())
}

/// What is over stays so.
pub(crate) fn reopen(
    db: &Connection,
    id: &PromptId,
    nonce: &Nonce,
    expires_at: Option<i64>,
) -> rusqlite::Result<()> {
    let sql = "UPDATE prompt SET status = 'open', nonce = ?2, expires_at = ?3,
             answer = NULL, answered_by = NULL, answered_at = NULL
         WHERE id = ?1 AND ended_at IS NULL";
    db.prepare_cached(sql)?.execute(params![id.as_str(), nonce, expires_at])?;
    Ok(())
}

pub(crate) fn read(row: &Row<'_>) -> rusqlite::Result<Prompt> {
    Ok(Prompt {
        id: known(row, 0, |text| PromptId::parse(text).ok())?,
        session: known(row, 1, |text| SessionId::parse(text).ok())?,
        fingerprint: row.get(2)?,
        agent: row.get(3)?,
        tool: row.get(4)?,
        kind: known(row, 5, Kind::of_word)?,
        question: row.get(6)?,
        subject: row.get(7)?,
        partial: row.get(8)?,
        choices: lines(&row.get::<_, String>(9)?),
        folder: row.get(10)?,
        verdict: maybe(row, 11, Verdict::of_word)?,
        danger: maybe(row, 12, Danger::of_word)?,
        rule: row.get(13)?,
        reasons: lines(&row.get::<_, String>(14)?),
        status: known(row, 15, PromptStatus::of_word)?,
        nonce: row.get(16)?,
        asked_at: row.get(17)?,
        expires_at: row.get(18)?,
        answered: answered(row)?,
        ended_at: row.get(22)?,
    })
}

fn answered(row: &Row<'_>) -> rusqlite::Result<Option<Answered>> {
    let (answer, by, at): (Option<String>, Option<String>, Option<i64>) =
        (row.get(19)?, row.get(20)?, row.get(21)?);
    Ok(answer.zip(by).zip(at).map(|((answer, by), at)| Answered { answer, by, at }))
}

fn known<T>(row: &Row<'_>, column: usize, parse: impl Fn(&str) -> Option<T>) -> rusqlite::Result<T> {
    maybe(row, column, parse)?.ok_or_else(|| unreadable(column, "it holds nothing"))
}

fn maybe<T>(row: &Row<'_>, column: usize, parse: impl Fn(&str) -> Option<T>) -> rusqlite::Result<Option<T>> {
    let Some(text) = row.get::<_, Option<String>>(column)? else { return Ok(None) };
    parse(&text).map(Some).ok_or_else(|| unreadable(column, format!("'{}' is unknown", text.escape_debug())))
}

/// Each ends with a line feed, so that none and one that is empty are told apart.
fn as_lines(texts: &[String]) -> String {
    texts.iter().flat_map(|text| [text.replace('\n', " "), "\n".to_owned()]).collect()
}

fn lines(text: &str) -> Vec<String> {
    text.strip_suffix('\n').map_or_else(Vec::new, |text| text.split('\n').map(str::to_owned).collect())
}
