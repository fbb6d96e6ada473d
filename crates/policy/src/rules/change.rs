//! How one policy differs from another in strictness.

use super::Policy;

/// How a new policy differs from an old one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Change {
    /// Not at all.
    Same,
    /// Nothing is allowed that was not before.
    Tighter,
    /// Something may be allowed that was not; why, in words for a person.
    Looser(Vec<String>),
}

/// A policy with what an untrusted file may add to it.
#[derive(Debug, Clone, PartialEq)]
pub struct Tightened {
    /// The policy.
    pub policy: Policy,
    /// What of the file was not taken, and why, in words for a person.
    pub dropped: Vec<String>,
}
