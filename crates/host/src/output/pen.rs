//! The part of the terminal's state that is saved and restored together with the cursor.

use std::fmt::{self, Write};

use super::colour::Colour;
use super::csi::Csi;
use super::harmless::Painted;

/// How characters are drawn at the cursor.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Pen {
    /// Attributes that are on, a bit each; colours count as attributes.
    attributes: u32,
    /// The values of text colour, background and underline colour; nothing where the attribute is off.
    colours: [Colour; 3],
    /// The kind of underline, from one on; zero where there is none.
    underline: u8,
    /// Rows are counted from the scroll region (`?6`).
    pub(super) origin: bool,
    /// Another character set than G0 is in use.
    pub(super) shifted: bool,
    /// What G0 and G1 are if not ASCII, line drawing for instance; otherwise zero.
    pub(super) sets: [u8; 2],
}

/// The attributes with a value beside them.
const UNDERLINE: u32 = 4;
const COLOURS: [u32; 3] = [11, 12, 13];
const TEXT: u32 = 1 << 11;
const BACKGROUND: u32 = 1 << 12;
const VALUED: u32 = 1 << UNDERLINE | TEXT | BACKGROUND | 1 << 13;
/// The numbers that introduce a colour by index or by parts, in that order.
const LONG_COLOURS: [u16; 3] = [38, 48, 58];
/// The other attributes, and a number that switches each of them on.
const PLAIN: [(u32, u16); 13] = [
    (1, 1),
    (2, 2),
    (3, 3),
    (5, 5),
    (6, 7),
    (7, 8),
    (8, 9),
    (9, 11),
    (10, 26),
    (14, 51),
    (15, 53),
    (16, 60),
    (17, 73),
];

impl Pen {
    /// G0 is not ASCII.
    pub(super) fn draws(&self) -> bool {
        let [set, _] = self.sets;
        set != 0
    }

    /// Designates G0 or G1.
    pub(super) fn designate(&mut self, which: usize, set: u8) {
        if let Some(place) = self.sets.get_mut(which) {
            *place = if set == b'B' { 0 } else { set };
        }
    }

    /// Writes what turns a terminal with this pen into one with the pen `to`.
    pub(super) fn write_change(&self, to: &Pen, out: &mut String) -> fmt::Result {
        if self.look() != to.look() {
            out.push_str(if self.is_coloured() { "\x1b[m" } else { "" });
            to.write_look(out)?;
        }
        for (place, (from, to)) in ['(', ')'].into_iter().zip(self.sets.iter().zip(&to.sets)) {
            if from != to {
                write!(out, "\x1b{place}{}", if *to == 0 { 'B' } else { char::from(*to) })?;
            }
        }
        if self.shifted != to.shifted {
            out.push(if to.shifted { '\x0e' } else { '\x0f' });
        }
        if self.origin != to.origin {
            write!(out, "\x1b[?6{}", if to.origin { 'h' } else { 'l' })?;
        }
        Ok(())
    }

    fn look(&self) -> (u32, [Colour; 3], u8) {
        (self.attributes, self.colours, self.underline)
    }

    fn write_look(&self, out: &mut String) -> fmt::Result {
        for (_, number) in PLAIN.iter().filter(|(place, _)| self.has(*place)) {
            write!(out, "\x1b[{number}m")?;
        }
        match self.underline {
            0 => {}
            1 => out.push_str("\x1b[4m"),
            kind => write!(out, "\x1b[4:{kind}m")?,
        }
        let colours = COLOURS.iter().zip(LONG_COLOURS).zip(self.colours);
        for ((_, introducer), colour) in colours.filter(|((place, _), _)| self.has(**place)) {
            colour.write(introducer, out)?;
        }
        Ok(())
    }

    fn has(&self, place: u32) -> bool {
        self.attributes & 1 << place != 0
    }

    /// Keeps the value of what a number switched on.
    #[inline]
    fn note_value(&mut self, value: u16) {
        let [text, background, _] = &mut self.colours;
        match value {
            30..=37 | 90..=97 => *text = Colour::named(value),
            40..=47 | 100..=107 => *background = Colour::named(value),
            4 => self.underline = 1,
            21 => self.underline = 2,
            _ => {}
        }
    }

    #[inline]
    fn note_colour(&mut self, introducer: u16, colour: Colour) {
        let [text, background, underline] = &mut self.colours;
        match introducer {
            38 => *text = colour,
            48 => *background = colour,
            _ => *underline = colour,
        }
    }

    /// What is off has no value, so that two pens that paint the same are the same.
    #[inline]
    fn forget_values(&mut self) {
        if self.attributes == 0 {
            (self.colours, self.underline) = (Default::default(), 0);
            return;
        }
        if !self.has(UNDERLINE) {
            self.underline = 0;
        }
        let attributes = self.attributes;
        for (colour, place) in self.colours.iter_mut().zip(COLOURS) {
            if attributes & 1 << place == 0 {
                *colour = Colour::default();
            }
        }
    }

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
            self.note_value(value);
            if value == 4 && parts > 0 {
                self.underline = u8::try_from(csi.value(at + 1)).unwrap_or(u8::MAX);
            }
            at += 1;
            if matches!(value, 38 | 48 | 58) {
                self.note_colour(value, Colour::of(params.get(at..).unwrap_or_default(), parts));
                at += if parts == 0 { colour_length(params.get(at)) } else { 0 };
            }
            at += parts;
        }
        self.forget_values();
    }

    /// Takes a stretch of output that painted plainly.
    pub(super) fn repaint(&mut self, painted: Painted<'_>) {
        if painted.reset {
            self.attributes = 0;
        }
        let mut long = [None; 3];
        painted.params().for_each(|params| self.paint_plain(params, &mut long));
        for (colour, params) in self.colours.iter_mut().zip(long) {
            *colour = params.map_or(*colour, read_colour);
        }
        self.forget_values();
    }

    /// Parameters that are digits and semicolons only, straight from the output. Of colours only the place is noted:
    /// the last one counts, and a stream may have one at every letter.
    fn paint_plain<'a>(&mut self, params: &'a [u8], long: &mut [Option<&'a [u8]>; 3]) {
        let mut rest = Some(params);
        while let Some(text) = rest {
            let (value, behind) = number(text);
            let (off, on) = effect(value);
            self.attributes = self.attributes & !off | on;
            rest = behind;
            if on & VALUED != 0 {
                let [text, background, underline] = long;
                let place = match on {
                    TEXT => text,
                    BACKGROUND => background,
                    _ => underline,
                };
                match value {
                    38 | 48 | 58 => {
                        *place = Some(behind.unwrap_or_default());
                        rest = skip_colour(behind);
                    }
                    4 | 21 => self.note_value(value),
                    _ => {
                        *place = None;
                        self.note_value(value);
                    }
                }
            }
        }
    }
}

/// What follows the numbers of a colour.
fn skip_colour(params: Option<&[u8]>) -> Option<&[u8]> {
    let form = params.map(|text| number(text).0);
    (0..colour_length(form.as_ref())).fold(params, |rest, _| rest.and_then(|text| number(text).1))
}

/// The colour that these parameters begin with.
fn read_colour(params: &[u8]) -> Colour {
    let (mut rest, mut values) = (Some(params), [0; 4]);
    for place in &mut values {
        let (value, behind) = rest.map_or((0, None), number);
        (*place, rest) = (value, behind);
    }
    Colour::of(&values, 0)
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
