//! Patterns that are built when they are first asked. All that come with locum take longer to build than most programs
//! take to begin, and a session needs those of one profile.

use std::sync::OnceLock;

use regex::{Captures, RegexBuilder};

const REGEX_SIZE: usize = 512 * 1024;

/// A regular expression.
#[derive(Debug, Clone)]
pub(crate) struct Regex {
    text: String,
    /// None if it cannot be built, which a test rules out for those that come with locum.
    built: OnceLock<Option<regex::Regex>>,
}

impl Regex {
    /// Builds it now, and says what is wrong with it.
    pub(super) fn new(text: &str) -> Result<Self, regex::Error> {
        build(text).map(|built| Regex { text: text.to_owned(), built: OnceLock::from(Some(built)) })
    }

    /// Builds it when it is asked: only for what a test has built before.
    pub(super) fn later(text: &str) -> Self {
        Regex { text: text.to_owned(), built: OnceLock::new() }
    }

    fn built(&self) -> Option<&regex::Regex> {
        self.built.get_or_init(|| build(&self.text).ok()).as_ref()
    }

    pub(crate) fn is_match(&self, text: &str) -> bool {
        self.built().is_some_and(|built| built.is_match(text))
    }

    pub(crate) fn captures<'t>(&self, text: &'t str) -> Option<Captures<'t>> {
        self.built()?.captures(text)
    }
}

fn build(text: &str) -> Result<regex::Regex, regex::Error> {
    RegexBuilder::new(text).size_limit(REGEX_SIZE).dfa_size_limit(REGEX_SIZE).nest_limit(40).build()
}
