//! Text between control sequences.

use memchr::memchr;

use super::{ESC, Parser, Sink, State};

/// Bytes of a character whose end has not come yet.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Partial {
    bytes: [u8; 4],
    length: usize,
}

impl Parser {
    /// Takes text up to the next ESC, and that too.
    #[inline]
    pub(super) fn ground(&mut self, bytes: &[u8], sink: &mut impl Sink) {
        if self.partial.length != 0 {
            return self.complete(bytes[0], sink);
        }
        let end = memchr(ESC, bytes);
        self.decode(&bytes[..end.unwrap_or(bytes.len())], end.is_none(), sink);
        if end.is_some() {
            self.consumed += 1;
            self.state = State::Escape;
        }
    }

    /// Adds one byte to the character that was cut off.
    fn complete(&mut self, byte: u8, sink: &mut impl Sink) {
        let Partial { mut bytes, length } = self.partial;
        bytes[length] = byte;
        match std::str::from_utf8(&bytes[..=length]) {
            Ok(text) => {
                self.partial.length = 0;
                self.consumed += 1;
                sink.text(text);
            }
            Err(error) if error.error_len().is_none() => {
                self.partial = Partial { bytes, length: length + 1 };
                self.consumed += 1;
            }
            // This byte does not belong to it, and is looked at again.
            Err(_) => {
                self.partial.length = 0;
                sink.text("\u{fffd}");
            }
        }
    }

    /// `open`: more of the last character may come.
    #[inline]
    fn decode(&mut self, mut bytes: &[u8], open: bool, sink: &mut impl Sink) {
        loop {
            let error = match std::str::from_utf8(bytes) {
                Ok(text) => return self.split(text, sink),
                Err(error) => error,
            };
            let (valid, rest) = bytes.split_at(error.valid_up_to());
            self.split(std::str::from_utf8(valid).unwrap_or_default(), sink);
            match error.error_len() {
                None if open => return self.keep(rest),
                length => {
                    let length = length.unwrap_or(rest.len());
                    self.consumed += length;
                    sink.text("\u{fffd}");
                    bytes = &rest[length..];
                }
            }
        }
    }

    fn keep(&mut self, rest: &[u8]) {
        self.partial.length = rest.len();
        self.partial.bytes[..rest.len()].copy_from_slice(rest);
        self.consumed += rest.len();
    }

    /// Parts the text at control characters.
    #[inline]
    fn split(&mut self, text: &str, sink: &mut impl Sink) {
        let (bytes, mut start) = (text.as_bytes(), 0);
        for (index, &byte) in bytes.iter().enumerate() {
            if byte < 0x20 {
                self.give(text, start, index, sink);
                self.consumed += 1;
                start = index + 1;
                sink.control(byte);
            }
        }
        self.give(text, start, bytes.len(), sink);
    }

    #[inline]
    fn give(&mut self, text: &str, start: usize, end: usize, sink: &mut impl Sink) {
        if let Some(text) = text.get(start..end).filter(|text| !text.is_empty()) {
            self.consumed += text.len();
            sink.text(text);
        }
    }
}
