//! What the person is asked, and answers from another terminal.

use std::fs;
use std::io::{Read, Write};
use std::os::unix::fs::PermissionsExt;
use std::os::unix::net::UnixStream;

use serde_json::json;
use testkit::{PATIENCE, process};
use wire::{BrainAnswer, BrainRequest, FrameReader, Hello, PromptReply, PromptRequest, VERSION, encode};

use super::{ARROWS, id};
use crate::brain::House;

/// Exit status of an answer that came too late.
const STALE: i32 = 3;

#[test]
fn the_first_answer_lands_and_the_second_is_told_who_was_first() {
    let house = House::new();
    house.sandbox.write("home/arrows.py", ARROWS);
    house.asks("menu", "python3 arrows.py 'Which one' Apple Pear Plum");
    let prompt = house.wait_prompt("menu");
    assert_eq!(
        (&prompt["kind"], &prompt["question"]),
        (&json!("menu"), &json!("Which one (Use arrow keys)"))
    );
    assert_eq!(prompt["choices"][1]["label"], "Pear");
    let landed = house.json(&["answer", id(&prompt), "2", "--json"]);
    assert_eq!(landed["outcome"], "landed", "{landed}");
    house.wait_got("menu", "chose Pear\n");
    let late = house.output(&["answer", id(&prompt), "1"]);
    assert_eq!(late.status.code(), Some(STALE), "{late:?}");
    let words = String::from_utf8_lossy(&late.stdout).into_owned();
    assert!(words.contains("landed already, by person"), "{words}");
    assert_eq!(house.got("menu"), "chose Pear\n", "once");
    let shown = house.json(&["show", id(&prompt), "--json"]);
    assert_eq!((&shown["status"], &shown["answer"]), (&json!("landed"), &json!("Pear")), "{shown}");
    assert!(house.ok(&["history"]).contains("Pear ← person"));
}

/// A text longer than a row is seen to stand there before Enter is pressed.
#[test]
fn a_text_that_runs_over_several_rows() {
    let house = House::new();
    house.asks("long", "read -p 'Why: ' x; echo \"[$x]\" >> $GOT; sleep 1000");
    let prompt = house.wait_prompt("long");
    let text = format!("{}the end", "because of this, and ".repeat(12));
    house.ok(&["answer", id(&prompt), "--text", &text]);
    house.wait_got("long", &format!("[{text}]\n"));
}

/// Ten at once: one wins, and the program gets one answer.
#[test]
fn of_many_answers_at_once_one_is_typed() {
    let house = House::new();
    house.asks("line", "read -p 'Go on? [y/n] ' x; echo \"[$x]\" >> $GOT; cat >> $GOT");
    let prompt = house.wait_prompt("line");
    let answers: Vec<_> = (0..10)
        .map(|number| {
            let word = if number % 2 == 0 { "yes" } else { "no" };
            let mut command = house.sandbox.command(&house.locum);
            command.args(["answer", id(&prompt), word]).stdout(std::process::Stdio::null()).spawn().unwrap()
        })
        .collect();
    let codes: Vec<_> = answers.into_iter().map(|mut child| child.wait().unwrap().code().unwrap()).collect();
    assert_eq!(codes.iter().filter(|code| **code == 0).count(), 1, "{codes:?}");
    assert!(codes.iter().all(|code| [0, STALE].contains(code)), "{codes:?}");
    house.wait_explained("line", "works", |seen| seen["state"] != "asking" || seen["kind"] == "free_text");
    assert!(["[y]\n", "[n]\n"].contains(&house.got("line").as_str()), "{}", house.got("line"));
}

#[test]
fn no_and_text_and_what_is_refused() {
    let house = House::new();
    house.asks("no", "read -p 'Delete it? [Y/n] ' x; echo \"[$x]\" >> $GOT; sleep 1000");
    let said = house.ok(&["answer", id(&house.wait_prompt("no")), "--deny", "not now"]);
    assert!(said.contains("the reason could not be handed over"), "{said}");
    house.wait_got("no", "[n]\n");
    house.asks("text", "read -p 'Your name: ' x; echo \"[$x]\" >> $GOT; sleep 1000");
    let prompt = house.wait_prompt("text");
    let refused = house.fails(&["answer", id(&prompt), "--deny", "no"], 1);
    assert!(refused.contains("no choice of it says no"), "{refused}");
    house.ok(&["answer", id(&prompt), "--text", "Ada L."]);
    house.wait_got("text", "[Ada L.]\n");
    house.asks("secret", "read -s -p 'Password: ' x; echo \"[$x]\" >> $GOT; sleep 1000");
    let prompt = house.wait_prompt("secret");
    let refused = house.fails(&["answer", id(&prompt), "--text", "hunter2"], 1);
    assert!(refused.contains("typed at the terminal"), "{refused}");
    assert_eq!(house.got("secret"), "");
    let refused = house.fails(&["answer", id(&house.wait_prompt("secret")), "yes"], 1);
    assert!(refused.contains("typed at the terminal"), "{refused}");
}

#[test]
fn what_is_not_open_any_more_is_not_answered() {
    let house = House::new();
    house.asks("ends", "read -p 'Go on? [y/n] ' x; echo \"[$x]\" >> $GOT");
    let prompt = house.wait_prompt("ends");
    let answer = ask_brain(&house, id(&prompt), [7; 16]);
    assert_eq!(outcome(&answer), ("stale".into(), "it was asked anew meanwhile; look again".into()));
    house.ok(&["kill", "ends", "--signal", "KILL"]);
    house.wait_listed("ends", |line| line["state"] == "ended");
    let late = house.output(&["answer", id(&prompt), "yes"]);
    assert_eq!(late.status.code(), Some(STALE), "{late:?}");
    assert_eq!(house.got("ends"), "");
    let unknown = house.fails(&["answer", "zzzzzzzz", "yes"], 1);
    assert!(unknown.contains("zzzzzzzz"), "{unknown}");
}

/// An answer with another nonce than the question came with.
fn ask_brain(house: &House, id: &str, nonce: [u8; 16]) -> BrainAnswer {
    let mut socket = UnixStream::connect(house.sandbox.path("run/locum/brain.sock")).unwrap();
    let hello = Hello { version: VERSION, program: "test".into(), session: String::new() };
    socket.write_all(&encode(&hello).unwrap()).unwrap();
    let reply = PromptReply::Choose("yes".into());
    let request = BrainRequest::Prompt(PromptRequest::Answer { id: id.into(), nonce, reply });
    socket.write_all(&encode(&request).unwrap()).unwrap();
    let (mut frames, mut greeted) = (FrameReader::new(), false);
    let mut bytes = [0; 4096];
    loop {
        let count = socket.read(&mut bytes).unwrap();
        assert!(count > 0, "the brain hung up");
        frames.push(&bytes[..count]);
        if !greeted && frames.next_message::<Hello>().unwrap().is_some() {
            greeted = true;
        }
        if greeted && let Some(answer) = frames.next_message().unwrap() {
            return answer;
        }
    }
}

fn outcome(answer: &BrainAnswer) -> (String, String) {
    match answer {
        BrainAnswer::Answered { outcome, reason } => (outcome.clone(), reason.clone().unwrap_or_default()),
        other => panic!("{other:?}"),
    }
}

/// What a question is about may stand above it. Behind a password nothing is looked at.
#[test]
fn what_stands_above_a_question_is_shown_with_it() {
    let house = House::new();
    let secret = "ghp_abcdefghijklmnopqrstuvwxyz0123456789";
    let above = format!("echo 'old.txt is newer'; echo 'token={secret}'");
    house.asks("it", &format!("clear; {above}; read -p 'Take it? [y/n] ' x; sleep 1000"));
    house.asks("hidden", "clear; echo 'nobody reads this'; read -s -p 'Password: ' x; sleep 1000");
    house.wait_prompt("it");
    house.wait_prompt("hidden");
    let words = house.ok(&["prompts"]);
    assert!(words.contains("    | old.txt is newer\n"), "{words}");
    assert!(!words.contains(secret) && !words.contains("nobody reads this"), "{words}");
}

/// A hook has room for the words, so nothing is said about their loss.
#[test]
fn the_reason_for_a_no_goes_back_through_a_hook() {
    let house = House::new();
    let event = r#"{"hook_event_name":"PermissionRequest","tool_name":"Bash","cwd":"/","tool_input":{"command":"make it"}}"#;
    let script = format!("#!/bin/bash\necho '{event}' | locum agent-hook claude > ~/said\nsleep 1000\n");
    let claude = house.sandbox.write("bin/claude", script);
    fs::set_permissions(claude, fs::Permissions::from_mode(0o755)).unwrap();
    house.ok(&["run", "--detach", "--name", "it", "--", "claude"]);
    let prompt = house.wait_prompt("it");
    assert_eq!(prompt["subject"], "make it");
    let said = house.ok(&["answer", id(&prompt), "--deny", "not on Fridays"]);
    assert!(said.starts_with("landed") && !said.contains("handed over"), "{said}");
    let told = || fs::read_to_string(house.sandbox.path("home/said")).unwrap_or_default();
    process::wait_until(PATIENCE, "the hook's word", || told().ends_with('\n'));
    let told = told();
    assert!(told.contains("deny") && told.contains("not on Fridays"), "{told}");
}
