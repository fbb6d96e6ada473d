//! What is known by name: `names.toml`.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::Deserialize;

/// See `names.toml`.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Names {
    programs: Vec<String>,
    verbs: Vec<String>,
    cmdlets: Vec<String>,
    variables: Vec<String>,
    followed: BTreeMap<String, Vec<String>>,
    aliases: BTreeMap<String, Vec<String>>,
}

/// The names that come with the program.
pub(super) static NAMES: LazyLock<Names> = LazyLock::new(|| parsed().unwrap_or_default());

/// Reads the file.
pub(super) fn parsed() -> Result<Names, toml::de::Error> {
    toml::from_str(include_str!("names.toml"))
}

/// The name of a program without its folder and its ending, in small letters.
pub(super) fn plain(program: &str) -> String {
    let name = program.rsplit(['/', '\\']).next().unwrap_or(program).to_lowercase();
    let ending = [".exe", ".com", ".cmd", ".bat"].iter().find_map(|ending| name.strip_suffix(ending));
    ending.unwrap_or(&name).to_owned()
}

impl Names {
    /// What this name is short for, or the name itself.
    pub(super) fn meant<'a>(&'a self, name: &'a str) -> &'a str {
        let alias = self.aliases.iter().find(|(_, short)| short.iter().any(|short| short == name));
        alias.map_or(name, |(full, _)| full)
    }

    /// Whether a command with these first two words belongs to Windows.
    pub(super) fn is_command(&self, first: &str, second: &str) -> bool {
        let name = plain(first);
        let second = second.to_lowercase();
        let follows = |starts: &Vec<String>| starts.iter().any(|start| second.starts_with(start.as_str()));
        self.programs.contains(&name)
            || self.is_cmdlet(first)
            || self.followed.get(&name).is_some_and(follows)
    }

    /// `Verb-Noun`.
    fn is_cmdlet(&self, word: &str) -> bool {
        let small = word.to_lowercase();
        let Some((verb, noun)) = small.split_once('-') else { return false };
        let capital = word
            .split_once('-')
            .is_some_and(|(_, noun)| noun.starts_with(|letter: char| letter.is_uppercase()));
        let letters = !noun.is_empty() && noun.chars().all(|letter| letter.is_ascii_alphabetic());
        self.cmdlets.contains(&small) || (capital && letters && self.verbs.iter().any(|known| known == verb))
    }

    /// Whether this is a variable of Windows, without its percent signs.
    pub(super) fn is_variable(&self, name: &str) -> bool {
        self.variables.iter().any(|known| known.eq_ignore_ascii_case(name))
    }
}
