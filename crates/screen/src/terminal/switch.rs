//! The two screens, and changes of their size.

use std::mem;

use alacritty_terminal::grid::{Dimensions, Grid};
use alacritty_terminal::index::Line;
use alacritty_terminal::term::cell::Cell;
use alacritty_terminal::vte::ansi::Handler;
use model::Size;

use super::edit::open_row;
use super::lines::end_row;
use super::print::mend;
use super::{HISTORY, Terminal, default_tabs, new_term};
use crate::keyboard::Keyboard;

impl Terminal {
    /// Shows the alternate screen, empty, or the main one. `keeps_cursor`: the main screen's cursor stays where it was
    /// (?1049); else the two share one (?47, ?1047).
    pub(super) fn switch_screen(&mut self, alternate: bool, keeps_cursor: bool) {
        if alternate == self.is_alternate() {
            return;
        }
        let cursor = self.grid().cursor.clone();
        if let Some(main) = self.main.take() {
            *self.term.grid_mut() = main;
            if !keeps_cursor {
                self.term.grid_mut().cursor = cursor;
            }
            self.keep_inside();
            return open_row(self.term.grid_mut());
        }
        if keeps_cursor {
            self.term.grid_mut().saved_cursor = cursor.clone();
        }
        let mut grid = Grid::new(self.rows(), self.columns(), 0);
        grid.cursor = cursor;
        grid.reset_region(..);
        self.main = Some(mem::replace(self.term.grid_mut(), grid));
        self.keyboards[1] = Keyboard::default();
        self.close_gap();
    }

    /// `size` must have two columns and a row at least.
    pub(crate) fn resize(&mut self, size: Size) {
        let same = (size.rows, size.cols) == (self.size.rows, self.size.cols);
        self.size = size;
        if same {
            return;
        }
        self.generation += 1;
        self.damage_spreads(usize::from(size.rows));
        let anchors = self.anchor_marks();
        self.resize_grids();
        self.reanchor_marks(anchors);
        self.resize_tabs();
    }

    /// The terminal crate's own way would leave a thousand spare rows in each grid, and those of its second grid are
    /// out of reach. So the grids are resized alone, and go into a terminal that is made for the new size.
    fn resize_grids(&mut self) {
        let (rows, columns) = (self.rows(), self.columns());
        let mut term = new_term(self.size);
        mem::swap(term.grid_mut(), self.term.grid_mut());
        self.term = term;
        if let Some(main) = &mut self.main {
            self.term.grid_mut().resize(false, rows, columns);
            self.term.grid_mut().truncate();
            let saved = main.saved_cursor == main.cursor;
            main.resize(true, rows, columns);
            *main = with_room(main);
            if saved {
                // What ?1049 saved stays with its text, as the cursor itself does.
                main.saved_cursor = main.cursor.clone();
            }
        } else {
            self.term.grid_mut().resize(true, rows, columns);
            *self.term.grid_mut() = with_room(self.term.grid());
        }
        self.main.iter_mut().chain([self.term.grid_mut()]).for_each(tidy);
        self.region = 0..rows;
        self.set_insert(self.modes.insert);
        self.set_autowrap(self.modes.autowrap);
        self.term.set_active_charset(self.charset);
    }

    fn resize_tabs(&mut self) {
        let (old, columns) = (self.tabs.len(), self.columns());
        self.tabs.truncate(columns);
        self.tabs.extend(default_tabs(columns).into_iter().skip(old));
    }

    /// Lines above the main screen.
    pub(crate) fn history(&self) -> usize {
        self.main_grid().history_size().min(HISTORY)
    }
}

/// A grid with the history's rows in store. The terminal crate would take a thousand at the first line that scrolls:
/// two megabytes of a screen. A taller grid that was made lower keeps its rows.
pub(super) fn roomy(rows: usize, columns: usize) -> Grid<Cell> {
    let mut grid = Grid::new(rows + HISTORY, columns, HISTORY);
    grid.resize(false, rows, columns);
    grid
}

/// The same content in a grid with room.
fn with_room(old: &Grid<Cell>) -> Grid<Cell> {
    let mut grid = roomy(old.screen_lines(), old.columns());
    let screen = Line(0)..grid.bottommost_line() + 1;
    (0..old.history_size()).for_each(|_| grid.scroll_up(&screen, 1));
    for line in (old.topmost_line().0..=old.bottommost_line().0).map(Line) {
        grid[line][..].clone_from_slice(&old[line][..]);
    }
    (grid.cursor, grid.saved_cursor) = (old.cursor.clone(), old.saved_cursor.clone());
    grid
}

/// After a change of size: both cursors inside, no row going on where there is none, no halves of characters.
fn tidy(grid: &mut Grid<Cell>) {
    let (last_line, last_column) = (grid.bottommost_line(), grid.last_column());
    for cursor in [&mut grid.cursor, &mut grid.saved_cursor] {
        let point = &mut cursor.point;
        point.line = point.line.clamp(Line(0), last_line);
        point.column = point.column.min(last_column);
        cursor.input_needs_wrap &= point.column == last_column;
    }
    open_row(grid);
    end_row(grid, last_line);
    (0..=last_line.0).for_each(|row| mend(grid, Line(row)));
}
