//! How a command is reached: through which wrappers, with which input, from which function.

use std::rc::Rc;

use super::field::Field;
use crate::{Note, Stdin, Text};

/// More wrappers than this around one command are not named one by one.
const NAMED_WRAPPERS: usize = 24;

/// Words of one wrapper. The first and the last are kept of more.
const WRAPPER_WORDS: usize = 48;

/// What holds for every command of a stretch of the line.
#[derive(Clone, Default)]
pub(super) struct Context {
    /// The wrappers, the outermost first.
    pub via: Rc<Vec<Vec<Text>>>,
    /// Notes that every part gets.
    pub notes: Vec<Note>,
    /// What can be read on standard input.
    pub stdin: Stdin,
    /// The parts whose output stands in it, where the input is given.
    pub stdin_from: Vec<usize>,
    /// The file that standard input was redirected from.
    pub stdin_file: Option<Text>,
    /// The functions being called, the innermost last.
    pub calls: Rc<Vec<String>>,
    /// Which bodies these are: a name may be given again inside of itself.
    pub bodies: Rc<Vec<usize>>,
    /// How many texts this one is inside of.
    pub depth: usize,
    /// The text that is being read.
    pub source: Rc<str>,
}

impl Context {
    /// The same, inside of one more wrapper.
    pub(super) fn through(&self, wrapper: &[Field]) -> Context {
        let mut inner = self.clone();
        if inner.via.len() < NAMED_WRAPPERS && !wrapper.is_empty() {
            Rc::make_mut(&mut inner.via).push(named(wrapper));
        }
        inner
    }

    /// The same with one more note.
    pub(super) fn noted(mut self, note: Note) -> Context {
        if !self.notes.contains(&note) {
            self.notes.push(note);
        }
        self
    }

    /// The same with another standard input.
    pub(super) fn reading(mut self, stdin: Stdin) -> Context {
        self.stdin = stdin;
        self.stdin_from = Vec::new();
        self.stdin_file = None;
        self
    }

    /// The same with this text on standard input.
    pub(super) fn given(self, text: Field) -> Context {
        Context { stdin_from: text.from, ..self.reading(Stdin::Given(text.text)) }
    }
}

/// A wrapper's words; one that is unknown stands for those in the middle of too many.
fn named(wrapper: &[Field]) -> Vec<Text> {
    if wrapper.len() <= WRAPPER_WORDS {
        return super::field::texts(wrapper);
    }
    let (first, last) = (&wrapper[..WRAPPER_WORDS / 2], &wrapper[wrapper.len() - WRAPPER_WORDS / 2..]);
    [super::field::texts(first), vec![Text::unknown("...")], super::field::texts(last)].concat()
}
