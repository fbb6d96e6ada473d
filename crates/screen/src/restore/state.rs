//! Everything beside the cells: modes, region, tab stops, colours, cursors.

use alacritty_terminal::grid::{Cursor, Dimensions, Grid};
use alacritty_terminal::term::cell::Cell;
use alacritty_terminal::vte::ansi::{CharsetIndex, StandardCharset};

use super::paint::Painter;
use crate::capture::cells;
use crate::snapshot::{CursorShape, Modes, Mouse, MouseEncoding, Rgb, Slot};
use crate::terminal::{Terminal, default_tabs};

const SETS: [(CharsetIndex, char); 4] =
    [(CharsetIndex::G0, '('), (CharsetIndex::G1, ')'), (CharsetIndex::G2, '*'), (CharsetIndex::G3, '+')];

/// What moves the cursor comes before it, what would change the painting after.
pub(super) fn put(terminal: &Terminal, painter: &mut Painter) {
    tabs(terminal, painter);
    titles(terminal, painter);
    palette(terminal, painter);
    cursor_style(terminal, painter);
    reports(&terminal.modes, painter);
    if terminal.region != (0..terminal.rows()) {
        painter.text(&format!("\x1b[{};{}r", terminal.region.start + 1, terminal.region.end));
    }
    switch(painter, "?6", terminal.modes.origin);
    cursor(terminal.grid(), if terminal.modes.origin { terminal.region.start } else { 0 }, painter);
    active_charset(terminal, painter);
    writing(&terminal.modes, painter);
    switch(painter, "?25", terminal.cursor_visible);
}

/// Switches a mode that an ordinary terminal has off, or puts it back there.
fn switch(painter: &mut Painter, mode: &str, on: bool) {
    painter.text(&format!("\x1b[{mode}{}", if on { 'h' } else { 'l' }));
}

fn tabs(terminal: &Terminal, painter: &mut Painter) {
    if terminal.tabs == default_tabs(terminal.columns()) {
        return;
    }
    painter.text("\x1b[3g");
    for (column, _) in terminal.tabs.iter().enumerate().filter(|(_, stop)| **stop) {
        painter.go(0, column);
        painter.text("\x1bH");
    }
}

fn titles(terminal: &Terminal, painter: &mut Painter) {
    for title in terminal.saved_titles() {
        painter.text(&format!("\x1b]2;{title}\x1b\\\x1b[22;2t"));
    }
    if !terminal.title.is_empty() || terminal.saved_titles().last().is_some() {
        painter.text(&format!("\x1b]2;{}\x1b\\", terminal.title));
    }
}

fn palette(terminal: &Terminal, painter: &mut Painter) {
    for (slot, Rgb(red, green, blue)) in terminal.palette.changed() {
        let name = match slot {
            Slot::Palette(index) => format!("4;{index}"),
            Slot::Foreground => "10".to_owned(),
            Slot::Background => "11".to_owned(),
            Slot::Cursor => "12".to_owned(),
        };
        painter.text(&format!("\x1b]{name};rgb:{red:02x}/{green:02x}/{blue:02x}\x1b\\"));
    }
}

fn cursor_style(terminal: &Terminal, painter: &mut Painter) {
    let steady = match terminal.cursor_shape {
        CursorShape::Default => 0,
        CursorShape::Block => 2,
        CursorShape::Underline => 4,
        CursorShape::Bar => 6,
    };
    match (steady, terminal.cursor_blinking) {
        (0, true) => painter.text("\x1b[0 q\x1b[?12h"),
        (steady, true) => painter.text(&format!("\x1b[{} q", steady - 1)),
        (steady, false) => painter.text(&format!("\x1b[{steady} q")),
    }
}

/// Modes that say what the terminal sends.
fn reports(modes: &Modes, painter: &mut Painter) {
    switch(painter, "?1", modes.application_cursor);
    painter.text(if modes.application_keypad { "\x1b=" } else { "\x1b>" });
    switch(painter, "?2004", modes.bracketed_paste);
    switch(painter, "?1004", modes.focus);
    switch(painter, "?1007", modes.alternate_scroll);
    switch(painter, "?5", modes.reverse_video);
    if modes.scheme_reports {
        switch(painter, "?2031", true);
    }
    if modes.size_reports {
        switch(painter, "?2048", true);
    }
    if modes.modify_other_keys > 0 {
        painter.text(&format!("\x1b[>4;{}m", modes.modify_other_keys));
    }
    mouse(modes, painter);
}

fn mouse(modes: &Modes, painter: &mut Painter) {
    painter.text("\x1b[?1003l\x1b[?1006l");
    match modes.mouse {
        Mouse::Off => {}
        Mouse::Presses => switch(painter, "?9", true),
        Mouse::Clicks => switch(painter, "?1000", true),
        Mouse::Drags => switch(painter, "?1002", true),
        Mouse::Motion => switch(painter, "?1003", true),
    }
    match modes.mouse_encoding {
        MouseEncoding::Default => {}
        MouseEncoding::Utf8 => switch(painter, "?1005", true),
        MouseEncoding::Sgr => switch(painter, "?1006", true),
        MouseEncoding::Urxvt => switch(painter, "?1015", true),
        MouseEncoding::SgrPixels => switch(painter, "?1016", true),
    }
}

/// Modes that say how text is written; all off or ordinary until here.
fn writing(modes: &Modes, painter: &mut Painter) {
    if modes.insert {
        switch(painter, "4", true);
    }
    if modes.newline {
        switch(painter, "20", true);
    }
    if !modes.autowrap {
        switch(painter, "?7", false);
    }
}

/// Before the painting, which then repairs the row that this may end.
pub(super) fn saved_cursor(grid: &Grid<Cell>, painter: &mut Painter) {
    place(grid, &grid.saved_cursor, 0, painter);
    charsets(&grid.saved_cursor, painter);
    painter.text("\x1b7");
    forget_charsets(&grid.saved_cursor, painter);
}

/// The cursor of a screen, counted from the row `origin`.
pub(super) fn cursor(grid: &Grid<Cell>, origin: usize, painter: &mut Painter) {
    place(grid, &grid.cursor, origin, painter);
    charsets(&grid.cursor, painter);
}

fn active_charset(terminal: &Terminal, painter: &mut Painter) {
    painter.text(match terminal.charset {
        CharsetIndex::G0 => "",
        CharsetIndex::G1 => "\x0e",
        CharsetIndex::G2 => "\x1bn",
        CharsetIndex::G3 => "\x1bo",
    });
}

/// Moves to a cursor's place, counted from the row `origin`, and takes its attributes. Where the row is full, its last
/// character is written again: that alone makes the next one wrap.
fn place(grid: &Grid<Cell>, cursor: &Cursor<Cell>, origin: usize, painter: &mut Painter) {
    let row = usize::try_from(cursor.point.line.0).unwrap_or(0).min(grid.screen_lines() - 1);
    let column = cursor.point.column.0.min(grid.columns() - 1);
    let up = row.saturating_sub(origin);
    if cursor.input_needs_wrap && column + 1 == grid.columns() {
        let line = cells(grid, row);
        let first = if crate::cell::is_spacer(&line[column]) { column.saturating_sub(1) } else { column };
        painter.go(up, first);
        painter.cell(&line[first]);
    } else {
        painter.go(up, column);
    }
    painter.pen(&cursor.template);
}

fn charsets(cursor: &Cursor<Cell>, painter: &mut Painter) {
    designated(cursor).for_each(|set| painter.text(&format!("\x1b{set}0")));
}

/// Back to plain letters, for what is painted next.
pub(super) fn forget_charsets(cursor: &Cursor<Cell>, painter: &mut Painter) {
    designated(cursor).for_each(|set| painter.text(&format!("\x1b{set}B")));
}

/// The sets that are not plain letters.
fn designated(cursor: &Cursor<Cell>) -> impl Iterator<Item = char> {
    SETS.into_iter()
        .filter(|(index, _)| cursor.charsets[*index] != StandardCharset::Ascii)
        .map(|(_, set)| set)
}
