//! Whole policies against whole requests.

mod changing;
mod judging;
mod loading;
mod pacing;
mod properties;
mod schema;
mod schema_reader;
mod shipped;

use super::{Draft, Judgement, Policy, Problem, Request, Source};
use crate::Surroundings;

/// A policy of this text.
pub(super) fn policy(text: &str) -> Policy {
    match load(text) {
        Ok(policy) => policy,
        Err(problems) => panic!("{problems:#?}"),
    }
}

/// The same, or what is wrong with it.
pub(super) fn load(text: &str) -> Result<Policy, Vec<Problem>> {
    let draft = Draft::parse(&Source { name: "policy.toml".into(), text: text.into() })?;
    let base = draft.extends().and_then(Draft::shipped);
    Policy::build(base.into_iter().chain([draft]).collect())
}

/// The judgement of a line in a project.
pub(super) fn judge(policy: &Policy, line: &str) -> Judgement {
    policy.judge(&Request::shell(line), &Surroundings::project("/home/u/project", "/home/u"))
}
