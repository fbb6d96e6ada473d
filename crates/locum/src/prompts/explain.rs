//! `locum explain ID`: a question, from what it rests on to what became of it.

use std::process::ExitCode;

use serde_json::{Value, json};
use wire::{BrainAnswer, BrainRequest, EventRecord, Reasons, SessionLine, Wanted, WirePrompt, WireValue};

use super::{as_json, one, words};
use crate::brain::{Brain, unexpected};
use crate::failure::Failure;
use crate::{clock, say, status};

/// Events of its session that are looked through.
const MOST: u32 = 1000;

/// Shows it; an error if there is no such question.
pub(crate) fn explain(id: &str, as_json: bool) -> Result<ExitCode, Failure> {
    let mut brain = Brain::reach()?;
    let prompt = one(&mut brain, id)?;
    let events = events(&mut brain, &prompt)?;
    let live = live(&mut brain, &prompt);
    if as_json {
        say::json(in_json(&prompt, &events, live.as_ref()));
    } else {
        words::in_full(&prompt, clock::now()).iter().for_each(say::line);
        live.iter().flat_map(evidence).for_each(say::line);
        events.iter().map(in_words).for_each(say::line);
    }
    Ok(ExitCode::SUCCESS)
}

/// What was recorded about it, in order.
fn events(brain: &mut Brain, prompt: &WirePrompt) -> Result<Vec<EventRecord>, Failure> {
    let session = Some(Wanted::Session(prompt.session.0.clone()));
    match brain.ask(&BrainRequest::Log { session, limit: MOST })? {
        BrainAnswer::Events(events) => {
            Ok(events.into_iter().filter(|event| is_about(event, &prompt.id)).collect())
        }
        BrainAnswer::NoSession => Ok(Vec::new()),
        _ => Err(unexpected()),
    }
}

fn is_about(event: &EventRecord, id: &str) -> bool {
    event.fields.iter().any(|(name, value)| name == "prompt" && *value == WireValue::Text(id.to_owned()))
}

/// Its session as it stands, if the question is still open: what the detection rests on, and the limits.
fn live(brain: &mut Brain, prompt: &WirePrompt) -> Option<(SessionLine, Reasons)> {
    if prompt.ended_at.is_some() {
        return None;
    }
    let session = Wanted::Session(prompt.session.0.clone());
    match brain.ask(&BrainRequest::Explain { session }) {
        Ok(BrainAnswer::Explained { line, reasons }) => Some((*line, *reasons)),
        _ => None,
    }
}

fn evidence((line, reasons): &(SessionLine, Reasons)) -> Vec<String> {
    let mut lines: Vec<String> =
        status::evidence(line).into_iter().map(|reason| format!("  rests on: {reason}")).collect();
    if let Some(why) = &line.manual {
        lines.push(format!("  the session is manual: {why}"));
    }
    lines.extend(reasons.limits.iter().map(|limit| format!("  automatic answers: {limit}")));
    lines
}

fn in_words(event: &EventRecord) -> String {
    let fields = event.fields.iter().filter(|(name, _)| name != "prompt");
    let fields: Vec<String> = fields.map(|(name, value)| format!("{name}={}", plain(value))).collect();
    format!("  {}  {:<18} {}", clock::iso(event.at), event.kind, fields.join(" "))
}

fn plain(value: &WireValue) -> String {
    match value {
        WireValue::Null => "-".to_owned(),
        WireValue::Bool(flag) => flag.to_string(),
        WireValue::Int(number) => number.to_string(),
        WireValue::Text(text) => text.clone(),
        WireValue::Bytes(bytes) => format!("{} bytes", bytes.len()),
    }
}

fn in_json(prompt: &WirePrompt, events: &[EventRecord], live: Option<&(SessionLine, Reasons)>) -> Value {
    let event = |event: &EventRecord| {
        let fields: serde_json::Map<String, Value> =
            event.fields.iter().map(|(name, value)| (name.clone(), plain(value).into())).collect();
        json!({"at": clock::iso(event.at), "kind": event.kind, "fields": fields})
    };
    let mut object = as_json::one(prompt);
    if let Some(object) = object.as_object_mut() {
        object.insert("events".into(), events.iter().map(event).collect());
        object.insert("evidence".into(), live.map(|(line, _)| status::evidence(line)).into());
        object.insert("manual".into(), live.and_then(|(line, _)| line.manual.clone()).into());
        let given = live.map(|(_, reasons)| json!([reasons.consecutive.0, reasons.consecutive.1]));
        object.insert("consecutive".into(), given.into());
        object.insert("limits".into(), live.map(|(_, reasons)| reasons.limits.clone()).into());
    }
    object
}
