//! The person's own profiles: put into force while sessions run, refused where they are broken; and an agent that
//! nobody understands.

use std::fs;

use serde_json::{Value, json};
use testkit::{PATIENCE, Size, Terminal, process};

use super::House;
use crate::robot;

const FILE: &str = "config/locum/agents/fake.toml";
const ASKS: &str = "printf 'Shall I? (Y)es/(N)o [Yes]:: '; read x; sleep 1000";
const SETTINGS: &str = "[detect]\nwarn_after = \"1s\"\n";

/// A house with an agent in it that says and does this.
fn with_agent(script: &str) -> House {
    let house = House::new();
    robot::write_program(&house, "fakeagent", script);
    house
}

fn start(house: &House) {
    house.ok(&["run", "--detach", "--name", "agent", "--", "fakeagent"]);
}

fn profile() -> String {
    robot::profile("fake", "fakeagent")
}

fn write_profile(house: &House, text: &str) {
    robot::write_profile(house, "fake", text);
}

/// All that the brain's log says.
fn brain_log(house: &House) -> String {
    let files = fs::read_dir(house.sandbox.path("state/locum/log")).into_iter().flatten().flatten();
    files.map(|file| fs::read_to_string(file.path()).unwrap_or_default()).collect()
}

#[track_caller]
fn wait_logged(house: &House, words: &str) {
    process::wait_until(PATIENCE, &format!("{words:?} in the log"), || brain_log(house).contains(words));
}

fn is_agent(name: &'static str) -> impl Fn(&Value) -> bool {
    move |seen| seen["agent"] == name
}

#[test]
fn a_profile_comes_into_force_while_the_session_runs_and_a_broken_one_changes_nothing() {
    let house = with_agent(ASKS);
    start(&house);
    house.wait_explained("agent", "is unknown", is_agent("generic"));
    write_profile(&house, &profile());
    let known = |seen: &Value| seen["rule"] == "fake.confirm" && seen["state"] == "asking";
    let seen = house.wait_explained("agent", "is known", known);
    assert_eq!(seen["agent"], "fake", "{seen}");
    assert_eq!((&seen["question"], &seen["default"]), (&json!("Shall I?"), &json!("Yes")), "{seen}");
    assert!(house.ok(&["config", "check"]).contains("the defaults hold"));

    write_profile(&house, &profile().replace("kind = 'yes_no'", "kind = 'yes_nope'"));
    let file = house.sandbox.path(FILE).display().to_string();
    wait_logged(&house, &format!("profile refused: {file}:10:"));
    let words = house.fails(&["config", "check"], 2);
    assert!(words.contains(&format!("{file}:10:")) && words.contains("yes_nope"), "{words}");
    let told: Value = serde_json::from_slice(&house.output(&["config", "check", "--json"]).stdout).unwrap();
    assert_eq!((&told["ok"], &told["problems"][0]["line"]), (&json!(false), &json!(10)), "{told}");
    let seen = house.json(&["explain", "agent", "--json"]);
    assert_eq!(seen["rule"], "fake.confirm", "what was good stays: {seen}");

    write_profile(&house, &profile().replace("name = 'confirm'", "name = 'renamed'"));
    house.wait_explained("agent", "follows the next good one", |seen| seen["rule"] == "fake.renamed");
    fs::remove_file(house.sandbox.path(FILE)).unwrap();
    house.wait_explained("agent", "is unknown again", is_agent("generic"));
}

#[test]
fn a_profile_is_there_from_the_start_also_behind_a_shell() {
    let house = with_agent(ASKS);
    write_profile(&house, &profile());
    house.ok(&["run", "--detach", "--name", "agent", "--", "env", "A=b", "sh", "-c", "fakeagent; true"]);
    let seen = house.wait_explained("agent", "asks", |seen| seen["state"] == "asking");
    assert_eq!((&seen["agent"], &seen["rule"]), (&json!("fake"), &json!("fake.confirm")), "{seen}");
    assert!(seen["programs"][0].as_str().unwrap().contains("fakeagent"), "{seen}");
    let file = house.sandbox.path("tmp/events").display().to_string();
    let argv = [house.locum.as_str(), "run", "--events", &file, "--", "fakeagent"];
    let _terminal = Terminal::start(&house.sandbox, Size::cells(24, 80), &argv);
    process::wait_until(PATIENCE, "the event", || {
        fs::read_to_string(&file).is_ok_and(|text| text.contains("fake.confirm"))
    });
}

#[test]
fn a_known_agent_that_waits_at_an_unknown_screen_is_told_of_once() {
    let house =
        with_agent("stty -icanon -echo; printf '\\033[2J\\033[HWhat no profile knows\\n\\n\\n'; read x; cat");
    house.sandbox.folder("config/locum");
    house.sandbox.write("config/locum/config.toml", SETTINGS);
    write_profile(&house, &profile());
    start(&house);
    let seen = house.wait_explained("agent", "is not understood", |seen| seen["unrecognised"] == true);
    assert_eq!((&seen["state"], &seen["agent"]), (&json!("unsure"), &json!("fake")), "{seen}");
    let id = seen["id"].as_str().unwrap();
    wait_logged(&house, &format!("locum record --last {id}"));
    let output = house.output(&["ps"]);
    let note = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(note.contains("fake in session agent has waited"), "{note}");
    assert!(note.contains("`locum record --last agent`"), "{note}");
    assert_eq!(house.wait_listed("agent", |_| true)["unrecognised"], true);
    assert!(house.ok(&["status", "agent"]).contains("locum record --last agent"));
    let terminal = Terminal::start(&house.sandbox, Size::cells(24, 80), &[&house.locum, "attach", "agent"]);
    terminal.wait_for("no profile knows");
    terminal.type_text("x\rand goes on");
    house.wait_screen("agent", "no profile knows");
    let log = house.ok(&["log", "agent"]);
    assert_eq!(log.matches("detect.unrecognised").count(), 1, "{log}");
    assert_eq!(brain_log(&house).matches("a known agent waits").count(), 1);
}
