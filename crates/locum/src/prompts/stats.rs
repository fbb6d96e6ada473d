//! `locum stats`: what was asked, who answered, how long it took.

use std::collections::BTreeMap;
use std::process::ExitCode;

use serde_json::{Value, json};
use wire::{PromptRequest, WirePrompt};

use super::ask;
use crate::brain::Brain;
use crate::cli::StatsArguments;
use crate::failure::Failure;
use crate::{clock, say};

/// The most questions that are counted.
pub(super) const MOST: u32 = 10_000;

/// `locum stats`
pub(crate) fn stats(arguments: &StatsArguments) -> Result<ExitCode, Failure> {
    let since = clock::now().saturating_sub(arguments.since.as_duration().as_micros() as u64);
    let (past, _) = ask(&mut Brain::reach()?, PromptRequest::Past { since, limit: MOST })?;
    let tables = [
        ("agent", counted(&past, |prompt| prompt.agent.clone())),
        ("verdict", counted(&past, |prompt| prompt.verdict.clone().unwrap_or_else(|| "none".into()))),
        ("danger", counted(&past, |prompt| prompt.danger.clone())),
        ("end", counted(&past, |prompt| prompt.status.clone())),
        ("answered by", counted(&past, |prompt| who(prompt).to_owned())),
        ("rule", counted(&past, |prompt| prompt.rule.clone().unwrap_or_else(|| "none".into()))),
    ];
    let times =
        [("person", time_to_answer(&past, "you, from elsewhere")), ("rule", time_to_answer(&past, "a rule"))];
    if arguments.json {
        let mut object = serde_json::Map::new();
        object.insert("questions".into(), past.len().into());
        object.extend(tables.into_iter().map(|(name, table)| (name.replace(' ', "_"), json!(table))));
        let times = times.iter().map(|(who, times)| ((*who).to_owned(), in_json(times.as_ref())));
        object.insert("seconds_to_answer".into(), Value::Object(times.collect()));
        say::json(Value::Object(object));
        return Ok(ExitCode::SUCCESS);
    }
    say::line(format_args!("{} questions", past.len()));
    for (name, table) in tables {
        let counts: Vec<String> = table.iter().map(|(word, count)| format!("{word} {count}")).collect();
        say::line(format_args!("  {name:<12} {}", counts.join(", ")));
    }
    for (who, times) in times {
        if let Some((median, most)) = times {
            say::line(format_args!("  time ({who}): {median:.1} s in the middle, {most:.1} s at most"));
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn counted(past: &[WirePrompt], word: impl Fn(&WirePrompt) -> String) -> BTreeMap<String, u32> {
    let mut counts = BTreeMap::new();
    for prompt in past {
        *counts.entry(word(prompt)).or_default() += 1;
    }
    counts
}

/// Who answered, in one word for many.
fn who(prompt: &WirePrompt) -> &'static str {
    match prompt.answered.as_ref().map(|(_, by, _)| by.as_str()) {
        Some(by) if by.starts_with("rule") => "a rule",
        Some(by) if by.starts_with("person") => "you, from elsewhere",
        Some("timeout") => "the timeout",
        Some(_) => "somebody else",
        None if prompt.status == "terminal" => "you, at the terminal",
        None => "nobody",
    }
}

/// The middle and the longest of them, in seconds.
fn time_to_answer(past: &[WirePrompt], by: &str) -> Option<(f64, f64)> {
    let time = |prompt: &WirePrompt| {
        let (_, _, at) = prompt.answered.as_ref().filter(|_| who(prompt) == by)?;
        Some(at.saturating_sub(prompt.asked_at) as f64 / 1e6)
    };
    let mut times: Vec<f64> = past.iter().filter_map(time).collect();
    times.sort_by(f64::total_cmp);
    Some((*times.get(times.len() / 2)?, *times.last()?))
}

fn in_json(times: Option<&(f64, f64)>) -> Value {
    times.map_or(Value::Null, |(median, most)| json!({"median": median, "most": most}))
}
