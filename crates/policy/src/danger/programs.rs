//! How programs read their options: which take a value, and what an option looks like.

use std::collections::HashMap;

use serde::Deserialize;

/// What is known of one program.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct Program {
    /// Options that take the next word as their value, anywhere on the line.
    #[serde(deserialize_with = "words")]
    pub values: Vec<String>,
    /// The same behind this word of the program: `commit = "-m -F"`.
    pub after: HashMap<String, String>,
    /// Options that choose among the files: with one of them it is not about all of a folder.
    #[serde(deserialize_with = "words")]
    pub chooses: Vec<String>,
    /// What its options look like.
    pub style: Style,
    /// Whether options in front of the subcommand are not the subcommand's: `git -C x branch`.
    pub separates: bool,
    /// Whether long options may be cut short (`--recurs`).
    pub abbreviates: bool,
    /// Whether its first word may be options without a dash: `tar xzf`.
    pub bare_letters: bool,
    /// The name under which the catalogue knows it.
    pub same_as: Option<String>,
}

/// What options look like.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Style {
    /// `-rf`, `--force`, `--force=x`.
    #[default]
    Letters,
    /// `-name x`, `-auto-approve`: one dash, a whole word.
    Words,
    /// `/s /q`, letters of any case.
    Slashes,
    /// `-Recurse`, `-rec`: one dash, letters of any case, may be cut short.
    PowerShell,
}

impl Program {
    /// Whether this option takes the next word, behind the subcommand `after`.
    pub(super) fn takes_value(&self, option: &str, after: Option<&str>) -> bool {
        match after.and_then(|word| self.after.get(word)) {
            Some(own) => own.split_whitespace().any(|name| name == option),
            None => self.values.iter().any(|name| name == option),
        }
    }
}

fn words<'de, D: serde::Deserializer<'de>>(from: D) -> Result<Vec<String>, D::Error> {
    Ok(String::deserialize(from)?.split_whitespace().map(str::to_owned).collect())
}

/// The name a program has in the catalogue: without folder and ending, in small letters.
pub(super) fn plain_name(written: &str) -> String {
    let name = written.rsplit(['/', '\\']).next().unwrap_or(written).to_ascii_lowercase();
    for ending in [".exe", ".cmd", ".bat", ".com"] {
        if let Some(stem) = name.strip_suffix(ending) {
            return stem.to_owned();
        }
    }
    name
}
