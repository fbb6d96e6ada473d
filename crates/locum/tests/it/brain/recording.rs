//! Recordings of sessions that nobody looks at, and what `locum replay` makes of recordings.

use std::path::{Path, PathBuf};

use rustix::process::Signal;
use testkit::jobs::signal;
use testkit::{PATIENCE, process};

use super::House;

/// Recordings that were made long ago, and what their screens show at a moment or in the end.
const OLD: [(&str, Option<&str>, &str); 5] = [
    ("agents/claude-2.1.325-bash-100x30.cast", Some("8"), "Do you want to proceed?"),
    ("agents/claude-2.1.325-bash-100x30.cast", None, "Resume this session with:"),
    ("agents/codex-0.166.0-bash-80x24.cast", Some("12"), "› 1. Yes, proceed (y)"),
    ("cli/bash_idle.cast", Some("0.01"), ""),
    ("cli/bash_idle.cast", None, "lab$ exit\nexit"),
];

fn corpus(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus").join(name)
}

fn file(house: &House, name: &str) -> String {
    house.sandbox.path(name).display().to_string()
}

/// Waits until a recording holds this text.
#[track_caller]
fn wait_recorded(file: &str, text: &str) {
    process::wait_until(PATIENCE, &format!("{text:?} in the recording"), || {
        std::fs::read_to_string(file).is_ok_and(|cast| cast.contains(text))
    });
}

#[test]
fn a_detached_session_is_recorded_on_without_anybody_even_a_brain() {
    let house = House::new();
    let cast = file(&house, "session.cast");
    let script = "printf 'line one\\n'; until test -e go; do sleep 0.02; done; printf 'line two\\n'; until test -e end; do sleep 0.02; done; printf '\\033[31mline three\\033[0m'";
    house.ok(&["run", "--detach", "--name", "it", "--record", &cast, "--", "sh", "-c", script]);
    wait_recorded(&cast, "line one");
    let brain = house.brain();
    signal(brain, Signal::KILL);
    process::wait_until(PATIENCE, "its end", || !process::alive(brain));
    house.sandbox.write("home/go", "");
    wait_recorded(&cast, "line two");
    house.ok(&["daemon", "start"]);
    house.sandbox.write("home/end", "");
    house.wait_listed("it", |line| line["exit"] == 0);
    wait_recorded(&cast, "line three");
    assert_eq!(house.ok(&["replay", &cast]).trim_end(), "line one\nline two\nline three");
    assert!(house.ok(&["replay", &cast, "--ansi"]).contains("\x1b["));
    assert!(house.ok(&["replay", &cast, "--svg"]).starts_with("<svg"));
}

/// A recording in which something happens every second.
const CLOCKED: &str = r#"{"version": 2, "width": 20, "height": 4}
[1.0, "o", "one\r\n"]
[2.0, "o", "two\r\n"]
[2.5, "k", {"icanon": 1}]
[2.5, "i", "x"]
[3.0, "r", "30x5"]
[4.0, "o", "\u001b[2J\u001b[Hthree"]
"#;

#[test]
fn a_moment_of_a_recording_is_shown() {
    let house = House::without_brain();
    let cast = house.sandbox.write("clocked.cast", CLOCKED).display().to_string();
    for (at, shown) in [
        ("0", ""),
        ("0.99", ""),
        ("1", "one"),
        ("1.5", "one"),
        ("2.0", "one\ntwo"),
        ("3.9", "one\ntwo"),
        ("9", "three"),
    ] {
        assert_eq!(house.ok(&["replay", &cast, "--at", at]).trim_end(), shown, "at {at}");
    }
    assert_eq!(house.ok(&["replay", &cast]).trim_end(), "three");
}

#[test]
fn recordings_made_long_ago_stay_readable() {
    let house = House::without_brain();
    for (name, at, shown) in OLD {
        let path = corpus(name).display().to_string();
        let mut words = vec!["replay", &path];
        words.extend(at.iter().flat_map(|at| ["--at", at]));
        let screen = house.ok(&words);
        assert!(screen.contains(shown), "{name} at {at:?}: {screen}");
    }
}

#[test]
fn a_recording_that_was_cut_off_is_shown_as_far_as_it_goes() {
    let house = House::without_brain();
    for cut in 1..30 {
        let text = &CLOCKED[..CLOCKED.len() - cut];
        let cast = house.sandbox.write("cut.cast", text).display().to_string();
        let shown = house.ok(&["replay", &cast]);
        let expected = if cut == 1 { "three" } else { "one\ntwo" };
        assert_eq!(shown.trim_end(), expected, "without the last {cut} bytes");
    }
}

#[test]
fn what_is_no_recording_is_refused_with_file_and_line() {
    let house = House::without_brain();
    let header = CLOCKED.lines().next().unwrap();
    for (what, content, line) in [
        ("nothing", String::new(), 1),
        ("garbage", "\u{1}\u{2}garbage\n".to_owned(), 1),
        ("another format", "{\"name\": \"x\"}\n".into(), 1),
        ("a version to come", header.replace('2', "9"), 1),
        ("no size", "{\"version\": 2}\n".into(), 1),
        (
            "garbage in the middle",
            format!("{header}\n[1.0, \"o\", \"a\"]\ngarbage\n[2.0, \"o\", \"b\"]\n"),
            3,
        ),
        ("half an event in the middle", format!("{header}\n[1.0, \"o\"\n[2.0, \"o\", \"b\"]\n"), 2),
    ] {
        let cast = house.sandbox.write("bad.cast", content).display().to_string();
        let words = house.fails(&["replay", &cast], 2);
        assert!(words.contains(&format!("{cast}:{line} ")), "{what}: {words}");
    }
    let words = house.fails(&["replay", "/no/such.cast"], 2);
    assert!(words.contains("/no/such.cast"), "{words}");
    let words = house.fails(&["replay", "--at", "soon", "x"], 2);
    assert!(words.contains("soon"), "{words}");
}
