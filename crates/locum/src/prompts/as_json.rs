//! Questions for programs.

use serde_json::{Value, json};
use wire::{PromptChoice, WirePrompt};

use crate::clock;

pub(super) fn list(prompts: &[WirePrompt]) -> Value {
    prompts.iter().map(one).collect()
}

/// What can be chosen; of a box also whether it is.
fn choice(choice: &PromptChoice) -> Value {
    let mut value = json!({"number": choice.number, "label": choice.label, "role": choice.role});
    if let (Some(checked), Some(object)) = (choice.checked, value.as_object_mut()) {
        object.insert("checked".to_owned(), checked.into());
    }
    value
}

pub(super) fn one(prompt: &WirePrompt) -> Value {
    let choices: Vec<Value> = prompt.choices.iter().map(choice).collect();
    let answered = prompt.answered.as_ref();
    json!({
        "id": prompt.id,
        "session": prompt.session.0,
        "name": prompt.session.1,
        "agent": prompt.agent,
        "tool": prompt.tool,
        "kind": prompt.kind,
        "question": prompt.question,
        "subject": prompt.subject,
        "partial": prompt.partial,
        "context": prompt.context,
        "choices": choices,
        "several": prompt.several,
        "status": prompt.status,
        "verdict": prompt.verdict,
        "danger": prompt.danger,
        "rule": prompt.rule,
        "reasons": prompt.reasons,
        "asked_at": clock::iso(prompt.asked_at),
        "expires_at": prompt.expires_at.map(clock::iso),
        "answer": answered.map(|(answer, _, _)| answer),
        "answered_by": answered.map(|(_, by, _)| by),
        "answered_at": answered.map(|(_, _, at)| clock::iso(*at)),
        "ended_at": prompt.ended_at.map(clock::iso),
        "folder": prompt.folder,
    })
}
