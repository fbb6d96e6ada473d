//! A profile says which key is a yes. By one that a supervised program wrote no key is pressed: what counts is what the programs
//! received.

use std::fs;

use serde_json::Value;
use testkit::{PATIENCE, process};

use super::{LIFTED, id};
use crate::brain::House;
use crate::brain::asking::inside;
use crate::robot;

const SWAPPED: &str =
    "\n[[role]]\nlabel = '^No'\nrole = \"yes\"\n\n[[role]]\nlabel = '^Yes'\nrole = \"no\"\n";
/// Asks twice, and writes down each answer.
const ROBOT: &str =
    "for n in 1 2; do read -p \"Wipe $n? (Y)es/(N)o [Yes]:: \" x; echo \"[$x]\" >> $GOT; done; sleep 1000";
const DENY: &str = "[[rule]]\nname = \"never\"\nquestion = [\"Wipe 2\"]\nanswer = \"deny\"\ndelay = \"0s\"\n";
const FAILED: i32 = 4;
const FILE: &str = "config/locum/agents/robot.toml";

fn house(policy: &str) -> House {
    let house = House::with_policy(policy);
    robot::write_profile(&house, "robot", &robot::profile("robot", "robot"));
    robot::write_program(&house, "robot", ROBOT);
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
    refuses(&house, &first);
    assert!(house.ok(&["audit", "export"]).contains("profiles.unconfirmed"));
    // As it was: by the person's word, and then by a rule's.
    robot::write_profile(&house, "robot", &robot::profile("robot", "robot"));
    let waits = || String::from_utf8_lossy(&house.output(&["ps"]).stderr).contains("agents/robot.toml");
    process::wait_until(PATIENCE, "what was confirmed is there again", || !waits());
    let again = house.wait_prompt("victim");
    house.ok(&["answer", id(&again), "--deny"]);
    house.wait_got("victim", "[n]\n[n]\n");
}

/// Nothing is typed, and who answers is told why.
#[track_caller]
fn refuses(house: &House, prompt: &Value) {
    let said = house.output(&["answer", id(prompt), "--deny"]);
    assert_eq!(said.status.code(), Some(FAILED), "{said:?}");
    assert!(String::from_utf8_lossy(&said.stdout).contains("`locum policy confirm`"), "{said:?}");
    assert_eq!(house.got("victim"), "");
}

/// What waited to be confirmed cannot be read any more: that is said, since no key is pressed because of it.
#[test]
fn a_profile_that_broke_before_it_was_confirmed_is_named() {
    let house = house(LIFTED);
    let first = question(&house);
    house.wait_kept();
    let profile = robot::profile("robot", "robot");
    let broken = |file: &str, line: &str| {
        let said = house.fails(&["policy", "confirm", "--yes"], 2);
        assert!(said.contains(&format!("{file}:{line}")), "{said}");
        assert!(said.contains("Mend it") && said.contains("remove it"), "{said}");
    };
    house.sandbox.write(FILE, format!("{profile}{SWAPPED}"));
    house.wait_warned("agents/robot.toml was changed");
    house.sandbox.write(FILE, "name = \"robot\"\nseen_with =\n");
    broken("agents/robot.toml", "2");
    refuses(&house, &first);
    // Beside one that can be confirmed.
    house.sandbox.write("config/locum/agents/other.toml", robot::profile("other", "other"));
    broken("agents/robot.toml", "2");
    house.sandbox.write(FILE, profile);
    assert!(
        house.ok(&["policy", "confirm", "--yes"]).contains("nothing waits"),
        "the other one is confirmed"
    );
    let again = house.wait_prompt("victim");
    house.ok(&["answer", id(&again), "--deny"]);
    house.wait_got("victim", "[n]\n");
}

/// A rule's answer is not given either.
#[test]
fn nothing_automatic_goes_by_a_profile_that_nobody_confirmed() {
    let house = house(&format!("{LIFTED}{}", DENY.replace("Wipe 2", "Wipe")));
    house.ok(&["daemon", "start"]);
    house.wait_kept();
    swap_from_inside(&house, "writer");
    house.wait_warned("agents/robot.toml was changed");
    let prompt = question(&house);
    assert!(prompt["reasons"].to_string().contains("not those that you confirmed"), "{prompt}");
    assert_eq!(house.got("victim"), "");
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
    refuses(&house, &first);
    // What the person confirms holds, whatever it says.
    let shown = house.ok(&["policy", "confirm", "--yes"]);
    assert!(shown.contains("profile agents/robot.toml was changed"), "{shown}");
    assert!(shown.contains("+ label = '^No'"), "{shown}");
    let again = house.wait_prompt("victim");
    house.ok(&["answer", id(&again), "--deny"]);
    house.wait_got("victim", "[y]\n");
}
