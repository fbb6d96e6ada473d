//! A supervised program cannot loosen the rules it runs under, however it hides.

use std::fs;

use testkit::{PATIENCE, User, process};

use super::{ASK, HELLO, HELLO_AND_BYE};
use crate::brain::House;
use crate::brain::asking::{DISGUISES, inside};

const FORBIDDEN: &[&str] =
    &["policy confirm --yes", "policy trust project", "policy untrust project", "policy use builder --force"];

#[test]
fn changing_rules_is_refused_recorded_and_shown() {
    for user in [User::Me, User::Nobody] {
        let house = House::of(user);
        let file = house.write_policy(HELLO);
        house.project(Some(HELLO_AND_BYE));
        house.detached("s", "cat");
        assert_eq!(house.brain_says("s", "bye"), ASK);
        for (number, (how, disguise)) in DISGUISES.iter().enumerate() {
            for (index, words) in FORBIDDEN.iter().enumerate() {
                let name = format!("try-{number}-{index}");
                let said = inside(&house, &name, &disguise.replace('%', words));
                let refused = ["supervised", "inside a session"];
                assert!(refused.iter().any(|word| said.contains(word)), "{how} {words}: {said}");
                house.ok(&["kill", &name, "--signal", "KILL"]);
            }
        }
        assert_eq!(fs::read_to_string(&file).unwrap(), HELLO, "the file is as it was");
        assert!(house.ok(&["policy", "list"]).contains("no project file"));
        assert_eq!(house.brain_says("s", "bye"), ASK);
        let events = house.policy_events();
        assert!(events.iter().any(|kind| kind == "policy.refused"), "{events:?}");
        let warned = house.wait_warned("and was refused");
        assert!(warned.contains("tried `locum policy confirm`"), "{warned}");
    }
}

#[test]
fn editing_the_file_from_inside_loosens_nothing_and_is_shown() {
    let house = House::new();
    house.write_policy(HELLO);
    house.detached("s", "cat");
    assert_eq!(house.brain_says("s", "bye"), ASK);
    let script = "sed -i 's/\"hello\"\\]/\"hello\", \"bye\"]/' $XDG_CONFIG_HOME/locum/policy.toml; \
                  locum policy check --session . -- bye >> $OUT 2>&1; echo status $? >> $OUT";
    let said = inside(&house, "editor", script);
    assert!(said.contains("status 10"), "{said}");
    let text = fs::read_to_string(house.sandbox.path("config/locum/policy.toml")).unwrap();
    assert!(text.contains("bye"), "it was edited: {text}");
    house.wait_warned("locum policy confirm");
    assert_eq!(house.brain_says("editor", "bye"), ASK);
    let shown = house.json(&["policy", "show", "--json"]);
    assert!(shown["warnings"].to_string().contains("looser"), "{shown}");
}

#[test]
fn a_new_brain_does_not_believe_what_was_written_meanwhile() {
    let house = House::new();
    house.write_policy(HELLO);
    house.detached("s", "cat");
    assert_eq!(house.brain_says("s", "bye"), ASK);
    house.wait_kept();
    house.ok(&["daemon", "stop"]);
    let done = house.sandbox.path("tmp/done");
    let script = format!(
        "cd $XDG_STATE_HOME/locum; sed -i 's/hello/bye/g' policy.state $XDG_CONFIG_HOME/locum/policy.toml; touch {}; cat",
        done.display()
    );
    house.sandbox.folder("config/locum");
    house.sandbox.write("config/locum/config.toml", "[brain]\nautostart = false\n");
    house.detached("writer", &script);
    process::wait_until(PATIENCE, "the files are changed", || done.exists());
    assert_eq!(house.brain_says("s", "bye"), ASK);
    assert!(!house.json(&["policy", "show", "--json"])["doubt"].is_null());
}
