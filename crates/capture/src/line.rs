//! A row in the making: its characters as they came, and the text that is seen of them.

use std::ops::Range;

use unicode_width::UnicodeWidthChar;

/// What a character is replaced by.
const FILLER: char = '*';
/// The same for one that takes two columns.
const WIDE_FILLER: char = '＊';

/// Characters, of which some make up a text.
#[derive(Debug, Default)]
pub(crate) struct Line {
    chars: Vec<char>,
    text: String,
    /// Where a text's character stands among all: its first byte in the text, its place.
    places: Vec<(usize, usize)>,
}

impl Line {
    /// A character of the text.
    pub(crate) fn see(&mut self, c: char) {
        self.places.push((self.text.len(), self.chars.len()));
        self.text.push(c);
        self.chars.push(c);
    }

    /// One that is none of it.
    pub(crate) fn keep(&mut self, c: char) {
        self.chars.push(c);
    }

    /// One that parts words.
    pub(crate) fn part(&mut self, c: char) {
        self.chars.push(c);
        if !self.text.ends_with(' ') {
            self.text.push(' ');
        }
    }

    /// The text.
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// How many characters there are.
    pub(crate) fn len(&self) -> usize {
        self.chars.len()
    }

    /// Puts filler for these bytes of the text.
    pub(crate) fn hide(&mut self, span: &Range<usize>) {
        let from = self.places.partition_point(|(byte, _)| *byte < span.start);
        let to = self.places.partition_point(|(byte, _)| *byte < span.end);
        for (_, place) in self.places.get(from..to).unwrap_or_default() {
            if let Some(c) = self.chars.get_mut(*place) {
                *c = filler(*c);
            }
        }
    }

    /// Gives away everything.
    pub(crate) fn take(&mut self, out: &mut String) {
        out.extend(self.chars.drain(..));
        self.text.clear();
        self.places.clear();
    }

    /// Gives away what stands before this byte of the text, and keeps the rest.
    pub(crate) fn take_until(&mut self, byte: usize, out: &mut String) {
        let first = self.places.partition_point(|(at, _)| *at < byte);
        let place = self.places.get(first).map_or(self.chars.len(), |(_, place)| *place);
        let byte = self.places.get(first).map_or(self.text.len(), |(byte, _)| *byte);
        out.extend(self.chars.drain(..place));
        self.text.drain(..byte);
        self.places.drain(..first);
        for (at, number) in &mut self.places {
            *at -= byte;
            *number -= place;
        }
    }
}

/// Whether it may stand for a secret's character.
pub(crate) fn is_filler(c: char) -> bool {
    c == FILLER || c == WIDE_FILLER
}

/// Something as wide. What takes no room of its own stays: it says nothing alone.
fn filler(c: char) -> char {
    match c.width() {
        Some(0) | None => c,
        Some(1) => FILLER,
        Some(_) => WIDE_FILLER,
    }
}
