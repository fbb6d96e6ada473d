//! Questions that want words: no letter is typed into them, by no rule and by no timeout.

use std::time::Duration;

use testkit::{process, require};

use super::{LIFTED, id};
use crate::brain::House;

/// How long a question may stand before it is answered with no, at the least that can be set.
const TIMEOUT: Duration = Duration::from_secs(60);

const RULES: &str = "[[rule]]\nname = \"yes\"\nquestion = [\".\"]\nkind = \"yes_no\"\nanswer = \"deny\"\ndelay = \"0s\"\n\
                     [[rule]]\nname = \"menu\"\nquestion = [\".\"]\nkind = \"menu\"\nanswer = \"deny\"\ndelay = \"0s\"\n";

/// Each would make a file of the name that is typed.
const ASKED: [(&str, &str); 6] = [
    ("as", "Save as? "),
    ("which", "Delete which one? "),
    ("either", "Keep or delete? "),
    ("user", "Create user? "),
    ("name", "Telemetry: you said 'yes' before.\\n\\nYour name: "),
    ("steps", "Steps:\\n1. build\\n2. no\\n\\nCommit message: "),
];

#[test]
fn no_letter_is_typed_where_words_are_wanted() {
    let defaults = "[defaults]\ntimeout = \"1m\"\non_timeout = \"safe\"\n";
    let house = House::with_policy(&format!("{defaults}{LIFTED}"));
    let ruled = House::with_policy(&format!("{RULES}{LIFTED}"));
    for (name, question) in ASKED {
        let script = format!(
            "printf '{}'; read x; echo \"[$x]\" >> $GOT; sleep 1000",
            question.replace('\'', "'\\''")
        );
        house.asks(name, &script);
        ruled.asks(name, &script);
    }
    house.asks("closed", "read -p 'Go on? [y/n] ' x; echo \"[$x]\" >> $GOT; sleep 1000");
    for (name, _) in ASKED {
        let prompt = ruled.wait_prompt(name);
        assert_eq!(prompt["kind"], "free_text", "{prompt}");
        ruled.ok(&["answer", id(&prompt), "--text", "some words"]);
        ruled.wait_got(name, "[some words]\n");
    }
    process::wait_until(TIMEOUT + Duration::from_secs(20), "the timeout", || !house.got("closed").is_empty());
    assert_eq!(house.got("closed"), "[n]\n", "the answer that does nothing");
    for (name, _) in ASKED {
        assert_eq!(house.got(name), "", "{name}");
    }
}

/// A finder takes letters as what is looked for.
#[test]
fn a_finder_is_not_asked_for_a_letter() {
    require(&["fzf"]);
    let rules = RULES.replace("deny", "allow");
    for (name, height) in [("full", ""), ("low", "--height 40%")] {
        let house = House::with_policy(&format!("{rules}{LIFTED}"));
        let list = "printf 'a\\nyes\\nb\\n'";
        house.asks(name, &format!("{list} | fzf {height} --prompt 'Delete it? ' >> $GOT; sleep 1000"));
        process::wait_until(super::PATIENCE, "the finder", || house.ok(&["screen", name]).contains("3/3"));
        let seen = house.wait_explained(name, "rests", |seen| seen["quiet"].as_f64() > Some(1.5));
        assert_ne!(seen["question"]["kind"], "yes_no", "{seen}");
        let screen = house.ok(&["screen", name]);
        assert!(screen.contains("3/3"), "nothing is looked for: {screen}");
        assert_eq!(house.got(name), "");
    }
}
