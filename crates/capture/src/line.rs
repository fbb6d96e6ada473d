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
    /// Small steps, and the byte of the text before which each was made.
    steps: Vec<(usize, Step)>,
}

/// A move by one column, after which a word may go on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Step {
    Back,
    Skip,
}

/// The text as another reading of the steps has it.
#[derive(Debug, Default)]
pub(crate) struct Reading {
    pub(crate) text: String,
    /// Where each character stands: its byte here, its byte in the line's own text.
    places: Vec<(usize, usize)>,
}

impl Reading {
    fn see(&mut self, c: char, byte: usize) {
        self.places.push((self.text.len(), byte));
        self.text.push(c);
    }

    /// What goes back over a character writes over it.
    fn back(&mut self) {
        if let Some((byte, _)) = self.places.pop() {
            self.text.truncate(byte);
        }
    }

    /// The span of the line's own text from the first to the last character of this one.
    pub(crate) fn origin(&self, span: &Range<usize>) -> Option<Range<usize>> {
        let from = self.places.partition_point(|(at, _)| *at < span.start);
        let to = self.places.partition_point(|(at, _)| *at < span.end);
        let ((_, first), (at, last)) = (self.places.get(from)?, self.places.get(to.checked_sub(1)?)?);
        let length = self.text.get(*at..)?.chars().next()?.len_utf8();
        Some(*first..last + length).filter(|span| span.start < span.end)
    }
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

    /// One that moves by one column. The text has a blank for it.
    pub(crate) fn step(&mut self, c: char, step: Step) {
        self.steps.push((self.text.len(), step));
        self.part(c);
    }

    /// The steps, each with the byte of the text that follows.
    pub(crate) fn steps(&self) -> &[(usize, Step)] {
        &self.steps
    }

    /// The text with every step back made; `joined`, and a column that was skipped parts nothing.
    pub(crate) fn reading(&self, joined: bool) -> Reading {
        let (mut reading, mut steps) = (Reading::default(), self.steps.iter().peekable());
        let mut parted = 0;
        for (byte, _) in &self.places {
            let c = self.text.get(*byte..).and_then(|rest| rest.chars().next()).unwrap_or(' ');
            // A blank that no character stands for: a larger move, or the steps before this one.
            let mut apart = *byte > parted && steps.peek().is_none_or(|(at, _)| at > byte);
            while let Some((_, step)) = steps.next_if(|(at, _)| at <= byte) {
                match step {
                    Step::Back => reading.back(),
                    Step::Skip => apart |= !joined,
                }
            }
            if apart {
                reading.text.push(' ');
            }
            reading.see(c, *byte);
            parted = byte + c.len_utf8();
        }
        reading
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
        self.steps.clear();
    }

    /// Gives away what stands before this byte of the text, and keeps the rest.
    pub(crate) fn take_until(&mut self, byte: usize, out: &mut String) {
        let first = self.places.partition_point(|(at, _)| *at < byte);
        let place = self.places.get(first).map_or(self.chars.len(), |(_, place)| *place);
        let byte = self.places.get(first).map_or(self.text.len(), |(byte, _)| *byte);
        out.extend(self.chars.drain(..place));
        self.text.drain(..byte);
        self.places.drain(..first);
        self.steps.retain(|(at, _)| *at >= byte);
        self.steps.iter_mut().for_each(|(at, _)| *at -= byte);
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
