//! `locum replay --json` and `--explain`: the contract that scripts rely on, and what a person is told.

use std::path::Path;

use serde_json::Value;

use super::House;

/// A question at 0.5, with facts at 0.6; answered at 3, busy until 5. What stands in marks and title must not matter,
/// and what a terminal answers is no typing.
const ASKED: &str = r#"{"version": 2, "width": 40, "height": 5, "command": "cp -i a b", "title": "password"}
[0.5, "o", "cp: overwrite 'b'? "]
[0.6, "k", "{\"icanon\":1,\"echo\":1,\"isig\":1,\"reader\":\"read\",\"fg\":\"cp\"}"]
[1.0, "m", "busy"]
[2.0, "i", "\u001b[?62;22c"]
[3.0, "i", "y\r"]
[3.01, "o", "y\r\n"]
[3.05, "k", "{\"icanon\":1,\"echo\":1,\"isig\":1,\"reader\":\"none\",\"fg\":\"cp\"}"]
[5.0, "o", "done\r\n"]
"#;

fn corpus(name: &str) -> String {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus").join(name).display().to_string()
}

fn events(house: &House, words: &[&str]) -> Vec<Value> {
    house.ok(words).lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn a_wait_is_told_once_and_its_end() {
    let house = House::without_brain();
    let cast = house.sandbox.write("asked.cast", ASKED).display().to_string();
    let events = events(&house, &["replay", &cast, "--json"]);
    let told: Vec<&str> = events.iter().map(|event| event["event"].as_str().unwrap()).collect();
    assert_eq!(told, ["waiting", "resumed"], "{events:?}");
    let waiting = &events[0];
    assert_eq!((&waiting["kind"], &waiting["agent"]), (&"yes_no".into(), &"generic".into()));
    assert_eq!(waiting["question"], "cp: overwrite 'b'?");
    assert_eq!(waiting["choices"][0]["keys"], serde_json::json!(["y", "enter"]));
    assert_eq!(
        (&waiting["choices"][0]["role"], &waiting["choices"][1]["role"]),
        (&"yes".into(), &"no".into())
    );
    assert!((0.5..1.0).contains(&waiting["t"].as_f64().unwrap()), "{waiting}");
    assert!((3.0..4.0).contains(&events[1]["t"].as_f64().unwrap()), "{}", events[1]);
    assert!(waiting["evidence"].as_array().unwrap().iter().any(|piece| piece["source"] == "kernel"));
}

#[test]
fn without_facts_the_screen_decides_later() {
    let house = House::without_brain();
    let cast = house.sandbox.write("asked.cast", ASKED).display().to_string();
    let with = events(&house, &["replay", &cast, "--json"])[0]["t"].as_f64().unwrap();
    let without = events(&house, &["replay", &cast, "--json", "--without-facts"]);
    assert_eq!(without[0]["kind"], "yes_no");
    assert!(without[0]["t"].as_f64().unwrap() > with, "{without:?}");
}

#[test]
fn a_person_is_told_why() {
    let house = House::without_brain();
    let cast = house.sandbox.write("asked.cast", ASKED).display().to_string();
    let text = house.ok(&["replay", &cast, "--explain"]);
    for words in [
        "asking: yes_no: cp: overwrite 'b'?",
        "y [y enter] (yes",
        "for      kernel:",
        "in row 1",
        "busy again",
    ] {
        assert!(text.contains(words), "{words}: {text}");
    }
    let rows = &events(&house, &["replay", &cast, "--explain", "--json"])[0]["rows"];
    assert_eq!(*rows, serde_json::json!([1, 1]));
}

#[test]
fn which_program_runs_follows_from_facts_header_and_word_in_that_order() {
    let house = House::without_brain();
    let known = std::fs::read_to_string(corpus("agents/claude-2.1.325-bash-100x30.cast")).unwrap();
    let nameless = known.replace("\"command\": \"claude\"", "\"command\": \"./start\"");
    let hidden = house.sandbox.write("hidden.cast", &nameless).display().to_string();
    let known = house.sandbox.write("known.cast", &known).display().to_string();
    let agents = |words: &[&str]| -> Vec<Value> {
        let waits = events(&house, words).into_iter().filter(|event| event["event"] == "waiting");
        waits.map(|event| event["agent"].clone()).collect()
    };
    for (words, agent) in [
        (&["replay", &known, "--json"][..], "claude"),
        (&["replay", &hidden, "--json"], "generic"),
        (&["replay", &hidden, "--json", "--agent", "claude"], "claude"),
        (&["replay", &known, "--json", "--agent", "codex"], "claude"),
    ] {
        let told = agents(words);
        assert!(!told.is_empty() && told.iter().all(|told| told == agent), "{words:?}: {told:?}");
    }
    assert!(house.fails(&["replay", &known, "--json", "--agent", "nobody"], 2).contains("nobody"));
}

#[test]
fn what_a_program_wrote_does_nothing_to_the_terminal() {
    let house = House::without_brain();
    let text = ASKED.replace("overwrite 'b'", "overwrite '\u{202e}b\u{9c}'");
    let cast = house.sandbox.write("hostile.cast", text).display().to_string();
    for form in ["--json", "--explain"] {
        let told = house.ok(&["replay", &cast, form]);
        assert!(told.contains("overwrite"), "{told}");
        assert!(told.chars().all(|c| c == '\n' || !(c.is_control() || c == '\u{202e}')), "{told:?}");
    }
}
