//! The shape of the database, brought up to date one step at a time.

use rusqlite::{Connection, OptionalExtension, TransactionBehavior, params};
use sha2::{Digest, Sha256};

use crate::error::{Error, Kind};
use crate::files::Files;

/// The steps, first to last. A step that was released is never changed; a new one is added.
const STEPS: [&str; 2] =
    [include_str!("../migrations/0001_record.sql"), include_str!("../migrations/0002_prompt.sql")];

/// The newest version known here.
pub(crate) const KNOWN: u32 = STEPS.len() as u32;

const STEPS_TABLE: &str = "CREATE TABLE IF NOT EXISTS migration (
    version  INTEGER PRIMARY KEY,
    checksum BLOB NOT NULL
) STRICT";

/// Brings the database to the newest version; each step happens whole or not at all.
pub(crate) fn migrate(db: &mut Connection, files: &Files) -> Result<(), Error> {
    let found = check(db, files)?;
    for (version, sql) in (1u32..).zip(STEPS).skip(found as usize) {
        let doing = format!("bringing the record to version {version}");
        step(db, version, sql).map_err(files.sqlite(&doing))?;
    }
    Ok(())
}

fn step(db: &mut Connection, version: u32, sql: &str) -> rusqlite::Result<()> {
    let step = db.transaction_with_behavior(TransactionBehavior::Immediate)?;
    step.execute_batch(STEPS_TABLE)?;
    step.execute_batch(sql)?;
    step.execute(
        "INSERT INTO migration (version, checksum) VALUES (?1, ?2)",
        params![version, checksum(sql)],
    )?;
    step.commit()
}

/// The version of the database. Fails if it is newer than what is known here, or was made by other steps.
pub(crate) fn check(db: &Connection, files: &Files) -> Result<u32, Error> {
    let found = version(db).map_err(files.sqlite("reading the version"))?;
    let doing = || format!("opening {}", files.database().display());
    if found > KNOWN {
        return Err(Error::new(Kind::Newer { found, known: KNOWN }, doing()));
    }
    for (version, sql) in (1u32..).zip(STEPS).take(found as usize) {
        let same = same_step(db, version, sql).map_err(files.sqlite("reading the version"))?;
        if !same {
            let what = format!("{}, where step {version} is not the one this locum knows", doing());
            return Err(Error::new(Kind::Corrupt, what));
        }
    }
    Ok(found)
}

pub(crate) fn version(db: &Connection) -> rusqlite::Result<u32> {
    let begun: bool = db.query_row(
        "SELECT EXISTS (SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'migration')",
        [],
        |row| row.get(0),
    )?;
    if !begun {
        return Ok(0);
    }
    db.query_row("SELECT coalesce(max(version), 0) FROM migration", [], |row| row.get(0))
}

fn same_step(db: &Connection, version: u32, sql: &str) -> rusqlite::Result<bool> {
    let kept: Option<Vec<u8>> = db
        .query_row("SELECT checksum FROM migration WHERE version = ?1", [version], |row| row.get(0))
        .optional()?;
    Ok(kept.is_some_and(|kept| kept == checksum(sql)))
}

fn checksum(sql: &str) -> Vec<u8> {
    Sha256::digest(sql.as_bytes()).to_vec()
}
