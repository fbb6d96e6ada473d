//! What `locum policy check` suggests to write: it allows that line, and nothing beside it.

use super::check::house;
use super::{ALLOW, ASK, HELLO};
use crate::brain::House;

/// The person's home, which is no project.
const HOME: &str = ".";

/// What is printed about a line.
fn said(house: &House, cwd: &str, line: &str) -> String {
    let output = house.output(&["policy", "check", "--cwd", cwd, "--", line]);
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// The rules that are suggested for a line, as they would be pasted.
fn suggested(house: &House, cwd: &str, line: &str) -> Option<String> {
    let words = said(house, cwd, line);
    let rules: Vec<&str> =
        words.lines().skip_while(|line| line.trim() != "[[rule]]").map(str::trim).collect();
    (!rules.is_empty()).then(|| rules.join("\n"))
}

#[track_caller]
fn check(cwd: &str, line: &str, near: &[&str]) {
    let house = House::without_brain();
    house.project(None);
    let rules = suggested(&house, cwd, line).unwrap_or_else(|| panic!("nothing for {line}"));
    house.write_policy(&format!("extends = \"careful\"\n{rules}\n"));
    assert_eq!(house.verdict(&["--cwd", cwd, "--", line]), ALLOW, "{line}:\n{rules}");
    for near in near {
        assert_eq!(house.verdict(&["--cwd", cwd, "--", near]), ASK, "{near}:\n{rules}");
    }
    let elsewhere = if cwd == HOME { "project" } else { HOME };
    assert_eq!(house.verdict(&["--cwd", elsewhere, "--", line]), ASK, "{line} elsewhere:\n{rules}");
}

#[test]
fn a_command_without_danger() {
    check(
        "project",
        "frob x",
        &["frob", "frob x y", "frob y", "frob --force x", "frob x; frob y", "frob x > y"],
    );
    check("project", "npm run build", &["npm run", "npm run deploy", "npm run build -- --x", "npm install"]);
    check(
        "project",
        "rm -rf build",
        &["rm -rf build src", "rm -rf src", "rm -rf ../build", "rm -r build/.."],
    );
    check("project", "cat /etc/hosts", &["cat /etc/passwd", "cat /etc/hosts /etc/passwd"]);
    check("project", "frob; timeout 5 frob y", &["frob z", "frob y z"]);
}

#[test]
fn a_command_of_low_danger() {
    check(
        "project",
        "git branch -D topic",
        &["git branch -D main", "git branch -D topic main", "git branch -m topic"],
    );
}

#[test]
fn a_message_may_be_another_one() {
    let near = [
        "git commit -m x --no-verify",
        "git commit -F x",
        "git commit --amend -m x",
        "git commit -m \"$(frob)\"",
    ];
    check("project", "git commit -m 'mend it'", &near);
    check("project", "git add . && git commit -m x", &["git add ..", "git add -f ."]);
}

#[test]
fn a_folder_that_is_no_project() {
    check(HOME, "frob x", &["frob y", "frob x y"]);
}

#[test]
fn nothing_is_suggested_that_would_be_wider_than_the_line() {
    let house = House::without_brain();
    house.project(None);
    for line in [
        "find . -name '*.o' | xargs rm -rf",
        "rm -rf $X",
        "rm -rf \"$(frob)\"",
        "rm *.o",
        "frob ../x",
        "frob --to=../x",
        "frob 'a b'",
        "python3 x.py",
        "bash x.sh",
        "/usr/bin/python3 x.py",
        "sudo frob",
        "frob > x",
        "rm -rf /",
        "if then fi (",
    ] {
        assert_eq!(suggested(&house, "project", line), None, "{line}");
    }
    let words = said(&house, "project", "find . -name '*.o' | xargs rm -rf");
    assert!(words.contains("would allow it for any files"), "{words}");
    let output = house.output(&["policy", "check", "--cwd", "project", "--tool", "mcp", "--", "frob"]);
    assert!(!String::from_utf8_lossy(&output.stdout).contains("[[rule]]"), "{output:?}");
}

/// What is pasted goes to the file that is there, with all that it says.
#[test]
fn other_rules_and_projects_have_their_say() {
    let house = house();
    assert!(suggested(&house, "project", "frob x").is_some());
    house.project(Some("[[rule]]\nname = \"n\"\ncommand = [\"frob\"]\nanswer = \"ask\"\n"));
    assert_eq!(suggested(&house, "project", "frob x"), None, "the project would ask all the same");
}

#[test]
fn what_only_waits_to_be_confirmed_is_said_to() {
    let house = House::new();
    house.project(None);
    house.ok(&["policy", "use", "careful"]);
    house.write_policy(&format!("extends = \"careful\"\n{HELLO}"));
    let words = said(&house, "project", "hello");
    assert!(words.starts_with("ASK") && words.contains("Your policy file allows it"), "{words}");
    assert!(words.contains("locum policy confirm") && !words.contains("[[rule]]"), "{words}");
    let words = said(&house, "project", "frob x");
    assert!(words.contains("[[rule]]") && !words.contains("file allows it"), "{words}");
    house.ok(&["policy", "confirm", "--yes"]);
    assert_eq!(house.verdict(&["--cwd", "project", "--", "hello"]), ALLOW);
}
