//! Lines that move: feeds, scrolling, and the count of what has left the top.

use alacritty_terminal::grid::{Dimensions, Grid};
use alacritty_terminal::index::Line;
use alacritty_terminal::term::cell::{Cell, Flags};
use alacritty_terminal::vte::ansi::Handler;

use super::Terminal;
use super::edit::open_row;

impl Terminal {
    /// Before a line feed: counts the line that it will push out of the main screen.
    pub(super) fn count_scroll(&mut self) {
        let (row, _) = self.place();
        if row + 1 == self.region.end {
            self.count_lines(self.region.start, 1);
        }
    }

    /// Lines go up from `start`. Only what leaves at the very top is kept, and numbered on.
    fn count_lines(&mut self, start: usize, lines: usize) {
        if start == 0 && !self.is_alternate() {
            self.top += lines as u64;
        }
        self.damage_goes_up(start, lines);
    }

    /// IND
    pub(super) fn linefeed(&mut self) {
        self.count_scroll();
        self.term.linefeed();
        self.term.grid_mut().cursor.input_needs_wrap = false;
    }

    /// RI
    pub(super) fn reverse_linefeed(&mut self) {
        if self.place().0 == self.region.start {
            self.damage_goes_down(1);
        }
        self.term.reverse_index();
        self.term.grid_mut().cursor.input_needs_wrap = false;
        self.end_region();
    }

    /// Lines went down: what the region's last row went on with is gone.
    fn end_region(&mut self) {
        let line = Line(i32::try_from(self.region.end).unwrap_or(1) - 1);
        end_row(self.term.grid_mut(), line);
        open_row(self.term.grid_mut());
    }

    /// LF
    pub(super) fn newline(&mut self) {
        self.linefeed();
        if self.modes.newline {
            self.term.carriage_return();
        }
    }

    /// NEL
    pub(super) fn next_line(&mut self) {
        self.linefeed();
        self.term.carriage_return();
    }

    /// SU
    pub(super) fn scroll_up(&mut self, count: usize) {
        let count = count.min(self.region.len());
        self.count_lines(self.region.start, count);
        self.term.scroll_up(count);
        open_row(self.term.grid_mut());
    }

    /// SD
    pub(super) fn scroll_down(&mut self, count: usize) {
        self.term.scroll_down(count.min(self.region.len()));
        self.damage_goes_down(count);
        self.end_region();
    }

    /// IL
    pub(super) fn insert_lines(&mut self, count: usize) {
        let (row, _) = self.place();
        if self.region.contains(&row) {
            self.term.insert_blank_lines(count.min(self.region.end - row));
            self.damage_goes_down(count);
            self.end_region();
        }
    }

    /// DL
    pub(super) fn delete_lines(&mut self, count: usize) {
        let (row, _) = self.place();
        if self.region.contains(&row) {
            let count = count.min(self.region.end - row);
            self.count_lines(row, count);
            self.term.delete_lines(count);
            open_row(self.term.grid_mut());
        }
    }
}

/// The row goes on in no other.
pub(super) fn end_row(grid: &mut Grid<Cell>, line: Line) {
    let column = grid.last_column();
    grid[line][column].flags.remove(Flags::WRAPLINE);
}
