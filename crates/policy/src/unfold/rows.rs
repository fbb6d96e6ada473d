//! The rows of the table of programs that start others.

use serde::Deserialize;

use crate::Note;

/// How a program's words are to be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Role {
    /// It starts nothing that we know of.
    Plain,
    /// Another command stands behind its options.
    Wrapper,
    /// A shell.
    Shell,
    /// An interpreter of another language.
    Code,
    /// `eval`.
    Eval,
    /// `source`, `.`.
    Source,
    /// `trap`.
    Trap,
    /// It changes the shell itself: folder, variables, aliases.
    Builtin,
    /// `xargs`.
    Xargs,
    /// `parallel`.
    Parallel,
    /// `find`.
    Find,
    /// `fd`.
    Fd,
    /// `git`.
    Git,
    /// A terminal in a terminal: `tmux`, `screen`.
    Terminal,
    /// It reads commands from its input and runs them later: `at`, `crontab -`.
    Later,
    /// A shell of Windows.
    Windows,
}

/// A program that starts another.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Wrapper {
    pub names: Vec<String>,
    /// Words between the program and its options, one of these: `exec`, `container exec`.
    #[serde(default)]
    pub subcommands: Vec<String>,
    /// Options in front of the subcommand that take a value.
    #[serde(default)]
    pub before: Vec<String>,
    /// Options that take a value.
    #[serde(default)]
    pub values: Vec<String>,
    /// Options whose value is shell text.
    #[serde(default)]
    pub text: Vec<String>,
    /// Options whose value is cut into words that stand in its place.
    #[serde(default)]
    pub split: Vec<String>,
    /// Options right behind which the command stands.
    #[serde(default)]
    pub starts: Vec<String>,
    /// Options with which it starts nothing.
    #[serde(default)]
    pub about: Vec<String>,
    /// Options whose value is the program, to which the words behind are given.
    #[serde(default)]
    pub program: Vec<String>,
    /// Options whose value is the folder it runs in.
    #[serde(default)]
    pub folder: Vec<String>,
    /// Words of its own in front of the command.
    #[serde(default)]
    pub operands: usize,
    /// Whether `NAME=value` in front of the command sets variables.
    #[serde(default)]
    pub assignments: bool,
    /// What stands behind its own words.
    #[serde(default)]
    pub inner: Inner,
    /// Whether the command runs in this same shell.
    #[serde(default)]
    pub same_shell: bool,
    /// Whether it is a shell that reads its input if it is given no command.
    #[serde(default)]
    pub login: bool,
    #[serde(default)]
    privileged: bool,
    #[serde(default)]
    elsewhere: bool,
}

/// What stands behind a wrapper's own words.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Inner {
    /// A program and its arguments.
    #[default]
    Words,
    /// Shell text in pieces.
    Shell,
    /// Shell text if it is one word, else a program and its arguments.
    ShellIfOne,
    /// A program and its arguments, behind `--` only.
    WordsBehindDashes,
    /// Nothing: what it runs stands in an option.
    Nothing,
}

impl Wrapper {
    /// What is odd about everything inside.
    pub(super) fn notes(&self) -> impl Iterator<Item = Note> {
        let privileged = self.privileged.then_some(Note::Privileged);
        privileged.into_iter().chain(self.elsewhere.then_some(Note::Elsewhere))
    }
}

/// An interpreter of another language.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Interpreter {
    pub names: Vec<String>,
    /// Options whose value is code.
    #[serde(default)]
    pub code: Vec<String>,
    /// Options that take a value.
    #[serde(default)]
    pub values: Vec<String>,
    /// Options after which there is neither code nor a file: what they name is run.
    #[serde(default)]
    pub instead: Vec<String>,
    /// Options with which no code of its own is run.
    #[serde(default)]
    pub about: Vec<String>,
    /// Subcommands behind which code stands.
    #[serde(default)]
    pub code_subcommands: Vec<String>,
    /// Whether its operands are no files with code.
    #[serde(default)]
    pub only_code: bool,
    /// Whether the first operand is code.
    #[serde(default)]
    pub first_is_code: bool,
}

/// Options whose value a program gives to a shell.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TextOptions {
    pub names: Vec<String>,
    /// Beginnings of a word behind which the text stands.
    #[serde(default)]
    pub attached: Vec<String>,
    /// Options behind which it is the next word.
    #[serde(default)]
    pub next: Vec<String>,
}
