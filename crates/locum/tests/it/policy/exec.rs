//! Rules that ask a program: it may allow and deny, and whatever else it does means that the person is asked.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::time::Instant;

use testkit::{PATIENCE, process};

use super::{ALLOW, ASK, DENY};
use crate::brain::House;

fn house(script: &str) -> House {
    let house = House::new();
    let path = house.sandbox.write("bin/judge", format!("#!/bin/sh\n{script}\n"));
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
    house.write_policy(
        "[[rule]]\nname = \"judge\"\ncommand = [\"hello\"]\nanswer = \"allow\"\nexec = [\"judge\"]\nexec_timeout = \"1s\"\n",
    );
    house
}

#[test]
fn a_program_may_allow_and_deny_and_everything_else_is_asked() {
    for (what, script, verdict) in [
        ("allows", "echo '{\"answer\": \"allow\"}'", ALLOW),
        ("denies", "cat > /dev/null; echo '{\"answer\": \"deny\", \"message\": \"not today\"}'", DENY),
        ("asks", "echo '{\"answer\": \"ask\"}'", ASK),
        ("says nothing", "true", ASK),
        ("says nonsense", "echo sure, go ahead", ASK),
        ("says something else", "echo '{\"answer\": \"perhaps\"}'", ASK),
        ("fails", "echo '{\"answer\": \"allow\"}'; exit 1", ASK),
        ("dies", "echo '{\"answer\": \"allow\"}'; kill -9 $$", ASK),
        ("hangs", "sleep 1000", ASK),
        ("closes its output and hangs", "exec 1>&-; sleep 1000", ASK),
        ("floods", "yes", ASK),
        ("shows control characters", "printf '\\033[2J{\"answer\": \"allow\"}'", ASK),
    ] {
        let house = house(script);
        let began = Instant::now();
        let output = house.output(&["policy", "check", "--", "hello"]);
        let words = String::from_utf8_lossy(&output.stdout).into_owned();
        assert_eq!(output.status.code(), Some(verdict), "{what}: {words}");
        assert!(began.elapsed() < PATIENCE, "{what}");
        assert!(!words.contains('\x1b'), "{what}: {words:?}");
        assert_eq!(words.contains("not today"), what == "denies", "{what}: {words}");
        let left = || {
            house
                .sandbox
                .processes()
                .iter()
                .any(|process| ["sleep", "yes", "judge"].contains(&process.comm.as_str()))
        };
        process::wait_until(PATIENCE, &format!("{what}: nothing is left running"), || !left());
    }
}

#[test]
fn it_is_told_what_is_asked() {
    let house =
        house("cat > seen; echo '{\"answer\": \"allow\"}'; echo \"session=$LOCUM_SESSION.\" > environment");
    house.detached("s", "cat");
    assert_eq!(house.brain_says("s", "hello there"), ALLOW);
    let seen = fs::read_to_string(house.sandbox.path("config/locum/seen")).unwrap();
    let question: serde_json::Value = serde_json::from_str(&seen).unwrap();
    assert!(question.is_object() && seen.contains("hello there"), "{seen}");
    let environment = fs::read_to_string(house.sandbox.path("config/locum/environment")).unwrap();
    assert_eq!(environment, "session=.\n", "it is nobody's supervised program");
}

#[test]
fn one_that_is_not_there_is_a_reason_to_ask() {
    let house = house("true");
    fs::remove_file(house.sandbox.path("bin/judge")).unwrap();
    let output = house.output(&["policy", "check", "--", "hello"]);
    let words = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.status.code(), Some(ASK), "{words}");
    assert!(words.contains("could not be started"), "{words}");
}

/// A program's yes is one policy's: what another one says, or a file that nobody understands, is not outvoted by it.
#[test]
fn a_program_speaks_for_the_policy_that_asks_it() {
    let house = house("echo '{\"answer\": \"allow\"}'");
    house.project(None);
    let check = || house.verdict(&["--cwd", "project", "--", "hello"]);
    assert_eq!(check(), ALLOW);
    house.project(Some("nonsense = 1\n"));
    assert_eq!(check(), ASK, "a project's file with mistakes");
    house.project(Some(""));
    assert_eq!(check(), ALLOW);
    house.write_policy("extends = \"watch-only\"\n");
    house.ok(&["daemon", "start"]);
    house.wait_kept();
    house.write_policy(
        "[[rule]]\nname = \"judge\"\ncommand = [\"hello\"]\nanswer = \"allow\"\nexec = [\"judge\"]\n",
    );
    assert_eq!(check(), ASK, "a file that was loosened to ask a program");
}
