//! Takes the snapshot.

use alacritty_terminal::grid::{Dimensions, Grid};
use alacritty_terminal::index::{Column, Line};
use alacritty_terminal::term::cell::{Cell, Flags};

use crate::cell::{is_spacer, same_style, style};
use crate::snapshot::{Cursor, Modes, Row, Run, Snapshot};
use crate::terminal::Terminal;

pub(crate) fn snapshot(terminal: &Terminal, offset: u64) -> Snapshot {
    let region = |edge: usize| u16::try_from(edge).unwrap_or(u16::MAX);
    Snapshot {
        size: terminal.size,
        rows: (0..terminal.rows()).map(|row| capture_row(terminal.grid(), row)).collect(),
        top: terminal.top,
        cursor: cursor(terminal),
        alternate: terminal.is_alternate(),
        modes: modes(terminal),
        region: region(terminal.region.start)..region(terminal.region.end),
        title: terminal.title.clone(),
        marks: terminal.marks_in_reach().collect(),
        progress: terminal.progress,
        folder: terminal.folder.clone(),
        notifications: terminal.notifications.iter().cloned().collect(),
        palette: terminal.palette.changed().collect(),
        generation: terminal.generation,
        offset,
        gap: terminal.has_gap(),
    }
}

pub(crate) fn modes(terminal: &Terminal) -> Modes {
    Modes { keyboard: terminal.keyboard().flags(), ..terminal.modes }
}

fn cursor(terminal: &Terminal) -> Cursor {
    let (row, column) = terminal.place();
    let narrow = |value: usize| u16::try_from(value).unwrap_or(u16::MAX);
    Cursor {
        row: narrow(row),
        column: narrow(column),
        visible: terminal.cursor_visible,
        shape: terminal.cursor_shape,
        blinking: terminal.cursor_blinking,
        wraps_next: terminal.grid().cursor.input_needs_wrap,
    }
}

fn capture_row(grid: &Grid<Cell>, row: usize) -> Row {
    let cells = &grid[Line(i32::try_from(row).unwrap_or(0))][..];
    let mut text = String::with_capacity(cells.len());
    for cell in cells.iter().filter(|cell| !is_spacer(cell)) {
        text.push(cell.c);
        text.extend(cell.zerowidth().into_iter().flatten());
    }
    text.truncate(text.trim_end_matches(' ').len());
    let last = cells.last().filter(|_| row + 1 < grid.screen_lines());
    Row { text, wrapped: last.is_some_and(|cell| cell.flags.contains(Flags::WRAPLINE)), runs: runs(cells) }
}

fn runs(cells: &[Cell]) -> Vec<Run> {
    let (mut runs, plain) = (Vec::new(), Cell::default());
    let mut start = 0;
    for group in cells.chunk_by(same_style) {
        let length = group.len();
        if let Some(first) = group.first().filter(|first| !same_style(first, &plain)) {
            let narrow = |value: usize| u16::try_from(value).unwrap_or(u16::MAX);
            runs.push(Run { start: narrow(start), length: narrow(length), style: style(first) });
        }
        start += length;
    }
    runs
}

/// One row of a grid for painting.
pub(crate) fn cells(grid: &Grid<Cell>, row: usize) -> &[Cell] {
    let line = &grid[Line(i32::try_from(row).unwrap_or(0))];
    &line[Column(0)..Column(grid.columns())]
}
