//! `locum policy show NAME`: a policy that comes with locum, or one of its sets of commands.

use std::process::ExitCode;

use policy::{CommandSet, SHIPPED, command_sets, shipped_text};
use serde_json::json;

use crate::failure::Failure;
use crate::{nearest, say};

/// Shows it.
pub(super) fn show(name: &str, as_json: bool) -> Result<ExitCode, Failure> {
    let set = name.strip_prefix('@').and_then(|name| command_sets().iter().find(|set| set.name == name));
    match (set, shipped_text(name)) {
        (Some(set), _) if as_json => say::json(json!({"about": set.about, "commands": set.commands})),
        (Some(set), _) => lines(set).iter().for_each(say::line),
        (None, Some(text)) if as_json => say::json(json!({"name": name, "text": text})),
        (None, Some(text)) => text.lines().for_each(say::line),
        (None, None) => return Err(unknown(name)),
    }
    Ok(ExitCode::SUCCESS)
}

fn lines(set: &CommandSet) -> Vec<String> {
    let commands = set.commands.iter().map(|command| format!("  {command}"));
    std::iter::once(set.about.clone()).chain(commands).collect()
}

fn unknown(name: &str) -> Failure {
    let sets = command_sets().iter().map(|set| format!("@{}", set.name));
    let known = SHIPPED.iter().map(|&name| name.to_owned()).chain(sets);
    Failure::UnknownPolicy { name: name.to_owned(), nearest: nearest::among(name, known) }
}
