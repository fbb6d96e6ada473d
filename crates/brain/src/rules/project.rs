//! A project's own file. It may tighten the person's policy as it likes, and loosen it if the person trusts just this
//! content of it.

use std::collections::BTreeMap;
use std::path::Path;

use policy::{Draft, Policy, Problem, Source};
use store::Hash;

use super::around::Around;
use super::in_force::Built;
use super::texts::problem;
use crate::readable;

/// A project's file as it is now.
#[derive(Debug, Clone, PartialEq)]
pub struct Project {
    /// Its path.
    pub path: String,
    /// The hash of what is in it.
    pub hash: String,
    /// What is in it.
    pub text: String,
}

impl Project {
    /// Reads the file around a command, if there is one.
    pub fn around(around: &Around) -> Result<Option<Project>, Problem> {
        around.project_file().map(|path| Project::read(&path)).transpose()
    }

    /// Reads this file.
    pub fn read(path: &Path) -> Result<Project, Problem> {
        let name = path.display().to_string();
        match readable::text(path) {
            Ok(text) => Ok(Project { hash: Hash::of(text.as_bytes()).to_string(), path: name, text }),
            Err(message) => Err(problem(name, 1, message)),
        }
    }

    /// Whether the person trusts what is in it.
    pub fn is_trusted(&self, trusted: &BTreeMap<String, String>) -> bool {
        trusted.get(&self.path) == Some(&self.hash)
    }
}

/// A policy with what a project adds to it.
#[derive(Debug, Clone)]
pub(super) struct Joined {
    pub(super) policy: Policy,
    /// What of the project's file was not taken, in words for a person.
    pub(super) dropped: Vec<String>,
}

impl Project {
    /// The person's policy with what this file may add to it.
    pub(super) fn join(&self, own: &Built, trusted: bool) -> Result<Joined, Vec<Problem>> {
        let draft = Draft::parse(&Source { name: self.path.clone(), text: self.text.clone() })?;
        if trusted {
            let drafts = own.texts.drafts()?.into_iter().chain([draft]).collect();
            return Ok(Joined { policy: Policy::build(drafts)?, dropped: Vec::new() });
        }
        let tightened = own.policy.tightened_by(&Policy::build(vec![draft])?);
        let told =
            |dropped: String| format!("{} is not trusted, so this of it is left out: {dropped}", self.path);
        Ok(Joined { policy: tightened.policy, dropped: tightened.dropped.into_iter().map(told).collect() })
    }
}
