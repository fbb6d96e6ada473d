//! Policy files: broken ones, those that build on others, and the commands that write them.

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};

use serde_json::json;
use testkit::{Size, Terminal, User};

use super::{ALLOW, ASK, DENY, HELLO, NO_HELLO, json};
use crate::brain::House;

#[test]
fn broken_files_are_refused_with_their_place() {
    let house = House::without_brain();
    for (text, words) in [
        ("[[rule]\n", &[":1"][..]),
        (
            "\n\n[[rule]]\nname = \"x\"\ncomand = [\"ls\"]\nanswer = \"allow\"\n",
            &[":5", "rule `x`", "command"],
        ),
        ("[[rule]]\nname = \"x\"\ncommand = [\"ls\"]\nanswer = \"alow\"\n", &[":4", "`allow`"]),
        ("extends = \"carefull\"\n", &[":1", "did you mean `careful`?"]),
        ("# one\nextends = \"other.toml\"\n", &[":2", "other.toml", "No such file"]),
    ] {
        let file = house.write_policy(text);
        for command in
            [&["policy", "check", "--", "ls"][..], &["policy", "check", "--policy", &file, "--", "ls"]]
        {
            let said = house.fails(command, 2);
            assert!(said.contains(&file), "{text:?}: {said}");
            assert!(words.iter().all(|word| said.contains(word)), "{text:?}: {said}");
        }
        assert_eq!(house.output(&["config", "check"]).status.code(), Some(2), "{text:?}");
        assert_eq!(house.output(&["policy", "test"]).status.code(), Some(1), "{text:?}");
        let shown = house.json(&["policy", "show", "--json"]);
        assert!(!shown["problems"].as_array().unwrap().is_empty(), "{text:?}: {shown}");
    }
}

#[test]
fn files_that_cannot_be_read_are_refused() {
    let house = House::in_sandbox(testkit::Sandbox::for_user(User::Nobody));
    let check = |name: &str| house.fails(&["policy", "check", "--policy", name, "--", "ls"], 2);
    house.sandbox.folder("home/folder");
    assert!(check("folder").contains("is not a file"));
    house.sandbox.write("home/latin1", b"# \xe4\n");
    assert!(check("latin1").contains("UTF-8"));
    house.sandbox.write("home/large", vec![b'#'; (1 << 20) + 1]);
    assert!(check("large").contains("1 MiB"));
    let closed = house.sandbox.write("home/closed", HELLO);
    fs::set_permissions(closed, fs::Permissions::from_mode(0o000)).unwrap();
    assert!(check("closed").contains("denied"));
    symlink("/no/such/file", house.sandbox.folder("config/locum").join("policy.toml")).unwrap();
    house.fails(&["policy", "check", "--", "ls"], 2);
}

#[test]
fn a_file_builds_on_others() {
    let house = House::without_brain();
    house.project(None);
    let verdict = |command: &str| house.verdict(&["--cwd", "project", "--", command]);
    assert_eq!((verdict("ls"), verdict("hello")), (ALLOW, ASK), "careful, since there is no file");
    house.write_policy("extends = \"watch-only\"\n");
    assert_eq!(verdict("ls"), ASK);
    house.write_policy(&format!("extends = \"careful\"\n{HELLO}"));
    assert_eq!((verdict("ls"), verdict("hello")), (ALLOW, ALLOW));
    house.sandbox.write("config/locum/team.toml", format!("extends = \"careful\"\n{HELLO}"));
    house.write_policy(
        "extends = \"team.toml\"\n[[rule]]\nname = \"n\"\ncommand = [\"ls\"]\nanswer = \"deny\"\n",
    );
    assert_eq!((verdict("ls"), verdict("hello"), verdict("pwd")), (DENY, ALLOW, ALLOW));
    let shown = house.json(&["policy", "show", "--json"]);
    let chain = shown["chain"].as_array().unwrap();
    assert!(chain.len() == 3 && chain[1].as_str().unwrap().ends_with("team.toml"), "{shown}");
    assert_eq!(chain[2], "careful", "{shown}");
}

#[test]
fn a_circle_of_files_is_told_with_their_names() {
    let house = House::without_brain();
    let said = |text: &str| {
        let file = house.write_policy(text);
        (file, house.fails(&["policy", "check", "--", "ls"], 2))
    };
    let (file, words) = said("# mine\nextends = \"policy.toml\"\n");
    assert!(words.contains(&format!("{file}:2: ")), "{words}");
    assert!(words.contains(&format!("in a circle: {file} -> {file}")), "{words}");
    let team =
        house.sandbox.write("config/locum/team.toml", "extends = \"./policy.toml\"\n").display().to_string();
    let (file, words) = said("extends = \"team.toml\"\n");
    assert!(words.contains(&format!("in a circle: {file} -> {team} -> {file}")), "{words}");
}

#[test]
fn every_example_is_tried() {
    let house = House::without_brain();
    let output = house.output(&["policy", "test", "--json"]);
    assert_eq!(json(&output)["ok"], true, "{output:?}");
    let bad = "[[rule]]\nname = \"x\"\ncommand = [\"hello\"]\nanswer = \"allow\"\nexamples = [\"bye\"]\n";
    let file = house.write_policy(bad);
    let output = house.output(&["policy", "test"]);
    let words = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.status.code(), Some(1), "{words}");
    assert!(
        words.contains(&format!("{file}:")) && words.contains("rule `x`") && words.contains("bye"),
        "{words}"
    );
    let other = house.sandbox.write("home/other.toml", HELLO).display().to_string();
    house.ok(&["policy", "test", &other]);
    house.project(Some(bad));
    house.write_policy(HELLO);
    let output = house
        .sandbox
        .command(&house.locum)
        .args(["policy", "test"])
        .current_dir(house.project(None))
        .output();
    assert_eq!(output.unwrap().status.code(), Some(1), "the project's file too");
}

#[test]
fn use_writes_a_file_and_never_loses_one() {
    let house = House::new();
    let file = house.sandbox.path("config/locum/policy.toml");
    assert!(house.fails(&["policy", "use", "bilder"], 2).contains("'builder'"));
    assert!(!file.exists());
    house.ok(&["policy", "use", "watch-only"]);
    assert_eq!(house.verdict(&["--", "ls"]), ASK);
    assert_eq!(house.json(&["policy", "show", "--json"])["confirmed"], true);
    house.write_policy(NO_HELLO);
    assert!(house.fails(&["policy", "use", "builder"], 2).contains("--force"));
    assert_eq!(fs::read_to_string(&file).unwrap(), NO_HELLO, "untouched");
    house.ok(&["policy", "use", "builder", "--force"]);
    assert!(fs::read_to_string(&file).unwrap().contains("extends = \"builder\""));
    assert_eq!(fs::read_to_string(file.with_extension("toml.1")).unwrap(), NO_HELLO, "kept");
    let shown = house.json(&["policy", "show", "--json"]);
    assert_eq!((&shown["confirmed"], &shown["chain"][1]), (&json!(true), &json!("builder")), "{shown}");
    house.ok(&["policy", "use", "careful"]);
    assert!(!file.with_extension("toml.2").exists(), "what nobody touched needs no copy and no question");
    house.write_policy(NO_HELLO);
    house.ok(&["policy", "use", "careful", "--force"]);
    assert!(file.with_extension("toml.2").exists(), "a second copy beside the first");
}

#[test]
fn use_asks_at_a_terminal() {
    let house = House::new();
    house.write_policy(HELLO);
    for (typed, kept) in [("n\r", true), ("\r", true), ("y\r", false)] {
        let argv = [house.locum.as_str(), "policy", "use", "builder"];
        let mut terminal = Terminal::start(&house.sandbox, Size::cells(24, 200), &argv);
        terminal.wait_for("[y/N]");
        terminal.type_text(typed);
        terminal.wait_exit();
        let text = fs::read_to_string(house.sandbox.path("config/locum/policy.toml")).unwrap();
        assert_eq!(text == HELLO, kept, "{typed:?}");
    }
}

#[test]
fn use_writes_through_a_link() {
    let house = House::new();
    let real = house.sandbox.write("home/dotfiles.toml", HELLO);
    symlink(&real, house.sandbox.folder("config/locum").join("policy.toml")).unwrap();
    house.ok(&["policy", "use", "builder", "--force"]);
    assert!(house.sandbox.path("config/locum/policy.toml").is_symlink());
    assert!(fs::read_to_string(real).unwrap().contains("builder"));
}

#[test]
fn edit_opens_the_editor_and_checks_what_comes_of_it() {
    let house = House::without_brain();
    let edit = |script: &str| {
        house.sandbox.write("bin/ed-test", format!("#!/bin/sh\n{script}\n"));
        let path = house.sandbox.path("bin/ed-test");
        fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
        let mut command = house.sandbox.command(&house.locum);
        command.args(["policy", "edit"]).env("EDITOR", "ed-test --wait").output().unwrap()
    };
    let output = edit("cat \"$2\" > seen; echo $1 >> seen");
    assert!(output.status.success(), "{output:?}");
    let seen = fs::read_to_string(house.sandbox.home().join("seen")).unwrap();
    assert!(seen.contains("extends = \"careful\"") && seen.ends_with("--wait\n"), "{seen}");
    let output = edit("echo 'extends = 1' > \"$2\"");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("policy.toml:1"), "{said}");
    assert_eq!(edit("exit 3").status.code(), Some(126));
}

#[test]
fn an_editor_that_fails_leaves_nothing_behind() {
    let house = House::without_brain();
    let file = house.sandbox.path("config/locum/policy.toml");
    for editor in ["no-such-editor", "false"] {
        let mut command = house.sandbox.command(&house.locum);
        let output = command.args(["policy", "edit"]).env("EDITOR", editor).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(126), "{said}");
        assert!(said.contains(editor) && said.contains("EDITOR"), "{said}");
        assert!(!file.exists(), "{editor}");
    }
    house.write_policy(HELLO);
    let mut command = house.sandbox.command(&house.locum);
    command.args(["policy", "edit"]).env("EDITOR", "no-such-editor").output().unwrap();
    assert_eq!(fs::read_to_string(&file).unwrap(), HELLO, "what was there stays");
}

#[test]
fn the_schema_is_json() {
    let house = House::without_brain();
    let schema = house.json(&["policy", "schema"]);
    assert!(schema["properties"]["rule"].is_object(), "{schema}");
}

/// Nothing is judged on plain pipes; that is no reason to be silent about a file that is none.
#[test]
fn a_policy_for_one_run_is_read_on_pipes_too() {
    let house = House::new();
    let bad = house.sandbox.write("home/bad.toml", "[[rule]]\nanswer = \"maybe\"\n").display().to_string();
    let ran = house.sandbox.path("tmp/ran").display().to_string();
    for file in [bad.as_str(), "/no/such/file.toml"] {
        let words = house.fails(&["run", "--policy", file, "--", "touch", &ran], 2);
        assert!(words.contains(file), "{words}");
    }
    assert!(!house.sandbox.path("tmp/ran").exists());
    let good = house.sandbox.write("home/good.toml", "").display().to_string();
    let output = house.output(&["run", "--policy", &good, "--", "echo", "hello"]);
    assert_eq!((output.status.code(), output.stdout.as_slice()), (Some(0), &b"hello\n"[..]));
    assert!(output.stderr.is_empty(), "as if locum were not there: {output:?}");
}
