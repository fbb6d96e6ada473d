//! How a session stands, for programs.

use model::{Evidence, KernelFacts, Question};
use serde_json::{Map, Value, json};
use wire::{Reasons, SessionLine, WireStanding};

use super::words;
use crate::{clock, facts, ps, waiting_json};

/// `state` is what the session does for the person, `phase` what `locum ps` calls its state.
pub(super) fn status(line: &SessionLine) -> Value {
    let mut object = line.standing.as_deref().map(standing).unwrap_or_default();
    put(&mut object, "id", line.id.as_str().into());
    put(&mut object, "name", line.name.as_str().into());
    put(&mut object, "phase", ps::state(line.phase).into());
    put(&mut object, "state", activity(line));
    put(&mut object, "manual", line.manual.clone().into());
    put(&mut object, "unrecognised", line.unrecognised.is_some().into());
    Value::Object(object)
}

fn standing(standing: &WireStanding) -> Map<String, Value> {
    let question = standing.question.clone().map(Question::from);
    let mut object = question.as_ref().map(waiting_json::question).unwrap_or_default();
    put(&mut object, "since", clock::iso(standing.since).into());
    put(&mut object, "confidence", waiting_json::rounded(f64::from(standing.confidence) / 1000.0));
    put(&mut object, "agent", standing.agent.as_str().into());
    put(&mut object, "rule", standing.rule.clone().into());
    put(&mut object, "fingerprint", standing.fingerprint.map(|print| format!("{print:016x}")).into());
    object
}

pub(super) fn explanation(line: &SessionLine, reasons: &Reasons) -> Value {
    let Value::Object(mut object) = status(line) else { return Value::Null };
    let standing = line.standing.as_deref();
    let evidence: Vec<Evidence> =
        standing.into_iter().flat_map(|standing| &standing.evidence).cloned().map(Evidence::from).collect();
    put(&mut object, "why", standing.map(words::why).into());
    put(&mut object, "evidence", waiting_json::evidence(&evidence));
    let rows = standing.and_then(|standing| standing.rows);
    put(&mut object, "rows", rows.map_or(Value::Null, |(first, end)| json!([first + 1, end])));
    put(&mut object, "programs", reasons.programs.clone().into());
    put(&mut object, "threshold", waiting_json::rounded(f64::from(reasons.threshold) / 1000.0));
    put(&mut object, "quiet", (reasons.quiet as f64 / 1e6).into());
    let kernel = reasons.facts.clone().map(|told| facts::as_json(&KernelFacts::from(told)));
    let (given, most) = reasons.consecutive;
    put(
        &mut object,
        "automatic",
        json!({"manual": line.manual, "consecutive": given, "most": most, "limits": reasons.limits}),
    );
    let notes = reasons.notes.iter().map(|(at, text)| json!({"at": clock::iso(*at), "what": text}));
    put(&mut object, "notes", notes.collect());
    put(&mut object, "kernel", kernel.map_or(Value::Null, Value::Object));
    Value::Object(object)
}

/// What a session does for the person; null before the first look.
pub(crate) fn activity(line: &SessionLine) -> Value {
    line.standing.as_ref().map(|standing| standing.activity.word()).into()
}

/// What it asks, or the prompt at which it rests; null if neither.
pub(crate) fn asks(line: &SessionLine) -> Value {
    let question = line.standing.as_ref().and_then(|standing| standing.question.clone());
    question.map_or(Value::Null, |question| Value::Object(waiting_json::question(&question.into())))
}

fn put(object: &mut Map<String, Value>, name: &str, value: Value) {
    object.insert(name.to_owned(), value);
}
