//! Claude Code takes settings for one run (`--settings`), a file or JSON itself. They count beside the person's own.

use std::ffi::OsString;
use std::path::Path;

use serde_json::{Map, Value, json};

const OPTION: &str = "--settings";
/// Longer words the kernel does not take (128 KiB).
const LONGEST: usize = 100_000;
/// What comes right behind the name and is no run of the agent.
const COMMANDS: [&str; 14] = [
    "agents",
    "auth",
    "auto-mode",
    "config",
    "doctor",
    "gateway",
    "install",
    "mcp",
    "plugin",
    "plugins",
    "project",
    "setup-token",
    "update",
    "upgrade",
];
/// Its events, and for how many seconds each may hold it up. A dialog stands while a person thinks.
const EVENTS: [(&str, u32); 5] =
    [("PermissionRequest", 3700), ("PreToolUse", 10), ("Notification", 5), ("Stop", 5), ("SessionStart", 5)];

/// The command with our hooks, or why it is left as it is.
pub(super) fn with_hooks(command: &[OsString], folder: &Path, hook: &str) -> Result<Vec<OsString>, String> {
    let Some((name, words)) = command.split_first() else { return Err("there is no command".into()) };
    runs_on_screen(words)?;
    let (own, rest) = own_settings(words)?;
    let settings = match own {
        Some(own) => merged(understood(&own, folder)?, hook)?,
        None => merged(Map::new(), hook)?,
    };
    let text = Value::Object(settings).to_string();
    if text.len() > LONGEST {
        return Err("your --settings are too long".into());
    }
    let added = [name.clone(), OPTION.into(), text.into()];
    Ok(added.into_iter().chain(rest).collect())
}

/// Without a screen it asks nobody, and other commands of its are no runs.
fn runs_on_screen(words: &[OsString]) -> Result<(), String> {
    let texts: Vec<_> = options(words).iter().map(|word| word.to_string_lossy()).collect();
    if let Some(first) = texts.first().filter(|first| COMMANDS.contains(&first.as_ref())) {
        return Err(format!("`{first}` asks nothing"));
    }
    let short = |word: &str| {
        let letters = word.strip_prefix('-').filter(|letters| !letters.starts_with('-'));
        letters.is_some_and(|letters| letters.contains('p') && !letters.contains('='))
    };
    match texts.iter().find(|word| matches!(word.as_ref(), "--print" | "--bare") || short(word)) {
        Some(word) => Err(format!("with {word} it asks nobody")),
        None => Ok(()),
    }
}

/// The words up to `--`.
fn options(words: &[OsString]) -> &[OsString] {
    let end = words.iter().position(|word| word == "--").unwrap_or(words.len());
    words.get(..end).unwrap_or_default()
}

/// The person's own settings on the command line, and the words without them.
fn own_settings(words: &[OsString]) -> Result<(Option<String>, Vec<OsString>), String> {
    let (mut own, mut rest) = (None, Vec::new());
    let end = options(words).len();
    let mut words = words.iter().enumerate();
    while let Some((place, word)) = words.next() {
        let text = word.to_str().filter(|_| place < end);
        let value = match text.and_then(|text| text.strip_prefix(OPTION)) {
            Some("") => words.next().and_then(|(_, value)| value.to_str()).map(str::to_owned),
            Some(value) if value.starts_with('=') => value.get(1..).map(str::to_owned),
            _ => {
                rest.push(word.clone());
                continue;
            }
        };
        let value = value.ok_or("your --settings cannot be read")?;
        if own.replace(value).is_some() {
            return Err("--settings is given twice".into());
        }
    }
    Ok((own, rest))
}

/// Settings as the agent would read them: JSON, or the name of a file.
fn understood(own: &str, folder: &Path) -> Result<Map<String, Value>, String> {
    let text = match own.trim_start().starts_with('{') {
        true => own.to_owned(),
        false => std::fs::read_to_string(folder.join(own))
            .map_err(|error| format!("your --settings {own} cannot be read: {error}"))?,
    };
    match serde_json::from_str(&text) {
        Ok(Value::Object(settings)) => Ok(settings),
        _ => Err("your --settings are not understood".into()),
    }
}

fn merged(mut settings: Map<String, Value>, hook: &str) -> Result<Map<String, Value>, String> {
    if settings.get("disableAllHooks") == Some(&Value::Bool(true)) {
        return Err("your --settings switch hooks off".into());
    }
    let hooks = settings.entry("hooks").or_insert_with(|| json!({}));
    let hooks = hooks.as_object_mut().ok_or("the hooks in your --settings are not understood")?;
    for (event, seconds) in EVENTS {
        let of_event = hooks.entry(event).or_insert_with(|| json!([]));
        let of_event = of_event.as_array_mut().ok_or("the hooks in your --settings are not understood")?;
        of_event.push(entry(event, seconds, hook));
    }
    Ok(settings)
}

fn entry(event: &str, seconds: u32, hook: &str) -> Value {
    let hooks = json!([{"type": "command", "command": hook, "timeout": seconds}]);
    match event {
        "PermissionRequest" | "PreToolUse" => json!({"matcher": "*", "hooks": hooks}),
        _ => json!({"hooks": hooks}),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn added(words: &[&str]) -> Result<Vec<String>, String> {
        let command: Vec<OsString> = words.iter().map(OsString::from).collect();
        let added = with_hooks(&command, Path::new("/nowhere"), "HOOK")?;
        Ok(added.into_iter().map(|word| word.into_string().unwrap()).collect())
    }

    fn settings(words: &[&str]) -> Value {
        let added = added(words).unwrap();
        assert_eq!(added[1], OPTION);
        serde_json::from_str(&added[2]).unwrap()
    }

    #[test]
    fn hooks_come_first_and_the_rest_stays() {
        let added = added(&["/bin/claude", "--model", "x", "fix it", "--", "-p"]).unwrap();
        assert_eq!(added[0], "/bin/claude");
        assert_eq!(added[3..], ["--model", "x", "fix it", "--", "-p"]);
        let settings = settings(&["claude"]);
        for (event, seconds) in EVENTS {
            let entry = &settings["hooks"][event][0]["hooks"][0];
            assert_eq!((&entry["command"], &entry["timeout"]), (&json!("HOOK"), &json!(seconds)), "{event}");
        }
    }

    #[test]
    fn own_settings_are_kept() {
        let own = r#"{"model":"m","hooks":{"Stop":[{"hooks":[{"type":"command","command":"mine"}]}]}}"#;
        for words in [vec!["claude", "--settings", own], vec!["claude", "-c", &format!("--settings={own}")]] {
            let settings = settings(&words);
            assert_eq!(settings["model"], "m");
            assert_eq!(settings["hooks"]["Stop"][0]["hooks"][0]["command"], "mine");
            assert_eq!(settings["hooks"]["Stop"][1]["hooks"][0]["command"], "HOOK");
        }
        let sandbox = testkit::Sandbox::new();
        let file = sandbox.write("own.json", r#"{"model":"f"}"#);
        assert_eq!(settings(&["claude", "--settings", file.to_str().unwrap()])["model"], "f");
    }

    #[test]
    fn what_is_not_understood_is_left_alone() {
        for words in [
            &["claude", "-p", "hello"][..],
            &["claude", "-cp"],
            &["claude", "--print"],
            &["claude", "mcp", "list"],
            &["claude", "--settings"],
            &["claude", "--settings", "none.json"],
            &["claude", "--settings", "{nonsense"],
            &["claude", "--settings", r#"{"hooks":[]}"#],
            &["claude", "--settings", r#"{"hooks":{"Stop":{}}}"#],
            &["claude", "--settings", r#"{"disableAllHooks":true}"#],
            &["claude", "--settings", "{}", "--settings", "{}"],
        ] {
            assert!(added(words).is_err(), "{words:?}");
        }
    }
}
