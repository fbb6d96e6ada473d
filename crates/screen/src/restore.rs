//! Bytes that make a person's terminal look and behave like this one.

mod paint;
mod state;

use crate::terminal::Terminal;
use paint::Painter;

/// Puts an ordinary terminal into the state that painting needs; a shell leaves it so, other programs may not. The
/// frame is shown at once where the terminal knows how.
const BEGIN: &str = "\x1b[?2026h\x1b[?25l\x1b[0m\x1b(B\x1b)B\x0f\x1b[r\x1b[?6l\x1b[4l\x1b[20l\x1b[?7h";

pub(crate) fn restore(terminal: &Terminal) -> Vec<u8> {
    let mut painter = Painter::new(BEGIN);
    terminal.keyboards[0].restore(painter.bytes());
    if terminal.is_alternate() {
        painter.text("\x1b[?1049h\x1b[H\x1b[2J");
        terminal.keyboards[1].restore(painter.bytes());
    } else {
        painter.scroll_away(terminal.rows());
    }
    state::saved_cursor(terminal, &mut painter);
    painter.paint(terminal.grid());
    state::put(terminal, &mut painter);
    painter.text("\x1b[?2026l");
    painter.finish()
}
