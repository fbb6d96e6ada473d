//! Random lines that fit the grammar of the shell, so that the reader gets all the way through them.

use super::any;
use crate::bench::stream::Numbers;

/// Words as they may stand in a command.
const WORDS: &[&str] = &[
    "a",
    "-rf",
    "--force",
    "/",
    "~",
    "./x.sh",
    "'a b'",
    "\"$x\"",
    "$x",
    "${x:-~}",
    "$(@)",
    "\"`@`\"",
    "{a,b}",
    "*.o",
    "$'\\x2f'",
    "<(@)",
    "x=1",
    "..",
    "$((x+1))",
    "\\;",
    "/etc/passwd",
    "~/.ssh/id_rsa",
    "HEAD~2",
    "-c",
    "'rm -rf /'",
];

/// Programs, some of which read their words in their own way.
const PROGRAMS: &[&str] = &[
    "ls",
    "rm",
    "cat",
    "git",
    "echo",
    "cd",
    "eval",
    "sudo",
    "env",
    "xargs",
    "find",
    "sh",
    "bash",
    "python3",
    "docker",
    "npm",
    "curl",
    "tee",
    "dd",
    "export",
    "x=1",
    "set",
    "trap",
    "f",
    "timeout 5",
    "ssh h",
    "kubectl",
    "cargo",
    "read x",
    "test",
];

/// What joins commands.
const JOINTS: &[&str] = &["; ", " && ", " || ", " | ", "\n", " & ", " |& "];

/// What is built out of commands; `@` is the place of one.
const FORMS: &[&str] = &[
    "if @; then @; else @; fi",
    "for x in a b \"$y\"; do @; done",
    "while @; do @; done",
    "case $x in a|b) @;; *) @;; esac",
    "( @ )",
    "{ @; }",
    "f() { @; }; f a",
    "[[ -n $x ]] && @",
    "(( x > 1 )) || @",
    "@ > out 2>&1",
    "@ <<E\n$(@)\nE\n",
    "! @",
    "time @",
    "coproc @",
    "until @; do @; done < in",
    "select x in a b; do @; done",
];

/// A list of commands that goes no deeper than this.
pub(super) fn list(numbers: &mut Numbers, depth: u32) -> String {
    let mut text = command(numbers, depth);
    for _ in 0..numbers.below(3) {
        text.push_str(any(numbers, JOINTS));
        text.push_str(&command(numbers, depth));
    }
    text
}

fn command(numbers: &mut Numbers, depth: u32) -> String {
    if depth > 0 && numbers.below(3) == 0 {
        let form = any(numbers, FORMS);
        return filled(form, numbers, depth - 1);
    }
    let mut text = any(numbers, PROGRAMS).to_owned();
    for _ in 0..numbers.below(4) {
        let word = any(numbers, WORDS);
        text.push(' ');
        text.push_str(&filled(word, numbers, depth.saturating_sub(1)));
    }
    text
}

/// The form with a command in each of its places.
fn filled(form: &str, numbers: &mut Numbers, depth: u32) -> String {
    let mut pieces = form.split('@');
    let mut text = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        text.push_str(&if depth > 0 { list(numbers, depth) } else { "true".to_owned() });
        text.push_str(piece);
    }
    text
}
