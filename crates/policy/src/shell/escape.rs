//! `$'...'`: characters written as codes.

use super::cursor::Parser;
use super::tree::Piece;

impl Parser<'_> {
    /// From the quote on.
    pub(super) fn coded(&mut self, pieces: &mut Vec<Piece>) {
        let start = self.at;
        self.bump();
        let mut bytes = Vec::new();
        loop {
            match self.bump() {
                Some('\'') => break,
                Some('\\') => self.escape(&mut bytes),
                Some(character) => push(&mut bytes, character),
                None => {
                    self.fault_at("a quote is not closed", start);
                    break;
                }
            }
        }
        // The shell cuts the word at a character number zero.
        if let Some(end) = bytes.iter().position(|byte| *byte == 0) {
            bytes.truncate(end);
        }
        pieces.push(Piece::Coded(String::from_utf8_lossy(&bytes).into_owned()));
    }

    fn escape(&mut self, bytes: &mut Vec<u8>) {
        let Some(letter) = self.bump() else { return bytes.push(b'\\') };
        match letter {
            'n' => bytes.push(b'\n'),
            't' => bytes.push(b'\t'),
            'r' => bytes.push(b'\r'),
            'a' => bytes.push(7),
            'b' => bytes.push(8),
            'e' | 'E' => bytes.push(27),
            'f' => bytes.push(12),
            'v' => bytes.push(11),
            '\\' | '\'' | '"' | '?' => push(bytes, letter),
            'x' => self.hex_byte(bytes),
            'u' => self.code_point(4, bytes),
            'U' => self.code_point(8, bytes),
            'c' => self.control(bytes),
            '0'..='7' => {
                self.at -= 1;
                let code = self.digits(8, 3).unwrap_or_default();
                bytes.push(code as u8);
            }
            other => {
                bytes.push(b'\\');
                push(bytes, other);
            }
        }
    }

    /// `\xHH`, in some shells with braces.
    fn hex_byte(&mut self, bytes: &mut Vec<u8>) {
        let braced = self.raw(self.at) == Some(b'{');
        self.at += usize::from(braced);
        match self.digits(16, if braced { 8 } else { 2 }) {
            Some(code) => bytes.push(code as u8),
            None => bytes.extend(b"\\x"),
        }
        if braced && self.raw(self.at) == Some(b'}') {
            self.at += 1;
        }
    }

    fn code_point(&mut self, most: usize, bytes: &mut Vec<u8>) {
        match self.digits(16, most) {
            Some(code) => push(bytes, char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER)),
            None => bytes.extend(b"\\u"),
        }
    }

    fn control(&mut self, bytes: &mut Vec<u8>) {
        match self.bump() {
            Some(letter) if letter.is_ascii() => bytes.push(letter as u8 & 0x1f),
            Some(letter) => push(bytes, letter),
            None => {}
        }
    }

    fn digits(&mut self, radix: u32, most: usize) -> Option<u32> {
        let bytes = self.text.as_bytes()[self.at..].iter().take(most);
        let digits: Vec<u32> = bytes.map_while(|byte| char::from(*byte).to_digit(radix)).collect();
        self.skip_to(self.at + digits.len());
        let value = digits.iter().fold(0_u32, |value, digit| value.wrapping_mul(radix).wrapping_add(*digit));
        (!digits.is_empty()).then_some(value)
    }
}

fn push(bytes: &mut Vec<u8>, character: char) {
    bytes.extend(character.encode_utf8(&mut [0; 4]).as_bytes());
}
