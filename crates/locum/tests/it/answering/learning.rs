//! Rules that are learned from commands: as narrow as what was said, whole, and nobody else's.

use std::fs;
use std::os::unix::fs::PermissionsExt;

use super::{id, wait_status};
use crate::brain::House;

/// Asks about these lines through its hook, one after the other.
fn claude_asks(house: &House, lines: &[&str]) {
    let project = house.sandbox.path("home/project");
    fs::create_dir_all(project.join(".git")).unwrap();
    let folder = project.display();
    let mut script = String::from("#!/bin/bash\n");
    for line in lines {
        let event = format!(
            r#"{{"hook_event_name":"PermissionRequest","tool_name":"Bash","cwd":"{folder}","tool_input":{{"command":"{line}"}}}}"#
        );
        script += &format!("echo '{event}' | locum agent-hook claude > /dev/null\n");
    }
    let claude = house.sandbox.write("bin/claude", format!("{script}sleep 1000\n"));
    fs::set_permissions(claude, fs::Permissions::from_mode(0o755)).unwrap();
    house.ok(&["run", "--detach", "--name", "it", "--", "claude"]);
    for line in lines {
        let prompt = house.wait_prompt_where("it", line, |one| one["subject"] == *line);
        house.ok(&["answer", id(&prompt), "yes"]);
        wait_status(house, id(&prompt), "landed");
    }
}

#[track_caller]
fn judged(house: &House, line: &str) -> String {
    let folder = house.sandbox.path("home/project").display().to_string();
    let mut command = house.sandbox.command(&house.locum);
    let out = command.args(["policy", "check", "--cwd", &folder, "--", line]).output().unwrap();
    match out.status.code() {
        Some(0) => "allow".into(),
        Some(10) => "ask".into(),
        other => format!("{other:?}: {}", String::from_utf8_lossy(&out.stderr)),
    }
}

#[test]
fn what_is_learned_of_commands_is_these_words_and_no_more() {
    let house = House::new();
    let lines = [
        "npm run lint",
        "npm run test",
        "npm run check",
        "cp a.txt b.txt",
        "curl https://example.org/x -o x",
        "python3 x.py",
    ];
    claude_asks(&house, &lines);
    house.ok(&["learn", "--yes"]);
    let text = fs::read_to_string(house.sandbox.path("config/locum/policy.toml")).unwrap();
    for (line, verdict) in [
        ("npm run lint", "allow"),
        ("npm run deploy", "ask"),
        ("npm run lint --prefix /tmp/x", "ask"),
        ("cp a.txt b.txt", "allow"),
        ("cp a.txt b.txt sub", "ask"),
        ("cp a.txt /etc/b.txt", "ask"),
        // What runs any code, or speaks with strangers, is not learned.
        ("python3 x.py", "ask"),
        ("curl https://example.org/x -o x", "ask"),
    ] {
        assert_eq!(judged(&house, line), verdict, "{line}\n{text}");
    }
}

/// Whoever changed the file before must not have it confirmed by the way.
#[test]
fn nothing_is_learned_while_the_policy_waits_to_be_confirmed() {
    let house = House::new();
    claude_asks(&house, &["npm run lint"]);
    let file = house.sandbox.path("config/locum/policy.toml");
    let looser = "extends = \"careful\"\n[[rule]]\ncommand = [\"make\"]\nanswer = \"allow\"\n";
    house.sandbox.write("config/locum/policy.toml", looser);
    let refused = house.fails(&["learn", "--yes"], 2);
    assert!(refused.contains("not confirmed") && refused.contains("policy confirm"), "{refused}");
    assert_eq!(fs::read_to_string(file).unwrap(), looser);
    assert_eq!(judged(&house, "make all"), "ask");
}
