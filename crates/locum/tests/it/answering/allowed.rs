//! What a rule answers, without anybody doing anything.

use super::{ARROWS, LIFTED, PROCEED};
use crate::brain::House;

#[test]
fn a_rule_answers_lines_and_menus() {
    let deny = "[[rule]]\nname = \"never\"\nquestion = [\"Delete\"]\nanswer = \"deny\"\n";
    let select = "[[rule]]\nname = \"select\"\nquestion = [\"#?\"]\nanswer = \"allow\"\n";
    let house = House::with_policy(&format!("{PROCEED}{deny}{select}{LIFTED}"));
    house.sandbox.write("home/arrows.py", ARROWS);
    let line = "read -p 'Proceed? [y/N] ' x; echo \"[$x]\" >> $GOT";
    let twice = format!("{line}; {line}");
    let cases = [
        ("line", line, "[y]\n"),
        ("twice", twice.as_str(), "[y]\n[y]\n"),
        ("denied", "read -p 'Delete all? [Y/n] ' x; echo \"[$x]\" >> $GOT", "[n]\n"),
        ("digits", "select x in No Yes; do echo \"[$x]\" >> $GOT; break; done", "[Yes]\n"),
        ("arrows", "python3 arrows.py Proceed? No Maybe Yes", "chose Yes\n"),
    ];
    for (name, script, wanted) in cases {
        house.asks(name, &format!("{script}; echo over; sleep 1000"));
        house.wait_got(name, wanted);
        let events = house.events_of(name, "answer.intended");
        assert_eq!(events.len(), wanted.lines().count(), "{name}: {events:?}");
    }
    let prompts = house.json(&["prompts", "--json"]);
    assert_eq!(prompts.as_array().unwrap().len(), 0, "nobody was asked: {prompts}");
}

/// With the switch and a rule that names the question, and the text of the rule alone.
#[test]
fn a_rule_answers_free_text() {
    let rule = |question: &str, more: &str| {
        format!("[[rule]]\nquestion = \"{question}\"\nkind = \"free_text\"\nanswer = \"allow\"\n{more}\n")
    };
    let rules = format!("{}{}", rule("package name", "text = \"tick tock\""), rule("author", ""));
    let house = House::with_policy(&format!("[defaults]\nfree_text_enabled = true\ndelay = \"0s\"\n{rules}"));
    let reads = |question: &str| format!("read -p '{question}: ' x; echo \"[$x]\" >> $GOT; sleep 1000");
    house.asks("named", &reads("package name"));
    house.wait_got("named", "[tick tock]\n");
    for (name, question) in [("wordless", "author"), ("other", "licence")] {
        house.asks(name, &reads(question));
        house.wait_prompt(name);
        assert!(house.events_of(name, "answer.intended").is_empty(), "{name}");
    }
}

/// What no rule speaks of, and what only looks like a question, is left alone.
#[test]
fn nothing_else_is_answered() {
    let house = House::with_policy(&format!("{PROCEED}{LIFTED}"));
    house.asks("bait", "printf 'Proceed? [y/N] '; sleep 1000");
    house.asks("other", "read -p 'Go on? [y/N] ' x; echo \"[$x]\" >> $GOT");
    house.asks("text", "read -p 'Proceed with which name: ' x; echo \"[$x]\" >> $GOT");
    house.asks("secret", "read -s -p 'Proceed, password: ' x; echo \"[$x]\" >> $GOT");
    for name in ["other", "text", "secret"] {
        house.wait_prompt(name);
    }
    house.wait_explained("bait", "rests", |seen| seen["quiet"].as_f64() > Some(2.0));
    for name in ["bait", "other", "text", "secret"] {
        assert_eq!(house.got(name), "", "{name}");
        assert!(house.events_of(name, "answer.intended").is_empty(), "{name}");
    }
}
