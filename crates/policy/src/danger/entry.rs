//! Entries of the catalogue, compiled.

use model::Danger;

use super::acts::Deed;
use super::built_in::BuiltIn;
use super::pattern::{Form, TextPattern, WordPattern};
use crate::{Note, Place};

/// One danger.
pub(super) struct Entry {
    pub id: String,
    pub level: Danger,
    pub why: String,
    /// What it looks like: any of these.
    pub when: Vec<When>,
    pub examples: Vec<Example>,
    pub not_examples: Vec<Example>,
}

/// A line that must meet the entry, or must not.
pub(super) struct Example {
    pub line: String,
    /// Where it runs, below the workspace's top folder.
    pub folder: Option<String>,
}

/// One look of a danger: all that is given here must hold.
#[derive(Default)]
pub(super) struct When {
    /// Any of these programs and words.
    pub run: Vec<Form>,
    /// Any of these options.
    pub flags: Vec<String>,
    /// Of each group any.
    pub all_flags: Vec<Vec<String>>,
    /// None of these.
    pub no_flags: Vec<String>,
    /// Options whose value looks so.
    pub values: Vec<(Vec<String>, TextPattern)>,
    /// An operand looks so.
    pub operand: Option<TextPattern>,
    /// No operand looks so.
    pub no_operand: Option<TextPattern>,
    /// Whether there is no operand at all.
    pub bare: Option<bool>,
    /// A deed on a file.
    pub act: Option<ActPattern>,
    /// The part carries all of these notes.
    pub notes: Vec<Note>,
    /// It carries none of these.
    pub no_notes: Vec<Note>,
    /// It sets a variable of this name to a value that looks so.
    pub set: Option<(WordPattern, Option<TextPattern>)>,
    /// Something before it in the pipe, or what its script comes from, is one of these programs.
    pub from: Vec<WordPattern>,
    /// Something behind it in the pipe is one of these programs.
    pub to: Vec<WordPattern>,
    /// What it runs.
    pub runs: Option<RunsPattern>,
    /// Any of its words, or the text on its standard input, looks so.
    pub says: Option<TextPattern>,
    /// A question that is answered by code.
    pub built_in: Option<BuiltIn>,
}

/// What an interpreter runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum RunsPattern {
    /// Something that comes out of other parts.
    Piped,
    /// Something that is not known at all.
    Variable,
}

/// A deed, where, and on what kind of file.
#[derive(Default)]
pub(super) struct ActPattern {
    pub deeds: Vec<Deed>,
    /// Any place if empty.
    pub places: Vec<Place>,
    /// Any kind if empty.
    pub kinds: Vec<usize>,
    pub recursive: Option<bool>,
    /// Whether it is known where the path starts.
    pub open_start: Option<bool>,
}

impl When {
    /// All patterns for text in it.
    #[cfg(test)]
    pub(super) fn text_patterns(&self) -> impl Iterator<Item = &TextPattern> {
        let value = self.set.as_ref().and_then(|(_, value)| value.as_ref());
        let single = [self.operand.as_ref(), self.no_operand.as_ref(), self.says.as_ref(), value];
        single.into_iter().flatten().chain(self.values.iter().map(|(_, value)| value))
    }
}
