//! `locum policy simulate`: what a policy would have done with the questions of the past.

use std::collections::BTreeMap;
use std::process::ExitCode;

use model::Verdict;
use serde_json::json;
use wire::WirePrompt;

use super::{own, past};
use crate::cli::PolicySimulateArguments;
use crate::failure::Failure;
use crate::say;

/// `locum policy simulate`
pub(super) fn simulate(arguments: &PolicySimulateArguments) -> Result<ExitCode, Failure> {
    let own = own::rules(arguments.policy.as_deref())?;
    let questions = past::questions(arguments.since)?;
    let mut counts: BTreeMap<&'static str, u32> = BTreeMap::new();
    let mut changed = Vec::new();
    for prompt in questions.iter().rev() {
        let word = match past::judge(&own, prompt) {
            Ok(judgement) => {
                let now = shown(judgement.verdict);
                let then = prompt.verdict.as_deref().and_then(Verdict::of_word).map(shown);
                if then.is_some_and(|then| then != now) {
                    changed.push((prompt, then.unwrap_or_default(), now, judgement.reasons));
                }
                now
            }
            Err(past::Unknown::Partial) => "known in part",
            Err(past::Unknown::Redacted) => "with a secret",
            Err(past::Unknown::Program) => "for a program",
        };
        *counts.entry(word).or_default() += 1;
    }
    if arguments.json {
        let changes = changed.iter().map(|(prompt, then, now, reasons)| {
            json!({"id": prompt.id, "agent": prompt.agent, "about": about(prompt), "then": then, "now": now, "reasons": reasons})
        });
        say::json(
            json!({"questions": questions.len(), "counts": counts, "changed": changes.collect::<Vec<_>>()}),
        );
        return Ok(ExitCode::SUCCESS);
    }
    say::line(format_args!("{} questions", questions.len()));
    counts.iter().for_each(|(word, count)| say::line(format_args!("  {word:<14} {count}")));
    for (prompt, then, now, reasons) in &changed {
        say::line(format_args!("{}  {then} → {now}: {}", prompt.id, first_line(about(prompt))));
        reasons.first().iter().for_each(|reason| say::line(format_args!("          {reason}")));
    }
    Ok(ExitCode::SUCCESS)
}

fn shown(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Allow | Verdict::AllowRemember => "allow",
        Verdict::Deny => "deny",
        Verdict::Ask | Verdict::Ignore => "ask",
    }
}

fn about(prompt: &WirePrompt) -> &str {
    prompt.subject.as_deref().unwrap_or(&prompt.question)
}

fn first_line(text: &str) -> &str {
    text.lines().next().unwrap_or_default()
}
