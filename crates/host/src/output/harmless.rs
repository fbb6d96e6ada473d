//! The shortcut for nine sequences of ten in a listing or a log: colours, and moves or erasures that leave nothing
//! behind, if they are plain (digits and semicolons) and whole.
//!
//! An escape-heavy stream has one every twenty bytes, and all output passes here, so this is written for speed:
//! a block of bytes is looked at at once, and colours are not followed one by one, but only those since the last
//! full reset.

use super::marks::{BLOCK, marks};
use super::scanner::{ESC, SI, SO};

/// What a stretch of output did to colours and attributes.
#[derive(Debug, Clone, Copy)]
pub(super) struct Painted<'a> {
    /// Everything was switched off at some point; `text` comes after it.
    pub(super) reset: bool,
    /// The output from the first colour on that counts. Of its sequences only the colours matter.
    pub(super) text: &'a [u8],
}

/// How far the output has been skipped, and what that painted.
struct Skip<'a> {
    bytes: &'a [u8],
    at: usize,
    reset: bool,
    first: Option<usize>,
}

/// Skips text and harmless sequences. Gives back what they painted, and the output from the first byte on that
/// must be looked at more closely.
pub(super) fn skip_harmless(bytes: &[u8]) -> (Painted<'_>, &[u8]) {
    let mut skip = Skip { bytes, at: 0, reset: false, first: None };
    while skip.block() {}
    while skip.rest() {}
    let text = skip.first.and_then(|first| bytes.get(first..skip.at)).unwrap_or_default();
    (Painted { reset: skip.reset, text }, bytes.get(skip.at..).unwrap_or_default())
}

impl Skip<'_> {
    /// Skips a block; false if there is no whole one, or something in it is not harmless.
    #[inline]
    fn block(&mut self) -> bool {
        let Some(block) = self.bytes.get(self.at..).and_then(<[u8]>::first_chunk::<BLOCK>) else {
            return false;
        };
        let marks = marks(block);
        let (start, mut controls) = (self.at, marks.controls);
        while controls != 0 {
            let place = controls.trailing_zeros() as usize;
            // The parameters end at the first byte after `ESC [` that is none.
            let ends = marks.ends & (!0_u64).checked_shl(place as u32 + 2).unwrap_or(0);
            if ends == 0 {
                // The sequence goes on behind the block.
                self.at = start + place;
                return self.sequence();
            }
            let end = ends.trailing_zeros() as usize;
            let sequence = block.get(place..=end).unwrap_or_default();
            if !self.take(start + place, sequence) {
                self.at = start + place;
                return false;
            }
            controls &= (!0_u64).checked_shl(end as u32 + 1).unwrap_or(0);
        }
        self.at = start + BLOCK;
        true
    }

    /// Skips the sequence here, or one byte of text, where there is no whole block. False at the end, or if it is
    /// not harmless.
    fn rest(&mut self) -> bool {
        match self.bytes.get(self.at) {
            Some(&(ESC | SO | SI)) => self.sequence(),
            Some(_) => {
                self.at += 1;
                true
            }
            None => false,
        }
    }

    fn sequence(&mut self) -> bool {
        let bytes = self.bytes.get(self.at..).unwrap_or_default();
        let params = bytes.get(2..).unwrap_or_default();
        let Some(length) = params.iter().position(|byte| !matches!(byte, b'0'..=b';')) else { return false };
        let length = 2 + length + 1;
        let taken = self.take(self.at, bytes.get(..length).unwrap_or_default());
        self.at += if taken { length } else { 0 };
        taken
    }

    /// Takes a whole sequence, if it is harmless.
    #[inline]
    fn take(&mut self, start: usize, sequence: &[u8]) -> bool {
        let [ESC, b'[', params @ .., last] = sequence else { return false };
        match last {
            b'm' => {
                let off = matches!(params, [] | [b'0']);
                self.reset |= off;
                self.first = if off { None } else { self.first.or(Some(start)) };
                // A colon makes parts of a parameter: that is for the patient way.
                off || !params.contains(&b':')
            }
            b'@'..=b'H' | b'J'..=b'M' | b'P' | b'S' | b'T' | b'X' | b'd' | b'f' => true,
            _ => false,
        }
    }
}

impl<'a> Painted<'a> {
    /// The parameters of every colour that counts, in order.
    pub(super) fn params(self) -> impl Iterator<Item = &'a [u8]> {
        let sequences = self.text.split(|byte| *byte == ESC).skip(1);
        sequences.filter_map(|sequence| {
            let params = sequence.strip_prefix(b"[")?;
            let length = params.iter().position(|byte| !matches!(byte, b'0'..=b';'))?;
            (params.get(length) == Some(&b'm')).then(|| params.get(..length))?
        })
    }
}
