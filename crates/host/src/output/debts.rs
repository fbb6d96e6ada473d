//! What must be put back when the program is gone, and the bytes that do so.

use std::fmt::{self, Write};

use super::keyboard::Keyboard;
use super::modes::Modes;
use super::table::{CURSOR, Changed, KEYPAD, MARGINS, MODES, Mode, SYNCHRONIZED};

/// Room for everything at once, with the longest numbers; a test builds that.
const CAPACITY: usize = 512;

/// What is not as it was, reduced to what makes a difference to the bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Debts {
    /// The output stops inside of a sequence.
    inside: bool,
    changed: Changed,
    alternate: Option<Alternate>,
    keyboard: Keyboard,
    coloured: bool,
    shifted: bool,
    drawing: bool,
    limited: bool,
    /// Rows are counted from the scroll region, on the main screen.
    origin: bool,
    other_keys: bool,
    cursor_style: bool,
    link: bool,
}

/// What must be put back on the alternate screen before it is left.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Alternate {
    number: u16,
    keyboard: Keyboard,
    limited: bool,
    origin: bool,
}

impl Debts {
    pub(super) fn new(modes: &Modes, inside: bool) -> Self {
        // Leaving by 1049 restores what was saved at the entry. Not every terminal restores all of it, so both
        // the state before and the one after are paid off.
        let after = if modes.alternate == Some(1049) { modes.main.kept } else { modes.pen };
        let pens = [modes.pen, after];
        let alternate = modes.alternate.map(|number| Alternate {
            number,
            keyboard: modes.other.keyboard.owed(),
            limited: modes.is_limited(&modes.other),
            origin: number == 1049 && modes.pen.origin,
        });
        Debts {
            inside,
            changed: modes.changed,
            alternate,
            keyboard: modes.main.keyboard.owed(),
            coloured: pens.iter().any(|pen| pen.is_coloured()),
            shifted: pens.iter().any(|pen| pen.shifted),
            drawing: pens.iter().any(|pen| pen.draws()),
            limited: modes.is_limited(&modes.main),
            origin: after.origin,
            other_keys: modes.other_keys != 0,
            cursor_style: modes.cursor_style != 0,
            link: modes.link,
        }
    }

    pub(super) fn sequence(&self) -> ResetSequence {
        let mut out = ResetSequence { bytes: [0; CAPACITY], length: 0 };
        // Cannot fail: the test below shows that everything fits.
        let _ = self.write(&mut out);
        out
    }

    fn write(&self, out: &mut ResetSequence) -> fmt::Result {
        // CAN gives up a sequence that was cut off; otherwise the terminal would swallow the next words.
        out.put(self.inside, "\x18")?;
        let mut changed = self.changed;
        // From here on the terminal shows again what it does.
        out.undo(&mut changed, SYNCHRONIZED)?;
        out.put(self.link, "\x1b]8;;\x1b\\")?;
        if let Some(alternate) = self.alternate {
            alternate.write(&mut changed, out)?;
        }
        out.pop(self.keyboard)?;
        out.put(self.other_keys, "\x1b[>4m")?;
        out.put(self.coloured, "\x1b[m")?;
        out.put(self.shifted, "\x0f")?;
        out.put(self.drawing, "\x1b(B")?;
        for mode in MODES {
            out.undo(&mut changed, mode)?;
        }
        out.put(self.cursor_style, "\x1b[0 q")?;
        self.write_margins(&mut changed, out)?;
        out.undo(&mut changed, CURSOR)
    }

    /// Margins come after everything that is saved with the cursor, which is clean by now: putting them back
    /// moves the cursor home, so it is saved and restored around.
    fn write_margins(&self, changed: &mut Changed, out: &mut ResetSequence) -> fmt::Result {
        if !self.origin {
            return out.widen(changed, self.limited, true);
        }
        // Restoring the cursor would restore this mode too, so its place cannot be kept. A new line at the end
        // of the screen is the one place where nothing is overwritten.
        out.widen(changed, self.limited, false)?;
        out.write_str("\x1b[?6l\x1b[999;1H\r\n")
    }
}

impl Alternate {
    /// The keyboard's stack and the margins belong to this screen in many terminals: they are put back first.
    fn write(&self, changed: &mut Changed, out: &mut ResetSequence) -> fmt::Result {
        out.pop(self.keyboard)?;
        // 1049 restores the cursor that it saved, and some terminals have one place to save it: hands off. The
        // older modes keep the cursor where it is, so it must not move.
        out.widen(changed, self.limited, self.number != 1049)?;
        out.put(self.origin, "\x1b[?6l")?;
        write!(out, "\x1b[?{}l", self.number)
    }
}

/// The bytes that put a terminal back. At most 512.
#[derive(Clone, Copy)]
pub struct ResetSequence {
    bytes: [u8; CAPACITY],
    length: usize,
}

impl ResetSequence {
    /// The bytes to write to the terminal; none if it is as it was.
    pub fn as_bytes(&self) -> &[u8] {
        self.bytes.get(..self.length).unwrap_or_default()
    }

    fn put(&mut self, owed: bool, text: &str) -> fmt::Result {
        if owed { self.write_str(text) } else { Ok(()) }
    }

    /// Puts back one mode, and marks it as done.
    fn undo(&mut self, changed: &mut Changed, mode: Mode) -> fmt::Result {
        if !changed.has(mode) {
            return Ok(());
        }
        let (prefix, number, last) = mode.undo();
        changed.switch(mode, last == 'h');
        // The number of the keypad mode is known to fewer terminals than its escape.
        if mode == KEYPAD { self.write_str("\x1b>") } else { write!(self, "\x1b[{prefix}{number}{last}") }
    }

    /// Takes back what was pushed, then what was set underneath.
    fn pop(&mut self, keyboard: Keyboard) -> fmt::Result {
        if keyboard.depth > 0 {
            write!(self, "\x1b[<{}u", keyboard.depth)?;
        }
        self.put(keyboard.base != 0, "\x1b[=0u")
    }

    /// Lets the whole screen scroll again, if `limited`, and does away with left and right margins.
    fn widen(&mut self, changed: &mut Changed, limited: bool, in_place: bool) -> fmt::Result {
        let owed = limited || changed.has(MARGINS);
        self.put(owed && in_place, "\x1b7")?;
        self.undo(changed, MARGINS)?;
        self.put(limited, "\x1b[r")?;
        self.put(owed && in_place, "\x1b8")
    }
}

impl Write for ResetSequence {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let end = self.length + text.len();
        self.bytes.get_mut(self.length..end).ok_or(fmt::Error)?.copy_from_slice(text.as_bytes());
        self.length = end;
        Ok(())
    }
}

impl fmt::Debug for ResetSequence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{}\"", self.as_bytes().escape_ascii())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_at_once_fits() {
        let mut changed = Changed::default();
        for mode in MODES.into_iter().chain([MARGINS, CURSOR]) {
            let (_, _, last) = mode.undo();
            changed.switch(mode, last == 'l');
        }
        let keyboard = Keyboard { depth: u8::MAX, base: u8::MAX, ..Keyboard::default() };
        let alternate = |number| Some(Alternate { number, keyboard, limited: true, origin: true });
        for (alternate, origin) in [(alternate(1049), true), (alternate(1047), false), (None, true)] {
            let all = Debts {
                inside: true,
                changed,
                alternate,
                keyboard,
                coloured: true,
                shifted: true,
                drawing: true,
                limited: true,
                origin,
                other_keys: true,
                cursor_style: true,
                link: true,
            };
            let mut out = ResetSequence { bytes: [0; CAPACITY], length: 0 };
            assert_eq!(all.write(&mut out), Ok(()), "{out:?}");
            assert!(out.as_bytes().ends_with(b"\x1b[?25h"), "{out:?}");
        }
    }
}
