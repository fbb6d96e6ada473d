//! The value of a colour, as SGR sequences give it.

use std::fmt::{self, Write};

/// A colour in one word: the highest byte tells its kind. Zero is one that was switched on and not understood.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Colour(u32);

const NAMED: u32 = 1 << 24;
const INDEXED: u32 = 2 << 24;
const MIXED: u32 = 3 << 24;
const KIND: u32 = 0xff << 24;

#[inline]
fn byte(value: u16) -> u32 {
    u32::from(value.min(255))
}

impl Colour {
    /// One of the sixteen with a number of its own.
    #[inline]
    pub(super) fn named(number: u16) -> Self {
        Colour(NAMED | u32::from(number))
    }

    /// What follows 38, 48 or 58: `5;n` or `2;r;g;b`, or the same with `parts` colons, where a colour space may stand
    /// before the red.
    pub(super) fn of(params: &[u16], parts: usize) -> Self {
        let value = |at: usize| params.get(at).copied().unwrap_or(0);
        let red = if parts >= 5 { 2 } else { 1 };
        match params.first() {
            Some(5) => Colour::indexed(value(1)),
            Some(2) => Colour::mixed(value(red), value(red + 1), value(red + 2)),
            _ => Colour::default(),
        }
    }

    /// One of the palette.
    #[inline]
    pub(super) fn indexed(index: u16) -> Self {
        Colour(INDEXED | byte(index))
    }

    /// One mixed of three parts.
    #[inline]
    pub(super) fn mixed(red: u16, green: u16, blue: u16) -> Self {
        Colour(MIXED | byte(red) << 16 | byte(green) << 8 | byte(blue))
    }

    /// Writes the sequence that chooses it; `introducer` is 38, 48 or 58.
    pub(super) fn write(self, introducer: u16, out: &mut String) -> fmt::Result {
        let [_, red, green, blue] = self.0.to_be_bytes();
        match self.0 & KIND {
            NAMED => write!(out, "\x1b[{blue}m"),
            INDEXED => write!(out, "\x1b[{introducer};5;{blue}m"),
            MIXED => write!(out, "\x1b[{introducer};2;{red};{green};{blue}m"),
            _ => write!(out, "\x1b[{introducer}m"),
        }
    }
}
