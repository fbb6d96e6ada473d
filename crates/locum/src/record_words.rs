//! The record for people and programs: events as lines, as JSON, and how the record is.

use serde_json::{Map, Value, json};
use wire::{EventRecord, RecordState, WireValue};

use crate::{clock, say};

/// How the record is, for programs.
pub(crate) fn state_json(record: &RecordState) -> Value {
    match record {
        RecordState::Kept => json!({"kept": true}),
        RecordState::Trouble { reason, since, waiting, lost } => json!({"kept": false, "reason": reason,
            "since": clock::iso(*since), "waiting": waiting, "lost": lost}),
    }
}

/// An event with everything that its hash covers, so that others can verify it.
pub(crate) fn event_json(event: &EventRecord) -> Value {
    let fields: Vec<Value> =
        event.fields.iter().map(|(name, value)| json!([name, typed_json(value)])).collect();
    json!({"seq": event.seq, "at": event.at, "time": clock::iso(event.at), "session": event.session,
        "kind": event.kind, "fields": fields, "prev": hex(&event.prev), "hash": hex(&event.hash)})
}

/// A value that keeps its type: the hash covers that too.
fn typed_json(value: &WireValue) -> Value {
    match value {
        WireValue::Bytes(bytes) => json!({"bytes": hex(bytes)}),
        plain => plain_json(plain),
    }
}

fn plain_json(value: &WireValue) -> Value {
    match value {
        WireValue::Null => Value::Null,
        WireValue::Bool(yes) => (*yes).into(),
        WireValue::Int(number) => (*number).into(),
        WireValue::Text(text) => text.as_str().into(),
        WireValue::Bytes(bytes) => hex(bytes).into(),
    }
}

/// An event as `locum log --json` shows it: fields by name.
pub(crate) fn log_json(event: &EventRecord) -> Value {
    let fields: Map<String, Value> =
        event.fields.iter().map(|(name, value)| (name.clone(), plain_json(value))).collect();
    json!({"seq": event.seq, "time": clock::iso(event.at), "session": event.session, "kind": event.kind,
        "fields": fields})
}

/// An event as one line for people.
pub(crate) fn event_line(event: &EventRecord, with_session: bool) -> String {
    let session = match (&event.session, with_session) {
        (Some(session), true) => format!("  {session}"),
        (None, true) => format!("  {:8}", "-"),
        _ => String::new(),
    };
    let fields: Vec<String> =
        event.fields.iter().map(|(name, value)| format!("{name}={}", shown(value))).collect();
    let line = format!("{}{session}  {:18}  {}", clock::iso(event.at), event.kind, fields.join(" "));
    say::harmless(line.trim_end())
}

fn shown(value: &WireValue) -> String {
    match value {
        WireValue::Null => "-".into(),
        WireValue::Text(text) if text.contains(' ') || text.is_empty() => format!("{text:?}"),
        WireValue::Text(text) => text.clone(),
        other => plain_json(other).to_string(),
    }
}

/// Bytes as hexadecimal digits.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
