//! The place in the text, and what is carried along while it is read.

use std::collections::HashMap;

use super::here::Awaited;
use super::list::Stop;
use super::tree::{Fault, Word};
use super::{DEEPEST, LONGEST};

/// More faults than this say nothing new.
const MOST_FAULTS: usize = 16;

/// How often a byte may be looked at ahead of its turn, on average.
const LOOKS: usize = 16;

/// Where a text comes from: what stands in backticks or in a here-document is read as a text of its own.
pub(super) enum Origin {
    /// It is a piece of the text that was given, from this byte on.
    Shift(usize),
    /// Characters were taken out of it: the place of each byte, and of the end.
    Map(Vec<usize>),
}

/// Reads one text.
pub(super) struct Parser<'a> {
    /// The text.
    pub text: &'a str,
    /// The next byte.
    pub at: usize,
    /// The end of the last character that was taken. Behind it may be joined line ends.
    pub taken: usize,
    /// Where the text comes from.
    pub origin: Origin,
    /// How deep the reading is.
    pub depth: usize,
    /// What ends the lists that are being read, the innermost last.
    pub stops: Vec<Stop>,
    /// What did not fit.
    pub faults: Vec<Fault>,
    /// Here-documents whose bodies begin behind the next line end.
    pub awaited: Vec<Awaited>,
    /// Bodies of here-documents by the place of their operators.
    pub bodies: HashMap<usize, Word>,
    /// How many bytes may still be looked at ahead.
    pub looks: usize,
}

impl<'a> Parser<'a> {
    /// At the beginning of a text.
    pub(super) fn new(text: &'a str, origin: Origin, depth: usize) -> Parser<'a> {
        Parser {
            text,
            at: 0,
            taken: 0,
            origin,
            depth,
            stops: Vec::new(),
            faults: Vec::new(),
            awaited: Vec::new(),
            bodies: HashMap::new(),
            looks: LOOKS * text.len().min(LONGEST) + 1024,
        }
    }

    /// The place in the text that was given first.
    pub(super) fn outer(&self, at: usize) -> usize {
        match &self.origin {
            Origin::Shift(by) => by + at,
            Origin::Map(places) => places.get(at).or(places.last()).copied().unwrap_or(at),
        }
    }

    /// The next byte, behind joined lines.
    pub(super) fn peek(&mut self) -> Option<u8> {
        self.at = self.joined(self.at);
        self.raw(self.at)
    }

    /// The byte at this place as it is written.
    pub(super) fn raw(&self, at: usize) -> Option<u8> {
        self.text.as_bytes().get(at).copied()
    }

    /// The first place from here on that is not a backslash before a line end.
    pub(super) fn joined(&self, mut at: usize) -> usize {
        while self.raw(at) == Some(b'\\') && self.raw(at + 1) == Some(b'\n') {
            at += 2;
        }
        at
    }

    /// Takes the next character.
    pub(super) fn bump(&mut self) -> Option<char> {
        self.at = self.boundary(self.at);
        let character = self.text[self.at..].chars().next()?;
        self.at += character.len_utf8();
        self.taken = self.at;
        Some(character)
    }

    /// Where this sign ends, if it comes next. Lines may be joined in the middle of it.
    pub(super) fn ahead(&self, sign: &str) -> Option<usize> {
        let mut at = self.at;
        for byte in sign.bytes() {
            at = self.joined(at);
            if self.raw(at) != Some(byte) {
                return None;
            }
            at += 1;
        }
        Some(at)
    }

    /// Takes this sign if it comes next.
    pub(super) fn eat(&mut self, sign: &str) -> bool {
        let end = self.ahead(sign);
        if let Some(end) = end {
            self.skip_to(end);
        }
        end.is_some()
    }

    /// This place, or the first behind it that is not inside of a character. A text that leads to one is not understood.
    fn boundary(&mut self, at: usize) -> usize {
        let whole =
            (at..self.text.len()).find(|at| self.text.is_char_boundary(*at)).unwrap_or(self.text.len());
        if whole != at {
            self.fault_at("signs and letters do not fit together", whole);
        }
        whole
    }

    /// Goes on at this place.
    pub(super) fn skip_to(&mut self, at: usize) {
        let at = self.boundary(at);
        self.at = at;
        self.taken = at;
    }

    /// Spaces and tabs. A carriage return counts: it is a fault already, and would hide the word before it.
    pub(super) fn blanks(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t' | b'\r')) {
            self.at += 1;
        }
    }

    /// Blanks, line ends and comments.
    pub(super) fn space(&mut self) {
        loop {
            self.blanks();
            match self.peek() {
                Some(b'\n') => self.line_end(),
                Some(b'#') => self.comment(),
                _ => return,
            }
        }
    }

    /// Up to the line end. A backslash before it joins nothing here.
    pub(super) fn comment(&mut self) {
        self.at = self.boundary(self.at);
        let rest = &self.text[self.at..];
        self.at += rest.find('\n').unwrap_or(rest.len());
    }

    /// Notes that the text does not fit here.
    pub(super) fn fault(&mut self, what: &'static str) {
        self.fault_at(what, self.at);
    }

    /// Notes that the text does not fit there.
    pub(super) fn fault_at(&mut self, what: &'static str, at: usize) {
        if self.faults.len() < MOST_FAULTS {
            self.faults.push(Fault { what, at: self.outer(at) });
        }
    }

    /// Goes one level down, if that is not too deep. Who was let in leaves by [`Parser::leave`].
    pub(super) fn enter(&mut self) -> bool {
        if self.depth >= DEEPEST {
            self.fault("nested too deep");
            return false;
        }
        self.depth += 1;
        true
    }

    /// Goes one level up.
    pub(super) fn leave(&mut self) {
        self.depth -= 1;
    }

    /// Takes over what was found amiss in an inner text.
    pub(super) fn adopt(&mut self, faults: Vec<Fault>) {
        let room = MOST_FAULTS.saturating_sub(self.faults.len());
        self.faults.extend(faults.into_iter().take(room));
    }
}
