//! Bytes that make a person's terminal look and behave like this one.

mod paint;
mod state;

use alacritty_terminal::grid::Grid;
use alacritty_terminal::term::cell::Cell;

use crate::terminal::Terminal;
use paint::Painter;

/// Puts an ordinary terminal into the state that painting needs; a shell leaves it so, other programs may not. The
/// frame is shown at once where the terminal knows how.
const BEGIN: &str = "\x1b[?2026h\x1b[?25l\x1b[0m\x1b(B\x1b)B\x0f\x1b[r\x1b[?6l\x1b[4l\x1b[20l\x1b[?7h";

pub(crate) fn restore(terminal: &Terminal) -> Vec<u8> {
    let mut painter = Painter::new(BEGIN);
    painter.scroll_away(terminal.rows());
    terminal.keyboards[0].restore(painter.bytes());
    if let Some(main) = &terminal.main {
        leave_below(main, &mut painter);
        terminal.keyboards[1].restore(painter.bytes());
    }
    // A new screen has this one; some terminals have only one for both screens, which must not be lost for nothing.
    if !terminal.is_alternate() || terminal.grid().saved_cursor != Default::default() {
        state::saved_cursor(terminal.grid(), &mut painter);
    }
    painter.paint(terminal.grid());
    state::put(terminal, &mut painter);
    painter.text("\x1b[?2026l");
    painter.finish()
}

/// Paints the main screen, on which the person will be when the program leaves the alternate one, and goes there.
fn leave_below(main: &Grid<Cell>, painter: &mut Painter) {
    let saves_cursor = main.saved_cursor == main.cursor;
    if !saves_cursor {
        state::saved_cursor(main, painter);
    }
    painter.paint(main);
    state::cursor(main, 0, painter);
    painter.text(if saves_cursor { "\x1b[?1049h" } else { "\x1b[?1047h" });
    state::forget_charsets(&main.cursor, painter);
    painter.pen(&Cell::default());
    painter.text("\x1b[H\x1b[2J");
}
