//! Modes that are switched by number.

use alacritty_terminal::grid::Cursor;
use alacritty_terminal::vte::ansi::{Attr, CharsetIndex, Handler, NamedMode, NamedPrivateMode};

use super::Terminal;
use crate::snapshot::{Mouse, MouseEncoding};

impl Terminal {
    pub(super) fn set_mode(&mut self, mode: u16, on: bool) {
        match mode {
            4 => self.set_insert(on),
            20 => self.modes.newline = on,
            _ => {}
        }
    }

    pub(super) fn set_private_mode(&mut self, mode: u16, on: bool) {
        match mode {
            1 => self.modes.application_cursor = on,
            5 => self.modes.reverse_video = on,
            6 => self.set_origin(on),
            7 => self.set_autowrap(on),
            9 => self.set_mouse(Mouse::Presses, on),
            12 => self.cursor_blinking = on,
            25 => self.cursor_visible = on,
            66 => self.modes.application_keypad = on,
            47 | 1047 => self.switch_screen(on, false),
            1048 if on => self.term.save_cursor_position(),
            1048 => self.restore_cursor(),
            1049 if on || self.is_alternate() => self.switch_screen(on, true),
            // Left once more: there is only the cursor to put back.
            1049 => self.restore_cursor(),
            1000 => self.set_mouse(Mouse::Clicks, on),
            1002 => self.set_mouse(Mouse::Drags, on),
            1003 => self.set_mouse(Mouse::Motion, on),
            1004 => self.modes.focus = on,
            1005 => self.set_mouse_encoding(MouseEncoding::Utf8, on),
            1006 => self.set_mouse_encoding(MouseEncoding::Sgr, on),
            1007 => self.modes.alternate_scroll = on,
            1015 => self.set_mouse_encoding(MouseEncoding::Urxvt, on),
            1016 => self.set_mouse_encoding(MouseEncoding::SgrPixels, on),
            2004 => self.modes.bracketed_paste = on,
            2026 => self.synchronizing = on,
            2031 => self.modes.scheme_reports = on,
            2048 => self.modes.size_reports = on,
            _ => {}
        }
    }

    /// The state of a mode, if it is one that we stand for while no terminal is attached.
    ///
    /// Encodings of the mouse beyond the usual ones and reports about the window are left out on purpose: the next
    /// terminal may not have them.
    pub(super) fn private_mode(&self, mode: u16) -> Option<bool> {
        Some(match mode {
            1 => self.modes.application_cursor,
            5 => self.modes.reverse_video,
            6 => self.modes.origin,
            7 => self.modes.autowrap,
            12 => self.cursor_blinking,
            25 => self.cursor_visible,
            66 => self.modes.application_keypad,
            47 | 1047 | 1049 => self.is_alternate(),
            1000 => self.modes.mouse == Mouse::Clicks,
            1002 => self.modes.mouse == Mouse::Drags,
            1003 => self.modes.mouse == Mouse::Motion,
            1004 => self.modes.focus,
            1005 => self.modes.mouse_encoding == MouseEncoding::Utf8,
            1006 => self.modes.mouse_encoding == MouseEncoding::Sgr,
            1007 => self.modes.alternate_scroll,
            2004 => self.modes.bracketed_paste,
            2026 => self.synchronizing,
            _ => return None,
        })
    }

    pub(super) fn mode(&self, mode: u16) -> Option<bool> {
        match mode {
            4 => Some(self.modes.insert),
            20 => Some(self.modes.newline),
            _ => None,
        }
    }

    pub(super) fn set_insert(&mut self, on: bool) {
        self.modes.insert = on;
        let mode = NamedMode::Insert.into();
        if on { self.term.set_mode(mode) } else { self.term.unset_mode(mode) }
    }

    pub(super) fn set_autowrap(&mut self, on: bool) {
        self.modes.autowrap = on;
        let mode = NamedPrivateMode::LineWrap.into();
        if on { self.term.set_private_mode(mode) } else { self.term.unset_private_mode(mode) }
    }

    fn set_origin(&mut self, on: bool) {
        self.modes.origin = on;
        self.to(0, 0);
    }

    /// Whichever kind is switched off, the mouse is off then.
    fn set_mouse(&mut self, mouse: Mouse, on: bool) {
        self.modes.mouse = if on { mouse } else { Mouse::Off };
    }

    fn set_mouse_encoding(&mut self, encoding: MouseEncoding, on: bool) {
        if on {
            self.modes.mouse_encoding = encoding;
        } else if self.modes.mouse_encoding == encoding {
            self.modes.mouse_encoding = MouseEncoding::Default;
        }
    }

    /// DECSTR
    pub(super) fn soft_reset(&mut self) {
        self.cursor_visible = true;
        self.set_insert(false);
        self.modes.origin = false;
        self.modes.application_cursor = false;
        self.modes.application_keypad = false;
        self.limit(0, self.rows());
        self.term.terminal_attribute(Attr::Reset);
        [b'(', b')', b'*', b'+'].into_iter().for_each(|set| self.designate(set, b'B'));
        self.set_charset(CharsetIndex::G0);
        self.term.grid_mut().saved_cursor = Cursor::default();
    }
}
