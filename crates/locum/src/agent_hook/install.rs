//! `locum agent-hook install codex`: Codex has no hooks for one run, so they go into its own file, if the person wants
//! that. They also have to trust them in Codex itself; no flag of ours skips that.

use std::fs;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use serde_json::{Map, Value, json};

use crate::cli::{HookAgent, InstallArguments};
use crate::failure::Failure;
use crate::policy::question;
use crate::{folders, own_session, say};

const INSIDE: &str = "a supervised program cannot change what its agent asks";
/// Events, and for how many seconds each may hold the agent up: it shows nothing meanwhile.
const EVENTS: [(&str, u32); 4] =
    [("PermissionRequest", 30), ("PreToolUse", 10), ("Stop", 5), ("SessionStart", 5)];
/// What a hook of ours calls, whichever locum it is.
const OURS: &str = " agent-hook codex";

/// `locum agent-hook install`
pub(super) fn install(arguments: &InstallArguments) -> Result<ExitCode, Failure> {
    let file = file(arguments.agent)?;
    let refused = |problem: &str| Failure::AgentHooks { file: file.clone(), problem: problem.to_owned() };
    let hook = HookAgent::Codex.command().ok_or_else(|| refused("cannot name this program"))?;
    let before = read(&file)?;
    let after = with_ours(without_ours(before.clone()), &hook)
        .ok_or_else(|| refused("has hooks in it that are not understood"))?;
    if after == before {
        say::line("they are there already");
        return Ok(ExitCode::SUCCESS);
    }
    say::line(format_args!("{} will be", file.display()));
    change(&file, &after, arguments.yes, "written; now trust them in Codex: /hooks")
}

/// `locum agent-hook uninstall`
pub(super) fn uninstall(arguments: &InstallArguments) -> Result<ExitCode, Failure> {
    let file = file(arguments.agent)?;
    let before = read(&file)?;
    let after = without_ours(before.clone());
    if after == before {
        say::line("there is nothing of ours");
        return Ok(ExitCode::SUCCESS);
    }
    say::line(format_args!("{} will be", file.display()));
    change(&file, &after, arguments.yes, "written")
}

fn change(file: &Path, after: &Map<String, Value>, yes: bool, done: &str) -> Result<ExitCode, Failure> {
    let text = serde_json::to_string_pretty(after).unwrap_or_default();
    text.lines().for_each(say::line);
    if !yes && !question::yes("Write it?")? {
        say::line("nothing was changed");
        return Ok(ExitCode::FAILURE);
    }
    write(file, &text)?;
    say::line(done);
    Ok(ExitCode::SUCCESS)
}

/// The file of the agent's hooks. Only Codex needs one, and only a person may change it.
fn file(agent: HookAgent) -> Result<PathBuf, Failure> {
    if own_session::is_inside() {
        return Err(Failure::InsideSession(INSIDE));
    }
    if agent != HookAgent::Codex {
        let problem = "needs no installing: `locum run` adds what it can for each run".to_owned();
        return Err(Failure::AgentHooks { file: agent.word().into(), problem });
    }
    let named = std::env::var_os("CODEX_HOME").filter(|home| !home.is_empty()).map(PathBuf::from);
    let folder = named.or_else(|| folders::home().map(|home| home.join(".codex"))).ok_or(Failure::NoHome)?;
    let file = folder.join("hooks.json");
    // People keep such files elsewhere and link to them; the link stays.
    Ok(fs::canonicalize(&file).unwrap_or(file))
}

fn read(file: &Path) -> Result<Map<String, Value>, Failure> {
    let refused = |problem: String| Failure::AgentHooks { file: file.to_owned(), problem };
    let text = match fs::read_to_string(file) {
        Ok(text) => text,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Map::new()),
        Err(error) => return Err(refused(format!("cannot be read: {error}"))),
    };
    serde_json::from_str(&text).map_err(|error| refused(format!("is not understood: {error}")))
}

/// Beside the old one first, so that a full disk leaves that as it is.
fn write(file: &Path, text: &str) -> Result<(), Failure> {
    let refused =
        |error| Failure::AgentHooks { file: file.to_owned(), problem: format!("cannot be written: {error}") };
    let new = file.with_extension("json.locum-new");
    let mut out = fs::File::create(&new).map_err(refused)?;
    writeln!(out, "{text}").and_then(|()| out.sync_all()).map_err(refused)?;
    if let Ok(about) = fs::metadata(file) {
        fs::set_permissions(&new, about.permissions()).map_err(refused)?;
    }
    fs::rename(&new, file).map_err(refused)
}

fn with_ours(mut settings: Map<String, Value>, hook: &str) -> Option<Map<String, Value>> {
    let hooks = settings.entry("hooks").or_insert_with(|| json!({})).as_object_mut()?;
    for (event, seconds) in EVENTS {
        let of_event = hooks.entry(event).or_insert_with(|| json!([])).as_array_mut()?;
        let entry = json!({"type": "command", "command": hook, "timeout": seconds});
        of_event.push(json!({"matcher": ".*", "hooks": [entry]}));
    }
    Some(settings)
}

/// What is left without our entries, and without what they alone had filled.
fn without_ours(mut settings: Map<String, Value>) -> Map<String, Value> {
    let Some(hooks) = settings.get_mut("hooks").and_then(Value::as_object_mut) else { return settings };
    for group in hooks.values_mut().filter_map(Value::as_array_mut) {
        group.retain(|entry| !is_ours(entry));
    }
    hooks.retain(|_, group| group.as_array().is_none_or(|group| !group.is_empty()));
    if hooks.is_empty() {
        settings.remove("hooks");
    }
    settings
}

fn is_ours(entry: &Value) -> bool {
    let commands = entry.get("hooks").and_then(Value::as_array).into_iter().flatten();
    let ours = |hook: &Value| {
        hook.get("command").and_then(Value::as_str).is_some_and(|command| command.ends_with(OURS))
    };
    let mut commands = commands.peekable();
    commands.peek().is_some() && commands.all(ours)
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOOK: &str = "'/usr/bin/locum' agent-hook codex";

    fn theirs() -> Map<String, Value> {
        let own = json!({"hooks": [{"type": "command", "command": "mine"}]});
        match json!({"hooks": {"Stop": [own]}, "other": 1}) {
            Value::Object(settings) => settings,
            _ => Map::new(),
        }
    }

    #[test]
    fn what_is_there_stays_and_comes_back() {
        let with = with_ours(theirs(), HOOK).unwrap();
        assert_eq!(with["hooks"]["Stop"].as_array().unwrap().len(), 2);
        assert_eq!(with["hooks"]["PermissionRequest"][0]["hooks"][0]["command"], HOOK);
        assert_eq!(without_ours(with.clone()), theirs());
        assert_eq!(with_ours(without_ours(with.clone()), HOOK).unwrap(), with, "twice is once");
        assert_eq!(without_ours(with_ours(Map::new(), HOOK).unwrap()), Map::new());
    }

    #[test]
    fn what_is_not_understood_is_not_touched() {
        for hooks in [json!([]), json!({"Stop": {}})] {
            let settings = Map::from_iter([("hooks".to_owned(), hooks.clone())]);
            assert_eq!(with_ours(settings, HOOK), None, "{hooks}");
        }
    }
}
