//! `npm init`: lines with a default in brackets, and a yes or no at the end.

use testkit::{process, require};

use super::{IT, LIFTED, PATIENCE, Program, id, rule, start, succeeds, wait_over};
use crate::brain::House;

const INIT: Program = Program {
    needs: &["npm"],
    before: "mkdir -p sample",
    run: "export npm_config_update_notifier=false; cd sample && npm init",
    question: "Is this OK",
    done: "grep -q '\"name\": \"probe\"' sample/package.json",
};

/// Answers every line from outside, all but the name by its default, until another kind of question or the end comes.
#[track_caller]
fn answer_lines(house: &House) {
    let mut named = false;
    let mut last = String::new();
    process::wait_until(PATIENCE, "the end of the lines", || {
        let open = house.json(&["prompts", "--json"]);
        let Some(prompt) = open.as_array().unwrap().iter().find(|one| one["name"] == IT && one["id"] != last)
        else {
            return !house.got(IT).is_empty();
        };
        if prompt["kind"] != "free_text" {
            return true;
        }
        last = id(prompt).to_owned();
        house.ok(&["answer", &last, "--text", if named { "" } else { "probe" }]);
        named = true;
        false
    });
}

/// The rule answers what is a yes or no; a line of text is the person's.
#[test]
fn npm_writes_its_file_by_a_rule() {
    require(INIT.needs);
    for (answer, effect) in [("allow", true), ("deny", false)] {
        let house = House::with_policy(&format!("{}{LIFTED}", rule(INIT.question, answer)));
        start(&house, &INIT);
        answer_lines(&house);
        wait_over(&house);
        assert_eq!(succeeds(&house, INIT.done), effect, "{answer}: {}", house.ok(&["screen", IT]));
    }
}

#[test]
fn npm_writes_its_file_when_the_person_says_so() {
    require(INIT.needs);
    let house = House::with_policy(LIFTED);
    start(&house, &INIT);
    answer_lines(&house);
    assert!(!succeeds(&house, INIT.done), "before the last answer");
    let prompt = house.wait_prompt_where(IT, "is the last", |one| one["kind"] == "yes_no");
    house.ok(&["answer", id(&prompt), "yes"]);
    wait_over(&house);
    assert!(succeeds(&house, INIT.done), "{}", house.ok(&["screen", IT]));
}
