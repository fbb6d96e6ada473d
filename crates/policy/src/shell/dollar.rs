//! What begins with `$`.

use super::cursor::Parser;
use super::list::Stop;
use super::tree::{Piece, Script, Variable, Word};
use super::word::{Mode, Until, push};

impl Parser<'_> {
    /// A substitution, or the sign itself.
    pub(super) fn dollar(&mut self, quoted: bool, pieces: &mut Vec<Piece>) {
        let start = self.at;
        self.bump();
        match self.peek() {
            Some(b'(') => self.dollar_bracket(quoted, pieces),
            Some(b'{') => self.braces(start, quoted, pieces),
            Some(b'[') => self.old_arithmetic(pieces),
            Some(b'\'') if !quoted => self.coded(pieces),
            Some(b'"') if !quoted => self.double(pieces),
            Some(byte) if byte == b'_' || byte.is_ascii_alphabetic() => {
                let end = self.name_end(self.at);
                self.named(start, end, quoted, pieces);
            }
            Some(byte) if b"0123456789@*#?$!-".contains(&byte) => {
                self.named(start, self.at + 1, quoted, pieces)
            }
            _ => push(pieces, quoted, Some('$')),
        }
    }

    fn named(&mut self, start: usize, end: usize, quoted: bool, pieces: &mut Vec<Piece>) {
        let name = self.text[self.at..end].replace("\\\n", "");
        let written = self.text[start..end].to_owned();
        self.skip_to(end);
        pieces.push(Piece::Variable(Variable { name, operation: None, quoted, written }));
    }

    /// `$( )` or `$(( ))`.
    fn dollar_bracket(&mut self, quoted: bool, pieces: &mut Vec<Piece>) {
        if let Some(inside) = self.ahead("((")
            && self.depth < super::DEEPEST
            && let Some(end) = self.arithmetic_end(inside)
        {
            self.skip_to(inside);
            let words = self.arithmetic(end);
            return pieces.push(Piece::Arithmetic(words));
        }
        self.bump();
        match self.substituted() {
            Some(script) => pieces.push(Piece::Command { script, quoted }),
            None => "$(".chars().for_each(|sign| push(pieces, quoted, Some(sign))),
        }
    }

    /// What stands in the brackets of a substitution, from behind the open one. Nothing if that is too deep.
    pub(super) fn substituted(&mut self) -> Option<Script> {
        if !self.enter() {
            return None;
        }
        let start = self.at;
        let outside = std::mem::take(&mut self.awaited);
        let script = self.list(Stop::Paren);
        if !self.eat(")") {
            self.fault_at("a bracket is not closed", start);
        }
        if !self.awaited.is_empty() {
            self.fault("a here-document has no body");
        }
        if !outside.is_empty() && self.text[start..self.at].contains('\n') {
            self.fault("lines are substituted where a here-document should begin");
        }
        self.awaited = outside;
        self.leave();
        Some(script)
    }

    /// Where `))` closes what began as arithmetic, if it does: `((a); (b))` are commands.
    pub(super) fn arithmetic_end(&mut self, start: usize) -> Option<usize> {
        let bytes = self.text.as_bytes();
        let (mut at, mut level, mut quote) = (start, 0_usize, None);
        while self.looks > 0 {
            self.looks -= 1;
            let byte = *bytes.get(at)?;
            match (byte, quote) {
                (b'\\', Some(b'\'')) => {}
                (b'\\', _) => at += 1,
                (_, Some(open)) if byte == open => quote = None,
                (_, Some(_)) => {}
                (b'\'' | b'"' | b'`', None) => quote = Some(byte),
                (b'(', None) => level += 1,
                (b')', None) if level == 0 => return (bytes.get(at + 1) == Some(&b')')).then_some(at),
                (b')', None) => level -= 1,
                _ => {}
            }
            at += 1;
        }
        self.fault("too many brackets to look through");
        None
    }

    /// The inside of `(( ))` up to this place, and the two brackets behind it.
    pub(super) fn arithmetic(&mut self, end: usize) -> Vec<Word> {
        let words = self.inside(Until::Place(end));
        if self.at != end {
            self.fault("brackets and quotes are entangled");
        }
        let behind = self.at.max(end);
        self.skip_to((behind + 2).min(self.text.len()).max(behind));
        words
    }

    /// `$[ ]`, an old way to write arithmetic.
    fn old_arithmetic(&mut self, pieces: &mut Vec<Piece>) {
        self.bump();
        let words = self.inside(Until::Bracket);
        if !self.eat("]") {
            self.fault("a bracket is not closed");
        }
        pieces.push(Piece::Arithmetic(words));
    }

    fn inside(&mut self, until: Until) -> Vec<Word> {
        if !self.enter() {
            return Vec::new();
        }
        let start = self.at;
        let pieces = self.pieces(Mode::of(until));
        self.leave();
        vec![Word { pieces, span: self.outer(start)..self.outer(self.at) }]
    }
}
