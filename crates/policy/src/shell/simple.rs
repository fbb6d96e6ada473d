//! Simple commands: assignments, words and redirections, and the functions that begin like them.

use super::cursor::Parser;
use super::tree::{Command, Piece, Redirect, Simple, Stage, Word};

/// Builtins whose arguments may be arrays.
const DECLARING: [&str; 5] = ["declare", "export", "local", "readonly", "typeset"];

impl Parser<'_> {
    /// A simple command behind these words, or a function.
    pub(super) fn simple(&mut self, words: Vec<Word>, redirects: &mut Vec<Redirect>) -> Command {
        let prefixes = words.len();
        let mut simple = Simple { assignments: Vec::new(), words };
        loop {
            self.blanks();
            if let Some(redirect) = self.redirect() {
                redirects.extend(redirect);
                continue;
            }
            match self.peek() {
                None | Some(b'\n' | b';' | b'&' | b'|' | b')' | b'#') => break,
                Some(b'(') => match self.function_behind(&simple, prefixes) {
                    Some(function) => return function,
                    None => break,
                },
                Some(_) if simple.words.len() == prefixes && self.assignment(&mut simple.assignments) => {}
                Some(_) => {
                    let word = self.argument(&simple, prefixes);
                    simple.words.push(word);
                }
            }
        }
        if self.peek() == Some(b'#') {
            self.comment();
        }
        Command::Simple(simple)
    }

    fn argument(&mut self, simple: &Simple, prefixes: usize) -> Word {
        let declares = simple.words.get(prefixes).is_some_and(|word| word.is_one_of(&DECLARING));
        let mut word = self.word();
        if declares && self.peek() == Some(b'(') && self.at == self.taken && word.ends_with_equals() {
            self.array_in_word(&mut word);
        }
        word
    }

    /// `declare a=(x y)`: the pieces of the elements join the word, so that nothing in them is lost.
    fn array_in_word(&mut self, word: &mut Word) {
        word.pieces.push(Piece::Bare("(".to_owned()));
        for element in self.array() {
            word.pieces.extend(element.pieces);
            word.pieces.push(Piece::Bare(" ".to_owned()));
        }
        word.pieces.push(Piece::Bare(")".to_owned()));
        word.span.end = self.outer(self.taken);
    }

    /// `name ( )` and what follows.
    fn function_behind(&mut self, simple: &Simple, prefixes: usize) -> Option<Command> {
        let start = self.at;
        self.at += 1;
        self.blanks();
        let [name] = simple.words.get(prefixes..).unwrap_or_default() else {
            return self.stray_bracket(start);
        };
        if !self.eat(")") || !simple.assignments.is_empty() {
            return self.stray_bracket(start);
        }
        let name = name.plain();
        Some(self.function_body(name))
    }

    fn stray_bracket(&mut self, at: usize) -> Option<Command> {
        self.at = at;
        self.fault("a bracket stands where none can");
        None
    }

    /// The body of a function, which is one command.
    pub(super) fn function_body(&mut self, name: String) -> Command {
        self.space();
        let body = if self.peek().is_none() || self.closer().is_some() || !self.enter() {
            self.fault("a function has no body");
            Stage { command: Command::Simple(Simple::default()), redirects: Vec::new() }
        } else {
            let body = self.stage();
            self.leave();
            body
        };
        if matches!(body.command, Command::Simple(_)) {
            self.fault("the body of a function is not in brackets");
        }
        Command::Function(name, Box::new(body))
    }
}

impl Word {
    /// Its characters, substitutions left out.
    pub(crate) fn plain(&self) -> String {
        let characters = self.pieces.iter().filter_map(|piece| match piece {
            Piece::Bare(text) | Piece::Quoted(text) | Piece::Coded(text) => Some(text.as_str()),
            _ => None,
        });
        characters.collect()
    }

    fn is_one_of(&self, names: &[&str]) -> bool {
        matches!(self.pieces.as_slice(), [Piece::Bare(text)] if names.contains(&text.as_str()))
    }

    fn ends_with_equals(&self) -> bool {
        matches!(self.pieces.last(), Some(Piece::Bare(text)) if text.ends_with('='))
    }
}
