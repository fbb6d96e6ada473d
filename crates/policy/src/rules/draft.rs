//! A policy's text, read: what it says, before anything is compiled.

use super::problem::{Problem, Source};

/// What one text says. Cheap to make; [`super::Policy::build`] compiles it.
#[derive(Debug, Clone, PartialEq)]
pub struct Draft {
    source: Source,
    extends: Option<String>,
}

impl Draft {
    /// Reads a text. All mistakes are found at once.
    pub fn parse(source: &Source) -> Result<Draft, Vec<Problem>> {
        Ok(Draft { source: source.clone(), extends: None })
    }

    /// What it builds upon: the name of a shipped policy, or a path that the caller reads.
    pub fn extends(&self) -> Option<&str> {
        self.extends.as_deref()
    }
}
