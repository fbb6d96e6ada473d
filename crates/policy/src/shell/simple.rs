//! Simple commands: assignments, words and redirections, and the functions that begin like them.

use super::cursor::Parser;
use super::tree::{Assignment, Command, Piece, Redirect, Simple, Stage, Value, Word};
use super::word::{Mode, Until};

/// An index longer than this is not looked through for its end; `a[...` is then a word.
const LONGEST_INDEX: usize = 256;

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

    /// Takes an assignment, if the next word is one.
    fn assignment(&mut self, assignments: &mut Vec<Assignment>) -> bool {
        let start = self.at;
        let Some((name_end, sign)) = self.assigned_name() else { return false };
        let mut index = Vec::new();
        if self.raw(name_end) == Some(b'[') {
            self.skip_to(name_end + 1);
            index = self.pieces(Mode::of(Until::Bracket));
            self.eat("]");
        }
        let name = self.text[start..sign].replace("\\\n", "");
        self.skip_to(self.joined(sign));
        let adds = self.eat("+");
        self.eat("=");
        let mut value = self.value();
        value.take_in(index);
        assignments.push(Assignment { name, adds, value });
        true
    }

    /// The end of the name of an assignment, and of its index: where `=` or `+=` stands.
    fn assigned_name(&mut self) -> Option<(usize, usize)> {
        let name_end = self.name_end(self.at);
        if name_end == self.at || self.raw(self.at).is_some_and(|first| first.is_ascii_digit()) {
            return None;
        }
        let sign = if self.raw(name_end) == Some(b'[') { self.index_end(name_end)? } else { name_end };
        let behind = self.joined(sign);
        let equals = if self.raw(behind) == Some(b'+') { self.joined(behind + 1) } else { behind };
        (self.raw(equals) == Some(b'=')).then_some((name_end, sign))
    }

    /// Behind the bracket that closes the one at this place.
    fn index_end(&mut self, open: usize) -> Option<usize> {
        let bytes = self.text.as_bytes().get(open..)?;
        let mut level = 0_usize;
        for (behind, byte) in bytes.iter().take(LONGEST_INDEX.min(self.looks)).enumerate() {
            self.looks -= 1;
            match byte {
                b'[' => level += 1,
                b']' if level == 1 => return Some(open + behind + 1),
                b']' => level -= 1,
                b'\n' => return None,
                _ => {}
            }
        }
        None
    }

    /// Behind the letters, digits and underscores from here on, and the joined lines between them.
    pub(super) fn name_end(&self, start: usize) -> usize {
        let mut end = start;
        loop {
            let at = self.joined(end);
            match self.raw(at) {
                Some(byte) if byte == b'_' || byte.is_ascii_alphanumeric() => end = at + 1,
                _ => return if end == start { start } else { at },
            }
        }
    }

    fn value(&mut self) -> Value {
        if self.peek() == Some(b'(') { Value::Array(self.array()) } else { Value::Word(self.word()) }
    }

    /// `( words )`.
    fn array(&mut self) -> Vec<Word> {
        self.eat("(");
        let mut words = Vec::new();
        loop {
            self.space();
            if self.eat(")") {
                return words;
            }
            let start = self.at;
            let word = self.word();
            if self.at == start {
                self.fault("an array is not closed");
                return words;
            }
            words.push(word);
        }
    }
}

impl Value {
    /// Adds what an index substitutes, so that it is not lost: `a[$(id)]=1`.
    fn take_in(&mut self, index: Vec<Piece>) {
        let substituted =
            index.into_iter().filter(|piece| !matches!(piece, Piece::Bare(_) | Piece::Quoted(_)));
        let pieces: Vec<Piece> = substituted.collect();
        match self {
            Value::Word(word) => drop(word.pieces.splice(0..0, pieces)),
            Value::Array(words) if !pieces.is_empty() => words.push(Word { pieces, span: 0..0 }),
            Value::Array(_) => {}
        }
    }
}

impl Word {
    /// Its characters, substitutions left out.
    pub(super) fn plain(&self) -> String {
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
