//! `locum agent-hook`: whatever happens, an agent that calls it is never held up or told nonsense.

use std::io::Write;
use std::process::Stdio;

use testkit::{PATIENCE, process};

use super::House;
use super::asking::inside;

const ASKS: &str =
    r#"{"hook_event_name":"PermissionRequest","tool_name":"Bash","cwd":"/","tool_input":{"command":"ls"}}"#;
const PUSHES: &str =
    r#"{"hook_event_name":"PreToolUse","tool_name":"Bash","cwd":"/","tool_input":{"command":"git push"}}"#;
const POLICY: &str =
    "[[rule]]\nname = \"none\"\ncommand = \"git push\"\nanswer = \"deny\"\nmessage = \"by hand\"\n";

fn with_policy(house: &House, policy: &str) {
    house.sandbox.folder("config/locum");
    house.sandbox.write("config/locum/policy.toml", policy);
}

/// What the receiver says, out of any session.
fn said(house: &House, event: &str) -> String {
    let mut command = house.sandbox.command(&house.locum);
    command
        .args(["agent-hook", "claude"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    child.stdin.take().unwrap().write_all(event.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{event}: {output:?}");
    let texts = [output.stdout, output.stderr].concat();
    String::from_utf8_lossy(&texts).into_owned()
}

#[test]
fn a_hook_outside_of_a_session_says_nothing() {
    let house = House::new();
    house.ok(&["daemon", "start"]);
    for event in ["", "nonsense", "{}", ASKS, PUSHES] {
        assert_eq!(said(&house, event), "", "{event}");
    }
}

#[test]
fn a_hook_without_a_brain_says_nothing() {
    let house = House::without_brain();
    let script = format!("echo '{PUSHES}' | locum agent-hook claude >> $OUT 2>&1; echo status $? >> $OUT");
    assert_eq!(inside(&house, "alone", &script), "status 0\ndone\n");
}

#[test]
fn a_hook_denies_what_the_policy_denies_and_allows_nobody_else() {
    let house = House::new();
    with_policy(&house, POLICY);
    let call = |event: &str| {
        format!("echo '{event}' | locum agent-hook claude >> $OUT 2>&1; echo status $? >> $OUT")
    };
    let denied = inside(&house, "denied", &call(PUSHES));
    assert!(denied.contains(r#""permissionDecision":"deny""#) && denied.contains("by hand"), "{denied}");
    // This session's program was given no hooks, so what calls itself its agent is none.
    assert_eq!(inside(&house, "forged", &call(ASKS)), "status 0\ndone\n");
    let mut log = String::new();
    process::wait_until(PATIENCE, "the record", || {
        log = house.ok(&["log"]);
        log.contains("hook.denied")
    });
    assert!(log.contains("hook.event"), "{log}");
}

/// Codex calls its hooks from a server that serves every Codex of the person; one in the session's own terminal does not.
#[test]
fn a_server_of_codex_is_allowed_nothing() {
    let house = House::new();
    with_policy(&house, "[[rule]]\nname = \"look\"\ncommand = \"ls\"\nanswer = \"allow\"\n");
    let call = |by: &str| format!("echo '{ASKS}' | {by} locum agent-hook codex >> $OUT 2>&1");
    let own = inside(&house, "own", &call(""));
    assert!(own.contains(r#""behavior":"allow""#), "{own}");
    assert_eq!(inside(&house, "server", &call("setsid --wait")), "done\n");
}

#[test]
fn hooks_are_not_installed_from_inside() {
    let house = House::new();
    let script = "locum agent-hook install codex --yes >> $OUT 2>&1; ls $HOME/.codex >> $OUT 2>&1";
    let seen = inside(&house, "installer", script);
    assert!(seen.contains("inside a session"), "{seen}");
    assert!(!seen.contains("hooks.json"), "{seen}");
}

#[test]
fn hooks_of_codex_are_shown_written_and_taken_out() {
    let house = House::without_brain();
    house.sandbox.folder("codex");
    let own = house.sandbox.write("codex/hooks.json", r#"{"hooks":{"Stop":[{"hooks":[]}]},"x":1}"#);
    let run = |words: &[&str]| {
        let mut command = house.sandbox.command(&house.locum);
        command.args(words).env("CODEX_HOME", own.parent().unwrap()).stdin(Stdio::null());
        command.output().unwrap()
    };
    assert_eq!(run(&["agent-hook", "install", "codex"]).status.code(), Some(2), "nobody is there to ask");
    let before = std::fs::read_to_string(&own).unwrap();
    assert!(run(&["agent-hook", "install", "codex", "--yes"]).status.success());
    let with = std::fs::read_to_string(&own).unwrap();
    assert!(with.contains("agent-hook codex") && with.contains("PermissionRequest"), "{with}");
    assert!(run(&["agent-hook", "uninstall", "codex", "--yes"]).status.success());
    let after: serde_json::Value = serde_json::from_str(&std::fs::read_to_string(&own).unwrap()).unwrap();
    assert_eq!(after, serde_json::from_str::<serde_json::Value>(&before).unwrap());
}
