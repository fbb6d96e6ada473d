//! A project's own file: it may tighten, and loosen only as the person has seen it.

use serde_json::json;
use testkit::{Size, Terminal};

use super::{ALLOW, ASK, DENY, HELLO};
use crate::brain::House;

const NO_LS: &str = "[[rule]]\nname = \"no ls\"\ncommand = [\"ls\"]\nanswer = \"deny\"\n";

fn here(house: &House, command: &str) -> i32 {
    house.verdict(&["--cwd", "project", "--", command])
}

#[test]
fn a_project_may_tighten_and_not_loosen() {
    let house = House::without_brain();
    house.project(None);
    assert_eq!((here(&house, "ls"), here(&house, "hello")), (ALLOW, ASK));
    house.project(Some(&format!("{NO_LS}{HELLO}")));
    assert_eq!((here(&house, "ls"), here(&house, "hello")), (DENY, ASK));
    house.sandbox.folder("home/project/deep/er");
    assert_eq!(house.verdict(&["--cwd", "project/deep/er", "--", "ls"]), DENY, "also further down");
    assert_ne!(house.verdict(&["--", "ls"]), DENY, "and nowhere else");
}

/// A supervised program can make files below the project's own; that takes nothing away.
#[test]
fn a_file_further_down_does_not_hide_the_projects() {
    let house = House::without_brain();
    house.project(Some(NO_LS));
    house.sandbox.folder("home/project/sub/.git");
    house.sandbox.write("home/project/sub/.locum.toml", HELLO);
    assert_eq!(house.verdict(&["--cwd", "project/sub", "--", "ls"]), DENY);
    let mut shown = house.sandbox.command(&house.locum);
    shown.args(["policy", "show", "--json"]).current_dir(house.sandbox.path("home/project/sub"));
    let output = shown.output().unwrap();
    assert_eq!(super::json(&output)["projects"].as_array().unwrap().len(), 2, "{output:?}");
}

#[test]
fn a_broken_project_file_allows_nothing() {
    let house = House::without_brain();
    house.project(Some("[[rule]]\nnonsense = 1\n"));
    let output = house.output(&["policy", "check", "--cwd", "project", "--", "ls"]);
    let words = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.status.code(), Some(ASK), "{words}");
    assert!(words.contains(".locum.toml:2"), "{words}");
}

#[test]
fn trust_is_for_one_content_and_ends() {
    let house = House::new();
    let project = house.project(Some(HELLO));
    house.ok(&["run", "--detach", "--name", "s", "--cwd", "project", "--", "cat"]);
    let verdicts = || (here(&house, "hello"), house.brain_says("s", "hello"));
    assert_eq!(verdicts(), (ASK, ASK));
    house.ok(&["policy", "trust", "--yes", &project]);
    assert_eq!(verdicts(), (ALLOW, ALLOW));
    let list = house.json(&["policy", "list", "--json"]);
    let file = format!("{project}/.locum.toml");
    assert_eq!((&list[0]["file"], &list[0]["state"]), (&json!(file), &json!("trusted")), "{list}");
    house.ok(&["daemon", "restart"]);
    assert_eq!(verdicts(), (ALLOW, ALLOW), "also for the next brain");

    house.project(Some(&format!("{HELLO}# changed\n")));
    assert_eq!(verdicts(), (ASK, ASK), "another content");
    assert!(house.ok(&["policy", "list"]).contains("changed since"));
    house.project(Some(HELLO));
    assert_eq!(verdicts(), (ALLOW, ALLOW), "the trusted content again");
    house.ok(&["policy", "untrust", &project]);
    assert_eq!(verdicts(), (ASK, ASK));
    house.fails(&["policy", "untrust", &project], 1);
    assert!(house.ok(&["policy", "list"]).contains("no project file"));
    let events = house.policy_events();
    assert!(events.iter().any(|kind| kind == "policy.trusted"), "{events:?}");
    assert!(events.iter().any(|kind| kind == "policy.untrusted"), "{events:?}");
}

#[test]
fn trust_shows_what_it_loosens_and_asks() {
    let house = House::new();
    let program =
        "[[rule]]\nname = \"mine\"\ncommand = [\"deploy\"]\nexec = [\"./may\", \"x\"]\nanswer = \"ask\"\n";
    let project = house.project(Some(&format!("{NO_LS}{HELLO}{program}")));
    let said = house.fails(&["policy", "trust", &project], 2);
    assert!(said.contains("no terminal to ask you at") && said.contains("--yes"), "{said}");
    for (typed, trusted) in [("n\r", false), ("\r", false), ("y\r", true)] {
        let argv = [house.locum.as_str(), "policy", "trust", &project];
        let mut terminal = Terminal::start(&house.sandbox, Size::cells(40, 200), &argv);
        for words in
            ["+ command = [\"hello\"]", "rule `hello` allows more", "rule `mine` runs ./may x", "[y/N]"]
        {
            terminal.wait_for(words);
        }
        terminal.type_text(typed);
        assert_eq!(terminal.wait_exit().code(), Some(i32::from(!trusted)), "{typed:?}");
        assert_eq!(here(&house, "hello"), if trusted { ALLOW } else { ASK }, "{typed:?}");
    }
    assert!(house.ok(&["policy", "trust", &project]).contains("trusted already"), "nothing to ask");
}

#[test]
fn a_projects_file_stands_for_its_folder() {
    let house = House::new();
    let project = house.project(Some(NO_LS));
    let said = house.ok(&["policy", "trust", "--yes", &format!("{project}/.locum.toml")]);
    assert!(said.contains("only tightens"), "{said}");
    house.ok(&["policy", "untrust", "project/.locum.toml"]);
    assert!(house.fails(&["policy", "trust", "--yes", ".locum.toml"], 2).contains("there is no .locum.toml"));
}

#[test]
fn what_cannot_be_trusted_is_told() {
    let house = House::new();
    let project = house.project(None);
    assert!(house.fails(&["policy", "trust", &project], 2).contains(".locum.toml"));
    house.project(Some("nonsense = 1\n"));
    assert!(house.fails(&["policy", "trust", &project], 2).contains(".locum.toml:1"));
    house.fails(&["policy", "trust", "no/such/folder"], 2);
}

/// A project that nobody trusts must not have programs started by being looked at.
#[test]
fn an_untrusted_project_starts_no_programs() {
    let house = House::new();
    let trap = house.sandbox.home().join("sprung");
    let rule = format!(
        "[[rule]]\nname = \"trap\"\ncommand = [\"ls\", \"hello\"]\nanswer = \"allow\"\nexec = [\"touch\", \"{}\"]\n",
        trap.display()
    );
    let project = house.project(Some(&rule));
    for command in ["ls", "hello"] {
        house.output(&["policy", "check", "--cwd", "project", "--", command]);
    }
    assert!(!trap.exists());
    house.ok(&["policy", "trust", "--yes", &project]);
    house.output(&["policy", "check", "--cwd", "project", "--", "hello"]);
    assert!(trap.exists(), "a trusted one may");
}
