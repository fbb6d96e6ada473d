//! Finds text and control sequences in the output, in pieces of any size.
//!
//! Strings (OSC, DCS and their kin) are kept up to a bound and only then given up to it; text is decoded from UTF-8
//! with a replacement character for what is none. 8-bit controls have no meaning, as in most terminals of today.

mod csi;
mod text;

pub(crate) use csi::Csi;

const BEL: u8 = 0x07;
const CAN: u8 = 0x18;
const SUB: u8 = 0x1a;
const ESC: u8 = 0x1b;
const DEL: u8 = 0x7f;

/// So much of a string is kept: more than any title, link or mark in earnest.
const LONGEST: usize = 4096;

/// Takes what the parser finds.
pub(crate) trait Sink {
    /// A run of text without control characters of the 7-bit kind.
    fn text(&mut self, text: &str);
    /// A control character.
    fn control(&mut self, byte: u8);
    /// `ESC`, perhaps an intermediate byte (or zero), a final byte. `at` is the number of bytes of this piece up to its end.
    fn escape(&mut self, intermediate: u8, last: u8, at: usize);
    /// A control sequence with its final byte.
    fn csi(&mut self, csi: &Csi, last: u8, at: usize);
    /// A string.
    fn string(&mut self, string: &Text<'_>, at: usize);
}

/// A string with the byte after ESC that tells its kind.
pub(crate) struct Text<'a> {
    pub(crate) kind: u8,
    pub(crate) bytes: &'a [u8],
    /// Longer than was kept.
    pub(crate) cut: bool,
    /// Ended by BEL rather than by ST.
    pub(crate) bell: bool,
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
#[derive(Debug, Default)]
pub(crate) struct Parser {
    state: State,
    intermediate: u8,
    csi: Csi,
    kind: u8,
    kept: Vec<u8>,
    cut: bool,
    /// The beginning of a character that the end of a piece cut off.
    partial: text::Partial,
    /// Bytes of the current piece that are done with, also when the sink panics.
    consumed: usize,
}

impl Parser {
    /// Forgets an unfinished sequence.
    pub(crate) fn reset(&mut self) {
        let consumed = self.consumed;
        *self = Parser { consumed, ..Parser::default() };
    }

    /// How far [`feed`](Self::feed) has come in its piece.
    pub(crate) fn consumed(&self) -> usize {
        self.consumed
    }

    /// Gives what is in `bytes` from `from` on to `sink`.
    pub(crate) fn feed(&mut self, bytes: &[u8], from: usize, sink: &mut impl Sink) {
        self.consumed = from;
        while let Some(rest) = bytes.get(self.consumed..).filter(|rest| !rest.is_empty()) {
            match self.state {
                State::Ground => self.ground(rest, sink),
                State::Csi => self.take_csi(rest, sink),
                State::Text => self.take_text(rest, sink),
                _ => self.step(rest[0], sink),
            }
        }
    }

    /// A control character acts even in the middle of a sequence, which then goes on or is given up.
    fn control(&mut self, byte: u8, sink: &mut impl Sink) {
        match byte {
            ESC => self.state = State::Escape,
            CAN | SUB => self.state = State::Ground,
            _ => sink.control(byte),
        }
    }

    #[inline]
    fn take_csi(&mut self, bytes: &[u8], sink: &mut impl Sink) {
        for &byte in bytes {
            self.consumed += 1;
            match byte {
                0x20..=0x3f => self.csi.take(byte),
                0x40..=0x7e => {
                    self.state = State::Ground;
                    if !self.csi.is_broken() {
                        sink.csi(&self.csi, byte, self.consumed);
                    }
                    return;
                }
                0..0x20 => {
                    self.control(byte, sink);
                    if self.state != State::Csi {
                        return;
                    }
                }
                DEL.. => {}
            }
        }
    }

    fn step(&mut self, byte: u8, sink: &mut impl Sink) {
        self.consumed += 1;
        match (self.state, byte) {
            (State::TextEscape, b'\\') => self.end_text(false, sink),
            (_, 0..0x20) => self.control(byte, sink),
            (State::Designate, 0x20..=0x2f) => self.intermediate = 0xff,
            (State::Designate, 0x30..=0x7e) => {
                self.state = State::Ground;
                sink.escape(self.intermediate, byte, self.consumed);
            }
            (_, DEL..) => {}
            _ => self.begin(byte, sink),
        }
    }

    /// What the byte after ESC begins.
    fn begin(&mut self, byte: u8, sink: &mut impl Sink) {
        self.state = match byte {
            b'[' => State::Csi,
            b']' | b'P' | b'_' | b'^' | b'X' => State::Text,
            0x20..=0x2f => State::Designate,
            _ => State::Ground,
        };
        match self.state {
            State::Csi => self.csi.clear(),
            State::Text => {
                (self.kind, self.cut) = (byte, false);
                self.kept.clear();
            }
            State::Designate => self.intermediate = byte,
            _ => sink.escape(0, byte, self.consumed),
        }
    }

    /// A string ends with ST, an OSC also with BEL. 0x9c is no end, but a part of a UTF-8 character.
    fn take_text(&mut self, bytes: &[u8], sink: &mut impl Sink) {
        let bell = if self.kind == b']' { BEL } else { ESC };
        let end = bytes.iter().position(|byte| [ESC, CAN, SUB, bell].contains(byte));
        let text = &bytes[..end.unwrap_or(bytes.len())];
        let room = LONGEST - self.kept.len().min(LONGEST);
        self.kept.extend_from_slice(&text[..text.len().min(room)]);
        self.cut |= text.len() > room;
        self.consumed += text.len();
        let Some(end) = end else { return };
        self.consumed += 1;
        match bytes[end] {
            ESC => self.state = State::TextEscape,
            BEL => self.end_text(true, sink),
            _ => self.state = State::Ground,
        }
    }

    fn end_text(&mut self, bell: bool, sink: &mut impl Sink) {
        self.state = State::Ground;
        let text = Text { kind: self.kind, bytes: &self.kept, cut: self.cut, bell };
        sink.string(&text, self.consumed);
    }
}
