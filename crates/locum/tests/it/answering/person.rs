//! The person always wins.

use std::process::Output;

use testkit::{PATIENCE, keys, process};

use super::{LIFTED, PROCEED, id, wait_status};
use crate::brain::House;

const SLOW: &str =
    "[[rule]]\nname = \"slow\"\nquestion = [\"Proceed\"]\nanswer = \"allow\"\ndelay = \"3s\"\n";

/// An answer that something kept away.
#[track_caller]
fn was_not_typed(house: &House, id: &str, why: &str) {
    let output = house.output(&["answer", id, "yes"]);
    check_kept_away(house, id, &output, why);
}

/// What kept it away is said, with what to do, and the question waits as before.
#[track_caller]
fn check_kept_away(house: &House, id: &str, output: &Output, why: &str) {
    assert_eq!(output.status.code(), Some(4), "{output:?}");
    let told = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(told.starts_with("failed: ") && told.contains(why), "{told}");
    let open = house.json(&["prompts", "--json"]);
    assert!(open.as_array().unwrap().iter().any(|one| one["id"] == id), "{open}");
}

const DRAFT: &str =
    "something was typed at the terminal and not sent; send it or take it back there, then answer again";

#[test]
fn a_key_withdraws_an_automatic_answer() {
    let house = House::with_policy(&format!("{SLOW}{LIFTED}"));
    let window = house.window("it", "read -p 'Proceed? [y/N] ' x; echo \"[$x]\" >> $GOT; sleep 1000");
    window.wait_for("Proceed?");
    house.wait_explained("it", "asks", |seen| seen["state"] == "asking");
    window.type_text("n");
    let prompt = house.wait_prompt("it");
    assert!(prompt["reasons"].to_string().contains("typed at the terminal"), "{prompt}");
    house.wait_explained("it", "rests", |seen| seen["quiet"].as_f64() > Some(4.0));
    assert_eq!(house.got("it"), "", "the delay is long over");
    window.send(keys::ENTER);
    house.wait_got("it", "[n]\n");
    assert!(house.events_of("it", "answer.intended").is_empty());
    wait_status(&house, id(&prompt), "terminal");
}

/// What is half typed is the person's: neither a rule nor an answer from elsewhere sends it off.
#[test]
fn a_draft_is_never_submitted() {
    let house = House::with_policy(&format!("{PROCEED}{LIFTED}"));
    let script = "until test -e go; do sleep 0.1; done; read -p 'Proceed? [y/N] ' x; echo \"[$x]\" >> $GOT; sleep 1000";
    let window = house.window("it", script);
    house.wait_listed("it", |line| line["state"] == "running");
    window.type_text("dra");
    window.wait_for("dra");
    house.sandbox.write("home/go", "");
    let prompt = house.wait_prompt("it");
    was_not_typed(&house, id(&prompt), DRAFT);
    assert_eq!(house.got("it"), "");
    window.type_text("ft\r");
    house.wait_got("it", "[draft]\n");
}

/// It writes something invisible into its title again and again, so that nobody can say that the screen rests. On a busy machine it
/// may pause for long enough all the same; then the answer lands.
#[test]
fn a_program_that_writes_all_the_time_keeps_an_answer_away_until_it_rests() {
    let house = House::with_policy(LIFTED);
    let title = "printf '\\033]0;%s\\007' $RANDOM";
    let writes = format!(
        "(until test -e write; do sleep 0.05; done; {title}; touch writes; until test -e rest; do {title}; sleep 0.002; done) &"
    );
    let ask = "read -p 'Go on with it? [y/n] ' x; echo \"[$x]\" >> $GOT; sleep 1000";
    house.asks("it", &format!("{writes} {ask}"));
    let prompt = house.wait_prompt("it");
    house.sandbox.write("home/write", "");
    let writes = house.sandbox.path("home/writes");
    process::wait_until(PATIENCE, "it to write", || writes.exists());
    let output = house.output(&["answer", id(&prompt), "yes"]);
    if output.status.code() != Some(0) {
        check_kept_away(
            &house,
            id(&prompt),
            &output,
            "so nothing was typed; answer again, or at the terminal",
        );
        assert_eq!(house.got("it"), "");
        house.sandbox.write("home/rest", "");
        house.wait_explained("it", "rests", |seen| seen["quiet"].as_f64() > Some(0.5));
        house.ok(&["answer", id(&prompt), "yes"]);
    }
    house.wait_got("it", "[y]\n");
}

/// What was written and taken back is seen to be gone; whatever is left of it is not.
#[test]
fn a_draft_that_was_taken_back_keeps_no_answer_away() {
    for (reads, erases, sent) in [("read -p", 2, "y"), ("read -e -p", 2, "y"), ("read -p", 1, "dy")] {
        let house = House::with_policy(LIFTED);
        let script = format!("{reads} 'Proceed with all of it? [y/N] ' x; echo \"[$x]\" >> $GOT; sleep 1000");
        let window = house.window("it", &script);
        let prompt = house.wait_prompt("it");
        house.wait_explained("it", "rests", |seen| seen["quiet"].as_f64() > Some(1.0));
        let shows = |text: &str| house.ok(&["screen", "it"]).trim_end().ends_with(text);
        window.type_text("dr");
        process::wait_until(PATIENCE, "what is typed", || shows("[y/N] dr"));
        house.wait_explained("it", "was looked at", |seen| seen["quiet"].as_f64() > Some(0.5));
        window.type_text(&"\x7f".repeat(erases));
        process::wait_until(PATIENCE, "its end", || !shows("dr"));
        house.wait_explained("it", "rests", |seen| seen["quiet"].as_f64() > Some(2.0));
        match sent {
            "y" => {
                house.ok(&["answer", id(&prompt), "yes"]);
            }
            _ => {
                was_not_typed(&house, id(&prompt), DRAFT);
                window.type_text("y\r");
            }
        }
        house.wait_got("it", &format!("[{sent}]\n"));
    }
}

/// Nothing showed it on the screen: the terminal's own keys took it back before anybody read, and it makes lines.
#[test]
fn what_was_typed_ahead_and_taken_back_keeps_no_answer_away() {
    let script = "stty erase '^?' iutf8; echo ready; until test -e go; do sleep 0.05; done; rm go; \
        read -p 'Proceed? [y/N] ' x; echo \"[$x]\" >> $GOT; sleep 1000";
    let cases = [
        ("killed", "two words\x15", true),
        ("erased", "ab\u{e9}\x7f\x7f\x7f", true),
        ("word", "draft\x17", true),
        ("half", "ab\x7f", false),
        ("literal", "ab\x16\x15", false),
        ("handed", "ab\x04\x15", false),
    ];
    let house = House::with_policy(&format!("{PROCEED}{LIFTED}"));
    for (name, typed, answered) in cases {
        let window = house.window(name, script);
        window.wait_for("ready");
        house.wait_listed(name, |line| line["state"] == "running");
        window.type_text(typed);
        house.wait_explained(name, "was typed at", |seen| seen["quiet"].as_f64() > Some(0.3));
        house.sandbox.write("home/go", "");
        if answered {
            house.wait_got(name, "[y]\n");
        } else {
            let prompt = house.wait_prompt(name);
            was_not_typed(&house, id(&prompt), DRAFT);
            assert_eq!(house.got(name), "");
        }
        drop(window);
    }
}

/// Asks whenever it is told to.
const ASKING: &str = "trap '' INT; stty -isig; n=0; while true; do n=$((n+1)); \
    until test -e go$n; do sleep 0.05; done; read -p \"Proceed $n? [y/N] \" x; echo \"$n [$x]\" >> $GOT; done";

#[test]
fn ctrl_c_twice_counts_also_while_no_brain_is_there() {
    let house = House::with_policy(&format!("{PROCEED}{LIFTED}"));
    let window = house.window("it", ASKING);
    house.sandbox.write("home/go1", "");
    house.wait_got("it", "1 [y]\n");
    house.ok(&["daemon", "stop"]);
    window.send(keys::CTRL_C);
    window.send(keys::CTRL_C);
    window.wait_for("^C^C");
    house.ok(&["daemon", "start"]);
    assert_eq!(house.wait_manual("it"), "Ctrl-C was pressed twice");
    house.ok(&["resume", "it"]);
    house.ok(&["daemon", "stop"]);
    house.ok(&["daemon", "start"]);
    house.sandbox.write("home/go2", "");
    let line = house.wait_listed("it", |line| line["activity"] == "asking");
    assert!(line["manual"].is_null(), "it counts once: {line}");
}

#[test]
fn ctrl_c_twice_makes_it_manual_until_the_person_says_otherwise() {
    let house = House::with_policy(&format!("{PROCEED}{LIFTED}"));
    let window = house.window("it", ASKING);
    house.sandbox.write("home/go1", "");
    house.wait_got("it", "1 [y]\n");
    window.send(keys::CTRL_C);
    window.send(keys::CTRL_C);
    assert_eq!(house.wait_manual("it"), "Ctrl-C was pressed twice");
    house.ok(&["daemon", "restart"]);
    assert_eq!(house.wait_manual("it"), "Ctrl-C was pressed twice", "also for the next brain");
    house.ok(&["resume", "it"]);
    house.wait_listed("it", |line| line["manual"].is_null());
}

#[test]
fn pause_and_resume_hold_at_once_and_for_the_next_brain() {
    let house = House::with_policy(&format!("{PROCEED}{LIFTED}"));
    house.asks("it", ASKING);
    house.sandbox.write("home/go1", "");
    house.wait_got("it", "1 [y]\n");
    house.ok(&["pause", "it"]);
    house.sandbox.write("home/go2", "");
    let prompt = house.wait_prompt("it");
    assert!(prompt["reasons"].to_string().contains("the session is manual: paused by you"), "{prompt}");
    assert!(house.wait_manual("it").contains("paused by you"));
    let status = house.ok(&["status", "it"]);
    assert!(status.contains("`locum resume it` changes that"), "{status}");
    assert!(house.json(&["status", "it", "--json"])["manual"].is_string());
    house.ok(&["daemon", "restart"]);
    assert!(house.wait_manual("it").contains("paused by you"), "also for the next brain");
    let prompt = house.wait_prompt("it");
    house.ok(&["answer", id(&prompt), "no"]);
    house.wait_got("it", "1 [y]\n2 [N]\n");
    house.ok(&["resume", "--all"]);
    house.sandbox.write("home/go3", "");
    house.wait_got("it", "1 [y]\n2 [N]\n3 [y]\n");
    let words = house.ok(&["explain", "it"]);
    assert!(words.contains("automatic again"), "{words}");
}

/// Who wants to stop something is not asked what; who wants it to go on is.
#[test]
fn a_pause_without_a_name_is_for_all() {
    let house = House::new();
    for name in ["one", "two"] {
        house.asks(name, "sleep 1000");
        house.wait_listed(name, |_| true);
    }
    assert!(house.ok(&["pause"]).contains("all sessions"));
    for name in ["one", "two"] {
        house.wait_manual(name);
    }
    assert!(house.fails(&["resume"], 2).contains("Name one of them"));
    assert!(house.ok(&["resume", "two"]).contains("session two"));
    house.wait_listed("two", |line| line["manual"].is_null());
    house.wait_manual("one");
}

/// Whether it was asked because of the pause, or was about to be answered when the pause came.
#[test]
fn what_waits_because_of_a_pause_is_judged_anew_when_that_is_over() {
    for (name, delay) in [("asked", "0s"), ("withdrawn", "4s")] {
        let house =
            House::with_policy(&format!("{}{LIFTED}", PROCEED.replace("\"0s\"", &format!("\"{delay}\""))));
        let ask = "read -p 'Proceed? [y/N] ' x; echo \"[$x]\" >> $GOT; sleep 1000";
        house.asks(name, &format!("while [ ! -e ~/go ]; do sleep 0.05; done; {ask}"));
        house.asks(
            "other",
            "while [ ! -e ~/go ]; do sleep 0.05; done; read -p 'Another? [y/N] ' x; sleep 1000",
        );
        house.wait_listed(name, |_| true);
        house.wait_listed("other", |_| true);
        if name == "withdrawn" {
            house.sandbox.write("home/go", "");
            house.wait_listed(name, |line| line["activity"] == "asking");
        }
        house.ok(&["pause", "--all"]);
        house.sandbox.write("home/go", "");
        let prompt = house.wait_prompt(name);
        assert!(prompt["reasons"].to_string().contains("the session is manual"), "{prompt}");
        house.wait_prompt("other");
        assert_eq!(house.got(name), "");
        house.ok(&["resume", "--all"]);
        house.wait_got(name, "[y]\n");
        house.wait_prompt_where("other", "has its own reason", |prompt| {
            let reasons = prompt["reasons"].to_string();
            !reasons.contains("manual") && reasons.len() > 2
        });
    }
}

/// What they typed into it meanwhile makes it theirs, whatever the pause was.
#[test]
fn what_the_person_typed_into_during_a_pause_stays_theirs() {
    let house = House::with_policy(&format!("{}{LIFTED}", PROCEED.replace("\"0s\"", "\"2s\"")));
    let window = house.window("it", "read -p 'Proceed? [y/N] ' x; echo \"[$x]\" >> $GOT; sleep 1000");
    house.wait_listed("it", |line| line["activity"] == "asking");
    house.ok(&["pause", "it"]);
    let prompt = house.wait_prompt("it");
    assert!(prompt["reasons"].to_string().contains("the session is manual"), "{prompt}");
    window.type_text("n");
    house.wait_screen("it", "[y/N] n");
    house.ok(&["resume", "it"]);
    house.wait_prompt_where("it", "says why", |prompt| {
        prompt["reasons"].to_string().contains("somebody typed")
    });
    house.wait_explained("it", "rests", |seen| seen["quiet"].as_f64() > Some(3.0));
    assert_eq!(house.got("it"), "");
    assert!(house.events_of("it", "answer.intended").is_empty());
}

/// The person answers at the terminal first, and who answers from elsewhere is told.
#[test]
fn answered_at_the_terminal_first() {
    let house = House::new();
    let window = house.window("it", "read -p 'Go on? [y/n] ' x; echo \"[$x]\" >> $GOT; sleep 1000");
    let prompt = house.wait_prompt("it");
    window.type_text("n\r");
    house.wait_got("it", "[n]\n");
    wait_status(&house, id(&prompt), "terminal");
    let late = house.output(&["answer", id(&prompt), "yes"]);
    assert_eq!(late.status.code(), Some(3), "{late:?}");
    assert_eq!(house.got("it"), "[n]\n");
}
