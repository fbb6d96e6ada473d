//! Which programs start others, and how: the table in `wrappers.toml`.

use std::collections::HashMap;
use std::sync::LazyLock;

use serde::Deserialize;

use crate::Note;

static TABLE: LazyLock<Table> = LazyLock::new(|| Table::new(include_str!("wrappers.toml")));

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
    names: Vec<String>,
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
    names: Vec<String>,
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
    names: Vec<String>,
    /// Beginnings of a word behind which the text stands.
    #[serde(default)]
    pub attached: Vec<String>,
    /// Options behind which it is the next word.
    #[serde(default)]
    pub next: Vec<String>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    roles: HashMap<String, Role>,
    #[serde(default)]
    wrapper: Vec<Wrapper>,
    #[serde(default)]
    interpreter: Vec<Interpreter>,
    #[serde(default)]
    text_options: Vec<TextOptions>,
    #[serde(default)]
    git_settings: Vec<String>,
    #[serde(default)]
    variables: Vec<String>,
}

/// The table by name.
#[derive(Default)]
struct Table {
    file: File,
    wrappers: HashMap<String, Vec<usize>>,
    interpreters: HashMap<String, usize>,
}

impl Table {
    fn new(text: &str) -> Table {
        let file: File = toml::from_str(text).unwrap_or_default();
        let mut table = Table::default();
        for (place, wrapper) in file.wrapper.iter().enumerate() {
            for name in &wrapper.names {
                table.wrappers.entry(name.clone()).or_default().push(place);
            }
        }
        for (place, interpreter) in file.interpreter.iter().enumerate() {
            table.interpreters.extend(interpreter.names.iter().map(|name| (name.clone(), place)));
        }
        Table { file, ..table }
    }
}

/// Whether there is a table at all. Without it nothing could be allowed.
pub(super) fn is_known() -> bool {
    !TABLE.file.wrapper.is_empty()
}

/// How to read a program's words.
pub(super) fn role(name: &str) -> Role {
    if let Some(role) = TABLE.file.roles.get(name) {
        *role
    } else if TABLE.wrappers.contains_key(name) {
        Role::Wrapper
    } else if interpreter(name).is_some() {
        Role::Code
    } else {
        Role::Plain
    }
}

/// The rows for a program.
pub(super) fn wrappers(name: &str) -> impl Iterator<Item = &'static Wrapper> {
    let rows = TABLE.wrappers.get(name).map_or(&[][..], Vec::as_slice);
    rows.iter().filter_map(|place| TABLE.file.wrapper.get(*place))
}

/// The row for an interpreter, whatever version stands behind its name (`python3.12`).
pub(super) fn interpreter(name: &str) -> Option<&'static Interpreter> {
    let plain = name.trim_end_matches(|sign: char| sign.is_ascii_digit() || ".-".contains(sign));
    let place = TABLE.interpreters.get(name).or_else(|| TABLE.interpreters.get(plain))?;
    TABLE.file.interpreter.get(*place)
}

/// The options of a program that hold shell text.
pub(super) fn text_options(name: &str) -> Option<&'static TextOptions> {
    TABLE.file.text_options.iter().find(|row| row.names.iter().any(|named| named == name))
}

/// Whether programs run the value of this variable.
pub(super) fn variable_runs(name: &str) -> bool {
    TABLE.file.variables.iter().any(|variable| variable == name)
}

/// Whether git runs the value of this setting.
pub(super) fn git_runs(setting: &str) -> bool {
    let lower = setting.to_ascii_lowercase();
    TABLE.file.git_settings.iter().any(|ending| lower.ends_with(ending))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_can_be_read() {
        let file = toml::from_str::<File>(include_str!("wrappers.toml")).unwrap();
        assert!(file.wrapper.len() > 40 && file.interpreter.len() > 8);
        assert_eq!(role("sudo"), Role::Wrapper);
        assert_eq!(role("python3.12"), Role::Code);
        assert_eq!(role("ls"), Role::Plain);
    }
}
