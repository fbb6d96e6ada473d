//! Programs that ask on a line.

use testkit::require;

use super::{IT, LIFTED, Program, check, start, wait_untouched};
use crate::brain::House;

#[test]
fn rm_asks_before_it_removes() {
    check(&Program {
        needs: &["rm"],
        before: "echo old > old",
        run: "rm -i old",
        question: "remove regular file .old.",
        done: "test ! -e old",
    });
}

#[test]
fn cp_asks_before_it_overwrites() {
    check(&Program {
        needs: &["cp"],
        before: "echo new > new; echo old > old",
        run: "cp -i new old",
        question: "overwrite .old.",
        done: "test $(cat old) = new",
    });
}

#[test]
fn bash_reads_with_a_prompt() {
    check(&Program {
        needs: &["bash"],
        before: "true",
        run: "read -p 'Make it? [y/N] ' answer; test $answer = y && touch made",
        question: "Make it",
        done: "test -e made",
    });
}

/// The answer is compared in full, so that half a word or one with something behind it shows.
#[test]
fn python_asks_for_a_word() {
    check(&Program {
        needs: &["python3"],
        before: "true",
        run: "python3 -c \"
if input('Make it? (yes/no) ') == 'yes': open('made', 'w')\"",
        question: "Make it",
        done: "test -e made",
    });
}

/// Nobody reads yet when the words are there, and what was typed too early is thrown away before it does.
#[test]
fn one_that_reads_late_and_drops_what_came_before() {
    check(&Program {
        needs: &["python3"],
        before: "true",
        run: "python3 -c \"
import sys, termios, time
print('Make it? (yes/no) ', end='', flush=True)
time.sleep(1)
termios.tcflush(0, termios.TCIFLUSH)
if input() == 'yes': open('made', 'w')\"",
        question: "Make it",
        done: "test -e made",
    });
}

/// It reads by keys and echoes itself, looks from time to time, and in the foreground is the shell that runs it. The answer is
/// compared in full: a letter that is typed twice shows.
#[test]
fn node_reads_a_line_by_keys() {
    check(&Program {
        needs: &["node"],
        before: "true",
        run: "node -e \"
const { createInterface } = require('readline');
const timer = setInterval(() => {}, 300);
const line = createInterface({ input: process.stdin, output: process.stdout });
line.question('Make it? (y/n) ', (answer) => {
  if (answer === 'y') require('fs').writeFileSync('made', '');
  line.close();
  clearInterval(timer);
})\"",
        question: "Make it",
        done: "test -e made",
    });
}

/// Its line editor sleeps in read like a program that takes single keys.
#[test]
fn zsh_edits_a_line() {
    check(&Program {
        needs: &["zsh"],
        before: "true",
        run: "zsh -f -c 'x=; vared -p \"Make it? [y/n] \" x; [[ $x != y ]] || : > made'",
        question: "Make it",
        done: "test -e made",
    });
}

/// Reads a line by keys and looks from time to time, so that a letter alone seems to answer it. It lies in the line then: neither a
/// second try nor a second answer types it again.
#[test]
fn a_letter_that_lies_in_a_line_is_not_typed_again() {
    let program = Program {
        needs: &["python3"],
        before: "true",
        run: "python3 -c \"
import os, select, tty
tty.setcbreak(0)
os.write(1, b'Make it? (y/n) ')
line = b''
while not line.endswith(b'\\n'):
    if select.select([0], [], [], 0.3)[0]:
        key = os.read(0, 1)
        line += key
        os.write(1, key)\"",
        question: "Make it",
        done: "true",
    };
    require(program.needs);
    let house = House::with_policy(LIFTED);
    start(&house, &program);
    let prompt = wait_untouched(&house);
    for _ in 0..2 {
        let output = house.output(&["answer", &prompt, "yes"]);
        assert!(!output.status.success(), "{output:?}");
    }
    let screen = house.ok(&["screen", IT]);
    assert!(screen.trim_end().ends_with("(y/n) y"), "{screen}");
}
