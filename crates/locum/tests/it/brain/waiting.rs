//! Every session has a live state: what real programs are taken to do, and why.

use serde_json::{Value, json};
use testkit::{PATIENCE, Size, Terminal, process};

use super::House;

fn asks(kind: &'static str) -> impl Fn(&Value) -> bool {
    move |seen| seen["state"] == "asking" && seen["kind"] == kind
}

/// Everything a session's record says, one line an event.
fn log(house: &House, name: &str) -> Vec<Value> {
    let text = house.ok(&["log", name, "--json"]);
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn of_kind<'a>(events: &'a [Value], kind: &str) -> Vec<&'a Value> {
    events.iter().filter(|event| event["kind"] == kind).collect()
}

#[test]
fn a_question_is_seen_shown_written_down_and_gone_when_answered() {
    let house = House::new();
    house.ok(&[
        "run",
        "--detach",
        "--name",
        "q",
        "--",
        "bash",
        "-c",
        "read -p 'Proceed? [y/N] ' x; sleep 1000",
    ]);
    let seen = house.wait_explained("q", "asks", asks("yes_no"));
    assert_eq!((&seen["question"], &seen["default"]), (&json!("Proceed? [y/N]"), &json!("N")), "{seen}");
    assert_eq!((&seen["phase"], &seen["agent"]), (&json!("running"), &json!("generic")));
    assert_eq!((&seen["kernel"]["reader"], &seen["threshold"]), (&json!("read"), &json!(0.6)));
    let listed = house.wait_listed("q", |line| line["activity"] == "asking");
    assert_eq!((&listed["state"], &listed["asks"]["kind"]), (&json!("running"), &json!("yes_no")));
    assert_eq!(listed["activity_since"], seen["since"]);
    let status = house.json(&["status", "--json"]);
    assert_eq!((&status["state"], &status["id"]), (&json!("asking"), &listed["id"]), "the only one is meant");
    let words = house.ok(&["status", "q"]);
    assert!(words.contains("asking for") && words.contains("yes_no: Proceed? [y/N]"), "{words}");
    assert!(house.ok(&["ps"]).contains("asking"), "in the list");
    let terminal = Terminal::start(&house.sandbox, Size::cells(24, 80), &[&house.locum, "attach", "q"]);
    terminal.wait_for("Proceed?");
    terminal.type_text("y\r");
    house.wait_explained("q", "works", |seen| seen["state"] == "busy");
    let events = log(&house, "q");
    let (seen, gone) = (of_kind(&events, "question.seen"), of_kind(&events, "question.gone"));
    assert_eq!(seen[0]["fields"]["question"], "Proceed? [y/N]");
    assert_eq!(seen[0]["fields"]["choices"], "y | N");
    assert_eq!(gone.last().unwrap()["fields"]["fingerprint"], seen.last().unwrap()["fields"]["fingerprint"]);
}

#[test]
fn a_shell_at_its_prompt_is_idle_and_asks_nothing() {
    let house = House::new();
    house.ok(&["run", "--detach", "--name", "sh", "--", "bash", "--norc", "--noprofile", "-i"]);
    let seen = house.wait_explained("sh", "is idle", |seen| seen["state"] == "idle");
    assert_eq!(seen["kind"], "shell", "{seen}");
    assert!(of_kind(&log(&house, "sh"), "question.seen").is_empty(), "nothing was asked");
}

#[test]
fn bait_on_the_screen_of_a_busy_program_is_explained_away() {
    let house = House::new();
    house.detached("bait", "printf 'Proceed? [y/N] '; sleep 1000");
    let seen = house.wait_explained("bait", "rests", |seen| seen["quiet"].as_f64() > Some(2.0));
    assert_eq!(seen["state"], "busy", "{seen}");
    let words = house.ok(&["explain", "bait"]);
    assert!(words.contains("against  kernel  no process reads the terminal"), "{words}");
    let why = words.lines().find(|line| line.starts_with("why")).unwrap();
    assert!(why.contains("yes no at row 1"), "what it would have been: {why}");
    assert!(why.contains(", but no process reads the terminal"), "{why}");
    assert!(of_kind(&log(&house, "bait"), "question.seen").is_empty());
}

#[test]
fn of_a_password_only_the_label_is_written_down() {
    let house = House::new();
    house.ok(&[
        "run",
        "--detach",
        "--name",
        "pw",
        "--",
        "bash",
        "-c",
        "read -s -p 'Password: ' x; sleep 1000",
    ]);
    let seen = house.wait_explained("pw", "asks for it", asks("password"));
    assert_eq!(seen["kernel"]["echo"], 0);
    let terminal = Terminal::start(&house.sandbox, Size::cells(24, 80), &[&house.locum, "attach", "pw"]);
    terminal.wait_for("Password:");
    terminal.type_text("hunter2\r");
    house.wait_explained("pw", "works", |seen| seen["state"] == "busy");
    let events = log(&house, "pw");
    let fields = of_kind(&events, "question.seen")[0]["fields"].clone();
    assert_eq!((&fields["kind"], &fields["question"]), (&json!("password"), &json!("Password:")));
    assert!(fields.get("choices").is_none() && fields.get("subject").is_none(), "{fields}");
    assert!(!format!("{events:?}").contains("hunter2"));
}

/// The record cannot forget, so a secret in a question must not get there. Each comes from a file: the command line is
/// written down as well.
#[test]
fn a_secret_in_a_question_is_not_written_down() {
    let house = House::new();
    let keys = ["hf_abcdefghijklmnop1234QRST", "AIzaSyA1234567890abcdefghijklmnopqrstu"].join(" ");
    for (name, text, kept) in [
        ("keys", format!("Use key {keys}? [y/N] "), "Use key hf_*** AIza***? [y/N]"),
        ("password", "Store password: hunter2zz99 (y/n)? ".into(), "Store password: *** (y/n)?"),
    ] {
        house.sandbox.write(&format!("home/{name}"), &text);
        house.detached(name, &format!("cat {name}; read x"));
        house.wait_explained(name, "asks", asks("yes_no"));
        let events = log(&house, name);
        assert_eq!(of_kind(&events, "question.seen")[0]["fields"]["question"], kept);
        let shown = house.ok(&["log", name]) + &format!("{events:?}");
        for secret in ["abcdefghijklmnop", "SyA123", "hunter2zz99"] {
            assert!(!shown.contains(secret), "{shown}");
        }
    }
}

#[test]
fn an_open_question_is_found_by_the_next_brain() {
    let house = House::new();
    house.ok(&["run", "--detach", "--name", "q", "--", "bash", "-c", "read -p 'Overwrite? [y/n] ' x"]);
    let before = house.wait_explained("q", "asks", asks("yes_no"));
    house.ok(&["daemon", "restart"]);
    let after = house.wait_explained("q", "asks still", asks("yes_no"));
    assert_eq!(before["question"], after["question"]);
    assert_eq!(before["since"], after["since"], "it has been asked for as long as before");
    assert!(after["quiet"].as_f64() >= before["quiet"].as_f64(), "{before} {after}");
}

#[test]
fn inside_a_session_it_is_its_own_that_is_meant() {
    let house = House::new();
    house.detached("other", "cat");
    let out = house.sandbox.path("tmp/own.out");
    let script = format!(
        "locum status --json > {0}.new 2>&1; locum explain other >> {0}.new 2>&1; mv {0}.new {0}; cat",
        out.display()
    );
    house.detached("self", &script);
    process::wait_until(PATIENCE, "its words", || out.exists());
    let said = std::fs::read_to_string(&out).unwrap();
    let (own, other) = said.split_once('\n').unwrap();
    let own: Value = serde_json::from_str(own).unwrap_or_else(|error| panic!("{error}: {said}"));
    assert_eq!(own["name"], "self");
    assert!(other.contains("supervised") || other.contains("belongs to another session"), "{other}");
}

#[test]
fn without_a_name_and_with_several_sessions_one_has_to_be_named() {
    let house = House::new();
    house.fails(&["status"], 1);
    house.detached("one", "cat");
    house.detached("two", "cat");
    assert!(house.fails(&["status"], 2).contains("several sessions"));
    assert!(house.fails(&["explain", "onne"], 1).contains("Did you mean 'one'?"));
}

#[test]
fn below_the_threshold_a_session_is_unsure() {
    let house = House::new();
    house.sandbox.folder("config/locum");
    house.sandbox.write("config/locum/config.toml", "[detect]\ndetection_threshold = 1.0\n");
    house.ok(&["run", "--detach", "--name", "q", "--", "bash", "-c", "read -p 'Proceed? [y/N] ' x"]);
    let seen = house.wait_explained("q", "is unsure", |seen| seen["state"] == "unsure");
    assert_eq!((&seen["kind"], &seen["threshold"]), (&json!("yes_no"), &json!(1.0)), "{seen}");
    assert!(of_kind(&log(&house, "q"), "question.seen").is_empty());
}

/// The events of a file that say something about waiting.
fn told(file: &std::path::Path) -> Vec<Value> {
    let text = std::fs::read_to_string(file).unwrap_or_default();
    let events = text.lines().map(|line| serde_json::from_str(line).unwrap());
    events.filter(|event: &Value| event["event"] != "facts").collect()
}

#[test]
fn events_are_written_without_a_brain() {
    let house = House::without_brain();
    let file = house.sandbox.path("tmp/events");
    let script = "read -p 'Your name: ' x; sleep 0.5; read -s -p 'Password: ' y; echo; exit 3";
    let name = file.display().to_string();
    let argv = [house.locum.as_str(), "run", "--events", &name, "--", "bash", "-c", script];
    let mut terminal = Terminal::start(&house.sandbox, Size::cells(24, 80), &argv);
    let wait = |count: usize| process::wait_until(PATIENCE, "events", || told(&file).len() >= count);
    wait(1);
    terminal.type_text("me\r");
    wait(3);
    terminal.type_text("hunter2\r");
    assert_eq!(terminal.wait_exit().code(), Some(3));
    let events = told(&file);
    let words: Vec<&str> = events.iter().map(|event| event["event"].as_str().unwrap()).collect();
    assert_eq!(words[..3], ["waiting", "resumed", "waiting"], "{events:#?}");
    assert_eq!(words.last(), Some(&"exited"));
    assert_eq!((&events[0]["kind"], &events[0]["question"]), (&json!("free_text"), &json!("Your name:")));
    assert_eq!(events[2]["kind"], "password");
    let times: Vec<f64> = events.iter().map(|event| event["t"].as_f64().unwrap()).collect();
    assert!(times.is_sorted(), "{times:?}");
    assert!(!house.sandbox.path("run/locum/brain.sock").exists(), "no brain was there");
    assert!(!std::fs::read_to_string(&file).unwrap().contains("hunter2"));
}
