//! What the sequences mean: the grid, and all the state around it.
//!
//! Of the terminal crate only its grid, its way of writing a character and its moving of lines are used. Cursor moves,
//! modes, tab stops, titles, keyboard flags, colours and answers are kept here: bounded, readable for a snapshot, and
//! free of what that crate does differently from other terminals.

mod csi;
mod damage;
mod edit;
mod lines;
mod marks;
mod modes;
mod notes;
mod osc;
mod print;
mod replies;
mod sgr;
mod switch;

use std::collections::VecDeque;
use std::ops::Range;

use alacritty_terminal::event::VoidListener;
use alacritty_terminal::grid::{Dimensions, Grid};
use alacritty_terminal::index::{Column, Line};
use alacritty_terminal::term::{Config, Term, cell::Cell};
use alacritty_terminal::vte::ansi::{CharsetIndex, Handler, StandardCharset};
use model::Size;

use crate::keyboard::Keyboard;
use crate::palette::Palette;
use crate::parser::{Csi, Sink, Text};
use crate::snapshot::{CursorShape, Mark, Modes, Notification, Progress};

pub use replies::Reply;

/// Lines kept above the screen, for the reflow when it grows.
pub(crate) const HISTORY: usize = 100;
/// Every eighth column has a tab stop at first.
const TAB: usize = 8;

/// One terminal.
pub(crate) struct Terminal {
    /// Holds the grid that is shown.
    pub(crate) term: Term<VoidListener>,
    /// The main screen while the alternate one is shown.
    pub(crate) main: Option<Grid<Cell>>,
    pub(crate) size: Size,
    /// The rows that scroll.
    pub(crate) region: Range<usize>,
    pub(crate) modes: Modes,
    pub(crate) cursor_visible: bool,
    pub(crate) cursor_shape: CursorShape,
    pub(crate) cursor_blinking: bool,
    pub(crate) tabs: Vec<bool>,
    pub(crate) charset: CharsetIndex,
    /// Of the main and of the alternate screen.
    pub(crate) keyboards: [Keyboard; 2],
    pub(crate) title: String,
    titles: Vec<String>,
    pub(crate) palette: Palette,
    /// The number of the main screen's first row.
    pub(crate) top: u64,
    pub(crate) marks: VecDeque<Mark>,
    pub(crate) progress: Option<Progress>,
    pub(crate) folder: Option<String>,
    pub(crate) notifications: VecDeque<Notification>,
    /// The id of the last notification of the kind that comes in parts.
    notification_id: Vec<u8>,
    /// What REP repeats: the character right before it, if there is one.
    last: Option<char>,
    /// In the middle of a synchronized frame.
    pub(crate) synchronizing: bool,
    pub(crate) generation: u64,
    /// Of the main and of the alternate screen, after a loss of bytes: all rows from here on were written since.
    damaged: [Option<usize>; 2],
    /// Where the current piece begins in the session's output.
    pub(crate) base: u64,
    replies: Vec<Reply>,
    /// Writing this character panics, as the terminal crate might.
    #[cfg(test)]
    pub(crate) trap: Option<char>,
}

/// The cells of a size, for the terminal crate.
pub(crate) struct Cells(pub(crate) Size);

impl Dimensions for Cells {
    fn total_lines(&self) -> usize {
        self.screen_lines()
    }
    fn screen_lines(&self) -> usize {
        usize::from(self.0.rows)
    }
    fn columns(&self) -> usize {
        usize::from(self.0.cols)
    }
}

pub(crate) fn new_term(size: Size) -> Term<VoidListener> {
    let config = Config { scrolling_history: HISTORY, ..Config::default() };
    let mut term = Term::new(config, &Cells(size), VoidListener);
    *term.grid_mut() = switch::roomy(usize::from(size.rows), usize::from(size.cols));
    term
}

pub(crate) fn default_tabs(columns: usize) -> Vec<bool> {
    (0..columns).map(|column| column % TAB == 0).collect()
}

impl Terminal {
    /// `size` must have two columns and a row at least.
    pub(crate) fn new(size: Size) -> Terminal {
        Terminal {
            term: new_term(size),
            main: None,
            size,
            region: 0..usize::from(size.rows),
            modes: Modes::default(),
            cursor_visible: true,
            cursor_shape: CursorShape::Default,
            cursor_blinking: false,
            tabs: default_tabs(usize::from(size.cols)),
            charset: CharsetIndex::G0,
            keyboards: Default::default(),
            title: String::new(),
            titles: Vec::new(),
            palette: Palette::default(),
            top: 0,
            marks: VecDeque::new(),
            progress: None,
            folder: None,
            notifications: VecDeque::new(),
            notification_id: Vec::new(),
            last: None,
            synchronizing: false,
            generation: 0,
            damaged: [None; 2],
            base: 0,
            replies: Vec::new(),
            #[cfg(test)]
            trap: None,
        }
    }

    pub(crate) fn is_alternate(&self) -> bool {
        self.main.is_some()
    }

    pub(crate) fn grid(&self) -> &Grid<Cell> {
        self.term.grid()
    }

    /// The screen that programs without full-screen ambitions write to.
    pub(crate) fn main_grid(&self) -> &Grid<Cell> {
        self.main.as_ref().unwrap_or_else(|| self.term.grid())
    }

    pub(crate) fn rows(&self) -> usize {
        usize::from(self.size.rows)
    }

    pub(crate) fn columns(&self) -> usize {
        usize::from(self.size.cols)
    }

    /// The cursor's row and column.
    pub(crate) fn place(&self) -> (usize, usize) {
        let point = self.grid().cursor.point;
        (usize::try_from(point.line.0).unwrap_or(0), point.column.0)
    }

    /// Moves the cursor, at most to the edge.
    pub(crate) fn go(&mut self, row: usize, column: usize) {
        let (row, column) = (row.min(self.rows() - 1), column.min(self.columns() - 1));
        let cursor = &mut self.term.grid_mut().cursor;
        cursor.point.line = Line(i32::try_from(row).unwrap_or(0));
        cursor.point.column = Column(column);
        cursor.input_needs_wrap = false;
    }

    pub(crate) fn keyboard(&self) -> &Keyboard {
        &self.keyboards[usize::from(self.is_alternate())]
    }

    fn keyboard_mut(&mut self) -> &mut Keyboard {
        let index = usize::from(self.is_alternate());
        &mut self.keyboards[index]
    }

    fn set_charset(&mut self, index: CharsetIndex) {
        self.charset = index;
        self.term.set_active_charset(index);
    }

    /// RIS: as if it had just been switched on. What was counted goes on.
    fn reset(&mut self) {
        let fresh = Terminal::new(self.size);
        let top = self.top + if self.is_alternate() { 0 } else { self.rows() as u64 };
        let mut old = std::mem::replace(self, fresh);
        old.marks.clear();
        old.progress = None;
        self.inherit(old);
        self.top = top;
    }

    /// Takes over what is no part of a terminal's state, but of the session's course.
    pub(crate) fn inherit(&mut self, old: Terminal) {
        (self.top, self.generation, self.base) = (old.top, old.generation, old.base);
        (self.marks, self.progress, self.folder) = (old.marks, old.progress, old.folder);
        (self.notifications, self.replies) = (old.notifications, old.replies);
    }

    fn designate(&mut self, set: u8, kind: u8) {
        let index = match set {
            b'(' => CharsetIndex::G0,
            b')' => CharsetIndex::G1,
            b'*' => CharsetIndex::G2,
            b'+' => CharsetIndex::G3,
            _ => return,
        };
        let drawing = kind == b'0';
        let charset =
            if drawing { StandardCharset::SpecialCharacterAndLineDrawing } else { StandardCharset::Ascii };
        self.term.configure_charset(index, charset);
    }
}

impl Sink for Terminal {
    #[inline]
    fn text(&mut self, text: &str) {
        self.print(text);
    }

    fn control(&mut self, byte: u8) {
        self.generation += 1;
        self.last = None;
        match byte {
            0x08 => self.term.backspace(),
            b'\t' => self.tab(1),
            b'\n' | 0x0b | 0x0c => self.newline(),
            b'\r' => self.term.carriage_return(),
            0x0e => self.set_charset(CharsetIndex::G1),
            0x0f => self.set_charset(CharsetIndex::G0),
            _ => self.generation -= 1,
        }
    }

    fn escape(&mut self, intermediate: u8, last: u8, at: usize) {
        self.generation += 1;
        self.last = None;
        match (intermediate, last) {
            (0, b'D') => self.linefeed(),
            (0, b'E') => self.next_line(),
            (0, b'M') => self.reverse_linefeed(),
            (0, b'H') => self.set_tab(),
            (0, b'7') => self.term.save_cursor_position(),
            (0, b'8') => self.restore_cursor(),
            (0, b'c') => self.reset(),
            (0, b'=') => self.modes.application_keypad = true,
            (0, b'>') => self.modes.application_keypad = false,
            (0, b'n') => self.set_charset(CharsetIndex::G2),
            (0, b'o') => self.set_charset(CharsetIndex::G3),
            (0, b'Z') => self.identify(at),
            (b'#', b'8') => self.align(),
            _ => self.designate(intermediate, last),
        }
    }

    fn csi(&mut self, csi: &Csi, last: u8, at: usize) {
        self.dispatch(csi, last, at);
    }

    fn string(&mut self, string: &Text<'_>, at: usize) {
        match string.kind {
            b']' => self.osc(string, at),
            b'P' => self.dcs(string.bytes, at),
            _ => {}
        }
    }
}
