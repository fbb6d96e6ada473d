//! What tightens holds at once; what loosens waits for the person, also for the next brain.

use std::fs;

use testkit::{Size, Terminal};

use super::{ALLOW, ASK, DENY, HELLO, HELLO_AND_BYE, NO_HELLO};
use crate::brain::House;

fn house_with(policy: &str) -> House {
    let house = House::new();
    house.write_policy(policy);
    house.detached("s", "cat");
    house.wait_kept();
    house
}

#[test]
fn tightening_holds_at_once_and_loosening_waits() {
    let house = house_with(HELLO);
    assert_eq!(house.brain_says("s", "hello"), ALLOW, "a file found at the first start is confirmed");
    house.write_policy(NO_HELLO);
    house.wait_brain_says("s", "hello", DENY);
    house.write_policy(HELLO);
    house.wait_warned("locum policy confirm");
    assert_eq!(house.brain_says("s", "hello"), DENY, "what was tightened stays so");
    assert_eq!(house.verdict(&["--", "hello"]), DENY, "also by the files alone");
    assert_eq!(house.json(&["policy", "show", "--json"])["confirmed"], false);
    house.ok(&["daemon", "restart"]);
    house.wait_listed("s", |line| line["state"] == "running");
    assert_eq!(house.brain_says("s", "hello"), DENY, "across a restart");
    house.wait_warned("locum policy confirm");
    house.ok(&["policy", "confirm", "--yes"]);
    assert_eq!((house.brain_says("s", "hello"), house.verdict(&["--", "hello"])), (ALLOW, ALLOW));
    assert!(house.ok(&["policy", "confirm", "--yes"]).contains("nothing waits"));
    let events = house.policy_events();
    for kind in ["policy.confirmed", "policy.changed", "policy.unconfirmed"] {
        assert!(events.iter().any(|event| event == kind), "{kind}: {events:?}");
    }
    assert_eq!(house.json(&["audit", "verify", "--json"])["ok"], true);
}

#[test]
fn loosening_while_no_brain_runs_waits_too() {
    let house = house_with(HELLO);
    house.ok(&["daemon", "stop"]);
    house.write_policy(HELLO_AND_BYE);
    assert_eq!((house.verdict(&["--", "hello"]), house.verdict(&["--", "bye"])), (ALLOW, ASK));
    assert_eq!((house.brain_says("s", "hello"), house.brain_says("s", "bye")), (ALLOW, ASK));
    house.ok(&["policy", "confirm", "--yes"]);
    assert_eq!(house.brain_says("s", "bye"), ALLOW);
}

#[test]
fn a_changed_file_is_both_at_once() {
    let house = house_with(HELLO);
    house.write_policy(&format!(
        "{}{}",
        HELLO_AND_BYE,
        NO_HELLO.split_once("answer = \"allow\"\n").unwrap().1
    ));
    house.wait_brain_says("s", "hello", DENY);
    assert_eq!(house.brain_says("s", "bye"), ASK);
}

#[test]
fn removing_the_file_is_a_change_like_any_other() {
    let house = house_with("extends = \"watch-only\"\n");
    assert_eq!(house.brain_says("s", "pwd"), ASK);
    fs::remove_file(house.sandbox.path("config/locum/policy.toml")).unwrap();
    house.wait_warned("locum policy confirm");
    assert_eq!(house.brain_says("s", "pwd"), ASK, "careful would allow it");
    house.ok(&["policy", "confirm", "--yes"]);
    house.write_policy("extends = \"watch-only\"\n");
    house.wait_brain_says("s", "echo x", ASK);
}

#[test]
fn a_broken_file_changes_nothing_and_is_told_of() {
    let house = house_with(HELLO);
    assert_eq!(house.brain_says("s", "hello"), ALLOW);
    house.write_policy("[[rule]]\nnonsense = 1\n");
    let warned = house.wait_warned("has mistakes");
    assert!(warned.contains("policy.toml:2"), "{warned}");
    let status = String::from_utf8_lossy(&house.output(&["status", "s"]).stderr).into_owned();
    assert!(status.contains("has mistakes"), "{status}");
    assert_eq!(house.brain_says("s", "hello"), ALLOW, "what was good stays");
    house.fails(&["policy", "confirm", "--yes"], 2);
    house.write_policy(NO_HELLO);
    house.wait_brain_says("s", "hello", DENY);
    assert!(!String::from_utf8_lossy(&house.output(&["ps"]).stderr).contains("mistakes"));
}

#[test]
fn a_file_that_the_policy_builds_on_is_followed_too() {
    let house = House::new();
    house.sandbox.folder("config/locum");
    house.sandbox.write("config/locum/team.toml", HELLO);
    house.write_policy("extends = \"team.toml\"\n");
    house.detached("s", "cat");
    assert_eq!(house.brain_says("s", "hello"), ALLOW);
    house.sandbox.write("config/locum/team.toml", NO_HELLO);
    house.wait_brain_says("s", "hello", DENY);
    house.sandbox.write("config/locum/team.toml", HELLO_AND_BYE);
    house.wait_warned("locum policy confirm");
    assert_eq!((house.brain_says("s", "hello"), house.brain_says("s", "bye")), (DENY, ASK));
}

#[test]
fn confirm_shows_what_changes_and_asks() {
    let house = house_with(HELLO);
    assert_eq!(house.brain_says("s", "hello"), ALLOW);
    house.write_policy(HELLO_AND_BYE);
    house.wait_warned("locum policy confirm");
    assert!(house.fails(&["policy", "confirm"], 2).contains("--yes"), "nobody to ask");
    for (typed, status, verdict) in [("n\r", 1, ASK), ("y\r", 0, ALLOW)] {
        let argv = [house.locum.as_str(), "policy", "confirm"];
        let mut terminal = Terminal::start(&house.sandbox, Size::cells(40, 150), &argv);
        let screen = terminal.wait_for("[y/N]");
        assert!(screen.contains("- command = [\"hello\"]"), "{screen}");
        assert!(screen.contains("+ command = [\"hello\", \"bye\"]"), "{screen}");
        terminal.type_text(typed);
        assert_eq!(terminal.wait_exit().code(), Some(status), "{}", terminal.screen());
        assert_eq!(house.brain_says("s", "bye"), verdict);
    }
}

/// What comes with locum is long, and known by its name.
#[test]
fn confirm_shows_what_the_person_wrote() {
    let house = House::new();
    house.ok(&["policy", "use", "watch-only"]);
    let file = house.write_policy("extends = \"builder\"\n");
    let said = house.ok(&["policy", "confirm", "--yes"]);
    assert!(said.contains("+ extends = \"builder\"\n"), "{said}");
    assert!(said.contains("looser: rule `build and test` allows more"), "{said}");
    assert!(!said.contains("name = \"build and test\""), "what comes with locum is not shown: {said}");
    house.write_policy("extends = \"watch-only\"\n");
    assert!(
        house.ok(&["policy", "confirm", "--yes"]).contains("nothing waits"),
        "nothing is allowed any more"
    );
    fs::remove_file(file).unwrap();
    let said = house.ok(&["policy", "confirm", "--yes"]);
    assert!(said.contains("+ (no file of yours: `careful` holds)"), "{said}");
}

#[test]
fn what_changed_while_the_person_was_reading_is_not_confirmed() {
    let house = house_with(HELLO);
    assert_eq!(house.brain_says("s", "hello"), ALLOW);
    house.write_policy(HELLO_AND_BYE);
    house.wait_warned("locum policy confirm");
    let argv = [house.locum.as_str(), "policy", "confirm"];
    let mut terminal = Terminal::start(&house.sandbox, Size::cells(40, 150), &argv);
    terminal.wait_for("[y/N]");
    house.write_policy(&HELLO_AND_BYE.replace("\"bye\"", "\"bye\", \"evil\""));
    terminal.type_text("y\r");
    assert_eq!(terminal.wait_exit().code(), Some(1), "{}", terminal.screen());
    assert!(terminal.screen().contains("in the meantime"), "{}", terminal.screen());
    assert_eq!((house.brain_says("s", "bye"), house.brain_says("s", "evil")), (ASK, ASK));
}

#[test]
fn a_session_may_have_a_policy_of_its_own() {
    let house = House::new();
    let file = house.sandbox.write("home/own.toml", HELLO).display().to_string();
    house.ok(&["run", "--detach", "--name", "own", "--policy", "own.toml", "--", "cat"]);
    house.detached("other", "cat");
    assert_eq!((house.brain_says("own", "hello"), house.brain_says("other", "hello")), (ALLOW, ASK));
    fs::write(&file, HELLO_AND_BYE).unwrap();
    assert_eq!(house.brain_says("own", "bye"), ASK, "for the content it began with");
    house.ok(&["daemon", "restart"]);
    house.wait_listed("own", |line| line["state"] == "running");
    assert_eq!((house.brain_says("own", "hello"), house.brain_says("own", "bye")), (ALLOW, ASK));
    house.sandbox.write("home/bad.toml", "nonsense = 1\n");
    let said = house.fails(&["run", "--detach", "--policy", "bad.toml", "--", "touch", "started"], 2);
    assert!(said.contains("bad.toml:1"), "{said}");
    assert!(!house.sandbox.home().join("started").exists());
    let events = house.policy_events();
    assert!(events.iter().any(|kind| kind == "policy.session"), "{events:?}");
}
