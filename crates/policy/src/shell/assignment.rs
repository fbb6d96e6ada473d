//! Assignments and arrays.

use super::cursor::Parser;
use super::tree::{Assignment, Piece, Value, Word};
use super::word::{Mode, Until};

/// An index longer than this is not looked through for its end; `a[...` is then a word.
const LONGEST_INDEX: usize = 256;

impl Parser<'_> {
    /// Takes an assignment, if the next word is one.
    pub(super) fn assignment(&mut self, assignments: &mut Vec<Assignment>) -> bool {
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
    pub(super) fn array(&mut self) -> Vec<Word> {
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
