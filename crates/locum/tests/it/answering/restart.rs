//! Brains come and go, and disks refuse; nothing is answered twice, and nothing that could not be recorded.

use rusqlite::Connection;
use rustix::process::Signal;
use testkit::jobs::signal;
use testkit::{PATIENCE, process};

use super::{LIFTED, PROCEED, id, wait_status};
use crate::brain::House;

#[test]
fn a_question_that_was_open_before_the_brain_came() {
    let house = House::without_brain();
    house.asks("it", "read -p 'Go on? [y/n] ' x; echo \"[$x]\" >> $GOT; sleep 1000");
    let prompt = house.wait_prompt("it");
    house.ok(&["answer", id(&prompt), "yes"]);
    house.wait_got("it", "[y]\n");
}

/// The intent is recorded and the host is stopped, so that nobody knows whether the keys arrive: the brain is killed
/// there. Whatever the host does with what lies in its socket, the program gets one answer at most, and if it got none the
/// person is asked.
#[test]
fn a_brain_that_is_killed_while_it_answers_answers_nothing_twice() {
    for _ in 0..3 {
        let house = House::with_policy(&format!("{}{LIFTED}", PROCEED.replace("\"0s\"", "\"2s\"")));
        house.asks("it", "read -p 'Proceed? [y/N] ' x; echo \"[$x]\" >> $GOT; cat >> $GOT");
        let line = house.wait_listed("it", |line| line["activity"] == "asking");
        let host = u32::try_from(line["host_pid"].as_u64().unwrap()).unwrap();
        let brain = house.brain();
        signal(host, Signal::STOP);
        let database = Connection::open(house.sandbox.path("state/locum/locum.db")).unwrap();
        let intended = "SELECT count(*) FROM event WHERE kind = 'answer.intended'";
        process::wait_until(PATIENCE, "the intent", || {
            database.query_row(intended, [], |row| row.get::<_, i64>(0)).is_ok_and(|count| count == 1)
        });
        drop(database);
        signal(brain, Signal::KILL);
        process::wait_until(PATIENCE, "the brain's end", || !process::alive(brain));
        signal(host, Signal::CONT);
        house.ok(&["daemon", "start"]);
        house.wait_explained("it", "rests", |seen| seen["quiet"].as_f64() > Some(2.0));
        match house.got("it").as_str() {
            "" => {
                let prompt = house.wait_prompt("it");
                assert!(prompt["reasons"].to_string().contains("was begun before"), "{prompt}");
                // A part of the answer may be in the terminal, unsent. Then nothing is typed behind it.
                match house.output(&["answer", id(&prompt), "no"]).status.code() {
                    Some(0) => house.wait_got("it", "[N]\n"),
                    Some(4) => assert_eq!(house.got("it"), "", "{}", house.ok(&["screen", "it"])),
                    other => panic!("{other:?}"),
                }
            }
            got => assert_eq!(got, "[y]\n", "once"),
        }
    }
}

/// The person has the id in another terminal; that the brain died in between is none of their business.
#[test]
fn a_question_that_still_stands_keeps_its_id_its_age_and_its_time() {
    let house = House::new();
    house.asks("it", "read -p 'Go on? [y/n] ' x; echo \"[$x]\" >> $GOT; cat >> $GOT");
    let prompt = house.wait_prompt("it");
    let before = row(&house, id(&prompt));
    for _ in 0..2 {
        die(&house);
        house.ok(&["daemon", "start"]);
        assert_eq!(id(&house.wait_prompt("it")), id(&prompt));
        assert_eq!(row(&house, id(&prompt)), before, "as old as before, with no more time");
    }
    die(&house);
    let said = house.ok(&["answer", id(&prompt), "yes"]);
    assert!(said.starts_with("landed"), "{said}");
    house.wait_got("it", "[y]\n");
    assert_eq!(house.events_of("it", "question.adopted").len(), 3);
    assert_eq!(house.json(&["history", "--json"]).as_array().unwrap().len(), 1, "one question");
}

/// Its time goes on while no brain is there. When it is over the question stands all the same, and that is said.
#[test]
fn what_was_left_of_its_time_is_what_is_left_and_then_it_waits_at_its_terminal() {
    let house = House::new();
    let window = house.window("it", "read -p 'Go on? [y/n] ' x; echo \"[$x]\" >> $GOT; sleep 1000");
    let prompt = house.wait_prompt("it");
    assert!(house.ok(&["prompts"]).contains(" left"));
    die(&house);
    let database = Connection::open(house.sandbox.path("state/locum/locum.db")).unwrap();
    let earlier = "UPDATE prompt SET asked_at = asked_at - 298000000, expires_at = expires_at - 298000000";
    assert_eq!(database.execute(earlier, []).unwrap(), 1);
    drop(database);
    house.ok(&["daemon", "start"]);
    let over = house.wait_prompt_where("it", "is over", |prompt| prompt["status"] == "expired");
    assert_eq!(id(&over), id(&prompt));
    let words = house.ok(&["prompts"]);
    assert!(words.contains("the time is over") && words.contains("locum attach it"), "{words}");
    for id in [id(&prompt), "last"] {
        let refused = house.output(&["answer", id, "yes"]);
        let words = String::from_utf8_lossy(&refused.stdout).into_owned();
        assert_eq!(refused.status.code(), Some(4), "{words}");
        assert!(
            words.contains("the time for an answer is over") && words.contains("locum attach it"),
            "{words}"
        );
    }
    house.ok(&["daemon", "restart"]);
    let over = house
        .wait_prompt_where("it", "is over for the next brain too", |prompt| prompt["status"] == "expired");
    assert_eq!(id(&over), id(&prompt));
    assert_eq!(house.got("it"), "");
    window.type_text("y\r");
    house.wait_got("it", "[y]\n");
    process::wait_until(PATIENCE, "nothing to wait", || house.ok(&["prompts"]) == "nothing waits for you\n");
}

/// After any key nobody knows whether the same words are the same question.
#[test]
fn what_was_answered_meanwhile_is_gone_and_the_same_words_are_another_question() {
    let house = House::new();
    let ask = "read -p 'Go on? [y/n] ' x; echo \"[$x]\" >> $GOT";
    let window = house.window("it", &format!("{ask}; clear; {ask}; sleep 1000"));
    let prompt = house.wait_prompt("it");
    die(&house);
    window.type_text("n\r");
    house.wait_got("it", "[n]\n");
    let other = house.wait_prompt("it");
    assert_ne!(id(&other), id(&prompt));
    wait_status(&house, id(&prompt), "gone");
    assert_eq!(house.output(&["answer", id(&prompt), "yes"]).status.code(), Some(3));
    assert_eq!(house.got("it"), "[n]\n");
    house.ok(&["answer", id(&other), "yes"]);
    house.wait_got("it", "[n]\n[y]\n");
}

/// No key was pressed, and yet it is about another file by now: who has the id of the first did not mean the second.
#[test]
fn the_same_words_about_something_else_are_another_question() {
    let house = House::new();
    let ask = "clear; echo \"File $f\"; read -t $t -p 'Delete it? [y/n] ' x; echo \"$f [$x]\" >> $GOT";
    house.asks("it", &format!("f=A; t=3; {ask}; f=B; t=1000; {ask}; sleep 1000"));
    let first = house.wait_prompt("it");
    die(&house);
    house.wait_got("it", "A []\n");
    house.ok(&["daemon", "start"]);
    let second = house.wait_prompt("it");
    assert_ne!(id(&second), id(&first));
    assert_eq!(house.output(&["answer", id(&first), "yes"]).status.code(), Some(3));
    assert_eq!(house.got("it"), "A []\n");
}

/// Nobody says a word to locum: who waits at the session's terminal sees to it.
#[test]
fn a_brain_that_was_killed_is_started_again_without_any_command() {
    let house = House::with_policy(&format!("{PROCEED}{LIFTED}"));
    let ask = "read -p 'Proceed? [y/N] ' x; echo \"[$x]\" >> $GOT; sleep 1000";
    let _window = house.window("it", &format!("while [ ! -e ~/go ]; do sleep 0.1; done; {ask}"));
    house.wait_listed("it", |_| true);
    die(&house);
    house.sandbox.write("home/go", "");
    process::wait_until(3 * PATIENCE, "an answer", || house.got("it") == "[y]\n");
}

/// A brain that dies right behind the word of the person, or could not write it down, leaves a session that is paused.
#[test]
fn a_pause_is_kept_by_the_host_too() {
    let house = House::with_policy(&format!("{PROCEED}{LIFTED}"));
    let ask = "read -p 'Proceed? [y/N] ' x; echo \"[$x]\" >> $GOT; sleep 1000";
    house.asks("it", &format!("while [ ! -e ~/go ]; do sleep 0.1; done; {ask}"));
    house.wait_listed("it", |_| true);
    house.wait_kept();
    // Nobody can write it down.
    let database = Connection::open(house.sandbox.path("state/locum/locum.db")).unwrap();
    database.execute_batch("BEGIN IMMEDIATE").unwrap();
    house.ok(&["pause", "it"]);
    die(&house);
    drop(database);
    house.ok(&["daemon", "start"]);
    house.wait_listed("it", |line| line["manual"].is_string());
    house.sandbox.write("home/go", "");
    let prompt = house.wait_prompt("it");
    assert!(prompt["reasons"].to_string().contains("paused by you"), "{prompt}");
    assert_eq!(house.got("it"), "");
    house.ok(&["resume", "it"]);
    house.wait_got("it", "[y]\n");
}

/// Nobody starts one again that somebody has stopped: it leaves no trace of itself.
#[test]
fn a_brain_that_was_stopped_is_not_taken_for_one_that_died() {
    let house = House::new();
    let lock = house.sandbox.path("run/locum/brain.lock");
    for stopped in [false, true] {
        house.ok(&["daemon", "start"]);
        let brain = house.brain();
        assert!(brain::holder(&lock).is_some() && !brain::has_died(&lock));
        if stopped {
            // It hears nothing, and is ended by force.
            signal(brain, Signal::STOP);
        }
        house.ok(&["daemon", "stop"]);
        assert!(!brain::has_died(&lock));
    }
    house.ok(&["daemon", "start"]);
    die(&house);
    // Its other threads may hold the lock for a moment longer.
    process::wait_until(PATIENCE, "a trace", || brain::has_died(&lock));
}

fn die(house: &House) {
    let brain = house.brain();
    signal(brain, Signal::KILL);
    process::wait_until(PATIENCE, "the brain's end", || !process::alive(brain));
}

/// When a question was asked, and until when it may be answered.
fn row(house: &House, id: &str) -> (i64, i64) {
    let database = Connection::open(house.sandbox.path("state/locum/locum.db")).unwrap();
    let sql = "SELECT asked_at, expires_at FROM prompt WHERE id = ?1 AND status = 'open'";
    database.query_row(sql, [id], |row| Ok((row.get(0)?, row.get(1)?))).unwrap()
}

#[test]
fn what_cannot_be_recorded_is_not_answered() {
    let house = House::with_policy(&format!("{PROCEED}{LIFTED}"));
    house.asks("first", "read -p 'Proceed? [y/N] ' x; echo \"[$x]\" >> $GOT; sleep 1000");
    house.wait_got("first", "[y]\n");
    let blocker = Connection::open(house.sandbox.path("state/locum/locum.db")).unwrap();
    blocker.execute_batch("BEGIN EXCLUSIVE").unwrap();
    house.asks("second", "read -p 'Proceed? [y/N] ' x; echo \"[$x]\" >> $GOT; sleep 1000");
    let prompt = house.wait_prompt_where("second", "says why", |prompt| {
        prompt["reasons"].to_string().contains("cannot be recorded")
    });
    let refused = house.output(&["answer", id(&prompt), "yes"]);
    assert_eq!(refused.status.code(), Some(4), "{refused:?}");
    assert_eq!(house.got("second"), "");
    blocker.execute_batch("ROLLBACK").unwrap();
    process::wait_until(PATIENCE, "the record to be kept again", || house.output(&["ps"]).stderr.is_empty());
    assert_eq!(house.got("second"), "", "what was refused is not carried out later");
    house.ok(&["answer", id(&house.wait_prompt("second")), "no"]);
    house.wait_got("second", "[N]\n");
    assert_eq!(house.json(&["audit", "verify", "--json"])["ok"], true);
}
