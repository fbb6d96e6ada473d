//! What the program has switched on, as far as it must be put back.

use std::fmt::{self, Write};

use super::csi::Csi;
use super::keyboard::Keyboard;
use super::pen::Pen;
use super::scanner::Sequence;
use super::table::{AUTOWRAP, CURSOR, CURSOR_KEYS, Changed, INSERT, KEYBOARD_LOCK, KEYPAD, MARGINS, Mode};

/// What the main and the alternate screen have each for itself.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Screen {
    /// What was saved together with the cursor.
    pub(super) kept: Pen,
    pub(super) keyboard: Keyboard,
    region: Region,
}

/// The rows that scroll, counted from one; a bottom of zero is the last row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct Region {
    top: u16,
    bottom: u16,
}

impl Screen {
    /// Writes its part, beginning with a terminal that has `pen`. Entering the alternate screen by 1049 saves the pen
    /// by itself; it must not be saved before then.
    fn write_all(&self, pen: &mut Pen, save: bool, out: &mut String) -> fmt::Result {
        self.keyboard.write_all(out)?;
        let Region { top, bottom } = self.region;
        if top > 1 || bottom != 0 {
            write!(out, "\x1b[{top};{bottom}r")?;
        }
        pen.write_change(&self.kept, out)?;
        out.push_str(if save && self.kept != Pen::default() { "\x1b7" } else { "" });
        *pen = self.kept;
        Ok(())
    }
}

/// A value of which a terminal knows a few.
fn small(value: u16) -> u8 {
    u8::try_from(value).unwrap_or(u8::MAX)
}

/// The state of the terminal that outlives the program.
#[derive(Debug, Clone, Default)]
pub(super) struct Modes {
    pub(super) changed: Changed,
    saved: Changed,
    /// The number by which the alternate screen was entered, if it is shown.
    pub(super) alternate: Option<u16>,
    saved_alternate: bool,
    pub(super) pen: Pen,
    pub(super) main: Screen,
    pub(super) other: Screen,
    /// How far modifyOtherKeys goes; zero is off.
    pub(super) other_keys: u8,
    /// The cursor's shape; zero is the terminal's own.
    pub(super) cursor_style: u8,
    /// The left and the right margin, where they are in use.
    sides: (u16, u16),
    /// A hyperlink is open.
    pub(super) link: bool,
    rows: u16,
}

impl Modes {
    #[inline]
    pub(super) fn apply(&mut self, sequence: &Sequence<'_>) {
        match *sequence {
            Sequence::Csi(csi, b'm') if csi.prefix == 0 && csi.intermediate == 0 => self.pen.paint(csi),
            Sequence::Painted(painted) => self.pen.repaint(painted),
            Sequence::Csi(csi, last) => self.csi(csi, last),
            Sequence::Shift(on) => self.pen.shifted = on,
            Sequence::Escape(0, last) => self.escape(last),
            Sequence::Escape(b'(', last) => self.pen.designate(0, last),
            Sequence::Escape(b')', last) => self.pen.designate(1, last),
            Sequence::Text(b']', text) => self.hyperlink(text),
            Sequence::Escape(..) | Sequence::Text(..) => {}
        }
    }

    pub(super) fn resize(&mut self, rows: u16) {
        self.rows = rows;
    }

    /// Whether less than the whole of `screen` scrolls. Many programs end with the rows spelled out instead of
    /// a bare `CSI r`, so the height is needed to tell.
    pub(super) fn is_limited(&self, screen: &Screen) -> bool {
        let Region { top, bottom } = screen.region;
        top > 1 || (bottom != 0 && (self.rows == 0 || bottom < self.rows))
    }

    fn screen(&mut self) -> &mut Screen {
        if self.alternate.is_some() { &mut self.other } else { &mut self.main }
    }

    fn escape(&mut self, last: u8) {
        match last {
            b'7' => self.keep(),
            b'8' => self.bring_back(),
            b'c' => *self = Modes { rows: self.rows, ..Modes::default() },
            b'=' | b'>' => self.changed.switch(KEYPAD, last == b'='),
            b'n' | b'o' => self.pen.shifted = true,
            _ => {}
        }
    }

    fn keep(&mut self) {
        self.screen().kept = self.pen;
    }

    fn bring_back(&mut self) {
        self.pen = self.screen().kept;
    }

    fn csi(&mut self, csi: &Csi, last: u8) {
        match (csi.prefix, csi.intermediate, last) {
            (b'?', 0, b'h' | b'l') => self.each(csi, |modes, number| modes.switch(number, last == b'h')),
            (b'?', 0, b's') => self.each(csi, Modes::save),
            (b'?', 0, b'r') => self.each(csi, Modes::restore),
            (0, 0, b'h' | b'l') => self.each(csi, |modes, number| {
                if let Some(mode) = Mode::find(number, false) {
                    modes.changed.switch(mode, last == b'h');
                }
            }),
            (0, 0, b'r') => self.limit(csi),
            // With margins in use, `CSI s` sets them.
            (0, 0, b's') if !self.changed.has(MARGINS) => self.keep(),
            (0, 0, b's') => self.sides = (csi.value(0), csi.value(1)),
            (0, 0, b'u') => self.bring_back(),
            (b'<' | b'=' | b'>', 0, b'u') => self.screen().keyboard.apply(csi),
            (b'>', 0, b'm') if matches!(csi.value(0), 0 | 4) => {
                self.other_keys = if csi.value(0) == 4 { small(csi.value(1)) } else { 0 };
            }
            (b'>', 0, b'n') if csi.value(0) == 4 => self.other_keys = 0,
            (0, b' ', b'q') => self.cursor_style = small(csi.value(0)),
            (0, b'!', b'p') => self.soften(),
            _ => {}
        }
    }

    fn each(&mut self, csi: &Csi, act: impl Fn(&mut Modes, u16)) {
        for number in csi.params() {
            act(self, *number);
        }
    }

    fn switch(&mut self, number: u16, on: bool) {
        match (number, on) {
            (6, _) => self.pen.origin = on,
            (1048, true) => self.keep(),
            (1048, false) => self.bring_back(),
            (47 | 1047 | 1049, true) => self.enter(number),
            (47 | 1047 | 1049, false) => self.leave(number),
            _ => self.switch_mode(number, on),
        }
    }

    fn switch_mode(&mut self, number: u16, on: bool) {
        let Some(mode) = Mode::find(number, true) else { return };
        self.changed.switch(mode, on);
        if mode == MARGINS && !on {
            self.sides = (0, 0);
        }
    }

    /// Shows the alternate screen. Only 1049 saves the cursor; it does so on the screen that is shown.
    fn enter(&mut self, number: u16) {
        if number == 1049 {
            self.keep();
        }
        self.alternate = self.alternate.or(Some(number));
    }

    fn leave(&mut self, number: u16) {
        self.alternate = None;
        if number == 1049 {
            self.bring_back();
        }
    }

    fn save(&mut self, number: u16) {
        if matches!(number, 47 | 1047 | 1049) {
            self.saved_alternate = self.alternate.is_some();
        } else if let Some(mode) = Mode::find(number, true) {
            self.saved.switch(mode, self.changed.is_on(mode));
        }
    }

    fn restore(&mut self, number: u16) {
        if matches!(number, 47 | 1047 | 1049) {
            self.switch(number, self.saved_alternate);
        } else if let Some(mode) = Mode::find(number, true) {
            self.switch_mode(number, self.saved.is_on(mode));
        }
    }

    /// Sets the scroll region. Terminals ignore one that ends above its start.
    fn limit(&mut self, csi: &Csi) {
        let (top, bottom) = (csi.value(0).max(1), csi.value(1));
        if bottom == 0 || top < bottom {
            self.screen().region = Region { top, bottom };
        }
    }

    /// A soft reset (DECSTR) leaves screen, mouse, pastes and keyboard protocols as they are.
    fn soften(&mut self) {
        for mode in [CURSOR, CURSOR_KEYS, KEYPAD, AUTOWRAP, INSERT, KEYBOARD_LOCK] {
            self.changed.switch(mode, matches!(mode, CURSOR | AUTOWRAP));
        }
        self.pen = Pen::default();
        let screen = self.screen();
        (screen.kept, screen.region) = (Pen::default(), Region::default());
    }

    /// Writes what brings a terminal in its usual state to this one, as far as modes go. What a program left behind on
    /// an alternate screen that is not shown is left out, and so is what it saved by number.
    pub(super) fn write_all(&self, out: &mut String) -> fmt::Result {
        let mut pen = Pen::default();
        self.main.write_all(&mut pen, self.alternate != Some(1049), out)?;
        if let Some(number) = self.alternate {
            write!(out, "\x1b[?{number}h")?;
            self.other.write_all(&mut pen, true, out)?;
        }
        if self.other_keys != 0 {
            write!(out, "\x1b[>4;{}m", self.other_keys)?;
        }
        if self.cursor_style != 0 {
            write!(out, "\x1b[{} q", self.cursor_style)?;
        }
        self.changed.write_all(self.sides, out)?;
        pen.write_change(&self.pen, out)?;
        // Where it leads is not kept.
        out.push_str(if self.link { "\x1b]8;;#\x1b\\" } else { "" });
        Ok(())
    }

    /// Takes `8;parameters;address`; without an address it closes the link. No second semicolon in what is kept
    /// of a long one means a long parameter, which only an opening has.
    fn hyperlink(&mut self, text: &[u8]) {
        let Some(rest) = text.strip_prefix(b"8;") else {
            return;
        };
        let address = rest.iter().position(|byte| *byte == b';').and_then(|at| rest.get(at + 1..));
        self.link = address.is_none_or(|address| !address.is_empty());
    }
}
