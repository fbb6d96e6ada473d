//! Moving the cursor, erasing, inserting, deleting, tab stops.

use alacritty_terminal::grid::Grid;
use alacritty_terminal::index::{Column, Line};
use alacritty_terminal::term::cell::{Cell, Flags};
use alacritty_terminal::vte::ansi::Handler;

use super::Terminal;
use super::lines::end_row;

impl Terminal {
    /// The first and the last row that a vertical move from here may reach.
    fn reach(&self, row: usize) -> (usize, usize) {
        let top = if row >= self.region.start { self.region.start } else { 0 };
        let bottom = if row < self.region.end { self.region.end } else { self.rows() };
        (top, bottom - 1)
    }

    pub(super) fn up(&mut self, count: usize) {
        let (row, column) = self.place();
        self.go(row.saturating_sub(count).max(self.reach(row).0), column);
    }

    pub(super) fn down(&mut self, count: usize) {
        let (row, column) = self.place();
        self.go((row + count).min(self.reach(row).1), column);
    }

    pub(super) fn right(&mut self, count: usize) {
        let (row, column) = self.place();
        self.go(row, column + count);
    }

    pub(super) fn left(&mut self, count: usize) {
        let (row, column) = self.place();
        self.go(row, column.saturating_sub(count));
    }

    /// To a column of this row.
    pub(super) fn go_column(&mut self, column: usize) {
        self.go(self.place().0, column);
    }

    /// To a place as a program counts it: from the region's top in origin mode.
    pub(super) fn to(&mut self, row: usize, column: usize) {
        if self.modes.origin {
            self.go((row + self.region.start).min(self.region.end - 1), column);
        } else {
            self.go(row, column);
        }
    }

    pub(super) fn restore_cursor(&mut self) {
        self.term.restore_cursor_position();
        self.keep_inside();
        open_row(self.term.grid_mut());
    }

    /// In origin mode the cursor is never outside of the region.
    pub(super) fn keep_inside(&mut self) {
        let (row, column) = self.place();
        if self.modes.origin && !self.region.contains(&row) {
            self.go(row.clamp(self.region.start, self.region.end - 1), column);
        }
    }

    pub(super) fn set_region(&mut self, top: usize, bottom: usize) {
        let bottom = if bottom == 0 { self.rows() } else { bottom.min(self.rows()) };
        let top = top.max(1);
        if top < bottom || self.rows() == 1 && top == bottom {
            self.limit(top - 1, bottom);
            self.to(0, 0);
        }
    }

    /// Sets the scroll region without a move of the cursor.
    pub(super) fn limit(&mut self, start: usize, end: usize) {
        let cursor = self.grid().cursor.clone();
        self.region = start..end;
        self.term.set_scrolling_region(start + 1, Some(end));
        self.term.grid_mut().cursor = cursor;
    }

    fn blank(&self) -> Cell {
        self.grid().cursor.template.bg.into()
    }

    /// Erases cells of the cursor's row.
    fn erase(&mut self, from: usize, to: usize) {
        let (blank, to) = (self.blank(), to.min(self.columns()));
        let line = self.grid().cursor.point.line;
        self.term.grid_mut()[line][Column(from)..Column(to)].fill(blank);
        self.mend_at(from);
        self.mend_at(to);
    }

    /// ECH
    pub(super) fn erase_chars(&mut self, count: usize) {
        let (_, column) = self.place();
        self.erase(column, column + count);
    }

    /// EL
    pub(super) fn erase_line(&mut self, how: u16) {
        let (_, column) = self.place();
        match how {
            0 if self.grid().cursor.input_needs_wrap => {}
            0 => self.erase(column, self.columns()),
            1 => self.erase(0, column + 1),
            2 => self.erase(0, self.columns()),
            _ => {}
        }
    }

    /// ED
    pub(super) fn erase_screen(&mut self, how: u16) {
        let (row, column) = self.place();
        match how {
            0 if (row, column) == (0, 0) => self.erase_screen(2),
            0 => {
                self.erase(column, self.columns());
                self.erase_rows(row + 1, self.rows());
                self.forget_marks(row, column);
            }
            1 => {
                self.erase_rows(0, row);
                self.erase(0, column + 1);
            }
            2 => {
                self.erase_rows(0, self.rows());
                self.forget_marks(0, 0);
                self.close_gap();
            }
            3 => self.term.grid_mut().clear_history(),
            _ => {}
        }
    }

    fn erase_rows(&mut self, from: usize, to: usize) {
        if from < to {
            let line = |row: usize| Line(i32::try_from(row).unwrap_or(0));
            self.term.grid_mut().reset_region(line(from)..line(to));
        }
    }

    /// ICH
    pub(super) fn insert_chars(&mut self, count: usize) {
        self.split_wide();
        self.term.insert_blank(count.min(self.columns()));
        self.mend_row();
    }

    /// DCH
    pub(super) fn delete_chars(&mut self, count: usize) {
        let (_, column) = self.place();
        self.split_wide();
        // The sign that the row goes on sits in its last cell, and must not move along with it.
        let line = self.grid().cursor.point.line;
        end_row(self.term.grid_mut(), line);
        self.term.delete_chars(count.min(self.columns() - column));
        self.mend_row();
    }

    /// A character of two columns whose second half is under the cursor would be torn apart.
    fn split_wide(&mut self) {
        let point = self.grid().cursor.point;
        let row = &mut self.term.grid_mut()[point.line];
        if point.column > 0 && row[point.column].flags.contains(Flags::WIDE_CHAR_SPACER) {
            row[point.column].flags.remove(Flags::WIDE_CHAR_SPACER);
            row[point.column - 1].clear_wide();
        }
    }

    /// DECALN
    pub(super) fn align(&mut self) {
        self.limit(0, self.rows());
        self.go(0, 0);
        self.term.decaln();
        self.close_gap();
    }

    pub(super) fn set_tab(&mut self) {
        let (_, column) = self.place();
        self.tabs[column] = true;
    }

    pub(super) fn clear_tabs(&mut self, how: u16) {
        let (_, column) = self.place();
        match how {
            0 => self.tabs[column] = false,
            3 => self.tabs.fill(false),
            _ => {}
        }
    }

    /// HT, CHT: to the next stop, else to the last column. The row's being full stays.
    pub(super) fn tab(&mut self, count: usize) {
        let (row, column) = self.place();
        let stops = self.tabs.iter().enumerate().skip(column + 1).filter(|(_, stop)| **stop);
        let target = stops.map(|(column, _)| column).nth(count - 1).unwrap_or(self.columns() - 1);
        if target != column {
            self.go(row, target);
        }
    }

    /// CBT
    pub(super) fn back_tab(&mut self, count: usize) {
        let (row, column) = self.place();
        let stops = self.tabs.iter().enumerate().take(column).rev().filter(|(_, stop)| **stop);
        let target = stops.map(|(column, _)| column).nth(count - 1).unwrap_or(0);
        self.go(row, target);
    }
}

/// A row that is full and waits has no next row yet, even if it had one when the cursor was here before.
pub(super) fn open_row(grid: &mut Grid<Cell>) {
    if grid.cursor.input_needs_wrap {
        end_row(grid, grid.cursor.point.line);
    }
}
