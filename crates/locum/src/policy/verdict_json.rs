//! A verdict for programs. The first four names are a contract; others may be added.

use model::Verdict;
use serde_json::{Value, json};

use super::shown::{Shown, ShownPart};

/// A judgement.
pub(super) fn judgement(judgement: &Shown) -> Value {
    json!({
        "verdict": word(judgement.verdict), "danger": judgement.danger.word(),
        "parts": judgement.parts.iter().map(part).collect::<Vec<_>>(), "reasons": judgement.reasons,
        "rule": judgement.rule, "answer": judgement.verdict.word(), "message": judgement.message,
    })
}

fn part(part: &ShownPart) -> Value {
    let ids: Vec<&str> = part.dangers.iter().map(|danger| danger.id.as_str()).collect();
    let why: Vec<&str> = part.dangers.iter().map(|danger| danger.why.as_str()).collect();
    json!({"argv": part.argv, "danger": part.danger().word(), "ids": ids, "verdict": word(part.verdict),
        "why": why, "rules": part.rules})
}

/// One of three words, which is all that scripts must know.
pub(super) fn word(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Allow | Verdict::AllowRemember => "allow",
        Verdict::Ask | Verdict::Ignore => "ask",
        Verdict::Deny => "deny",
    }
}
