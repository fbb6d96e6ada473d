//! From the tree of a line to every simple command that may run, with its words expanded and its wrappers taken off.
//!
//! Nothing is run. Where the outcome depends on what is only known later, every way is read: both sides of `&&`, each branch, a
//! loop once for each value. Texts that are shell themselves (`bash -c`, `eval`, a pipe into `sh`) are read like the line.
//! `budget` bounds all of it; what does not fit leaves a doubt.

mod acts;
mod arithmetic;
mod brace;
mod branch;
mod budget;
mod builtins;
mod call;
mod carried;
mod code;
mod context;
mod decode;
mod disguise;
mod expand;
mod field;
mod find;
mod folder;
mod function;
mod git;
mod input;
mod linked;
mod making;
mod names;
mod operation;
mod options;
mod output;
mod program;
mod read;
mod rows;
mod scope;
mod setting;
mod shells;
mod simple;
mod terminal;
mod variable;
mod walk;
mod ways;
mod wrapper;
mod written;

#[cfg(test)]
mod tests;

use std::collections::BTreeSet;

use crate::{Part, Reading, Surroundings, windows};
use budget::Budget;
use call::Call;
use context::Context;
use field::Field;
use function::Defined;
use scope::Scope;

/// The doubt about a line that has more than is looked at.
pub(crate) const TOO_MUCH: &str = "it is too long to be looked at in full";

/// Lists and commands inside of each other, through texts and functions too.
const NESTING: usize = 80;

/// What a line of shell would run. One that reads like PowerShell or cmd is read so too, for danger; it is never allowed.
pub(crate) fn read(text: &str, around: &Surroundings) -> Reading {
    let mut unfolder = Unfolder::new(around);
    let mut scope = Scope::new(around);
    unfolder.read_text(&Field::known(text), &mut scope, &Context::default());
    if windows::looks_like_it(text) {
        unfolder.adopt(windows::read(text), &Scope::new(around), &Context::default());
        unfolder.doubt("it looks like a command for Windows");
    }
    unfolder.finish()
}

/// What a program started with these arguments would run.
pub(crate) fn read_argv(words: &[String], around: &Surroundings) -> Reading {
    let mut unfolder = Unfolder::new(around);
    let mut scope = Scope::new(around);
    let words: Vec<Field> = words.iter().map(Field::known).collect();
    if !words.is_empty() {
        unfolder.run(Call { words, forked: true, ..Call::default() }, &mut scope);
    }
    unfolder.finish()
}

/// What has been found so far, and what may still be done.
struct Unfolder<'a> {
    around: &'a Surroundings<'a>,
    parts: Vec<Part>,
    doubts: Vec<String>,
    texts: Vec<String>,
    budget: Budget,
    nesting: usize,
    defined: Vec<Defined>,
    called: BTreeSet<String>,
    /// Files that the line writes, and what it writes to them.
    written: Vec<(String, Field)>,
    /// Names that the line makes links of.
    linked: Vec<String>,
}

impl<'a> Unfolder<'a> {
    fn new(around: &'a Surroundings<'a>) -> Unfolder<'a> {
        Unfolder {
            around,
            parts: Vec::new(),
            doubts: Vec::new(),
            texts: Vec::new(),
            budget: Budget::default(),
            nesting: 0,
            defined: Vec::new(),
            called: BTreeSet::new(),
            written: Vec::new(),
            linked: Vec::new(),
        }
    }

    /// Goes one level deeper, unless there are too many for the stack to last.
    fn enter(&mut self) -> bool {
        let fits = self.nesting < NESTING;
        if fits {
            self.nesting += 1;
        } else {
            self.doubt("it is nested too deeply");
        }
        fits
    }

    fn leave(&mut self) {
        self.nesting -= 1;
    }

    /// Notes why the line is not fully understood, once.
    fn doubt(&mut self, why: &str) {
        if self.doubts.len() < 32 && !self.doubts.iter().any(|doubt| doubt == why) {
            self.doubts.push(why.to_owned());
        }
    }

    /// A name that could not be kept is a doubt.
    fn kept(&mut self, kept: bool) {
        if !kept {
            self.doubt("it sets too many names to keep them apart");
        }
    }

    fn finish(mut self) -> Reading {
        if !program::is_known() {
            self.doubt("the table of wrappers cannot be read");
        }
        self.read_uncalled();
        Reading { parts: self.parts, doubts: self.doubts, texts: self.texts }
    }
}
