//! Profiles: what is known about particular programs, as data.

use std::sync::Arc;

use crate::found::Found;
use crate::program::Program;
use crate::view::View;
use crate::words::Words;

/// What a profile says about a screen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Recognised {
    /// One of its rules fits.
    Found(Found),
    /// A sign that the program works, with the words that say so.
    Busy(String),
    /// Nothing it knows.
    Nothing,
}

/// What is known about one program.
#[derive(Debug, Clone)]
pub struct Profile {
    name: String,
    words: Arc<Words>,
}

impl Profile {
    /// Its name, as `claude`; `generic` for programs that nothing is known about.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether it is the one for programs that nothing is known about.
    pub fn is_generic(&self) -> bool {
        self.name == "generic"
    }

    /// The words that generic shapes know.
    pub(crate) fn words(&self) -> &Words {
        &self.words
    }

    /// What its rules say about this screen.
    pub(crate) fn recognise(&self, _view: &View) -> Recognised {
        Recognised::Nothing
    }
}

/// Why a profile was refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{file}:{line}: {problem}")]
pub struct ProfileError {
    /// The file.
    pub file: String,
    /// The line in it, from 1.
    pub line: usize,
    /// What is wrong.
    pub problem: String,
}

/// All profiles in force.
#[derive(Debug, Clone)]
pub struct Profiles {
    all: Vec<Arc<Profile>>,
    generic: Arc<Profile>,
}

impl Profiles {
    /// Those that come with the program.
    pub fn embedded() -> Self {
        let words: Words = toml::from_str(include_str!("../../agents/words.toml")).unwrap_or_default();
        Profiles {
            all: Vec::new(),
            generic: Arc::new(Profile { name: "generic".into(), words: Arc::new(words) }),
        }
    }

    /// Those that come with the program, and these files (name and text) in addition or in their place. Files with a
    /// mistake are left out and told of.
    pub fn with_files(_files: &[(String, String)]) -> (Self, Vec<ProfileError>) {
        (Profiles::embedded(), Vec::new())
    }

    /// The profile of the first of these programs that has one; else the generic one.
    pub fn for_programs(&self, _programs: &[Program]) -> Arc<Profile> {
        self.generic.clone()
    }

    /// The profile with this name.
    pub fn named(&self, name: &str) -> Option<Arc<Profile>> {
        self.all.iter().chain([&self.generic]).find(|profile| profile.name() == name).cloned()
    }

    /// The words that generic shapes know.
    #[cfg(test)]
    pub(crate) fn words(&self) -> &Words {
        self.generic.words()
    }

    /// Whether this program only passes on what a program elsewhere does.
    pub fn is_remote(&self, name: &str) -> bool {
        crate::words::has(&self.generic.words().remote, name)
    }
}
