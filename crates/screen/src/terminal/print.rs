//! Writing characters.

use alacritty_terminal::grid::{Dimensions, Grid};
use alacritty_terminal::index::{Column, Line};
use alacritty_terminal::term::cell::{Cell, Flags};
use alacritty_terminal::vte::ansi::Handler;
use unicode_width::UnicodeWidthChar;

use super::Terminal;
use super::edit::open_row;
use super::lines::end_row;

/// Marks that combine with one character; more is an attack on memory.
const MARKS: usize = 8;
/// Below, only the soft hyphen may be without width.
const FIRST_MARK: char = '\u{ad}';

impl Terminal {
    #[inline]
    pub(super) fn print(&mut self, text: &str) {
        for letter in text.chars() {
            self.put(letter);
        }
    }

    #[inline]
    pub(super) fn put(&mut self, letter: char) {
        #[cfg(test)]
        assert_ne!(self.trap, Some(letter), "the trap that a test has set");
        self.generation += 1;
        self.last = Some(letter);
        let near_end = self.grid().cursor.point.column.0 + 2 >= usize::from(self.size.cols);
        if near_end || letter >= FIRST_MARK || self.modes.insert {
            self.put_with_care(letter);
        } else {
            self.term.input(letter);
        }
    }

    /// Near the end of a row, where it may scroll; marks, which must not pile up; in insert mode.
    fn put_with_care(&mut self, letter: char) {
        let width = match letter.width() {
            Some(0) if self.marks_are_full() => return,
            Some(width) => width,
            None => return,
        };
        if self.modes.autowrap && self.wraps_for(width) {
            self.count_scroll();
        }
        self.term.input(letter);
        if self.region.end < self.rows() {
            // Below the region the last row does not scroll: its text goes on in itself.
            let last = self.grid().bottommost_line();
            end_row(self.term.grid_mut(), last);
        }
        if self.modes.insert {
            self.mend_row();
        }
        if !self.modes.autowrap {
            open_row(self.term.grid_mut());
        }
    }

    fn wraps_for(&self, width: usize) -> bool {
        let cursor = &self.grid().cursor;
        match width {
            0 => false,
            _ if cursor.input_needs_wrap => true,
            width => width == 2 && cursor.point.column + 1 >= self.columns(),
        }
    }

    /// Whether the cell that a mark would go to has enough of them.
    fn marks_are_full(&self) -> bool {
        let grid = self.grid();
        let (point, back) = (grid.cursor.point, usize::from(!grid.cursor.input_needs_wrap));
        let row = &grid[point.line];
        let mut column = point.column.0.saturating_sub(back);
        if row[Column(column)].flags.contains(Flags::WIDE_CHAR_SPACER) {
            column = column.saturating_sub(1);
        }
        row[Column(column)].zerowidth().is_some_and(|marks| marks.len() >= MARKS)
    }

    pub(super) fn repeat(&mut self, letter: Option<char>, count: usize) {
        // More than the screen holds would only scroll what is the same.
        let most = self.rows() * self.columns() + self.columns();
        if let Some(letter) = letter {
            (0..count.min(most)).for_each(|_| self.put(letter));
        }
    }

    /// Clears characters of two columns of which one half is gone: in the whole row of the cursor.
    pub(super) fn mend_row(&mut self) {
        let line = self.grid().cursor.point.line;
        mend(self.term.grid_mut(), line);
    }

    /// The same at one border, before this column.
    pub(super) fn mend_at(&mut self, column: usize) {
        let grid = self.term.grid_mut();
        let (line, columns) = (grid.cursor.point.line, grid.columns());
        if column == 0 || column > columns {
            return;
        }
        let row = &mut grid[line];
        let spacer = column < columns && row[Column(column)].flags.contains(Flags::WIDE_CHAR_SPACER);
        let wide = row[Column(column - 1)].flags.contains(Flags::WIDE_CHAR);
        if wide && !spacer {
            row[Column(column - 1)].clear_wide();
        } else if spacer && !wide {
            row[Column(column)].flags.remove(Flags::WIDE_CHAR_SPACER);
        }
    }
}

/// Clears halves of characters in a row, and signs of its end that are not there: a change of size or an insertion moves
/// them, and later they would come to the end of another text.
pub(super) fn mend(grid: &mut Grid<Cell>, line: Line) {
    let columns = grid.columns();
    let row = &mut grid[line];
    for column in 0..columns {
        let wide_before = column > 0 && row[Column(column - 1)].flags.contains(Flags::WIDE_CHAR);
        let cell = &mut row[Column(column)];
        if column + 1 < columns {
            cell.flags.remove(Flags::WRAPLINE | Flags::LEADING_WIDE_CHAR_SPACER);
        }
        let is_spacer = cell.flags.contains(Flags::WIDE_CHAR_SPACER);
        if is_spacer && !wide_before {
            cell.flags.remove(Flags::WIDE_CHAR_SPACER);
        }
        if wide_before && !is_spacer {
            row[Column(column - 1)].clear_wide();
        }
    }
    let last = &mut row[Column(columns - 1)];
    if last.flags.contains(Flags::WIDE_CHAR) {
        last.clear_wide();
    }
}
