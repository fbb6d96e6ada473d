//! Finds the control sequences in the output. Text between them is skipped at the speed of a search.

use memchr::{memchr, memchr3};

use super::csi::Csi;
use super::harmless::{Painted, skip_harmless};

const BEL: u8 = 0x07;
pub(super) const SO: u8 = 0x0e;
pub(super) const SI: u8 = 0x0f;
const CAN: u8 = 0x18;
const SUB: u8 = 0x1a;
pub(super) const ESC: u8 = 0x1b;

/// So much of a string is kept. Enough to ask for dozens of colours at once; what matters stands in front.
const HEAD: usize = 256;

/// A complete sequence.
#[derive(Debug)]
pub(super) enum Sequence<'a> {
    /// SO (true) or SI: the shifted character set, or the usual one.
    Shift(bool),
    /// `ESC`, perhaps an intermediate byte (or zero), and a final byte.
    Escape(u8, u8),
    /// `ESC [`, the parameters and the final byte.
    Csi(&'a Csi, u8),
    /// SGR sequences of the plain kind, all at once.
    Painted(Painted<'a>),
    /// The byte after ESC that tells its kind, and the string, or its beginning if it is long.
    Text(u8, &'a [u8]),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum State {
    #[default]
    Ground,
    Escape,
    /// After `ESC` and an intermediate byte.
    Designate,
    Csi,
    Text,
    TextEscape,
}

/// Where in a sequence the output stands.
#[derive(Debug, Clone)]
pub(super) struct Scanner {
    state: State,
    intermediate: u8,
    csi: Csi,
    kind: u8,
    head: [u8; HEAD],
    kept: usize,
    /// Number of the next byte, counted from the start of the output.
    at: u64,
    /// Number of the last ESC, and of the one with which the sequence began.
    escape_at: u64,
    start: u64,
}

impl Default for Scanner {
    fn default() -> Self {
        let csi = Csi::default();
        Scanner {
            state: State::Ground,
            intermediate: 0,
            csi,
            kind: 0,
            head: [0; HEAD],
            kept: 0,
            at: 0,
            escape_at: 0,
            start: 0,
        }
    }
}

impl Scanner {
    /// Gives every sequence that ends in `bytes` to `sink`, with the number of its first byte.
    pub(super) fn feed(&mut self, bytes: &[u8], sink: &mut impl FnMut(u64, Sequence<'_>)) {
        let mut rest = bytes;
        while !rest.is_empty() {
            rest = match self.state {
                State::Ground => self.skip_plain(rest, sink),
                State::Csi => self.take_csi(rest, sink),
                State::Text => self.take_text(rest, sink),
                _ => self.step(rest, sink),
            };
            if matches!(self.state, State::Escape | State::TextEscape) {
                self.note_escape(bytes, rest);
            }
        }
        self.at += bytes.len() as u64;
    }

    /// Notes the place of an ESC, if that was the last byte taken.
    fn note_escape(&mut self, bytes: &[u8], rest: &[u8]) {
        let last = (bytes.len() - rest.len()).saturating_sub(1);
        if bytes.get(last) == Some(&ESC) {
            self.escape_at = self.at + last as u64;
        }
    }

    /// Number of the next byte.
    pub(super) fn at(&self) -> u64 {
        self.at
    }

    /// Goes on at another byte: those before it are lost.
    pub(super) fn skip_to(&mut self, at: u64) {
        self.at = at;
    }

    /// Whether the output stops inside of a sequence.
    pub(super) fn is_inside(&self) -> bool {
        self.state != State::Ground
    }

    fn skip_plain<'a>(&mut self, bytes: &'a [u8], sink: &mut impl FnMut(u64, Sequence<'_>)) -> &'a [u8] {
        let (painted, rest) = skip_harmless(bytes);
        if painted.reset || !painted.text.is_empty() {
            sink(self.start, Sequence::Painted(painted));
        }
        let Some((&byte, rest)) = rest.split_first() else { return &[] };
        self.control(byte, sink);
        rest
    }

    /// A control character acts even in the middle of a sequence, which then goes on or is given up.
    fn control(&mut self, byte: u8, sink: &mut impl FnMut(u64, Sequence<'_>)) {
        match byte {
            ESC => self.state = State::Escape,
            CAN | SUB => self.state = State::Ground,
            SO | SI => sink(self.start, Sequence::Shift(byte == SO)),
            _ => {}
        }
    }

    fn take_csi<'a>(&mut self, bytes: &'a [u8], sink: &mut impl FnMut(u64, Sequence<'_>)) -> &'a [u8] {
        let Some((&byte, rest)) = self.csi.take(bytes).split_first() else {
            return &[];
        };
        match byte {
            0..0x20 => self.control(byte, sink),
            0x40..=0x7e => {
                self.state = State::Ground;
                self.csi.finish();
                if !self.csi.is_broken() {
                    sink(self.start, Sequence::Csi(&self.csi, byte));
                }
            }
            0x80.. => self.state = State::Ground,
            // DEL is ignored; the bytes before `@` were taken.
            _ => {}
        }
        rest
    }

    fn step<'a>(&mut self, bytes: &'a [u8], sink: &mut impl FnMut(u64, Sequence<'_>)) -> &'a [u8] {
        let Some((&byte, rest)) = bytes.split_first() else {
            return &[];
        };
        match (self.state, byte) {
            (State::TextEscape, b'\\') => self.end_text(sink),
            (_, 0..0x20) => self.control(byte, sink),
            (State::Designate, 0x20..=0x2f) => self.intermediate = 0xff,
            (State::Designate, 0x30..=0x7e) => {
                self.state = State::Ground;
                sink(self.start, Sequence::Escape(self.intermediate, byte));
            }
            (State::Designate, _) => self.state = State::Ground,
            _ => self.escape(byte, sink),
        }
        rest
    }

    fn escape(&mut self, byte: u8, sink: &mut impl FnMut(u64, Sequence<'_>)) {
        self.start = self.escape_at;
        self.state = match byte {
            b'[' => State::Csi,
            b']' | b'P' | b'_' | b'^' | b'X' => State::Text,
            0x20..=0x2f => State::Designate,
            _ => State::Ground,
        };
        match self.state {
            State::Csi => self.csi.clear(),
            State::Text => (self.kind, self.kept) = (byte, 0),
            State::Designate => self.intermediate = byte,
            _ => sink(self.start, Sequence::Escape(0, byte)),
        }
    }

    /// A string ends with ST, an OSC also with BEL. 0x9c is no end, but a part of a UTF-8 character.
    fn take_text<'a>(&mut self, bytes: &'a [u8], sink: &mut impl FnMut(u64, Sequence<'_>)) -> &'a [u8] {
        let bell = if self.kind == b']' { BEL } else { CAN };
        let end = memchr3(ESC, bell, CAN, bytes).unwrap_or(bytes.len());
        let end = bytes.get(..end).and_then(|text| memchr(SUB, text)).unwrap_or(end);
        let (text, rest) = bytes.split_at_checked(end).unwrap_or((bytes, &[]));
        self.keep(text);
        let Some((&byte, rest)) = rest.split_first() else {
            return &[];
        };
        match byte {
            ESC => self.state = State::TextEscape,
            BEL => self.end_text(sink),
            _ => self.state = State::Ground,
        }
        rest
    }

    fn keep(&mut self, text: &[u8]) {
        let room = self.head.get_mut(self.kept..).unwrap_or_default();
        let length = room.len().min(text.len());
        for (place, byte) in room.iter_mut().zip(text) {
            *place = *byte;
        }
        self.kept += length;
    }

    fn end_text(&mut self, sink: &mut impl FnMut(u64, Sequence<'_>)) {
        self.state = State::Ground;
        sink(self.start, Sequence::Text(self.kind, self.head.get(..self.kept).unwrap_or_default()));
    }
}
