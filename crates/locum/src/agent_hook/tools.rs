//! Agents' tools by the policy's words, and what each is to be used on. What a tool is not known by, nobody allows.

use serde_json::Value;

use super::event::Use;
use crate::cli::HookAgent;

/// What a tool with this input would use.
pub(super) fn used(agent: HookAgent, name: &str, input: &Value) -> Use {
    match agent {
        HookAgent::Claude => claude(name, input),
        HookAgent::Codex => codex(name, input),
        HookAgent::Gemini => gemini(name, input),
        HookAgent::Opencode => opencode(name, input),
    }
}

fn claude(name: &str, input: &Value) -> Use {
    match name {
        "Bash" => shell(input),
        "Write" => of("write", text(input, &["file_path"])),
        "Edit" | "MultiEdit" | "NotebookEdit" => of("edit", text(input, &["file_path", "notebook_path"])),
        "Read" => of("read", text(input, &["file_path", "notebook_path"])),
        "Grep" | "Glob" | "LS" => search(input),
        "WebFetch" => of("fetch", text(input, &["url"])),
        "AskUserQuestion" => of("question", None),
        "ExitPlanMode" => of("plan", None),
        name if name.starts_with("mcp__") => of("mcp", Some(name.to_owned())),
        _ => Use::default(),
    }
}

fn codex(name: &str, input: &Value) -> Use {
    match name {
        "Bash" | "shell" | "exec_command" => shell(input),
        name if name.starts_with("mcp__") => of("mcp", Some(name.to_owned())),
        _ => Use::default(),
    }
}

fn gemini(name: &str, input: &Value) -> Use {
    match name {
        // Where else it runs than in its folder, we do not follow.
        "run_shell_command" if input.get("dir_path").is_some() => Use { partial: true, ..shell(input) },
        "run_shell_command" => shell(input),
        "write_file" => of("write", text(input, &["file_path"])),
        "replace" => of("edit", text(input, &["file_path"])),
        "read_file" => of("read", text(input, &["file_path", "absolute_path"])),
        name if name.starts_with("mcp_") => of("mcp", Some(name.to_owned())),
        _ => Use::default(),
    }
}

/// Our plugin tells of commands alone.
fn opencode(name: &str, input: &Value) -> Use {
    match name {
        "bash" => shell(input),
        _ => Use::default(),
    }
}

/// A command. One that is to leave the agent's own sandbox is more than its words.
fn shell(input: &Value) -> Use {
    let unboxed = input.get("dangerouslyDisableSandbox").and_then(Value::as_bool).unwrap_or_default();
    let mut used = of("shell", text(input, &["command", "cmd"]));
    used.partial |= unboxed;
    used
}

/// A search: from its folder on, unless its pattern leads elsewhere.
fn search(input: &Value) -> Use {
    let pattern = input.get("pattern").and_then(Value::as_str).unwrap_or_default();
    let elsewhere = pattern.starts_with(['/', '~']) || pattern.contains("..");
    let place = text(input, &["path"]).unwrap_or_else(|| ".".to_owned());
    Use { tool: "read", subject: Some(place), partial: elsewhere }
}

/// A tool whose subject is missing is one that we do not understand.
fn of(tool: &'static str, subject: Option<String>) -> Use {
    let wants_one = !matches!(tool, "question" | "plan");
    Use { tool, partial: wants_one && subject.is_none(), subject }
}

fn text(input: &Value, names: &[&str]) -> Option<String> {
    names.iter().find_map(|name| input.get(name)?.as_str()).map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[track_caller]
    fn check(agent: HookAgent, name: &str, input: Value, expected: (&str, Option<&str>, bool)) {
        let used = used(agent, name, &input);
        assert_eq!((used.tool, used.subject.as_deref(), used.partial), expected, "{name} {input}");
    }

    #[test]
    fn tools_of_claude_code() {
        let check = |name: &str, input, expected| check(HookAgent::Claude, name, input, expected);
        check("Bash", json!({"command": "ls"}), ("shell", Some("ls"), false));
        check("Bash", json!({"command": ["ls"]}), ("shell", None, true));
        let unboxed = json!({"command": "ls", "dangerouslyDisableSandbox": true});
        check("Bash", unboxed, ("shell", Some("ls"), true));
        let written = json!({"file_path": "/p/x", "content": "secret"});
        check("Write", written, ("write", Some("/p/x"), false));
        check("Edit", json!({"file_path": "x", "new_string": "s"}), ("edit", Some("x"), false));
        check("NotebookEdit", json!({"notebook_path": "n"}), ("edit", Some("n"), false));
        check("Read", json!({"file_path": "/etc/passwd"}), ("read", Some("/etc/passwd"), false));
        check("Grep", json!({"pattern": "x"}), ("read", Some("."), false));
        check("Glob", json!({"pattern": "/etc/*"}), ("read", Some("."), true));
        check("Glob", json!({"pattern": "*.rs", "path": "/p"}), ("read", Some("/p"), false));
        check("WebFetch", json!({"url": "https://x/"}), ("fetch", Some("https://x/"), false));
        check("WebSearch", json!({"query": "x"}), ("", None, false));
        check("mcp__db__drop", json!({"table": "x"}), ("mcp", Some("mcp__db__drop"), false));
        check("AskUserQuestion", json!({"questions": []}), ("question", None, false));
        check("ExitPlanMode", json!({"plan": "x"}), ("plan", None, false));
        check("Task", json!({"prompt": "x"}), ("", None, false));
    }

    #[test]
    fn tools_of_others() {
        check(HookAgent::Codex, "Bash", json!({"command": "ls"}), ("shell", Some("ls"), false));
        check(HookAgent::Codex, "apply_patch", json!({"command": "x"}), ("", None, false));
        let gemini = |name: &str, input, expected| check(HookAgent::Gemini, name, input, expected);
        gemini("run_shell_command", json!({"command": "ls"}), ("shell", Some("ls"), false));
        gemini("replace", json!({"file_path": "x"}), ("edit", Some("x"), false));
        check(HookAgent::Opencode, "bash", json!({"command": "ls"}), ("shell", Some("ls"), false));
        check(HookAgent::Opencode, "edit", json!({"filepath": "x"}), ("", None, false));
        gemini("google_web_search", json!({"query": "x"}), ("", None, false));
    }
}
