//! What a person reads of a verdict.

use serde_json::json;
use testkit::{Size, Terminal};

use super::check::house;
use super::{DENY, json};

#[test]
fn a_person_reads_the_verdict_the_parts_and_what_to_write() {
    let house = house();
    let output = house.output(&["policy", "check", "--cwd", "project", "--", "ls; frobnicate --all x"]);
    let words = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(words.starts_with("ASK"), "{words}");
    for expected in
        ["+ ls ", "? frobnicate --all x ", "[[rule]]", "command = [\"frobnicate --all x $\"]", "policy.toml"]
    {
        assert!(words.contains(expected), "{expected}: {words}");
    }
    assert!(!words.contains('\x1b'), "no colours into a pipe: {words}");
    let output = house.output(&["policy", "check", "--", "no-to-this"]);
    let words = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(words.contains("rather not") && words.contains("rule `no`"), "{words}");
    let output = house.output(&["policy", "check", "--", "rm -rf /"]);
    let words = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(words.contains("danger high") && words.contains("fs.delete"), "{words}");
    assert!(!words.contains("answer = \"allow\""), "nobody is taught to allow this: {words}");
}

#[test]
fn explain_shows_how_a_line_was_read() {
    let house = house();
    let line = "A=1 sudo -u root ls > /etc/x | no-to-this";
    let output = house.output(&["policy", "explain", "--cwd", "project", "--", line]);
    let words = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.status.code(), Some(DENY), "{words}");
    for expected in
        ["part 0 ls", "sudo -u root", "A=1", "/etc/x (system) to write", "from part 0", "readers of shell"]
    {
        assert!(words.contains(expected), "{expected}: {words}");
    }
    let told = json(&house.output(&["policy", "explain", "--json", "--cwd", "project", "--", line]));
    assert_eq!(
        (&told["verdict"], &told["reading"]["second_reader"]),
        (&json!("deny"), &json!(null)),
        "{told}"
    );
    assert_eq!(told["reading"]["parts"][0]["about"]["through"], json!(["sudo -u root"]), "{told}");
    let told = json(&house.output(&["policy", "explain", "--json", "--tool", "read", "--", "/etc/passwd"]));
    assert!(told["reading"].is_null(), "{told}");
}

#[test]
fn what_is_the_same_is_told_once() {
    let house = house();
    let many = b"ls\n".repeat(20_000);
    let said = |command: &str| {
        let output = house.with_input(&["policy", command, "--cwd", "project", "-"], &many);
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    let words = said("check");
    assert!(words.contains("? ls (96 times) ") && words.lines().count() < 8, "{words}");
    let words = said("explain");
    assert!(words.contains("... (96 times) ls") && words.lines().count() < 20, "{words}");
    let output = house.output(&[
        "policy",
        "explain",
        "--cwd",
        "project",
        "--",
        "ls | yes-to-this; ls -l; ls | yes-to-this",
    ]);
    let words = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(words.contains("parts 0, 3 ls\n") && words.contains("part 2 ls -l\n"), "{words}");
    assert!(words.contains("from part 0") && words.contains("from part 3"), "each keeps its number: {words}");
    let output = house.output(&["policy", "check", "--json", "--", "ls; ls; ls"]);
    assert_eq!(json(&output)["parts"].as_array().unwrap().len(), 3, "programs are told each part");
}

#[test]
fn hostile_words_reach_no_terminal() {
    let house = house();
    for words in [&["what \x1b]0;title\x07\u{202e}x"][..], &["what", "\x1b[2J\r\n+ ls   allow"]] {
        for json in [&["--json"][..], &[]] {
            let output = house.output(&[&["policy", "check"], json, &["--"], words].concat());
            let text = String::from_utf8_lossy(&output.stdout).into_owned();
            assert!(!text.contains(['\x1b', '\x07', '\r', '\u{202e}']), "{text:?}");
        }
    }
}

#[test]
fn colours_are_for_terminals() {
    let house = house();
    let coloured = |variables: &[&str]| {
        let argv = [&["env"], variables, &[house.locum.as_str(), "policy", "check", "no-to-this"]].concat();
        let mut terminal = Terminal::start(&house.sandbox, Size::cells(24, 100), &argv);
        assert_eq!(terminal.wait_exit().code(), Some(DENY));
        terminal.log().windows(2).any(|pair| pair == b"\x1b[")
    };
    assert!(coloured(&["A=b"]));
    assert!(!coloured(&["NO_COLOR=1"]));
}
