//! What a rule denies before an agent asks is an answer like any other: it is told, and given only while answers are given.

use std::fs;
use std::os::unix::fs::PermissionsExt;

use testkit::{PATIENCE, process};

use crate::brain::House;

const POLICY: &str = "[[rule]]\nname = \"none\"\ncommand = \"git push\"\nanswer = \"deny\"\nmessage = \"by hand\"\n[limits]\nper_minute = 1000\n";
const PUSHES: &str =
    r#"{"hook_event_name":"PreToolUse","tool_name":"Bash","cwd":"/","tool_input":{"command":"git push"}}"#;

/// A program of this name that is about to push once it is told to go on.
fn pushes(house: &House, name: &str) {
    let call =
        format!("echo '{PUSHES}' | locum agent-hook claude > ~/{name}.said; mv ~/{name}.said ~/{name}");
    let script = format!("#!/bin/bash\nwhile [ ! -e ~/go ]; do sleep 0.1; done\n{call}\nsleep 1000\n");
    let program = house.sandbox.write(&format!("bin/{name}"), script);
    fs::set_permissions(program, fs::Permissions::from_mode(0o755)).unwrap();
    house.ok(&["run", "--detach", "--name", name, "--", name]);
}

/// What its hook said.
fn said(house: &House, name: &str) -> String {
    house.sandbox.write("home/go", "");
    let path = house.sandbox.path(&format!("home/{name}"));
    process::wait_until(PATIENCE, "the hook's word", || path.exists());
    fs::read_to_string(path).unwrap()
}

#[test]
fn it_is_in_history_stats_and_explain() {
    let house = House::with_policy(POLICY);
    pushes(&house, "claude");
    assert!(said(&house, "claude").contains("by hand"));
    let landed = || house.ok(&["history"]).contains("landed");
    process::wait_until(PATIENCE, "the denial in the history", landed);
    let history = house.ok(&["history"]);
    assert!(history.contains("git push") && history.contains("no: by hand ← rule none"), "{history}");
    let why = house.ok(&["explain", "last"]);
    assert!(why.contains("the policy said deny") && why.contains("hook.denied"), "{why}");
    let stats = house.ok(&["stats"]);
    assert!(stats.contains("verdict      deny 1") && stats.contains("rule         none 1"), "{stats}");
    let limits = house.ok(&["explain", "claude"]);
    assert!(limits.contains("1 of 1000 in the last minute"), "{limits}");
}

#[test]
fn what_another_program_says_in_an_agents_name_is_no_question() {
    let house = House::with_policy(POLICY);
    pushes(&house, "forger");
    assert!(said(&house, "forger").contains("by hand"));
    process::wait_until(PATIENCE, "the note", || house.ok(&["log"]).contains("hook.denied"));
    assert!(!house.ok(&["history"]).contains("git push"));
}

#[test]
fn what_is_denied_is_the_persons_while_paused() {
    let house = House::with_policy(POLICY);
    pushes(&house, "claude");
    house.ok(&["pause", "claude"]);
    let said = said(&house, "claude");
    assert!(said.contains("\"permissionDecision\":\"ask\"") && said.contains("you decide"), "{said}");
    assert!(!house.ok(&["history"]).contains("git push"), "nothing was answered");
}
