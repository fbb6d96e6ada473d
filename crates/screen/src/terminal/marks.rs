//! Marks of shell integration, and how they find their line again.

use alacritty_terminal::grid::{Dimensions, Grid};
use alacritty_terminal::index::{Column, Line};
use alacritty_terminal::term::cell::{Cell, Flags};

use super::Terminal;
use crate::snapshot::{Mark, MarkKind};

/// As many as two screens of short commands.
const MOST: usize = 64;

/// A mark as it survives a reflow: relative to the line that the cursor is in.
pub(super) struct Anchor {
    mark: Mark,
    /// Lines, each with all its rows, from the cursor's up to the mark's.
    lines_up: i64,
    /// Cells from the beginning of its line.
    cells: usize,
}

impl Terminal {
    /// OSC 133 or 633 without their number.
    pub(super) fn mark(&mut self, text: &[u8], offset: u64) {
        let mut fields = text.split(|byte| *byte == b';');
        let kind = match fields.next() {
            Some(b"A") => MarkKind::Prompt,
            Some(b"B") => MarkKind::Input,
            Some(b"C") => MarkKind::Output,
            Some(b"D") => MarkKind::End(fields.next().and_then(number)),
            _ => return,
        };
        if self.is_alternate() {
            return;
        }
        let (row, column) = self.place();
        let line = self.top + row as u64;
        self.marks.push_back(Mark { kind, line, column: u16::try_from(column).unwrap_or(u16::MAX), offset });
        if self.marks.len() > MOST {
            self.marks.pop_front();
        }
        self.generation += 1;
    }

    /// Marks that still point at a line we have.
    pub(crate) fn marks_in_reach(&self) -> impl Iterator<Item = Mark> + '_ {
        let oldest = self.top.saturating_sub(self.history() as u64);
        self.marks.iter().copied().filter(move |mark| mark.line >= oldest)
    }

    /// What stood from here on was erased, but for a mark right here.
    pub(super) fn forget_marks(&mut self, row: usize, column: usize) {
        if !self.is_alternate() {
            let (line, column) = (self.top + row as u64, column as u64);
            self.marks.retain(|mark| (mark.line, u64::from(mark.column)) <= (line, column));
        }
    }

    /// Before a reflow.
    pub(super) fn anchor_marks(&self) -> Vec<Anchor> {
        let (grid, top) = (self.main_grid(), self.top);
        let own = line_of(grid, grid.cursor.point.line);
        let marks: Vec<Mark> = self.marks_in_reach().collect();
        let anchor = |mark: Mark| {
            let row = i32::try_from(mark.line as i64 - top as i64).ok()?;
            let (line, rows_down) = line_of(grid, Line(row.min(grid.bottommost_line().0)));
            let cells = rows_down * grid.columns() + usize::from(mark.column);
            Some(Anchor { mark, lines_up: own.0 - line, cells })
        };
        marks.into_iter().filter_map(anchor).collect()
    }

    /// After it: the numbers go on from the cursor's, and never below zero.
    pub(super) fn reanchor_marks(&mut self, anchors: Vec<Anchor>) {
        let grid = self.main_grid();
        let (history, columns) = (grid.history_size() as u64, grid.columns());
        let (own, _) = line_of(grid, grid.cursor.point.line);
        let mut found = Vec::new();
        for Anchor { mark, lines_up, cells } in anchors {
            if let Some(row) = row_of(grid, own - lines_up) {
                let row = row + i64::try_from(cells / columns).unwrap_or(0);
                found.push((mark, row, cells % columns));
            }
        }
        self.top = self.top.max(history);
        let top = self.top;
        let place = |(mark, row, column): (Mark, i64, usize)| {
            let line = top.saturating_add_signed(row);
            Mark { line, column: u16::try_from(column).unwrap_or(u16::MAX), ..mark }
        };
        self.marks = found.into_iter().map(place).collect();
    }
}

fn number(text: &[u8]) -> Option<i32> {
    std::str::from_utf8(text).ok()?.parse().ok()
}

fn wraps(grid: &Grid<Cell>, line: Line) -> bool {
    grid[line][Column(grid.columns() - 1)].flags.contains(Flags::WRAPLINE)
}

/// Which line, counted from the oldest, a row belongs to, and how many rows below the line's first it is.
fn line_of(grid: &Grid<Cell>, row: Line) -> (i64, usize) {
    let (mut line, mut rows_down) = (0, 0);
    for above in grid.topmost_line().0..row.0 {
        if wraps(grid, Line(above)) {
            rows_down += 1;
        } else {
            (line, rows_down) = (line + 1, 0);
        }
    }
    (line, rows_down)
}

/// The first row of a line.
fn row_of(grid: &Grid<Cell>, wanted: i64) -> Option<i64> {
    let mut line = 0;
    for row in grid.topmost_line().0..=grid.bottommost_line().0 {
        if line == wanted {
            return Some(i64::from(row));
        }
        line += i64::from(!wraps(grid, Line(row)));
    }
    None
}
