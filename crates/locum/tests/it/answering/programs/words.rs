//! Programs that want a word, spelled as they say: each compares what it gets in full.

use testkit::require;

use super::{LIFTED, id};
use crate::brain::House;

/// What is asked, and what is to be typed for a yes.
const ASKED: [(&str, &str); 9] = [
    ("Type yes or no", "yes"),
    ("Please type 'yes' to continue:", "yes"),
    ("Remove all? Please answer yes or no.", "yes"),
    ("Continue? yes or no", "yes"),
    ("Enter \"yes\" to confirm", "yes"),
    ("To confirm, type yes and press Enter:", "yes"),
    ("Go on? [yes|no]", "yes"),
    ("Type YES to go on:", "YES"),
    ("Go on? [y/n]", "y"),
];

const ALLOW: &str =
    "[[rule]]\nname = \"all\"\nquestion = [\".\"]\nkind = \"yes_no\"\nanswer = \"allow\"\ndelay = \"0s\"\n";

#[track_caller]
fn check(name: &str, ask: impl Fn(&str) -> String) {
    let house = House::with_policy(&format!("{ALLOW}{LIFTED}"));
    let asked: Vec<String> = ASKED.iter().map(|(question, _)| ask(question)).collect();
    house.asks(name, &format!("{}\nsleep 1000", asked.join("\n")));
    let wanted: String = ASKED.iter().map(|(_, word)| format!("[{word}]\n")).collect();
    house.wait_got(name, &wanted);
}

#[test]
fn bash_gets_the_word_that_it_names() {
    check("bash", |question| {
        format!("clear; read -p '{} ' x; echo \"[$x]\" >> $GOT", question.replace('\'', "'\\''"))
    });
}

#[test]
fn python_gets_the_word_that_it_names() {
    require(&["python3"]);
    let program = "import os, sys; x = input(sys.argv[1] + chr(32)); open(os.environ['GOT'], 'a').write('[%s]' % x + chr(10))";
    check("python", |question| {
        format!("clear; python3 -c \"{program}\" '{}'", question.replace('\'', "'\\''"))
    });
}

/// Another word than a yes is the person's to type.
#[test]
fn another_word_is_asked_for() {
    let house = House::with_policy(&format!("{ALLOW}{LIFTED}"));
    for (name, question) in [("delete", "Type DELETE to confirm:"), ("unclear", "Type yes to go on [y/N]:")] {
        house.asks(name, &format!("read -p '{question} ' x; echo \"[$x]\" >> $GOT; sleep 1000"));
        let prompt = house.wait_prompt(name);
        assert_eq!(prompt["kind"], "free_text", "{prompt}");
        assert_eq!(house.got(name), "");
        house.ok(&["answer", id(&prompt), "--text", "DELETE"]);
        house.wait_got(name, "[DELETE]\n");
    }
}
