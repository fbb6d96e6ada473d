//! What a session waits for, in the title of its own terminal.

use testkit::{PATIENCE, Sandbox, Terminal, process};

use crate::brain::House;

const LENT: &str = "\x1b[22;2t\x1b]2;locum: it waits for you\x1b\\";
const BACK: &str = "\x1b[23;2t\x1b]2;mine\x1b\\";

fn house(notify: &str) -> House {
    let sandbox = Sandbox::new().with_brain();
    sandbox.folder("config/locum");
    sandbox.write("config/locum/config.toml", format!("[notify]\n{notify}\n"));
    House::in_sandbox(sandbox)
}

fn said(window: &Terminal) -> String {
    String::from_utf8_lossy(&window.log()).into_owned()
}

#[track_caller]
fn wait_said(window: &Terminal, words: &str) {
    process::wait_until(PATIENCE, words, || said(window).contains(words));
}

const ASKS: &str =
    "printf '\\033]0;mine\\007'; read -p 'Go on? [y/n] ' x; echo \"[$x]\" >> $GOT; printf over; sleep 1000";

#[test]
fn it_says_that_something_waits_and_is_the_programs_again() {
    let house = house("title = true");
    let window = house.window("it", ASKS);
    wait_said(&window, LENT);
    house.ok(&["answer", "last", "yes"]);
    house.wait_got("it", "[y]\n");
    wait_said(&window, BACK);
}

#[test]
fn the_programs_own_title_counts_meanwhile() {
    let house = house("title = true");
    let script =
        "read -p 'Go on? [y/n] ' x; printf '\\033]2;mine\\033\\\\'; read -p 'Sure? [y/n] ' y; sleep 1000";
    let window = house.window("it", script);
    wait_said(&window, LENT);
    window.type_text("y\r");
    wait_said(&window, "Sure?");
    house.wait_prompt("it");
    house.ok(&["detach", "it"]);
    wait_said(&window, BACK);
}

#[test]
fn a_paused_session_is_said_to_be_manual() {
    let house = house("title = true");
    let window = house.window("it", "printf '\\033]0;mine\\007ready'; sleep 1000");
    wait_said(&window, "ready");
    house.ok(&["pause", "it"]);
    wait_said(&window, "\x1b]2;locum: manual\x1b\\");
    house.ok(&["resume", "it"]);
    wait_said(&window, BACK);
}

#[test]
fn nothing_is_added_unless_it_is_wanted() {
    let house = house("title = false");
    let window = house.window("it", ASKS);
    house.wait_prompt("it");
    house.ok(&["pause", "it"]);
    house.ok(&["answer", "last", "yes"]);
    house.wait_got("it", "[y]\n");
    wait_said(&window, "over");
    let said = said(&window);
    assert!(!said.contains("locum:") && !said.contains("\x1b[2"), "{said:?}");
}

/// The title of a program that is gone is not left to the shell.
#[test]
fn it_is_put_back_when_the_program_ends() {
    let house = house("title = true");
    let window = house.window("it", ASKS);
    wait_said(&window, LENT);
    house.ok(&["kill", "it", "--signal", "KILL"]);
    wait_said(&window, BACK);
}
