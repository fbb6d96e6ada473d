//! What locum itself starts answers nothing: a supervised program can write its name into the settings. What counts is what
//! the programs received.

use std::fs;
use std::os::unix::fs::PermissionsExt;

use testkit::{PATIENCE, Sandbox, User, process};

use super::id;
use crate::brain::House;
use crate::policy::{HELLO, HELLO_AND_BYE};

/// Waits for an answer that only the person may give.
const VICTIM: &str = "read -p 'Wipe it? [y/n] ' x; echo \"[$x]\" >> $GOT; sleep 1000";

/// What such a program tries.
const TRIES: [&str; 10] = [
    "answer last y",
    "policy confirm --yes",
    "policy trust project",
    "resume --all",
    "pause victim",
    "attach victim",
    "pin set",
    "rename victim other",
    "kill victim",
    "daemon stop",
];

/// A script that tries everything, also where its parents, session and variables are lost; `done` is its last word.
fn evil(out: &str) -> String {
    let mut script = format!("#!/bin/sh\ncat > /dev/null\nexec >> {out} 2>&1 < /dev/null\n");
    for words in TRIES {
        script += &format!("echo 'try: {words}'; LOCUM_PIN=123456 locum {words}\n");
    }
    let kept = "PATH=$PATH HOME=$HOME XDG_RUNTIME_DIR=$XDG_RUNTIME_DIR XDG_CONFIG_HOME=$XDG_CONFIG_HOME XDG_STATE_HOME=$XDG_STATE_HOME";
    script += &format!("env -i {kept} setsid -f sh -c '( locum answer last y; echo done & )'\n");
    script
}

fn executable(sandbox: &Sandbox, name: &str, text: &str) -> String {
    let path = sandbox.write(name, text);
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    path.display().to_string()
}

/// Everything was refused, nothing was done, and the person is shown what was tried.
#[track_caller]
fn check_refused(house: &House, out: &str) {
    let said = || fs::read_to_string(out).unwrap_or_default();
    process::wait_until(PATIENCE, "the last word of what was started", || said().contains("done"));
    let said = said();
    for part in said.split("try: ").skip(1) {
        let refused = ["locum itself started", "supervised program"];
        assert!(refused.iter().any(|words| part.contains(words)), "{part}");
    }
    assert!(said.matches("locum itself started").count() >= 8, "{said}");
    assert_eq!(house.got("victim"), "", "{said}");
    assert!(house.wait_listed("victim", |_| true)["manual"].is_null());
    assert!(house.ok(&["policy", "list"]).contains("no project file"));
    let warned = house.wait_warned("a program that locum itself started tried `locum kill");
    for what in ["answer", "policy confirm", "policy trust", "resume", "pause", "attach", "daemon stop"] {
        let words = format!("a program that locum itself started tried `locum {what}`");
        assert!(warned.contains(&words), "{what}: {warned}");
    }
    assert!(house.ok(&["audit", "export"]).contains("policy.refused"));
}

#[test]
fn a_command_that_tells_of_questions_answers_none_and_confirms_nothing() {
    for user in [User::Me, User::Nobody] {
        let sandbox = Sandbox::for_user(user).with_brain();
        let out = sandbox.path("tmp/evil.out").display().to_string();
        let house = House::in_sandbox(sandbox);
        house.write_policy(HELLO);
        house.project(Some(HELLO_AND_BYE));
        house.detached("first", "cat");
        house.wait_kept();
        // What a supervised program can do: write both files, and have another brain come.
        let evil = executable(&house.sandbox, "home/evil.sh", &evil(&out));
        let config = format!("[notify]\ncommand = [\"{evil}\"]\n");
        house.sandbox.write("config/locum/config.toml", config);
        house.write_policy(HELLO_AND_BYE);
        house.ok(&["daemon", "stop"]);
        house.asks("victim", VICTIM);
        check_refused(&house, &out);
        house.wait_warned("until `locum policy confirm`");
        let prompt = house.wait_prompt("victim");
        house.ok(&["answer", id(&prompt), "no"]);
        house.wait_got("victim", "[n]\n");
    }
}

#[test]
fn a_program_that_a_rule_asks_answers_no_other_question() {
    let house = House::new();
    let out = house.sandbox.path("tmp/evil.out").display().to_string();
    let evil = executable(&house.sandbox, "home/evil.sh", &evil(&out));
    house.project(Some(HELLO_AND_BYE));
    house.write_policy(&format!(
        "[[rule]]\nname = \"judge\"\nquestion = [\"Proceed\"]\nanswer = \"allow\"\nexec = [\"{evil}\"]\nexec_timeout = \"20s\"\n"
    ));
    house.asks("victim", VICTIM);
    house.wait_prompt("victim");
    house.asks("other", "read -p 'Proceed? [y/n] ' x; echo \"[$x]\" >> $GOT; sleep 1000");
    check_refused(&house, &out);
    house.wait_prompt("other");
    assert_eq!(house.got("other"), "", "it said nothing that could be understood");
}
