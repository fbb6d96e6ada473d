//! What is known of a session: one row.

use std::ffi::OsString;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::PathBuf;

use model::{Exit, SessionId};
use rusqlite::types::Type;
use rusqlite::{Connection, Row, params};

/// A session, running or ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Session {
    /// Its id.
    pub id: SessionId,
    /// The name a person gave it. Names are given again; ids are not.
    pub name: Option<String>,
    /// The program and its arguments.
    pub command: Vec<OsString>,
    /// The folder it was started in.
    pub folder: PathBuf,
    /// The program's process.
    pub pid: Option<u32>,
    /// Its host's process.
    pub host_pid: Option<u32>,
    /// When it began, in microseconds since 1970.
    pub started_at: i64,
    /// Its end, if it came.
    pub ended: Option<Ended>,
}

/// The end of a session.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ended {
    /// When, in microseconds since 1970.
    pub at: i64,
    /// How the program ended; nothing if nobody saw it.
    pub exit: Option<Exit>,
}

/// What [`read`] expects of a query.
pub(crate) const COLUMNS: &str =
    "id, name, argv, folder, pid, host_pid, started_at, ended_at, exit_kind, exit_code";

pub(crate) fn put(db: &Connection, session: &Session) -> rusqlite::Result<()> {
    let (kind, code) = split_exit(session.ended.and_then(|ended| ended.exit));
    let mut insert =
        db.prepare_cached("INSERT OR REPLACE INTO session VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)")?;
    insert.execute(params![
        session.id.as_str(),
        session.name,
        join(&session.command),
        session.folder.as_os_str().as_bytes(),
        session.pid,
        session.host_pid,
        session.started_at,
        session.ended.map(|ended| ended.at),
        kind,
        code,
    ])?;
    Ok(())
}

pub(crate) fn rename(db: &Connection, id: &SessionId, name: Option<&str>) -> rusqlite::Result<()> {
    db.prepare_cached("UPDATE session SET name = ?2 WHERE id = ?1")?.execute(params![id.as_str(), name])?;
    Ok(())
}

pub(crate) fn end(db: &Connection, id: &SessionId, ended: Ended) -> rusqlite::Result<()> {
    let (kind, code) = split_exit(ended.exit);
    db.prepare_cached("UPDATE session SET ended_at = ?2, exit_kind = ?3, exit_code = ?4 WHERE id = ?1")?
        .execute(params![id.as_str(), ended.at, kind, code])?;
    Ok(())
}

pub(crate) fn read(row: &Row<'_>) -> rusqlite::Result<Session> {
    let id: String = row.get(0)?;
    let id = SessionId::parse(&id)
        .map_err(|error| rusqlite::Error::FromSqlConversionFailure(0, Type::Text, Box::new(error)))?;
    let exit = match (row.get::<_, Option<String>>(8)?.as_deref(), row.get::<_, Option<u8>>(9)?) {
        (Some("code"), Some(code)) => Some(Exit::Code(code)),
        (Some("signal"), Some(signal)) => Some(Exit::Signal(signal)),
        _ => None,
    };
    Ok(Session {
        id,
        name: row.get(1)?,
        command: split(&row.get::<_, Vec<u8>>(2)?),
        folder: PathBuf::from(OsString::from_vec(row.get(3)?)),
        pid: row.get(4)?,
        host_pid: row.get(5)?,
        started_at: row.get(6)?,
        ended: row.get::<_, Option<i64>>(7)?.map(|at| Ended { at, exit }),
    })
}

fn split_exit(exit: Option<Exit>) -> (Option<&'static str>, Option<u8>) {
    match exit {
        Some(Exit::Code(code)) => (Some("code"), Some(code)),
        Some(Exit::Signal(signal)) => (Some("signal"), Some(signal)),
        None => (None, None),
    }
}

/// No argument of a program can hold a zero byte, so one ends each.
fn join(command: &[OsString]) -> Vec<u8> {
    command.iter().flat_map(|word| word.as_bytes().iter().copied().chain([0])).collect()
}

fn split(argv: &[u8]) -> Vec<OsString> {
    let words = argv.strip_suffix(&[0]).map(|words| words.split(|byte| *byte == 0));
    words.into_iter().flatten().map(|word| OsString::from_vec(word.to_vec())).collect()
}
