//! Answers to what a program asks its terminal.
//!
//! They are only collected: whoever knows that no terminal is attached may send them. Few things are claimed, so that
//! any terminal that comes later can keep them.

use super::Terminal;
use crate::parser::Csi;
use crate::snapshot::{CursorShape, Rgb, Slot};

/// Nobody fetches more before the program has given up; more is an attack on memory.
const MOST: usize = 1024;

/// An answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reply {
    /// Bytes of output up to the end of the question.
    pub at: u64,
    /// What a terminal would send.
    pub bytes: Vec<u8>,
}

impl Terminal {
    pub(crate) fn take_replies(&mut self) -> Vec<Reply> {
        std::mem::take(&mut self.replies)
    }

    /// The screen stays as it was when somebody asks something.
    pub(super) fn reply(&mut self, at: usize, text: String) {
        if self.replies.len() < MOST {
            let at = self.base + at as u64;
            self.replies.push(Reply { at, bytes: text.into_bytes() });
        }
    }

    /// DA1: a VT102, as the terminal crate says and its users live with.
    pub(super) fn identify(&mut self, at: usize) {
        self.generation -= 1;
        self.reply(at, "\x1b[?6c".to_owned());
    }

    /// DA2: likewise.
    pub(super) fn identify_further(&mut self, at: usize) {
        self.generation -= 1;
        self.reply(at, "\x1b[>0;2600;1c".to_owned());
    }

    /// DA1, DSR, CPR, sizes.
    pub(super) fn report(&mut self, csi: &Csi, last: u8, at: usize) {
        match (last, csi.value(0)) {
            (b'c', 0) => return self.identify(at),
            (b't', 22) => return self.push_title(csi.value(1)),
            (b't', 23) => return self.pop_title(csi.value(1)),
            _ => self.generation -= 1,
        }
        match (last, csi.value(0)) {
            (b'n', 5) => self.reply(at, "\x1b[0n".to_owned()),
            (b'n', 6) => self.report_place("", at),
            (b't', 14) => self.report_pixels(4, 1, 1, at),
            (b't', 16) => self.report_pixels(6, self.size.rows, self.size.cols, at),
            (b't', 18) => self.reply(at, format!("\x1b[8;{};{}t", self.size.rows, self.size.cols)),
            _ => {}
        }
    }

    /// DECXCPR, keyboard flags, modifyOtherKeys.
    pub(super) fn report_private(&mut self, csi: &Csi, last: u8, at: usize) {
        self.generation -= 1;
        match (last, csi.value(0)) {
            (b'n', 6) => self.report_place("?", at),
            (b'u', _) => self.reply(at, format!("\x1b[?{}u", self.keyboard().flags().0)),
            (b'm', 4) => self.reply(at, format!("\x1b[>4;{}m", self.modes.modify_other_keys)),
            _ => {}
        }
    }

    fn report_place(&mut self, prefix: &str, at: usize) {
        let (row, column) = self.place();
        let row = if self.modes.origin { row.saturating_sub(self.region.start) } else { row };
        self.reply(at, format!("\x1b[{prefix}{};{}R", row + 1, column + 1));
    }

    /// The window in pixels, or its part of so many rows and columns. Silent where nobody told us.
    fn report_pixels(&mut self, code: u8, rows: u16, columns: u16, at: usize) {
        let (height, width) = (self.size.ypixel / rows, self.size.xpixel / columns);
        if height > 0 && width > 0 {
            self.reply(at, format!("\x1b[{code};{height};{width}t"));
        }
    }

    /// DECRQM
    pub(super) fn report_mode(&mut self, mode: u16, at: usize) {
        self.generation -= 1;
        self.reply(at, format!("\x1b[{mode};{}$y", state(self.mode(mode))));
    }

    /// DECRQM
    pub(super) fn report_private_mode(&mut self, mode: u16, at: usize) {
        self.generation -= 1;
        self.reply(at, format!("\x1b[?{mode};{}$y", state(self.private_mode(mode))));
    }

    /// Settings and terminfo entries: little is known, but programs wait for the word. The style of the cursor is
    /// told, since vim takes a refusal of that for keys.
    pub(super) fn dcs(&mut self, text: &[u8], at: usize) {
        let word = match text {
            b"$q q" => format!("1$r{} q", self.cursor_style()),
            [b'$', b'q', ..] => "0$r".to_owned(),
            [b'+', b'q', ..] => "0+r".to_owned(),
            _ => return,
        };
        self.reply(at, format!("\x1bP{word}\x1b\\"));
    }

    /// As DECSCUSR counts: what blinks is odd.
    fn cursor_style(&self) -> u8 {
        let steady = match self.cursor_shape {
            CursorShape::Default | CursorShape::Block => 2,
            CursorShape::Underline => 4,
            CursorShape::Bar => 6,
        };
        steady - u8::from(self.cursor_blinking)
    }

    /// OSC 4, 10, 11, 12 with a question mark.
    pub(super) fn report_colour(&mut self, name: &str, slot: Slot, bell: bool, at: usize) {
        let Rgb(red, green, blue) = self.palette.get(slot);
        let end = if bell { "\x07" } else { "\x1b\\" };
        let wide = |part: u8| format!("{part:02x}{part:02x}");
        self.reply(at, format!("\x1b]{name};rgb:{}/{}/{}{end}", wide(red), wide(green), wide(blue)));
    }
}

fn state(set: Option<bool>) -> u8 {
    match set {
        None => 0,
        Some(true) => 1,
        Some(false) => 2,
    }
}
