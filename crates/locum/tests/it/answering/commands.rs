//! The commands around questions: told, explained, counted, tried on the past, learned from.

use std::fs;

use serde_json::{Value, json};
use testkit::{PATIENCE, Sandbox, Size, Terminal, process};

use super::{LIFTED, PROCEED, id, wait_status};
use crate::brain::House;

const ASKS: &str = "read -p 'Go on? [y/n] ' x; echo \"[$x]\" >> $GOT; sleep 1000";

#[test]
fn the_events_file_tells_what_was_answered_and_what_became_of_it() {
    let house = House::with_policy(&format!("{PROCEED}{LIFTED}"));
    let file = house.sandbox.path("home/events");
    let script = house.noting("it", "read -p 'Proceed? [y/N] ' x; echo \"[$x]\" >> $GOT; sleep 2");
    let name = file.display().to_string();
    house.ok(&["run", "--detach", "--name", "it", "--events", &name, "--", "bash", "-c", &script]);
    house.wait_got("it", "[y]\n");
    let events = || -> Vec<Value> {
        let text = fs::read_to_string(&file).unwrap_or_default();
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    };
    let named = |name: &str| events().into_iter().find(|event| event["event"] == name);
    process::wait_until(PATIENCE, "the end", || named("exited").is_some());
    let (answered, landed) = (named("answered").unwrap(), named("landed").unwrap());
    assert_eq!((&answered["answer"], &answered["by"]), (&json!("y"), &json!("rule proceed")), "{answered}");
    assert_eq!(answered["prompt"], landed["prompt"]);
    assert!(landed["t"].as_f64().unwrap() >= answered["t"].as_f64().unwrap(), "{landed}");
}

/// The brain is silent for longer than any other answer may take, and then there is something.
#[test]
fn who_watches_is_told_also_after_a_long_silence() {
    let house = House::new();
    house.ok(&["prompts"]);
    let out = fs::File::create(house.sandbox.path("tmp/watched")).unwrap();
    let mut command = house.sandbox.command(&house.locum);
    let mut watching = command.args(["prompts", "--watch"]).stdout(out).spawn().unwrap();
    std::thread::sleep(std::time::Duration::from_secs(6));
    house.asks("it", ASKS);
    let seen = || fs::read_to_string(house.sandbox.path("tmp/watched")).unwrap();
    process::wait_until(PATIENCE, "the question", || seen().contains("Go on? [y/n]"));
    // Who has it open is told by the next brain too.
    house.ok(&["daemon", "restart"]);
    house.asks("later", "read -p 'Later on? [y/n] ' x; sleep 1000");
    process::wait_until(PATIENCE, "what is asked later", || seen().contains("Later on?"));
    watching.kill().unwrap();
    watching.wait().unwrap();
}

#[test]
fn a_program_of_the_persons_is_told_once_with_the_question_as_data() {
    let sandbox = Sandbox::new().with_brain();
    let out = sandbox.path("tmp/told").display().to_string();
    let tell = sandbox.write("home/tell", format!("#!/bin/sh\ncat >> {out}; echo \"args: $*\" >> {out}\n"));
    fs::set_permissions(&tell, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    sandbox.folder("config/locum");
    let config = format!("[notify]\ncommand = [\"{}\"]\n", tell.display());
    sandbox.write("config/locum/config.toml", config);
    let house = House::in_sandbox(sandbox);
    assert!(house.ok(&["notify", "test"]).contains("told"));
    let told = || fs::read_to_string(&out).unwrap_or_default();
    assert!(told().contains("Does this reach you?"), "{}", told());
    fs::remove_file(&out).unwrap();
    house.asks("it", "read -p 'Run $(touch evil); `x` \"now\"? [y/n] ' x; sleep 1000");
    process::wait_until(PATIENCE, "the person to be told", || told().contains("args:"));
    let line: Value = serde_json::from_str(told().lines().next().unwrap()).unwrap();
    assert_eq!(line["question"], "Run $(touch evil); `x` \"now\"? [y/n]", "{line}");
    assert_eq!(told().lines().last(), Some("args: "), "no word of it is an argument");
    assert_eq!(told().lines().count(), 2, "once");
}

#[test]
fn a_question_is_explained_from_its_evidence_to_its_end() {
    let house = House::new();
    house.asks("it", ASKS);
    let prompt = house.wait_prompt("it");
    let open = house.json(&["explain", id(&prompt), "--json"]);
    for command in ["explain", "show"] {
        assert_eq!(house.json(&[command, "last", "--json"])["id"], prompt["id"], "the one that waits");
    }
    assert!(open["evidence"].to_string().contains("sleeps in read on the terminal"), "{open}");
    assert_eq!(open["consecutive"][0], 0);
    house.ok(&["answer", id(&prompt), "yes"]);
    wait_status(&house, id(&prompt), "landed");
    assert_eq!(house.json(&["show", "last", "--json"])["id"], prompt["id"], "the latest there was");
    let words = house.ok(&["explain", "last"]);
    for word in ["question.asked", "answer.intended", "by=person", "answer.landed", "question.ended"] {
        assert!(words.contains(word), "{word}: {words}");
    }
    let stats = house.json(&["stats", "--json"]);
    assert_eq!(
        (&stats["questions"], &stats["answered_by"]["you, from elsewhere"]),
        (&json!(1), &json!(1)),
        "{stats}"
    );
    assert!(house.ok(&["stats"]).contains("1 questions"));
}

#[test]
fn the_past_is_judged_by_another_policy_and_learned_from() {
    let house = House::with_policy(LIFTED);
    let tests = ASKS.replace("Go on?", "Start the tests?");
    for (name, question, answer) in [
        ("one", "Start the tests? [y/n]", "yes"),
        ("two", "Overwrite? [y/n]", "no"),
        ("four", "Delete it? [y/n]", "yes"),
        ("five", "Delete it? [y/n]", "yes"),
        ("six", "Delete it? [y/n]", "yes"),
        ("three", "token=ghp_abcdefghijklmnopqrstuvwxyz0123456789 ok? [y/n]", "yes"),
    ] {
        house.sandbox.write(&format!("home/{name}"), question);
        house.asks(name, &format!("read -p \"$(cat {name}) \" x; echo \"[$x]\" >> $GOT; sleep 1000"));
        let prompt = house.wait_prompt(name);
        house.ok(&["answer", id(&prompt), answer]);
        wait_status(&house, id(&prompt), "landed");
    }
    let other = "[[rule]]\nname = \"go\"\nquestion = [\"Start the tests\"]\nanswer = \"allow\"\n";
    let file = house.sandbox.write("home/other.toml", other).display().to_string();
    let now = house.json(&["policy", "simulate", "--json"]);
    assert_eq!(now["counts"], json!({"ask": 5, "with a secret": 1}), "{now}");
    let then = house.json(&["policy", "simulate", "--policy", &file, "--json"]);
    assert_eq!(then["counts"], json!({"allow": 1, "ask": 4, "with a secret": 1}), "{then}");
    assert_eq!((&then["changed"][0]["then"], &then["changed"][0]["now"]), (&json!("ask"), &json!("allow")));

    let proposed = house.json(&["learn", "--json"]);
    assert_eq!(proposed, json!([]), "one yes is no rule, and no number of them makes one to delete");
    for name in ["seven", "eight"] {
        house.asks(name, &tests);
        let prompt = house.wait_prompt(name);
        house.ok(&["answer", id(&prompt), "yes"]);
        wait_status(&house, id(&prompt), "landed");
    }
    let proposed = house.json(&["learn", "--json"]);
    assert_eq!(proposed.as_array().unwrap().len(), 1, "{proposed}");
    assert_eq!(proposed[0]["words"], "Start the tests? [y/n]");
    let refused = house.fails(&["learn"], 2);
    assert!(refused.contains("--yes"), "nobody is there to say yes: {refused}");
    assert_eq!(fs::read_to_string(house.sandbox.path("config/locum/policy.toml")).unwrap(), LIFTED);
    house.ok(&["learn", "--yes"]);
    house.asks("again", &tests);
    house.wait_got("again", "[y]\n");
    let inside = crate::brain::asking::inside(&house, "inside", "locum learn --yes >> $OUT 2>&1");
    assert!(inside.contains("supervised"), "{inside}");
}

#[test]
fn init_asks_until_it_has_an_answer_and_writes_only_then() {
    let house = House::new();
    let ask = || Terminal::start(&house.sandbox, Size::cells(24, 100), &[house.locum.as_str(), "init"]);
    let mut window = ask();
    window.wait_for("Which policy?");
    window.type_text("cd src\r");
    window.wait_for("please answer with a number or a name");
    window.send(b"\x04");
    assert_eq!(window.wait_exit().code(), Some(2));
    assert!(!house.sandbox.path("config/locum/policy.toml").exists());
    let mut window = ask();
    window.wait_for("Which policy?");
    window.type_text("2\r");
    window.wait_for("bell when something waits");
    window.type_text("y\r");
    assert!(window.wait_exit().success(), "{}", window.describe());
    assert!(house.ok(&["policy", "show"]).contains("builder"));
    assert!(house.ok(&["config", "show"]).contains("bell = true"));
}

#[test]
fn init_writes_commented_files_and_overwrites_nothing() {
    let house = House::new();
    let said = house.ok(&["init", "--yes"]);
    assert!(said.contains("config.toml") && said.contains("careful"), "{said}");
    house.ok(&["config", "check"]);
    let policy = fs::read_to_string(house.sandbox.path("config/locum/policy.toml")).unwrap();
    assert!(policy.contains("extends = \"careful\""), "{policy}");
    let config = fs::read_to_string(house.sandbox.path("config/locum/config.toml")).unwrap();
    assert!(config.contains("# autostart = true"), "{config}");
    house.sandbox.write("config/locum/config.toml", "[log]\nkeep = 7\n");
    let said = house.ok(&["init", "--yes"]);
    assert_eq!(said.matches("stays as it is").count(), 2, "{said}");
    assert_eq!(
        fs::read_to_string(house.sandbox.path("config/locum/config.toml")).unwrap(),
        "[log]\nkeep = 7\n"
    );
    assert_eq!(house.output(&["init"]).status.code(), Some(2), "nobody is there to be asked");
}
