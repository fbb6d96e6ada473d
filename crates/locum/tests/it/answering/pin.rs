//! A PIN for what reaches the brain from outside of any session.

use std::io::Write;
use std::process::{Output, Stdio};

use super::id;
use crate::brain::House;

fn with_pin(house: &House, pin: &str, words: &[&str]) -> Output {
    let mut command = house.sandbox.command(&house.locum);
    command.args(words).env("LOCUM_PIN", pin).stdin(Stdio::null()).output().unwrap()
}

fn set_pin(house: &House, old: &str, new: &str) -> Output {
    let mut command = house.sandbox.command(&house.locum);
    command.args(["pin", "set"]).env("LOCUM_PIN", old).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.stderr(Stdio::piped()).spawn().unwrap();
    writeln!(child.stdin.take().unwrap(), "{new}").unwrap();
    child.wait_with_output().unwrap()
}

const ASKS: &str = "read -p 'Go on? [y/n] ' x; echo \"[$x]\" >> $GOT; sleep 1000";

#[test]
fn without_a_pin_nobody_answers_where_the_settings_want_one() {
    let house = House::without_brain();
    house.sandbox.write("config/locum/config.toml", "[brain]\nanswer_auth = \"pin\"\n");
    house.asks("it", ASKS);
    let prompt = house.wait_prompt("it");
    for pin in ["", "2468"] {
        let refused = with_pin(&house, pin, &["answer", id(&prompt), "yes"]);
        assert!(!refused.status.success(), "{refused:?}");
        assert!(
            String::from_utf8_lossy(&refused.stderr).contains("`locum pin set` makes one"),
            "{refused:?}"
        );
    }
    assert!(set_pin(&house, "", "2468").status.success());
    assert!(with_pin(&house, "2468", &["answer", id(&prompt), "yes"]).status.success());
    house.wait_got("it", "[y]\n");
}

#[test]
fn answers_want_the_pin_and_a_program_cannot_switch_it_off() {
    let house = House::new();
    for (new, said) in [("246", "4 to 64 characters"), ("", "4 to 64 characters")] {
        let refused = set_pin(&house, "", new);
        assert_eq!(refused.status.code(), Some(1), "{refused:?}");
        assert!(String::from_utf8_lossy(&refused.stderr).contains(said), "{refused:?}");
    }
    let nothing = with_pin(&house, "", &["pin", "set"]);
    assert!(String::from_utf8_lossy(&nothing.stderr).contains("a new PIN is wanted"), "{nothing:?}");
    assert!(set_pin(&house, "", "2468").status.success());
    house.asks("it", ASKS);
    let prompt = house.wait_prompt("it");
    let refused = house.fails(&["answer", id(&prompt), "yes"], 1);
    assert!(refused.contains("PIN is wanted"), "{refused}");
    let began = std::time::Instant::now();
    let wrong = with_pin(&house, "1357", &["answer", id(&prompt), "yes"]);
    assert!(String::from_utf8_lossy(&wrong.stderr).contains("not the PIN"), "{wrong:?}");
    assert!(began.elapsed().as_secs() >= 2, "who guesses waits");
    assert!(house.ok(&["audit", "export"]).contains("pin.wrong"));
    house.wait_warned("somebody gave a wrong PIN");
    assert_eq!(house.got("it"), "");
    for words in [&["resume", "--all"][..], &["pin", "clear"]] {
        assert!(house.fails(words, 1).contains("PIN is wanted"), "{words:?}");
    }
    house.ok(&["pause", "--all"]);
    assert!(with_pin(&house, "2468", &["resume", "--all"]).status.success());

    house.ok(&["daemon", "stop"]);
    std::fs::remove_file(house.sandbox.path("state/locum/policy.state")).unwrap();
    let prompt = house.wait_prompt("it");
    assert!(house.fails(&["answer", id(&prompt), "yes"], 1).contains("PIN is wanted"), "the record knows it");
    assert_eq!(house.got("it"), "");
    assert!(with_pin(&house, "2468", &["answer", id(&prompt), "no"]).status.success());
    house.wait_got("it", "[n]\n");

    assert!(!set_pin(&house, "2468", "12").status.success(), "too short");
    assert!(with_pin(&house, "2468", &["pin", "clear"]).status.success());
    house.asks("later", ASKS);
    house.ok(&["answer", id(&house.wait_prompt("later")), "yes"]);
    house.wait_got("later", "[y]\n");
}
