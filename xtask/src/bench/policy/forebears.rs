//! The danger list of the predecessors: patterns over the whole text, which is what locum's grammar replaces.

use std::path::Path;
use std::time::Duration;

use regex::Regex;
use serde::Deserialize;

use super::lines::Set;
use super::measure::timed;
use crate::Failure;

pub(super) struct Forebears(Vec<Regex>);

#[derive(Deserialize)]
struct File {
    pattern: Vec<Pattern>,
}

#[derive(Deserialize)]
struct Pattern {
    regex: String,
}

impl Forebears {
    pub(super) fn read(file: &Path) -> Result<Forebears, Failure> {
        let text = std::fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))?;
        let list: File = toml::from_str(&text)?;
        Ok(Forebears(
            list.pattern.iter().map(|pattern| Regex::new(&pattern.regex)).collect::<Result<_, _>>()?,
        ))
    }

    /// For each line whether the list calls it dangerous, and how long that took.
    pub(super) fn measure(&self, set: &Set) -> Vec<(bool, Duration)> {
        set.lines.iter().map(|line| self.look(&line.command)).collect()
    }

    fn look(&self, command: &str) -> (bool, Duration) {
        let mut found = false;
        let took = timed(|| found = self.0.iter().any(|pattern| pattern.is_match(command)));
        (found, took)
    }
}
