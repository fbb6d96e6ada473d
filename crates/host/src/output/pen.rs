//! The part of the terminal's state that is saved and restored together with the cursor.

use super::csi::Csi;
use super::harmless::Painted;

/// How characters are drawn at the cursor.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Pen {
    /// Attributes that are on, a bit each; colours count as attributes.
    attributes: u32,
    /// Rows are counted from the scroll region (`?6`).
    pub(super) origin: bool,
    /// Another character set than G0 is in use.
    pub(super) shifted: bool,
    /// G0 is not ASCII, but line drawing for instance.
    pub(super) drawing: bool,
}

impl Pen {
    pub(super) fn is_coloured(&self) -> bool {
        self.attributes != 0
    }

    /// Takes an SGR sequence. Attributes are followed one by one, since many programs switch each one off by
    /// its own number instead of all at once.
    pub(super) fn paint(&mut self, csi: &Csi) {
        let params = csi.params();
        if params.is_empty() {
            self.attributes = 0;
        }
        let mut at = 0;
        while let Some(&value) = params.get(at) {
            let parts = csi.parts(at);
            // `4:0` is no underline.
            let value = if value == 4 && parts > 0 && csi.value(at + 1) == 0 { 24 } else { value };
            let (off, on) = effect(value);
            self.attributes = self.attributes & !off | on;
            at += 1 + parts;
            if parts == 0 && matches!(value, 38 | 48 | 58) {
                at += colour_length(params.get(at));
            }
        }
    }

    /// Takes a stretch of output that painted plainly.
    pub(super) fn repaint(&mut self, painted: Painted<'_>) {
        if painted.reset {
            self.attributes = 0;
        }
        painted.params().for_each(|params| self.paint_plain(params));
    }

    /// Parameters that are digits and semicolons only, straight from the output.
    fn paint_plain(&mut self, params: &[u8]) {
        let mut rest = Some(params);
        while let Some(text) = rest {
            let (value, behind) = number(text);
            let (off, on) = effect(value);
            self.attributes = self.attributes & !off | on;
            rest = if matches!(value, 38 | 48 | 58) { skip_colour(behind) } else { behind };
        }
    }
}

/// What follows the numbers of a colour.
fn skip_colour(params: Option<&[u8]>) -> Option<&[u8]> {
    let form = params.map(|text| number(text).0);
    (0..colour_length(form.as_ref())).fold(params, |rest, _| rest.and_then(|text| number(text).1))
}

/// The first of several numbers, and those behind it. An empty one is zero, a longer one saturates.
#[inline]
fn number(params: &[u8]) -> (u16, Option<&[u8]>) {
    let mut value = 0_u16;
    for (at, &byte) in params.iter().enumerate() {
        if byte == b';' {
            return (value, params.get(at + 1..));
        }
        value = value.saturating_mul(10).saturating_add(u16::from(byte.wrapping_sub(b'0')));
    }
    (value, None)
}

/// The numbers of a colour in the old form, `38;5;n` or `38;2;r;g;b`: a zero among them is no reset.
fn colour_length(form: Option<&u16>) -> usize {
    match form {
        Some(2) => 4,
        Some(5) => 2,
        _ => 0,
    }
}

/// The attributes that an SGR number switches off, and on.
#[inline]
fn effect(value: u16) -> (u32, u32) {
    EFFECTS.get(usize::from(value)).copied().unwrap_or((0, 0))
}

/// One past the largest number that means anything.
const NUMBERS: usize = 108;

/// A table, since every word of a coloured listing passes here twice.
static EFFECTS: [(u32, u32); NUMBERS] = {
    let mut table = [(0, 0); NUMBERS];
    let mut value = 0;
    while value < NUMBERS {
        table[value] = effect_of(value);
        value += 1;
    }
    table
};

const fn effect_of(value: usize) -> (u32, u32) {
    const fn bit(number: u32) -> u32 {
        1 << number
    }
    match value {
        0 => (u32::MAX, 0),
        1 => (0, bit(1)),
        2 => (0, bit(2)),
        22 => (bit(1) | bit(2), 0),
        3 | 20 => (0, bit(3)),
        23 => (bit(3), 0),
        4 | 21 => (0, bit(4)),
        24 => (bit(4), 0),
        5 | 6 => (0, bit(5)),
        25 => (bit(5), 0),
        7 => (0, bit(6)),
        27 => (bit(6), 0),
        8 => (0, bit(7)),
        28 => (bit(7), 0),
        9 => (0, bit(8)),
        29 => (bit(8), 0),
        11..=19 => (0, bit(9)),
        10 => (bit(9), 0),
        26 => (0, bit(10)),
        50 => (bit(10), 0),
        30..=38 | 90..=97 => (0, bit(11)),
        39 => (bit(11), 0),
        40..=48 | 100..=107 => (0, bit(12)),
        49 => (bit(12), 0),
        58 => (0, bit(13)),
        59 => (bit(13), 0),
        51 | 52 => (0, bit(14)),
        54 => (bit(14), 0),
        53 => (0, bit(15)),
        55 => (bit(15), 0),
        60..=64 => (0, bit(16)),
        65 => (bit(16), 0),
        73 | 74 => (0, bit(17)),
        75 => (bit(17), 0),
        _ => (0, 0),
    }
}
