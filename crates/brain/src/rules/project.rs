//! A project's own files. They may tighten the person's policy as they like, and loosen it if the person trusts just this
//! content of them.
//!
//! Every file from a command's folder upwards counts, not only the nearest: otherwise a supervised program could take a
//! project's rules away by making a file below.

use std::collections::BTreeMap;
use std::path::Path;

use policy::{Change, Draft, Policy, Problem, Source, compare};
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
    /// Reads the files around a command, the nearest first.
    pub fn around(around: &Around) -> Result<Vec<Project>, Problem> {
        around.project_files().iter().map(|path| Project::read(path)).collect()
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

    /// What it would do only if it were trusted, in words for a person: what it loosens, and the programs it asks.
    pub fn gains(&self, own: &Built) -> Result<Vec<String>, Vec<Problem>> {
        let this = std::slice::from_ref(self);
        let trusted = BTreeMap::from([(self.path.clone(), self.hash.clone())]);
        let (before, after) = (join(own, this, &BTreeMap::new())?, join(own, this, &trusted)?);
        let mut gains = match compare(&before.policy, &after.policy) {
            Change::Looser(looser) => looser,
            Change::Same | Change::Tighter => Vec::new(),
        };
        let programs =
            after.policy.programs().filter(|asked| !own.policy.programs().any(|own| own == *asked));
        gains.extend(programs.map(|(rule, program)| format!("rule `{rule}` runs {}", program.join(" "))));
        Ok(gains)
    }

    fn draft(&self) -> Result<Draft, Vec<Problem>> {
        Draft::parse(&Source { name: self.path.clone(), text: self.text.clone() })
    }
}

/// A policy with what projects add to it.
#[derive(Debug, Clone)]
pub(super) struct Joined {
    pub(super) policy: Policy,
    /// What of the projects' files was not taken, in words for a person.
    pub(super) dropped: Vec<String>,
}

/// The person's policy with what these files may add to it: first what is trusted, then what only tightens.
pub(super) fn join(
    own: &Built,
    projects: &[Project],
    trusted: &BTreeMap<String, String>,
) -> Result<Joined, Vec<Problem>> {
    let (believed, others): (Vec<&Project>, Vec<&Project>) =
        projects.iter().partition(|project| project.is_trusted(trusted));
    let mut joined = Joined { policy: own.policy.clone(), dropped: Vec::new() };
    if !believed.is_empty() {
        let mut drafts = own.texts.drafts()?;
        for project in believed {
            drafts.push(project.draft()?);
        }
        joined.policy = Policy::build(drafts)?;
    }
    for project in others {
        let tightened = joined.policy.tightened_by(&Policy::build(vec![project.draft()?])?);
        let told =
            |left: &String| format!("{} is not trusted, so this of it is left out: {left}", project.path);
        joined.dropped.extend(tightened.dropped.iter().map(told));
        joined.policy = tightened.policy;
    }
    Ok(joined)
}
