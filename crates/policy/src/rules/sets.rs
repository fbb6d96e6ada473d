//! Named sets of commands that come with locum: `command = "@rust"` stands for all of them.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::Deserialize;

use super::command::CommandPattern;
use super::options::OptionList;
use super::value::Entry;

/// A set of commands.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CommandSet {
    /// Its name, without the sign in front.
    #[serde(skip)]
    pub name: &'static str,
    /// What is in it, in a sentence.
    pub about: String,
    /// The beginnings of commands.
    pub commands: Vec<String>,
    /// Of programs that can do more than this set is about, the options that are allowed all the same: by the program or by it
    /// and its subcommand.
    #[serde(default)]
    pub options: BTreeMap<String, String>,
}

impl CommandSet {
    /// A command of this set as a pattern, with the list of the longest beginning that has one. A list that cannot be read
    /// allows no option.
    fn pattern(&self, command: &str) -> CommandPattern {
        let mut pattern = CommandPattern { of_set: true, ..CommandPattern::parse(command) };
        let begins = |name: &&String| {
            let words: Vec<&str> = name.split(' ').collect();
            pattern.words.len() >= words.len() && words.iter().zip(&pattern.words).all(|(a, b)| a == b)
        };
        let longest = self.options.keys().filter(begins).max_by_key(|name| name.len());
        pattern.options = longest.map(|name| {
            let list = self.options.get(name).and_then(|list| OptionList::parse(list));
            (name.split(' ').count(), list.unwrap_or_default())
        });
        pattern
    }
}

/// What stands in front of a set's name in a rule.
pub(super) const SIGN: char = '@';

macro_rules! texts {
    ($($name:literal),* $(,)?) => {
        [$(($name, include_str!(concat!("../../starting/sets/", $name, ".toml")))),*]
    };
}

const TEXTS: &[(&str, &str)] = &texts![
    "checkers",
    "containers",
    "cut",
    "files",
    "forges",
    "git",
    "git-look",
    "javascript",
    "javascript-tools",
    "languages",
    "look",
    "native",
    "outward",
    "python",
    "rust",
    "say",
    "search",
    "sending",
    "services",
    "web",
];

// A set that cannot be read is left out, so a rule that names it is refused; a test reads all of them.
static SETS: LazyLock<Vec<CommandSet>> = LazyLock::new(|| TEXTS.iter().filter_map(read).collect());

fn read((name, text): &(&'static str, &'static str)) -> Option<CommandSet> {
    let set: CommandSet = toml::from_str(text).ok()?;
    Some(CommandSet { name, ..set })
}

/// All sets, by name.
pub fn command_sets() -> &'static [CommandSet] {
    &SETS
}

/// The set that an entry of a rule stands for; nothing if it is a command.
pub(super) fn named(entry: &str) -> Option<Result<&'static CommandSet, &str>> {
    let name = entry.strip_prefix(SIGN)?;
    Some(SETS.iter().find(|set| set.name == name).ok_or(name))
}

/// The commands that entries of a rule stand for, sets opened.
pub(super) fn opened<'a>(entries: impl Iterator<Item = &'a Entry>) -> Vec<&'a str> {
    let mut commands = Vec::new();
    for entry in entries {
        match named(&entry.text) {
            Some(Ok(set)) => commands.extend(set.commands.iter().map(String::as_str)),
            _ => commands.push(entry.text.as_str()),
        }
    }
    commands
}

/// The patterns that entries of a rule stand for, sets opened.
pub(super) fn patterns<'a>(entries: impl Iterator<Item = &'a Entry>) -> Vec<CommandPattern> {
    let mut patterns = Vec::new();
    for entry in entries {
        match named(&entry.text) {
            Some(Ok(set)) => patterns.extend(set.commands.iter().map(|command| set.pattern(command))),
            _ => patterns.push(CommandPattern::parse(&entry.text)),
        }
    }
    patterns
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_set_is_read_and_every_file_is_a_set() {
        let names: Vec<&str> = command_sets().iter().map(|set| set.name).collect();
        assert_eq!(names, TEXTS.iter().map(|(name, _)| *name).collect::<Vec<_>>());
        let folder = std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/starting/sets")).unwrap();
        let mut files: Vec<String> = folder
            .flatten()
            .map(|file| file.file_name().into_string().unwrap().replace(".toml", ""))
            .collect();
        files.sort();
        assert_eq!(files, names);
    }

    #[test]
    fn no_set_names_a_command_twice() {
        for set in command_sets() {
            let mut seen = std::collections::BTreeSet::new();
            for command in &set.commands {
                assert!(seen.insert(command), "@{}: `{command}` stands there twice", set.name);
            }
        }
    }

    #[test]
    fn every_list_of_options_is_well_formed_and_for_a_command() {
        for set in command_sets() {
            for (name, list) in &set.options {
                assert!(OptionList::parse(list).is_some(), "@{}: the options of `{name}`", set.name);
                let meant = |command: &String| command == name || command.starts_with(&format!("{name} "));
                assert!(set.commands.iter().any(meant), "@{}: `{name}` is no command of it", set.name);
            }
        }
    }
}
