//! `${ }`.

use super::cursor::Parser;
use super::list::Stop;
use super::tree::{Piece, Variable, Word};
use super::word::{Mode, Until, push};

/// Operators behind a name, a longer one before its beginning.
const OPERATORS: [&str; 23] = [
    ":-", ":=", ":?", ":+", ":", "##", "#", "%%", "%", "//", "/#", "/%", "/", "^^", "^", ",,", ",", "-", "=",
    "?", "+", "@", "*",
];

impl Parser<'_> {
    /// `${...}`, from the brace on; the sign before it stands at `start`.
    pub(super) fn braces(&mut self, start: usize, quoted: bool, pieces: &mut Vec<Piece>) {
        self.bump();
        if !self.enter() {
            return "${".chars().for_each(|sign| push(pieces, quoted, Some(sign)));
        }
        match self.peek() {
            Some(b' ' | b'\t' | b'\n' | b'|') => self.brace_command(quoted, pieces),
            _ => self.variable(start, quoted, pieces),
        }
        self.leave();
    }

    /// `${ command; }` runs like `$( )` in newer shells.
    fn brace_command(&mut self, quoted: bool, pieces: &mut Vec<Piece>) {
        self.eat("|");
        let script = self.list(Stop::Brace);
        if !self.keyword("}") {
            self.fault("a brace is not closed");
        }
        pieces.push(Piece::Command { script, quoted });
    }

    fn variable(&mut self, start: usize, quoted: bool, pieces: &mut Vec<Piece>) {
        let (name, index) = self.variable_name();
        let operator = self.brace_operator();
        let single = !quoted || operator.is_some_and(|operator| "#%/^,".contains(&operator[..1]));
        let mut word = Word { pieces: Vec::new(), span: self.outer(self.at)..self.outer(self.at) };
        if name.is_empty() || operator.is_none() && !matches!(self.peek(), None | Some(b'}')) {
            self.fault("a form of `${ }` that is not known");
        }
        if self.peek() != Some(b'}') {
            word = self.word_until(Until::Brace { quoted, single });
        }
        if !self.eat("}") {
            self.fault_at("a brace is not closed", start);
        }
        let substitutes = index.iter().any(|piece| !matches!(piece, Piece::Bare(_) | Piece::Quoted(_)));
        let has_operation = operator.is_some() || !word.pieces.is_empty();
        let operation = if substitutes {
            word.pieces.splice(0..0, index);
            Some(("[]".to_owned(), word))
        } else {
            has_operation.then(|| (operator.unwrap_or_default().to_owned(), word))
        };
        let written = self.text[start..self.at].to_owned();
        pieces.push(Piece::Variable(Variable { name, operation, quoted, written }));
    }

    /// The name with what belongs to it (`!x`, `#x`, `a[0]`), and the pieces of its index.
    fn variable_name(&mut self) -> (String, Vec<Piece>) {
        let mut name = String::new();
        if let Some(sign @ (b'!' | b'#')) = self.peek()
            && self.raw(self.joined(self.at + 1)).is_some_and(begins_name)
        {
            name.push(char::from(sign));
            self.bump();
            self.peek();
        }
        let end = self.name_end(self.at);
        if end > self.at {
            name.push_str(&self.text[self.at..end].replace("\\\n", ""));
            self.skip_to(end);
        } else if self.peek().is_some_and(|byte| b"@*#?$!-".contains(&byte)) {
            name.extend(self.bump());
        }
        let open = self.at;
        if name.is_empty() || self.peek() != Some(b'[') {
            return (name, Vec::new());
        }
        self.bump();
        let index = self.pieces(Mode::of(Until::Bracket));
        if !self.eat("]") {
            self.fault_at("a bracket is not closed", open);
        }
        name.push_str(&self.text[open..self.at]);
        (name, index)
    }

    fn brace_operator(&mut self) -> Option<&'static str> {
        OPERATORS.into_iter().find(|operator| self.eat(operator))
    }
}

/// Whether `!` or `#` before it says something about the variable; else the sign is the variable.
fn begins_name(byte: u8) -> bool {
    byte == b'_' || byte.is_ascii_alphanumeric() || byte == b'@' || byte == b'*'
}
