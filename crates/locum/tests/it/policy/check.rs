//! `locum policy check`: the contract that scripts rely on.

use serde_json::json;

use super::{ALLOW, ASK, DENY, HELLO, json};
use crate::brain::House;
use crate::brain::asking::inside;

pub(super) const THREE: &str = r#"
[[rule]]
name = "yes"
command = ["yes-to-this", "ls"]
answer = "allow"
[[rule]]
name = "no"
command = ["no-to-this"]
answer = "deny"
message = "rather not"
[[rule]]
name = "quiet"
command = ["quiet-about-this"]
answer = "ignore"
[[rule]]
name = "for ever"
command = ["always-this"]
answer = "allow_remember"
[[rule]]
name = "files"
tool = ["write", "read"]
path = ["workspace"]
answer = "allow"
[[rule]]
name = "address"
tool = "fetch"
host = ["docs.example.org"]
answer = "allow"
[[rule]]
name = "server"
tool = "mcp"
agent = "claude"
answer = "allow"
[[rule]]
name = "go on"
tool = "question"
question = ["^Shall I go on"]
answer = "allow"
"#;

/// A house with a policy and a project.
pub(super) fn house() -> House {
    let house = House::without_brain();
    house.write_policy(THREE);
    house.project(None);
    house
}

#[test]
fn verdicts_are_exit_codes_and_words() {
    let house = house();
    for (words, status, verdict, answer) in [
        (&["yes-to-this"][..], ALLOW, "allow", "allow"),
        (&["yes-to-this and more"], ALLOW, "allow", "allow"),
        (&["yes-to-this", "and", "more"], ALLOW, "allow", "allow"),
        (&["yes-to-this; no-to-this"], DENY, "deny", "deny"),
        (&["yes-to-this; what-is-this"], ASK, "ask", "ask"),
        (&["yes-to-this;", "no-to-this"], ASK, "ask", "ask"),
        (&["what-is-this"], ASK, "ask", "ask"),
        (&["quiet-about-this"], ASK, "ask", "ignore"),
        (&["always-this"], ALLOW, "allow", "allow_remember"),
        (&["if then fi ("], ASK, "ask", "ask"),
    ] {
        let output =
            house.output(&[&["policy", "check", "--json", "--cwd", "project", "--"], words].concat());
        let told = json(&output);
        assert_eq!(output.status.code(), Some(status), "{words:?}: {told}");
        assert_eq!(
            (&told["verdict"], &told["answer"]),
            (&json!(verdict), &json!(answer)),
            "{words:?}: {told}"
        );
        assert!(!told["reasons"].as_array().unwrap().is_empty(), "{words:?}: {told}");
    }
}

#[test]
fn the_shape_of_the_json_is_the_documented_one() {
    let house = house();
    let output = house.output(&["policy", "check", "--json", "--cwd", "project", "--", "ls && rm -rf /x/.."]);
    let told = json(&output);
    assert_eq!(told["danger"], "high", "{told}");
    let parts = told["parts"].as_array().unwrap();
    assert_eq!(parts[0]["argv"], json!(["ls"]), "{told}");
    assert_eq!((&parts[0]["danger"], &parts[0]["ids"]), (&json!("none"), &json!([])), "{told}");
    assert_eq!(parts[1]["argv"], json!(["rm", "-rf", "/x/.."]), "{told}");
    assert_eq!((&parts[1]["danger"], &parts[1]["verdict"]), (&json!("high"), &json!("ask")), "{told}");
    assert!(!parts[1]["ids"].as_array().unwrap().is_empty(), "{told}");
}

#[test]
fn other_tools_are_judged_too() {
    let house = house();
    for (words, status) in [
        (&["--tool", "write", "--", "src/main.rs"][..], ALLOW),
        (&["--tool", "write", "--", "src/main.rs", "/etc/passwd"], ASK),
        (&["--tool", "edit", "--", "src/main.rs"], ASK),
        (&["--tool", "fetch", "--", "https://docs.example.org/a"], ALLOW),
        (&["--tool", "fetch", "--", "https://elsewhere.example/a"], ASK),
        (&["--tool", "mcp", "--agent", "claude", "--", "search"], ALLOW),
        (&["--tool", "mcp", "--", "search"], ASK),
        (&["--tool", "question", "--", "Shall I go on?"], ALLOW),
        (&["--tool", "plan", "--", "Shall I go on?"], ASK),
    ] {
        assert_eq!(house.verdict(&[&["--cwd", "project"], words].concat()), status, "{words:?}");
    }
    house.fails(&["policy", "check", "--tool", "fetch", "--", "one", "two"], 2);
}

#[test]
fn a_line_may_come_from_standard_input() {
    let house = house();
    let check = |input: &[u8]| house.with_input(&["policy", "check", "-"], input).status.code().unwrap();
    assert_eq!(check(b"yes-to-this\nyes-to-this again\n"), ALLOW);
    assert_eq!(check(b"yes-to-this\nno-to-this\n"), DENY);
    assert_eq!(check(b"yes-to-this \xff\n"), ASK, "what is not text");
    let long = [b"yes-to-this\n".repeat(100_000).as_slice(), b"no-to-this\n"].concat();
    assert_eq!(check(&long), ASK, "what is too long to be read to its end");
}

#[test]
fn a_folder_of_another_machine_can_be_judged_too() {
    let house = house();
    let there = ["policy", "check", "--json", "--cwd", "/no/such/project", "--", "rm -rf ../x src/a"];
    assert_eq!(json(&house.output(&there))["parts"][0]["ids"][0], "fs.delete.outside");
}

#[test]
fn what_comes_with_locum_can_be_read() {
    let house = house();
    assert!(house.ok(&["policy", "show", "builder"]).contains("extends = \"careful\""));
    assert!(house.ok(&["policy", "show", "@rust"]).contains("  cargo test\n"));
    let commands = house.json(&["policy", "show", "--json", "@rust"])["commands"].clone();
    assert!(commands.as_array().unwrap().iter().any(|command| command == "cargo test"));
    assert!(house.fails(&["policy", "show", "@rus"], 2).contains("Did you mean '@rust'?"));
}

#[test]
fn mistakes_in_the_words_are_told() {
    let house = house();
    for words in [
        &["policy", "check"][..],
        &["policy", "check", "--jsno", "ls"],
        &["policy", "check", "--tool", "hammer", "ls"],
        &["policy", "check", "--cwd", "no/such/folder", "--", "ls"],
        &["policy", "check", "--cwd", ".zshrc", "--", "ls"],
        &["policy", "check", "--policy", "no-such-file", "--", "ls"],
        &["policy", "chekc", "ls"],
    ] {
        house.fails(words, 2);
    }
}

#[test]
fn no_brain_is_needed_and_none_is_started() {
    let house = House::new();
    house.write_policy(HELLO);
    assert_eq!(house.verdict(&["--", "hello"]), ALLOW);
    house.ok(&["policy", "show"]);
    house.ok(&["policy", "test"]);
    house.ok(&["policy", "list"]);
    house.fails(&["daemon", "status"], 1);
}

#[test]
fn a_supervised_program_may_ask_what_would_be_allowed() {
    let house = House::new();
    house.write_policy(HELLO);
    let said = inside(
        &house,
        "asks",
        "locum policy check -- hello >> $OUT 2>&1; echo files $? >> $OUT; \
         locum policy check --session . -- bye >> $OUT 2>&1; echo brain $? >> $OUT; locum policy show >> $OUT 2>&1",
    );
    assert!(said.contains("files 0\n") && said.contains("brain 10\n"), "{said}");
    assert!(said.contains("rules of"), "{said}");
}
