//! Cuts the bytes of the person's terminal into tokens, one byte at a time, whatever the cuts between reads.

use memchr::memchr;

use super::classify::classify;
use super::csi::Csi;
use super::{Reply, Token};

const ESC: u8 = 0x1b;
const BEL: u8 = 0x07;
const DEL: u8 = 0x7f;
const CTRL_C: u8 = 0x03;

/// Ends a bracketed paste. A terminal removes it from what is pasted.
const PASTE_END: &[u8] = b"\x1b[201~";

/// Longest string reply, in bytes. The clipboard is the only long one; a string beyond this has lost its end,
/// and what follows is counted as typing again.
const STRING: u32 = 1 << 20;

/// Where in a sequence the next byte falls.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    Ground,
    /// In a character of several bytes, which was counted at its first.
    Utf8 {
        left: u8,
    },
    Escape,
    /// `ESC ESC`: an Escape key, and the start of something or of an Alt+arrow of rxvt.
    EscapeEscape,
    Ss3,
    Csi,
    /// `ESC [ [`: a function key of the Linux console, one byte to come.
    LinuxFunction,
    /// `ESC [ M`: raw bytes to come. With mode 1005 they are characters, which cannot be known here; those
    /// beyond column 95 are then too long and leave a key press behind.
    MouseBytes {
        left: u8,
    },
    Text {
        reply: Reply,
        length: u32,
    },
    /// An ESC inside of a string: the first half of its end, or the start of something else.
    TextEscape {
        reply: Reply,
    },
    /// In a paste, so many bytes of its end seen.
    Paste {
        matched: usize,
    },
}

/// Tells apart what comes from the person's terminal. Fixed in size; never fails.
///
/// C1 controls count only in their two-byte form: the one-byte form is a part of UTF-8 characters.
#[derive(Debug, Clone)]
pub struct Tokenizer {
    state: State,
    csi: Csi,
    /// A second ESC stood before this sequence: Alt if it turns out to be a key, an Escape key otherwise.
    escaped: bool,
}

impl Default for Tokenizer {
    fn default() -> Self {
        Self::new()
    }
}

impl Tokenizer {
    /// Starts between two sequences.
    pub fn new() -> Self {
        Tokenizer { state: State::Ground, csi: Csi::default(), escaped: false }
    }

    /// Takes the next bytes, and gives every token that ends in them to `sink`.
    ///
    /// `awaits_position`: the program asked for the cursor position and has no answer yet, so `CSI 1;2R` is that
    /// answer and not Shift+F3.
    pub fn feed(&mut self, bytes: &[u8], awaits_position: bool, sink: &mut impl FnMut(Token)) {
        let mut rest = bytes;
        while let Some((&byte, tail)) = rest.split_first() {
            rest = match self.state {
                State::Paste { matched } => self.paste(matched, rest, sink),
                _ => {
                    self.step(byte, awaits_position, sink);
                    tail
                }
            };
        }
    }

    /// Says that no byte came for a while (the caller decides: 50 ms): a lone ESC or an unfinished sequence was
    /// a key press. A paste goes on, as it may well come in pieces.
    pub fn flush(&mut self, sink: &mut impl FnMut(Token)) {
        match self.state {
            State::Ground | State::Paste { .. } => {}
            State::Utf8 { .. } => self.state = State::Ground,
            _ => self.finish(Token::Key, sink),
        }
    }

    /// Whether this is the middle of a sequence or of a paste: what it is cannot be said yet.
    pub fn undecided(&self) -> bool {
        self.state != State::Ground
    }

    /// Whether this is the middle of a sequence, which [`flush`](Self::flush) will settle.
    pub fn unfinished(&self) -> bool {
        self.undecided() && !matches!(self.state, State::Paste { .. })
    }

    fn step(&mut self, byte: u8, awaits_position: bool, sink: &mut impl FnMut(Token)) {
        match self.state {
            State::Ground | State::Paste { .. } => self.ground(byte, sink),
            State::Utf8 { left } => self.utf8(left, byte, sink),
            State::Escape => self.escape(byte, sink),
            State::EscapeEscape => self.escape_escape(byte, sink),
            State::Ss3 => self.ss3(byte, sink),
            State::Csi => self.csi(byte, awaits_position, sink),
            State::LinuxFunction if is_printable(byte) => self.finish(Token::Key, sink),
            State::LinuxFunction => self.interrupt(byte, sink),
            State::MouseBytes { left: 0 | 1 } => self.finish(Token::Mouse, sink),
            State::MouseBytes { left } => self.state = State::MouseBytes { left: left - 1 },
            State::Text { reply, length } => self.text(reply, length, byte, sink),
            State::TextEscape { reply } => self.text_escape(reply, byte, sink),
        }
    }

    fn ground(&mut self, byte: u8, sink: &mut impl FnMut(Token)) {
        self.state = State::Ground;
        match byte {
            ESC => self.state = State::Escape,
            b'\r' | b'\n' => sink(Token::Submit),
            CTRL_C => sink(Token::Cancel),
            _ => self.character(byte, sink),
        }
    }

    /// Counts a character at its first byte, so that the press is known as early as can be.
    fn character(&mut self, first: u8, sink: &mut impl FnMut(Token)) {
        sink(Token::Key);
        self.state = match first {
            0xc2..=0xdf => State::Utf8 { left: 1 },
            0xe0..=0xef => State::Utf8 { left: 2 },
            0xf0..=0xf4 => State::Utf8 { left: 3 },
            _ => State::Ground,
        };
    }

    fn utf8(&mut self, left: u8, byte: u8, sink: &mut impl FnMut(Token)) {
        match (byte, left) {
            (0x80..=0xbf, 0 | 1) => self.state = State::Ground,
            (0x80..=0xbf, _) => self.state = State::Utf8 { left: left - 1 },
            _ => self.ground(byte, sink),
        }
    }

    fn escape(&mut self, byte: u8, sink: &mut impl FnMut(Token)) {
        let text = |reply| State::Text { reply, length: 0 };
        match byte {
            ESC => self.state = State::EscapeEscape,
            b'[' => {
                self.csi = Csi::default();
                self.state = State::Csi;
            }
            b'O' => {
                self.csi = Csi::default();
                self.state = State::Ss3;
            }
            b']' => self.state = text(Reply::Color),
            b'P' => self.state = text(Reply::Dcs),
            b'_' => self.state = text(Reply::Apc),
            b'^' | b'X' => self.state = text(Reply::Other),
            _ => self.character(byte, sink),
        }
    }

    fn escape_escape(&mut self, byte: u8, sink: &mut impl FnMut(Token)) {
        match byte {
            b'[' | b'O' => self.escaped = true,
            _ => sink(Token::Key),
        }
        self.escape(byte, sink);
    }

    /// Old terminals put digits between `ESC O` and the key.
    fn ss3(&mut self, byte: u8, sink: &mut impl FnMut(Token)) {
        match byte {
            b'0'..=b'9' | b';' if !self.csi.is_too_long() => self.csi.push(byte),
            // Enter of a keypad in application mode.
            b'M' if self.csi.is_bare() => self.finish(Token::Submit, sink),
            _ if is_printable(byte) => self.finish(Token::Key, sink),
            _ => self.interrupt(byte, sink),
        }
    }

    fn csi(&mut self, byte: u8, awaits_position: bool, sink: &mut impl FnMut(Token)) {
        match byte {
            0x20..=0x3f if self.csi.is_too_long() => self.interrupt(byte, sink),
            0x20..=0x3f => self.csi.push(byte),
            b'[' if self.csi.is_bare() => self.state = State::LinuxFunction,
            b'M' if self.csi.is_bare() => self.state = State::MouseBytes { left: 3 },
            // Shift+Delete and its kin of rxvt end with `$`; only the report of a mode goes on after it.
            0x40..=0x7e if self.csi.intermediate() == b'$' && byte != b'y' => self.interrupt(byte, sink),
            0x40..=0x7e => {
                let token = classify(&self.csi, byte, awaits_position);
                self.finish(token, sink);
            }
            _ => self.interrupt(byte, sink),
        }
    }

    /// Replies are made of printable text. A control character inside was typed, after an Alt+] for instance,
    /// and must not be swallowed: it may be Ctrl-C. 0x9c is no end, but a part of a UTF-8 character.
    fn text(&mut self, reply: Reply, length: u32, byte: u8, sink: &mut impl FnMut(Token)) {
        match byte {
            ESC => self.state = State::TextEscape { reply },
            BEL if reply == Reply::Color => self.finish(Token::Reply(reply), sink),
            0..0x20 | DEL => self.interrupt(byte, sink),
            _ if length >= STRING => self.finish(Token::Reply(reply), sink),
            _ => self.state = State::Text { reply, length: length.saturating_add(1) },
        }
    }

    fn text_escape(&mut self, reply: Reply, byte: u8, sink: &mut impl FnMut(Token)) {
        if byte == b'\\' {
            return self.finish(Token::Reply(reply), sink);
        }
        self.finish(Token::Key, sink);
        self.state = State::Escape;
        self.escape(byte, sink);
    }

    /// A paste can contain anything but its end, which may be cut by a read.
    fn paste<'a>(&mut self, matched: usize, bytes: &'a [u8], sink: &mut impl FnMut(Token)) -> &'a [u8] {
        let start = if matched == 0 { memchr(ESC, bytes).unwrap_or(bytes.len()) } else { 0 };
        let Some((&byte, rest)) = bytes.get(start..).and_then(<[u8]>::split_first) else {
            return &[];
        };
        if PASTE_END.get(matched) != Some(&byte) {
            self.state = State::Paste { matched: usize::from(byte == ESC) };
        } else if matched + 1 < PASTE_END.len() {
            self.state = State::Paste { matched: matched + 1 };
        } else {
            self.finish(Token::PasteEnd, sink);
        }
        rest
    }

    /// The sequence did not go on as one: its beginning was a key press, and `byte` stands for itself.
    fn interrupt(&mut self, byte: u8, sink: &mut impl FnMut(Token)) {
        self.finish(Token::Key, sink);
        self.ground(byte, sink);
    }

    fn finish(&mut self, token: Token, sink: &mut impl FnMut(Token)) {
        if std::mem::take(&mut self.escaped) && token != Token::Key {
            sink(Token::Key);
        }
        sink(token);
        self.state = if token == Token::PasteStart { State::Paste { matched: 0 } } else { State::Ground };
    }
}

fn is_printable(byte: u8) -> bool {
    (0x20..DEL).contains(&byte)
}
