//! Colours that a program changes or asks for.

use std::collections::BTreeMap;

use crate::snapshot::{Rgb, Slot};

/// The colours that are not the terminal's own any more.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Palette(BTreeMap<Slot, Rgb>);

impl Palette {
    pub(crate) fn set(&mut self, slot: Slot, colour: Rgb) {
        self.0.insert(slot, colour);
    }

    pub(crate) fn reset(&mut self, slot: Slot) {
        self.0.remove(&slot);
    }

    /// OSC 104 without a number.
    pub(crate) fn reset_numbered(&mut self) {
        self.0.retain(|slot, _| !matches!(slot, Slot::Palette(_)));
    }

    pub(crate) fn changed(&self) -> impl Iterator<Item = (Slot, Rgb)> + '_ {
        self.0.iter().map(|(slot, colour)| (*slot, *colour))
    }

    /// The colour as it is, or as it would be on an ordinary dark terminal.
    pub(crate) fn get(&self, slot: Slot) -> Rgb {
        self.0.get(&slot).copied().unwrap_or_else(|| usual(slot))
    }
}

/// The colours of a terminal that nobody has touched: light on black.
pub(crate) fn usual(slot: Slot) -> Rgb {
    match slot {
        Slot::Palette(index) => numbered(index),
        Slot::Foreground | Slot::Cursor => Rgb(0xe5, 0xe5, 0xe5),
        Slot::Background => Rgb(0, 0, 0),
    }
}

/// xterm's palette: sixteen with names, a cube of 6x6x6, a ramp of greys.
fn numbered(index: u8) -> Rgb {
    const NAMED: [Rgb; 16] = [
        Rgb(0x00, 0x00, 0x00),
        Rgb(0xcd, 0x00, 0x00),
        Rgb(0x00, 0xcd, 0x00),
        Rgb(0xcd, 0xcd, 0x00),
        Rgb(0x00, 0x00, 0xee),
        Rgb(0xcd, 0x00, 0xcd),
        Rgb(0x00, 0xcd, 0xcd),
        Rgb(0xe5, 0xe5, 0xe5),
        Rgb(0x7f, 0x7f, 0x7f),
        Rgb(0xff, 0x00, 0x00),
        Rgb(0x00, 0xff, 0x00),
        Rgb(0xff, 0xff, 0x00),
        Rgb(0x5c, 0x5c, 0xff),
        Rgb(0xff, 0x00, 0xff),
        Rgb(0x00, 0xff, 0xff),
        Rgb(0xff, 0xff, 0xff),
    ];
    let step = |level: u8| if level == 0 { 0 } else { 55 + 40 * level };
    match index {
        0..16 => NAMED[usize::from(index)],
        16..232 => {
            let cube = index - 16;
            Rgb(step(cube / 36), step(cube / 6 % 6), step(cube % 6))
        }
        232.. => {
            let grey = 8 + 10 * (index - 232);
            Rgb(grey, grey, grey)
        }
    }
}

/// Reads `#rgb` with one to four digits each, or `rgb:r/g/b` with one to four digits each.
pub(crate) fn parse(text: &[u8]) -> Option<Rgb> {
    let text = std::str::from_utf8(text).ok()?;
    if let Some(digits) = text.strip_prefix('#') {
        let length = digits.len() / 3;
        if !digits.is_ascii() || length * 3 != digits.len() || !(1..=4).contains(&length) {
            return None;
        }
        // In this form digits that are missing are zeros.
        let part = |index: usize| {
            let value = u16::from_str_radix(digits.get(index * length..(index + 1) * length)?, 16).ok()?;
            Some(((u32::from(value) << (4 * (4 - length))) >> 8) as u8)
        };
        return Some(Rgb(part(0)?, part(1)?, part(2)?));
    }
    let mut parts = text.strip_prefix("rgb:")?.split('/').map(scaled);
    let colour = Rgb(parts.next()??, parts.next()??, parts.next()??);
    parts.next().is_none().then_some(colour)
}

/// One to four digits, of which all f are full.
fn scaled(digits: &str) -> Option<u8> {
    if !(1..=4).contains(&digits.len()) || !digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return None;
    }
    let full = (1u32 << (4 * digits.len())) - 1;
    u8::try_from(u32::from_str_radix(digits, 16).ok()? * 255 / full).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_as_programs_write_them() {
        let check = |text: &str, colour: Option<Rgb>| assert_eq!(parse(text.as_bytes()), colour, "{text}");
        check("#fff", Some(Rgb(0xf0, 0xf0, 0xf0)));
        check("#123456", Some(Rgb(0x12, 0x34, 0x56)));
        check("#112233445566", Some(Rgb(0x11, 0x33, 0x55)));
        check("rgb:f/0/8", Some(Rgb(255, 0, 136)));
        check("rgb:ffff/8080/0000", Some(Rgb(255, 128, 0)));
        check("rgb:1/2", None);
        check("rgb:1/2/3/4", None);
        check("rgb:+1/2/3", None);
        check("#12345", None);
        check("#äöü", None);
        check("red", None);
    }

    #[test]
    fn the_palette_is_xterms() {
        let check = |index, colour| assert_eq!(numbered(index), colour, "{index}");
        check(16, Rgb(0, 0, 0));
        check(17, Rgb(0, 0, 95));
        check(231, Rgb(255, 255, 255));
        check(232, Rgb(8, 8, 8));
        check(255, Rgb(238, 238, 238));
    }
}
