//! How often, and what happens then.

use super::{LIFTED, PROCEED, id};
use crate::brain::House;

/// The same question again and again.
const LOOP: &str = "while true; do read -p 'Proceed? [y/N] ' x; echo \"[$x]\" >> $GOT; done";

#[test]
fn the_same_question_again_and_again_is_a_loop() {
    let limits = LIFTED.replace("identical_per_minute = 1000", "identical_per_minute = 3");
    let house = House::with_policy(&format!("{PROCEED}{limits}"));
    house.asks("it", LOOP);
    let why = house.wait_manual("it");
    assert!(why.contains("limits.identical_per_minute"), "{why}");
    house.wait_prompt("it");
    assert_eq!(house.got("it"), "[y]\n[y]\n[y]\n");
    assert!(house.ok(&["explain", "it"]).contains("limits.identical_per_minute"));
    house.ok(&["answer", id(&house.wait_prompt("it")), "no"]);
    house.wait_got("it", "[y]\n[y]\n[y]\n[N]\n");
}

#[test]
fn so_many_in_a_row_and_the_time_between() {
    let limits = LIFTED
        .replace("consecutive = 100000", "consecutive = 2")
        .replace("min_interval = \"0s\"", "min_interval = \"2s\"");
    let house = House::with_policy(&format!("{PROCEED}{limits}"));
    let began = std::time::Instant::now();
    house.asks("it", LOOP);
    let why = house.wait_manual("it");
    assert!(began.elapsed().as_secs() >= 2, "two answers, two seconds apart");
    assert!(why.contains("limits.consecutive"), "{why}");
    assert_eq!(house.got("it"), "[y]\n[y]\n");
    let words = house.ok(&["explain", "it"]);
    assert!(words.contains("too soon after the last automatic answer (limits.min_interval)"), "{words}");
    assert_eq!(house.json(&["explain", "it", "--json"])["automatic"]["consecutive"], 2);
    for limit in
        ["2 of 2 in a row", "2 of 1000 in the last minute", "at most 1000 a minute", "2000 ms between"]
    {
        assert!(words.contains(limit), "{limit}: {words}");
    }
}

#[test]
fn a_rule_that_rests() {
    let rule = format!("{PROCEED}cooldown = \"1h\"\n");
    let house = House::with_policy(&format!("{rule}{LIFTED}"));
    house.asks("it", LOOP);
    house.wait_got("it", "[y]\n");
    house.wait_explained("it", "rests", |seen| seen["quiet"].as_f64() > Some(2.0));
    assert_eq!(house.got("it"), "[y]\n");
    assert!(house.ok(&["explain", "it"]).contains("rests after its last answer (cooldown)"));
}

/// Before it has held anything, and while it does.
#[test]
fn limits_of_a_rule_are_told_like_the_others() {
    let rule = PROCEED.replace("\"0s\"", "\"8s\"");
    let house = House::with_policy(&format!("{rule}cooldown = \"30s\"\nper_minute = 7\n{LIFTED}"));
    house.asks("it", LOOP);
    let prompt = house.wait_prompt("it");
    let told = ["0 of 7 in the last minute by rule `proceed`", "rule `proceed` rests 30 s after each answer"];
    for words in [house.ok(&["explain", id(&prompt)]), house.ok(&["explain", "it"])] {
        assert!(told.iter().all(|limit| words.contains(limit)), "{words}");
    }
    let limits = house.json(&["explain", id(&prompt), "--json"])["limits"].to_string();
    assert!(told.iter().all(|limit| limits.contains(limit)), "{limits}");
    house.wait_got("it", "[y]\n");
    let words = house.ok(&["explain", "it"]);
    assert!(words.contains("1 of 7 in the last minute by rule") && words.contains("for another"), "{words}");
}

/// Silence is never consent. A minute is the least there is.
#[test]
fn nobody_answers_in_time() {
    let house = House::new();
    let policy = |on: &str| format!("[defaults]\ntimeout = \"1m\"\non_timeout = \"{on}\"\n");
    for on in ["leave", "safe"] {
        let file = house.sandbox.write(&format!("home/{on}.toml"), policy(on)).display().to_string();
        let script = house.noting(on, "read -p 'Go on? [Y/n] ' x; echo \"[$x]\" >> $GOT; sleep 1000");
        house.ok(&["run", "--detach", "--name", on, "--policy", &file, "--", "bash", "-c", &script]);
    }
    let left = house.wait_prompt("leave");
    house.wait_prompt("safe");
    let end = std::time::Instant::now() + std::time::Duration::from_secs(75);
    while house.got("safe").is_empty() && std::time::Instant::now() < end {
        std::thread::sleep(std::time::Duration::from_millis(200));
    }
    assert_eq!(house.got("safe"), "[n]\n", "no, never yes");
    assert_eq!(house.got("leave"), "", "nothing is typed");
    testkit::process::wait_until(testkit::PATIENCE, "it has expired", || {
        house.json(&["show", id(&left), "--json"])["status"] == "expired"
    });
    assert_eq!(house.output(&["answer", id(&left), "yes"]).status.code(), Some(4));
    let loose = house.sandbox.write("home/yes.toml", policy("yes")).display().to_string();
    let refused = house.fails(&["policy", "check", "--policy", &loose, "--", "ls"], 2);
    assert!(refused.contains("on_timeout"), "{refused}");
}
