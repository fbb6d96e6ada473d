//! Programs that ask on a line.

use super::{Program, check};

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

/// It reads by keys and echoes itself, and in the foreground is the shell that runs it. The answer is compared in full: a letter
/// that is typed twice shows.
#[test]
fn node_reads_a_line_by_keys() {
    check(&Program {
        needs: &["node"],
        before: "true",
        run: "node -e \"
const { createInterface } = require('readline');
const line = createInterface({ input: process.stdin, output: process.stdout });
line.question('Make it? (y/n) ', (answer) => {
  if (answer === 'y') require('fs').writeFileSync('made', '');
  line.close();
})\"",
        question: "Make it",
        done: "test -e made",
    });
}
