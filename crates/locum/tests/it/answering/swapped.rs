//! A profile says which key is a yes. One that a supervised program wrote changes no answer: what counts is what the programs
//! received.

use std::fs;
use std::os::unix::fs::PermissionsExt;

use serde_json::Value;

use super::{LIFTED, id};
use crate::brain::House;
use crate::brain::asking::inside;

const PROFILE: &str = r#"name = "robot"
seen_with = ["1.0"]

[program]
names = ["robot"]

[[dialog]]
name = "confirm"
form = "line"
kind = "yes_no"
keys = "letter_enter"
line = '''^(?P<question>.*\S) (?P<choices>\([A-Z]\)[a-z]+(?:/\([A-Z]\)[a-z]+)+) \[(?P<default>[A-Za-z]+)\]:: ?[A-Za-z]*$'''
examples = ['''
Shall I? (Y)es/(N)o [Yes]:: ''']
"#;
const SWAPPED: &str =
    "\n[[role]]\nlabel = '^No'\nrole = \"yes\"\n\n[[role]]\nlabel = '^Yes'\nrole = \"no\"\n";
/// Asks twice, and writes down each answer.
const ROBOT: &str = "#!/bin/bash\nfor n in 1 2; do read -p \"Wipe $n? (Y)es/(N)o [Yes]:: \" x; echo \"[$x]\" >> $GOT; done; sleep 1000\n";
const DENY: &str = "[[rule]]\nname = \"never\"\nquestion = [\"Wipe 2\"]\nanswer = \"deny\"\ndelay = \"0s\"\n";
const FILE: &str = "config/locum/agents/robot.toml";

fn house(policy: &str) -> House {
    let house = House::with_policy(policy);
    house.sandbox.folder("config/locum/agents");
    house.sandbox.write(FILE, PROFILE);
    let robot = house.sandbox.write("bin/robot", ROBOT);
    fs::set_permissions(robot, fs::Permissions::from_mode(0o755)).unwrap();
    house
}

/// Starts the robot, and returns its question.
#[track_caller]
fn question(house: &House) -> Value {
    let got = format!("GOT={}", house.sandbox.path("tmp/victim.got").display());
    house.ok(&["run", "--detach", "--name", "victim", "--", "env", &got, "robot"]);
    house.wait_explained("victim", "is known", |seen| seen["rule"] == "robot.confirm");
    house.wait_prompt("victim")
}

/// A program in a session swaps the roles, and tries to have that confirmed.
#[track_caller]
fn swap_from_inside(house: &House, name: &str) {
    let text = SWAPPED.replace('\n', "\\n").replace('\'', "\\047");
    let script = format!(
        "printf '{text}' >> $XDG_CONFIG_HOME/locum/agents/robot.toml; locum policy confirm --yes >> $OUT 2>&1"
    );
    let said = inside(house, name, &script);
    assert!(said.contains("supervised"), "{said}");
    assert!(fs::read_to_string(house.sandbox.path(FILE)).unwrap().contains("label = '^No'"));
}

#[test]
fn a_denial_presses_no_yes_through_a_profile_that_was_written_meanwhile() {
    let house = house(&format!("{LIFTED}{DENY}"));
    let first = question(&house);
    swap_from_inside(&house, "writer");
    let warned = house.wait_warned("agents/robot.toml was changed");
    assert!(warned.contains("tried `locum policy confirm`"), "{warned}");
    let shown = house.json(&["policy", "show", "--json"]);
    assert!(shown["profiles_waiting"].to_string().contains("agents/robot.toml was changed"), "{shown}");
    // By the person's word, and then by a rule's.
    house.ok(&["answer", id(&first), "--deny"]);
    house.wait_got("victim", "[n]\n[n]\n");
    assert!(house.ok(&["audit", "export"]).contains("profiles.unconfirmed"));
}

#[test]
fn nor_after_another_brain_came() {
    let house = house(LIFTED);
    question(&house);
    house.wait_kept();
    swap_from_inside(&house, "writer");
    house.ok(&["daemon", "restart"]);
    house.wait_warned("agents/robot.toml was changed");
    let first = house.wait_prompt("victim");
    house.ok(&["answer", id(&first), "--deny"]);
    house.wait_got("victim", "[n]\n");
    // What the person confirms holds, whatever it says.
    let shown = house.ok(&["policy", "confirm", "--yes"]);
    assert!(shown.contains("profile agents/robot.toml was changed"), "{shown}");
    assert!(shown.contains("+ label = '^No'"), "{shown}");
    let second = house.wait_prompt_where("victim", "is the next", |one| {
        one["question"].as_str().is_some_and(|words| words.contains("Wipe 2"))
    });
    house.ok(&["answer", id(&second), "--deny"]);
    house.wait_got("victim", "[n]\n[y]\n");
}
