//! The shortcut for nine sequences of ten in a listing or a log: colours, and moves or erasures that leave nothing
//! behind, if they are plain (digits and semicolons) and whole.
//!
//! An escape-heavy stream has one every twenty bytes, and all output passes here, so this is written for speed:
//! a block of bytes is looked at at once, nothing depends on a branch that is hard to foresee, and colours are not
//! followed one by one, but only those since the last full reset.

use memchr::memchr_iter;

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

/// What the final byte of a plain sequence says about it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Final {
    /// It may leave something behind: the patient way is for it.
    Other,
    /// It moves, erases, inserts or scrolls.
    Harmless,
    /// It paints.
    Paint,
}

static FINALS: [Final; 256] = {
    let mut finals = [Final::Other; 256];
    let harmless = b"@ABCDEFGHJKLMPSTXdf";
    let mut index = 0;
    while index < harmless.len() {
        finals[harmless[index] as usize] = Final::Harmless;
        index += 1;
    }
    finals[b'm' as usize] = Final::Paint;
    finals
};

/// No colour counts.
const NONE: usize = usize::MAX;

/// How far the output has been skipped, and what that painted.
struct Skip<'a> {
    bytes: &'a [u8],
    at: usize,
    reset: bool,
    first: usize,
}

/// Skips text and harmless sequences. Gives back what they painted, and the output from the first byte on that
/// must be looked at more closely.
pub(super) fn skip_harmless(bytes: &[u8]) -> (Painted<'_>, &[u8]) {
    let mut skip = Skip { bytes, at: 0, reset: false, first: NONE };
    while skip.block() {}
    while skip.rest() {}
    let text = bytes.get(skip.first..skip.at).unwrap_or_default();
    (Painted { reset: skip.reset, text }, bytes.get(skip.at..).unwrap_or_default())
}

impl Skip<'_> {
    /// Skips a block; false if there is no whole one, or something in it is not harmless.
    #[inline]
    fn block(&mut self) -> bool {
        let Some(block) = self.bytes.get(self.at..).and_then(<[u8]>::first_chunk::<BLOCK>) else {
            return false;
        };
        // The mask spares the check of every index: they are all smaller by construction.
        let byte = |place: usize| block[place & (BLOCK - 1)];
        let (start, marks) = (self.at, marks(block));
        let mut controls = marks.controls;
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
            let known = byte(place) == ESC && byte(place + 1) == b'[';
            let is_off = end == place + 2 || (end == place + 3 && byte(place + 2) == b'0');
            if !known || !self.take(start + place, is_off, byte(end)) {
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
        let Some([ESC, b'[', body @ ..]) = self.bytes.get(self.at..) else { return false };
        let Some((params, last)) = plain(body) else { return false };
        let taken = self.take(self.at, matches!(params, [] | [b'0']), last);
        self.at += if taken { 2 + params.len() + 1 } else { 0 };
        taken
    }

    /// Takes a whole sequence, if it is harmless.
    #[inline]
    fn take(&mut self, start: usize, is_off: bool, last: u8) -> bool {
        let last = FINALS[usize::from(last)];
        let paints = last == Final::Paint;
        self.reset |= paints & is_off;
        let first = if is_off { NONE } else { self.first.min(start) };
        self.first = if paints { first } else { self.first };
        last != Final::Other
    }
}

/// The parameters and the final byte of a sequence, if both are there and plain.
fn plain(body: &[u8]) -> Option<(&[u8], u8)> {
    let length = body.iter().position(|byte| !matches!(byte, b'0'..=b'9' | b';'))?;
    Some((body.get(..length)?, *body.get(length)?))
}

impl<'a> Painted<'a> {
    /// The parameters of every colour that counts, in order.
    pub(super) fn params(self) -> impl Iterator<Item = &'a [u8]> {
        memchr_iter(ESC, self.text).filter_map(move |at| {
            let (params, last) = plain(self.text.get(at + 2..)?)?;
            (last == b'm').then_some(params)
        })
    }
}
