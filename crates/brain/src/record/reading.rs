//! Reading the record for those who ask.

use std::path::Path;

use model::{PromptId, SessionId, Size, Value};
use store::{Kind, Prompt, Reader, Selection, Session, StoredEvent, Which, WhichPrompts};
use wire::{BrainAnswer, EventRecord, Finding, SessionLine, SessionPhase, WireSize, WireValue};

use super::in_words;

/// No record yet is an empty one.
fn open(folder: &Path) -> Result<Option<Reader>, String> {
    match Reader::open(folder) {
        Ok(reader) => Ok(Some(reader)),
        Err(error) if *error.kind() == Kind::Absent => Ok(None),
        Err(error) => Err(in_words(&error)),
    }
}

pub(super) fn ended_sessions(folder: &Path, limit: u32) -> Result<Vec<SessionLine>, String> {
    let Some(reader) = open(folder)? else { return Ok(Vec::new()) };
    let sessions = reader.sessions(Which::Ended, limit).map_err(|error| in_words(&error))?;
    Ok(sessions.into_iter().map(line).collect())
}

fn line(session: Session) -> SessionLine {
    let micros = |at: i64| u64::try_from(at).unwrap_or_default();
    let phase = match session.ended.and_then(|ended| ended.exit) {
        Some(exit) => SessionPhase::Ended(exit.into()),
        None => SessionPhase::Lost,
    };
    SessionLine {
        name: session.name.unwrap_or_else(|| session.id.to_string()),
        id: session.id.to_string(),
        phase,
        pid: session.pid.unwrap_or_default(),
        host_pid: session.host_pid.unwrap_or_default(),
        terminal: false,
        guests: 0,
        command: session.command.iter().map(|word| word.to_string_lossy().into_owned()).collect(),
        folder: session.folder.to_string_lossy().into_owned(),
        began: micros(session.started_at),
        ended: session.ended.map(|ended| micros(ended.at)),
        place_since: micros(session.started_at),
        size: WireSize::from(Size::default()),
        title: String::new(),
        standing: None,
        unrecognised: None,
        manual: None,
    }
}

/// The latest events of a session, by its id or its name, or of all.
pub(super) fn log(
    folder: &Path,
    session: Option<&str>,
    limit: u32,
) -> Result<Option<Vec<EventRecord>>, String> {
    let Some(reader) = open(folder)? else { return Ok(session.is_none().then(Vec::new)) };
    let session = match session {
        None => None,
        Some(text) => match find(&reader, text).map_err(|error| in_words(&error))? {
            Some(session) => Some(session.id),
            None => return Ok(None),
        },
    };
    let selection = Selection { session, limit: Some(limit.into()), tail: true, ..Selection::default() };
    collect(&reader, selection).map(Some)
}

fn find(reader: &Reader, text: &str) -> Result<Option<Session>, store::Error> {
    match SessionId::parse(text) {
        Ok(id) => reader.session(&id),
        Err(_) => reader.session_named(text),
    }
}

pub(super) fn events(folder: &Path, from: u64, limit: u32) -> Result<Vec<EventRecord>, String> {
    let Some(reader) = open(folder)? else { return Ok(Vec::new()) };
    let after = from.saturating_sub(1);
    collect(&reader, Selection { after, limit: Some(limit.into()), ..Selection::default() })
}

fn collect(reader: &Reader, selection: Selection) -> Result<Vec<EventRecord>, String> {
    let events = reader.events(selection).map_err(|error| in_words(&error))?;
    events.map(|event| event.map(record).map_err(|error| in_words(&error))).collect()
}

fn record(stored: StoredEvent) -> EventRecord {
    let field = |(name, value): (std::borrow::Cow<'static, str>, Value)| (name.into_owned(), value_of(value));
    EventRecord {
        seq: stored.seq,
        at: u64::try_from(stored.event.at).unwrap_or_default(),
        session: stored.event.session.map(|session| session.to_string()),
        kind: stored.event.kind.into_owned(),
        fields: stored.event.fields.into_iter().map(field).collect(),
        prev: stored.prev.0,
        hash: stored.hash.0,
    }
}

fn value_of(value: Value) -> WireValue {
    match value {
        Value::Null => WireValue::Null,
        Value::Bool(yes) => WireValue::Bool(yes),
        Value::Int(number) => WireValue::Int(number),
        Value::Text(text) => WireValue::Text(text),
        Value::Bytes(bytes) => WireValue::Bytes(bytes),
    }
}

pub(super) fn prompts(
    folder: &Path,
    which: &WhichPrompts,
    since: Option<i64>,
    limit: u32,
) -> Result<Vec<Prompt>, String> {
    let Some(reader) = open(folder)? else { return Ok(Vec::new()) };
    reader.prompts(which, since, limit).map_err(|error| in_words(&error))
}

pub(super) fn prompt(folder: &Path, id: &PromptId) -> Result<Option<Prompt>, String> {
    let Some(reader) = open(folder)? else { return Ok(None) };
    reader.prompt(id).map_err(|error| in_words(&error))
}

pub(super) fn verify(folder: &Path) -> Result<BrainAnswer, String> {
    let Some(reader) = open(folder)? else {
        return Ok(BrainAnswer::Verified { events: 0, first: 0, head: [0; 32], problems: Vec::new() });
    };
    let report = store::verify(&reader).map_err(|error| in_words(&error))?;
    let finding =
        |problem: &store::Problem| Finding { seq: Some(problem.seq), what: problem.what.to_string() };
    Ok(BrainAnswer::Verified {
        events: report.events,
        first: report.first_seq.unwrap_or_default(),
        head: report.end.hash.0,
        problems: report.problems.iter().map(finding).collect(),
    })
}
