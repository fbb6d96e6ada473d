//! Profiles: what is known about particular programs, as data.
//!
//! A profile is a TOML file (`agents/NAME.toml`). Its dialogs are believed only as structures at their place: choices
//! with a pointer, a frame or a footer, a question, and nothing under them but hints. Those that come with locum can
//! be replaced and others added without a release.

mod block;
mod dialog;
mod draft;
mod examples;
#[cfg(test)]
mod forged;
mod format;
mod keys;
mod lazy;
mod lines;
mod load;
mod pieces;
mod prompt;
mod rest;
mod rule;
mod set;
mod subject;
mod surface;
#[cfg(test)]
mod tests;
mod tool;
#[cfg(test)]
mod tools;
mod vocabulary;

use std::sync::Arc;

use crate::found::Found;
use crate::program::Known;
use crate::view::View;
use crate::words::Words;
use rule::{DialogRule, Form, Rules};
use surface::Surface;

pub(crate) use keys::moves;
pub use set::Profiles;
pub use vocabulary::TOOLS;

/// What a profile says about a screen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Recognised {
    /// One of its rules fits.
    Found(Found),
    /// A sign that the program works: the words that say so, and whether its input box stands there, empty.
    Busy(String, bool),
    /// Nothing it knows.
    Nothing,
}

/// What is known about one program.
#[derive(Debug, Clone)]
pub struct Profile {
    name: String,
    known: Known,
    rules: Rules,
    words: Arc<Words>,
    seen_with: Vec<String>,
    /// The person's file it comes from; none for those that come with the program.
    file: Option<String>,
    /// The program was started so that it does not show what is typed.
    hides_typing: bool,
}

impl Profile {
    /// The name of the one for programs that nothing is known about.
    pub const GENERIC: &'static str = "generic";

    /// Its name, as `claude`, or [`Profile::GENERIC`].
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether it is the one for programs that nothing is known about.
    pub fn is_generic(&self) -> bool {
        self.name == Self::GENERIC
    }

    /// The versions of the program that its rules were seen with.
    pub fn seen_with(&self) -> &[String] {
        &self.seen_with
    }

    /// Whether whatever the program asks is a line, so that nothing that was typed can lie behind a question.
    pub fn asks_by_lines(&self) -> bool {
        self.rules.layout.only_lines
    }

    /// Whether a choice with this label is a field to write in: its key only moves there.
    pub fn is_field(&self, label: &str) -> bool {
        self.rules.dialogs.iter().any(|rule| rule.fields.iter().any(|field| field == label))
    }

    /// What a dialog of this rule and these words shows as chosen, of one question alone, and the label of the choice that submits it.
    pub fn reviewed<'a>(&'a self, rule: &str, words: &'a str) -> Option<(&'a str, &'a str)> {
        let of_rule = |dialog: &&DialogRule| dialog.name == rule;
        let review = self.rules.dialogs.iter().find(of_rule)?.review.as_ref()?;
        let chosen = review.shows.captures(words)?.name("chosen")?;
        Some((chosen.as_str(), &review.choose))
    }

    /// Whether a dialog of this rule shows what was chosen, to be submitted.
    pub fn reviews(&self, rule: &str) -> bool {
        self.rules.dialogs.iter().any(|dialog| dialog.name == rule && dialog.review.is_some())
    }

    /// The line that tells of a limit of use, if it is the last one over the program's input box.
    pub fn limit_told<'a>(&self, above: &[&'a str]) -> Option<&'a str> {
        let limit = self.rules.limit.as_ref()?;
        let between = |line: &&str| {
            line.chars().all(|letter| letter == '─') || limit.under.iter().any(|under| under.is_match(line))
        };
        let last = above.iter().rev().map(|line| line.trim()).find(|line| !between(line))?;
        limit.told.is_match(last).then_some(last)
    }

    /// Whether a line says that the program goes on by itself when its limit is over.
    pub fn goes_on_by_itself(&self, line: &str) -> bool {
        let says = self.rules.limit.as_ref().and_then(|limit| limit.by_itself.as_ref());
        says.is_some_and(|says| says.is_match(line))
    }

    /// Whether the program was started so that it does not show what is typed.
    pub(crate) fn hides_typing(&self) -> bool {
        self.hides_typing
    }

    /// The word lists of the generic shapes.
    pub(crate) fn words(&self) -> &Words {
        &self.words
    }

    /// What its rules say about this screen: dialogs first, then signs of work, then the input box.
    pub(crate) fn recognise(&self, view: &View) -> Recognised {
        let surface = Surface::new(view, &self.rules.layout);
        let fitting = self.rules.dialogs.iter().find_map(|rule| self.apply(rule, &surface));
        if let Some(found) = fitting {
            return Recognised::Found(found);
        }
        let composer = rest::composer(&self.rules, &surface);
        if let Some(line) = rest::busy(&self.rules, &surface, composer.as_ref()) {
            return Recognised::Busy(line, composer.is_some_and(|composer| composer.is_empty()));
        }
        composer.map_or(Recognised::Nothing, |composer| {
            Recognised::Found(rest::found(&self.name, &surface, composer))
        })
    }

    fn apply(&self, rule: &DialogRule, surface: &Surface) -> Option<Found> {
        match rule.form {
            Form::Numbered | Form::Unnumbered => dialog::recognise(rule, &self.rules, surface),
            Form::Buttons | Form::Line | Form::Notice => prompt::recognise(rule, &self.rules, surface),
        }
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
