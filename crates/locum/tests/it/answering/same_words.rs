//! Words that stand there again, or stand where they mean nothing.

use testkit::{Size, Terminal};

use super::{LIFTED, PROCEED, id};
use crate::brain::House;

const STALE: i32 = 3;
const FAILED: i32 = 4;

/// The screen is cleared and asks the same of the next file: one answer is for one file.
#[test]
fn an_answer_is_for_what_stood_above_the_question() {
    let house = House::new();
    let ask = "clear; echo \"File $f\"; read -p 'Delete it? [y/n] ' x; echo \"$f [$x]\" >> $GOT";
    house.asks("files", &format!("for f in A B C; do {ask}; done; sleep 1000"));
    let first = house.wait_prompt("files");
    house.ok(&["answer", id(&first), "yes"]);
    let second = house.wait_prompt_where("files", "is another", |prompt| id(prompt) != id(&first));
    assert_eq!(house.got("files"), "A [y]\n");
    assert_eq!(house.output(&["answer", id(&first), "yes"]).status.code(), Some(STALE));
    house.ok(&["answer", id(&second), "no"]);
    house.wait_got("files", "A [y]\nB [n]\n");
}

/// Nobody answered, and the next one is asked in the same place: an answer to the first is too late.
#[test]
fn an_answer_to_what_was_drawn_over_is_stale() {
    let house = House::new();
    let ask = "clear; echo \"File $f\"; echo; read -t $t -p 'Delete it? [y/n] ' x; echo \"$f [$x]\" >> $GOT";
    house.asks("files", &format!("f=A; t=2; {ask}; f=B; t=1000; {ask}; sleep 1000"));
    let first = house.wait_prompt("files");
    house.wait_prompt_where("files", "is another", |prompt| id(prompt) != id(&first));
    assert_eq!(house.output(&["answer", id(&first), "yes"]).status.code(), Some(STALE));
    assert_eq!(house.got("files"), "A []\n");
}

/// Nothing tells the second from the first. Then the answer is not typed once more.
#[test]
fn what_is_asked_again_in_the_very_same_words_gets_no_second_key() {
    let house = House::with_policy(&format!("{PROCEED}{LIFTED}"));
    let ask = "clear; read -p 'Proceed? [y/N] ' x; echo \"$i [$x]\" >> $GOT";
    house.asks("same", &format!("for i in 1 2 3; do {ask}; done; sleep 1000"));
    house.wait_got("same", "1 [y]\n");
    let prompt = house.wait_prompt("same");
    assert!(prompt["reasons"].to_string().contains("perhaps anew"), "{prompt}");
    house.ok(&["daemon", "restart"]);
    let again = house.wait_prompt_where("same", "says why", |prompt| {
        prompt["reasons"].to_string().contains("was begun before")
    });
    assert_eq!(id(&again), id(&prompt), "nor from the next brain");
    assert_eq!(house.got("same"), "1 [y]\n");
    let outcome = house.output(&["answer", id(&prompt), "no"]).status.code();
    assert!([Some(0), Some(FAILED)].contains(&outcome), "{outcome:?}");
    house.wait_got("same", "1 [y]\n2 [N]\n");
}

/// A file that ends like a question, shown at a shell: what is typed there would be a command.
#[test]
fn a_prompt_of_a_shell_behind_the_words_is_no_question() {
    let house = House::with_policy(&format!("{PROCEED}{LIFTED}"));
    let shell = ["bash", "--norc", "--noprofile"];
    let argv: Vec<&str> = [house.locum.as_str(), "run", "--name", "sh"].into_iter().chain(shell).collect();
    let window = Terminal::start(&house.sandbox, Size::cells(24, 80), &argv);
    house.wait_listed("sh", |line| line["activity"] == "idle");
    window.type_text("printf 'Proceed with step %s? [y/n] ' 1\r");
    window.wait_for("[y/n] bash");
    house.wait_explained("sh", "rests", |seen| seen["quiet"].as_f64() > Some(1.5));
    assert!(house.events_of("sh", "answer.intended").is_empty(), "{}", house.ok(&["screen", "sh"]));
    assert!(!house.ok(&["prompts"]).contains("Proceed"), "it asks nothing");
}

/// A key that was read is not pressed again, however long nothing comes of it: it would go into what is asked next.
#[test]
fn a_program_that_works_in_silence_with_its_key_gets_no_second_one() {
    let house = House::with_policy(&format!("{PROCEED}{LIFTED}"));
    let script = "
import os, queue, sys, threading, time, tty
tty.setcbreak(0)
keys = queue.Queue()
def read():
    while True: keys.put(os.read(0, 1).decode())
threading.Thread(target=read, daemon=True).start()
def ask(words):
    print('\\r\\n' + words, end=' ', flush=True)
    key = keys.get()
    with open(os.environ['GOT'], 'a') as got: got.write(words + key + chr(10))
ask('Proceed with it? (y/n)')
time.sleep(7)
ask('Delete everything? (y/n)')
";
    house.sandbox.write("home/silent.py", script.replace("\\\\", "\\"));
    house.asks("silent", "python3 silent.py");
    house.wait_got("silent", "Proceed with it? (y/n)y\n");
    house.wait_prompt_where("silent", "deletes", |one| one["question"].to_string().contains("Delete"));
    assert_eq!(house.got("silent"), "Proceed with it? (y/n)y\n");
}

/// Its own key behind the words makes no other question of them, which would be answered with a second key.
#[test]
fn a_key_that_shows_right_behind_the_words_is_not_given_twice() {
    let house = House::with_policy(&format!("{PROCEED}{LIFTED}"));
    let script = "
import os, queue, termios, threading, time
mode = termios.tcgetattr(0)
mode[3] &= ~termios.ICANON
termios.tcsetattr(0, 0, mode)
keys = queue.Queue()
def read():
    while True: keys.put(os.read(0, 1).decode())
threading.Thread(target=read, daemon=True).start()
def ask(words):
    print(words, end='', flush=True)
    key = keys.get()
    with open(os.environ['GOT'], 'a') as got: got.write(words.strip() + key + chr(10))
ask('Proceed? (y/n)')
time.sleep(3)
ask('\\nErase the disk? (y/n)')
";
    house.sandbox.write("home/shown.py", script);
    house.asks("shown", "python3 shown.py");
    house.wait_got("shown", "Proceed? (y/n)y\n");
    house.wait_prompt_where("shown", "erases", |one| one["question"].to_string().contains("Erase"));
    assert_eq!(house.got("shown"), "Proceed? (y/n)y\n");
    assert_eq!(house.events_of("shown", "answer.intended").len(), 1);
}

/// The second is asked behind the key of the first, in the same line: the rule for the first is not asked about it.
#[test]
fn what_is_asked_behind_the_key_in_the_same_line_is_not_answered_by_the_words_before_it() {
    let house = House::with_policy(&format!("{PROCEED}{LIFTED}"));
    let first = "read -n1 -p 'Proceed? (y/n)' a; echo \"a $a\" >> $GOT; ";
    let second = "read -n1 -p ' Erase? (y/n)' b; echo \"b $b\" >> $GOT; sleep 1000";
    for (name, between) in [("at-once", ""), ("later", "sleep 2; ")] {
        house.asks(name, &format!("{first}{between}{second}"));
        house.wait_got(name, "a y\n");
        house.wait_explained(name, "rests", |seen| {
            let erases = house.ok(&["screen", name]).contains("Erase? (y/n)");
            erases && seen["quiet"].as_f64() > Some(3.0)
        });
        assert_eq!(house.got(name), "a y\n", "{name}");
    }
}

/// What the program put into the line would be sent with the answer: `y` and then `n` is no *no*.
#[test]
fn a_line_that_is_filled_is_left_to_the_person() {
    let house = House::with_policy(&format!("{PROCEED}{LIFTED}"));
    let ask = |words: &str, text: &str| {
        format!("read -e -i {text} -p '{words} ' x; echo \"[$x]\" >> $GOT; sleep 1000")
    };
    house.asks("deny", &ask("Delete the data? [y/n]:", "y"));
    house.asks("allow", &ask("Proceed? [y/n]", "n"));
    house.asks("text", &ask("Edit:", "default"));
    for (name, answer) in [("deny", "--deny"), ("allow", "yes"), ("text", "--text=X")] {
        let prompt = house.wait_prompt(name);
        let said = house.output(&["answer", id(&prompt), answer]);
        assert_eq!(said.status.code(), Some(FAILED), "{name}: {said:?}");
        assert!(
            String::from_utf8_lossy(&said.stdout).contains("stands in the line already"),
            "{name}: {said:?}"
        );
        assert_eq!(house.got(name), "");
    }
}
