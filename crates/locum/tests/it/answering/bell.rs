//! The bell on a session's own terminal.

use testkit::{PATIENCE, Sandbox, Terminal, process};

use crate::brain::House;

const BELL: u8 = 7;

fn house(notify: &str) -> House {
    let sandbox = Sandbox::new().with_brain();
    sandbox.folder("config/locum");
    sandbox.write("config/locum/config.toml", format!("[notify]\n{notify}\n"));
    House::in_sandbox(sandbox)
}

fn bells(window: &Terminal) -> usize {
    window.log().into_iter().filter(|byte| *byte == BELL).count()
}

const ASKS: &str = "read -p 'Go on? [y/n] ' x; echo \"[$x]\" >> $GOT; sleep 1000";

#[test]
fn it_rings_once_when_something_starts_to_wait() {
    let house = house("bell = true");
    let window = house.window("it", ASKS);
    process::wait_until(PATIENCE, "the bell", || bells(&window) == 1);
    house.wait_explained("it", "rests", |seen| seen["quiet"].as_f64() > Some(1.5));
    assert_eq!(bells(&window), 1, "once");
}

/// What the settings say when something starts to wait, and not only when the brain began.
#[test]
fn it_is_silent_unless_it_is_wanted() {
    let house = house("bell = false");
    let window = house.window("it", ASKS);
    house.wait_prompt("it");
    house.wait_explained("it", "rests", |seen| seen["quiet"].as_f64() > Some(1.0));
    assert_eq!(bells(&window), 0);
    house.sandbox.write("config/locum/config.toml", "[notify]\nbell = true\n");
    let window = house.window("wanted", ASKS);
    process::wait_until(PATIENCE, "the bell", || bells(&window) == 1);
}

/// A program in a session can write the settings, and a program that the brain starts is in no session.
#[test]
fn a_program_that_is_named_while_the_brain_runs_is_not_started() {
    let house = house("bell = true");
    let told = house.sandbox.path("tmp/told");
    let window = house.window("first", ASKS);
    process::wait_until(PATIENCE, "the bell", || bells(&window) == 1);
    let config = format!("[notify]\nbell = true\ncommand = [\"touch\", \"{}\"]\n", told.display());
    house.sandbox.write("config/locum/config.toml", config);
    let window = house.window("second", ASKS);
    process::wait_until(PATIENCE, "the bell", || bells(&window) == 1);
    house.wait_explained("second", "rests", |seen| seen["quiet"].as_f64() > Some(1.0));
    assert!(!told.exists());
    house.ok(&["daemon", "restart"]);
    house.asks("third", ASKS);
    process::wait_until(PATIENCE, "the program to be started", || told.exists());
}

/// A title that is half said stays one: in the middle of it the bell would be its end. It rings behind it.
#[test]
fn it_does_not_ring_inside_of_what_the_program_says() {
    let house = house("bell = true");
    let script = "printf 'Go on? [y/n] \\033]0;half a ti'; read x; printf 'tle\\033\\\\over'; echo \"[$x]\" >> $GOT; sleep 1000";
    let window = house.window("it", script);
    house.wait_prompt("it");
    house.wait_explained("it", "rests", |seen| seen["quiet"].as_f64() > Some(1.0));
    assert_eq!(bells(&window), 0, "not yet");
    window.type_text("y\r");
    house.wait_got("it", "[y]\n");
    process::wait_until(PATIENCE, "the bell", || bells(&window) == 1);
    let (said, title) = (window.log(), b"tle\x1b\\");
    let end = said.windows(title.len()).position(|part| part == title).expect("the end of the title");
    assert!(said.iter().position(|byte| *byte == BELL) > Some(end), "{:?}", String::from_utf8_lossy(&said));
}
