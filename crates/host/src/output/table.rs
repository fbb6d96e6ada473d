//! The modes that are switched by number, in the order in which they are put back.

use std::fmt::{self, Write};

/// One mode.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Mode {
    /// Its bit in a [`Changed`].
    bit: u32,
    number: u16,
    /// `CSI ? number h` rather than `CSI number h`.
    private: bool,
    /// Whether it is on in a terminal that nobody has touched.
    usual: bool,
}

const fn private(place: u32, number: u16) -> Mode {
    Mode { bit: 1 << place, number, private: true, usual: false }
}

const fn ansi(place: u32, number: u16) -> Mode {
    Mode { private: false, ..private(place, number) }
}

const fn usual(mode: Mode) -> Mode {
    Mode { usual: true, ..mode }
}

/// Output is held back until it is complete. Put back first: nothing is seen before.
pub(super) const SYNCHRONIZED: Mode = private(0, 2026);
/// Cursor keys send application sequences.
pub(super) const CURSOR_KEYS: Mode = private(16, 1);
/// Keypad keys send sequences; also switched by `ESC =` and `ESC >`.
pub(super) const KEYPAD: Mode = private(17, 66);
/// Text goes on in the next line.
pub(super) const AUTOWRAP: Mode = usual(private(19, 7));
/// The keyboard is locked.
pub(super) const KEYBOARD_LOCK: Mode = ansi(20, 2);
/// Text moves what is right of it.
pub(super) const INSERT: Mode = ansi(21, 4);
/// Left and right margins exist. Putting it back may move the cursor.
pub(super) const MARGINS: Mode = private(24, 69);
/// The cursor is seen. Put back last, so that it is not seen moving.
pub(super) const CURSOR: Mode = usual(private(25, 25));

/// The modes that are followed and put back in this order.
pub(super) const MODES: [Mode; 24] = [
    SYNCHRONIZED,
    // Mouse: X10, clicks, highlights, drags, all motion; then the four encodings.
    private(1, 9),
    private(2, 1000),
    private(3, 1001),
    private(4, 1002),
    private(5, 1003),
    private(6, 1005),
    private(7, 1006),
    private(8, 1015),
    private(9, 1016),
    // Focus, bracketed paste, paste events, colour scheme, resize reports, Windows key records.
    private(10, 1004),
    private(11, 2004),
    private(12, 5522),
    private(13, 2031),
    private(14, 2048),
    private(15, 9001),
    CURSOR_KEYS,
    KEYPAD,
    // Reverse video.
    private(18, 5),
    AUTOWRAP,
    KEYBOARD_LOCK,
    INSERT,
    // Local echo is off, a line feed is not also a return.
    usual(ansi(22, 12)),
    ansi(23, 20),
];

/// Modes with a place of their own in the order of putting back.
const APART: [Mode; 2] = [MARGINS, CURSOR];

impl Mode {
    /// Finds a followed mode.
    pub(super) fn find(number: u16, is_private: bool) -> Option<Mode> {
        let found = |mode: &&Mode| mode.number == number && mode.private == is_private;
        APART.iter().chain(&MODES).find(found).copied()
    }

    /// What puts it back, as prefix, number and final byte.
    pub(super) fn undo(self) -> (&'static str, u16, char) {
        (if self.private { "?" } else { "" }, self.number, if self.usual { 'h' } else { 'l' })
    }
}

/// The modes that are not as usual.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Changed(u32);

impl Changed {
    pub(super) fn has(self, mode: Mode) -> bool {
        self.0 & mode.bit != 0
    }

    pub(super) fn is_on(self, mode: Mode) -> bool {
        self.has(mode) != mode.usual
    }

    /// Writes what switches all of them; where left and right margins are in use, those too. The output that is held
    /// back comes last: everything else is seen before.
    pub(super) fn write_all(self, sides: (u16, u16), out: &mut String) -> fmt::Result {
        let [_, ordinary @ ..] = MODES;
        for mode in ordinary.into_iter().chain([MARGINS, CURSOR, SYNCHRONIZED]).filter(|mode| self.has(*mode))
        {
            let (prefix, number, undo) = mode.undo();
            let last = if undo == 'h' { 'l' } else { 'h' };
            match mode {
                KEYPAD => out.push_str("\x1b="),
                _ => write!(out, "\x1b[{prefix}{number}{last}")?,
            }
            if mode == MARGINS && sides != (0, 0) {
                write!(out, "\x1b[{};{}s", sides.0, sides.1)?;
            }
        }
        Ok(())
    }

    pub(super) fn switch(&mut self, mode: Mode, on: bool) {
        if on == mode.usual {
            self.0 &= !mode.bit;
        } else {
            self.0 |= mode.bit;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_mode_has_its_own_bit() {
        let bits = MODES.iter().chain(&APART).fold(0, |bits, mode| bits | mode.bit);
        assert_eq!(bits.count_ones() as usize, MODES.len() + APART.len());
    }
}
