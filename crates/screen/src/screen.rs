//! One terminal's model, as everybody else sees it.

use std::panic::{AssertUnwindSafe, catch_unwind};

use model::Size;

use crate::parser::Parser;
use crate::terminal::{Reply, Terminal};
use crate::{Snapshot, capture, restore};

/// Where a terminal says nothing, programs take it to be this large.
const USUAL: Size = Size::cells(24, 80);
/// With fewer columns the terminal crate never ends wrapping a wide character.
const LEAST_COLUMNS: u16 = 2;
/// Larger than any window; keeps a hostile size from taking all memory.
const MOST: Size = Size::cells(1000, 2000);

/// A terminal, as far as it can be known from a program's output.
pub struct Screen {
    parser: Parser,
    terminal: Terminal,
    offset: u64,
    panics: u64,
}

impl Screen {
    /// An empty screen.
    pub fn new(size: Size) -> Screen {
        let terminal = Terminal::new(possible(size));
        Screen { parser: Parser::default(), terminal, offset: 0, panics: 0 }
    }

    /// Takes output of the program, in pieces of any size.
    pub fn feed(&mut self, bytes: &[u8]) {
        self.terminal.base = self.offset;
        let mut from = 0;
        while catch_unwind(AssertUnwindSafe(|| self.parser.feed(bytes, from, &mut self.terminal))).is_err() {
            from = self.parser.consumed();
            self.recover();
        }
        self.offset += bytes.len() as u64;
    }

    /// The window has another size. Any is accepted; see [`size`](Self::size) for what became of it.
    pub fn resize(&mut self, size: Size) {
        let size = possible(size);
        if catch_unwind(AssertUnwindSafe(|| self.terminal.resize(size))).is_err() {
            self.terminal.size = size;
            self.recover();
        }
    }

    /// Bytes were lost here. What is on the screen counts as damaged until it has been cleared, or as many lines have
    /// scrolled in as it has rows.
    pub fn gap(&mut self) {
        self.parser.reset();
        self.terminal.lose_bytes();
    }

    /// The size that the model works with: never zero, at least two columns, at most 1000 by 2000.
    pub fn size(&self) -> Size {
        self.terminal.size
    }

    /// How many bytes of output the session had up to here.
    pub fn offset(&self) -> u64 {
        self.offset
    }

    /// Starts to count elsewhere: at the beginning of a replay, or behind a gap.
    pub fn set_offset(&mut self, offset: u64) {
        self.offset = offset;
    }

    /// Counts what is done to the screen. The same number means the same picture; a program that paints the same again
    /// still counts.
    pub fn generation(&self) -> u64 {
        self.terminal.generation
    }

    /// The window title, at most 1 KiB.
    pub fn title(&self) -> &str {
        &self.terminal.title
    }

    /// Whether the alternate screen is shown.
    pub fn is_alternate(&self) -> bool {
        self.terminal.is_alternate()
    }

    /// Whether the program is in the middle of a synchronized frame. How long that may last is the caller's decision.
    pub fn is_synchronizing(&self) -> bool {
        self.terminal.synchronizing
    }

    /// How often the terminal crate panicked and the screen was made anew.
    pub fn panics(&self) -> u64 {
        self.panics
    }

    /// What is seen, but for half a frame.
    pub fn snapshot(&self) -> Option<Snapshot> {
        (!self.terminal.synchronizing).then(|| self.snapshot_anyway())
    }

    /// What is seen, be it half a frame.
    pub fn snapshot_anyway(&self) -> Snapshot {
        capture::snapshot(&self.terminal, self.offset)
    }

    /// Bytes that make a terminal of the same size, as a shell leaves it, look and behave like this one.
    ///
    /// What a person had on their main screen goes into their scrollback. While the program is on the alternate screen,
    /// the session's main screen is painted first, for when it leaves.
    pub fn restore(&self) -> Vec<u8> {
        restore::restore(&self.terminal)
    }

    /// Answers to the questions that the program has asked its terminal since the last call.
    pub fn take_replies(&mut self) -> Vec<Reply> {
        self.terminal.take_replies()
    }

    /// After a panic: paints what can still be read onto a new terminal, and says that something was lost.
    fn recover(&mut self) {
        self.panics += 1;
        self.parser.reset();
        let size = self.terminal.size;
        let old = std::mem::replace(&mut self.terminal, Terminal::new(size));
        let painted = catch_unwind(AssertUnwindSafe(|| {
            let mut terminal = Terminal::new(size);
            Parser::default().feed(&restore::restore(&old), 0, &mut terminal);
            terminal
        }));
        self.terminal = painted.unwrap_or_else(|_| Terminal::new(size));
        self.terminal.inherit(old);
        self.terminal.lose_bytes();
    }
}

fn possible(size: Size) -> Size {
    let known = |value: u16, usual: u16| if value == 0 { usual } else { value };
    Size {
        rows: known(size.rows, USUAL.rows).min(MOST.rows),
        cols: known(size.cols, USUAL.cols).clamp(LEAST_COLUMNS, MOST.cols),
        ..size
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is shown after this output, whose first `!` made the terminal crate panic.
    fn after_panic(output: &str) -> (Screen, Vec<String>) {
        let mut screen = Screen::new(Size::cells(4, 10));
        screen.terminal.trap = Some('!');
        screen.feed(output.as_bytes());
        assert_eq!(screen.panics(), 1, "{output:?}");
        assert_eq!(screen.offset(), output.len() as u64);
        let rows = screen.snapshot_anyway().rows.into_iter().map(|row| row.text).collect();
        (screen, rows)
    }

    #[test]
    fn after_a_panic_the_screen_is_painted_anew_and_goes_on() {
        let (mut screen, rows) = after_panic("\x1b]2;t\x07\x1b[?2004hold\r\nab!lost\r\nnew!");
        assert_eq!(rows, ["old", "ab", "new!", ""]);
        let snapshot = screen.snapshot_anyway();
        assert!(snapshot.gap && snapshot.modes.bracketed_paste);
        assert_eq!(snapshot.title, "t");
        screen.feed(b"\x1b[2Jagain");
        assert!(!screen.snapshot_anyway().gap);
        assert_eq!(screen.snapshot_anyway().rows[2].text, "    again");
        assert_eq!(screen.panics(), 1);
    }

    #[test]
    fn a_panic_on_the_alternate_screen_leaves_the_main_one() {
        let (mut screen, rows) = after_panic("$ vim\r\n\x1b[?1049h\x1b[Htext!\x1b[2;1H~");
        assert_eq!(rows, ["text", "~", "", ""]);
        screen.feed(b"\x1b[?1049l$ ");
        let rows: Vec<String> = screen.snapshot_anyway().rows.into_iter().map(|row| row.text).collect();
        assert_eq!(rows, ["$ vim", "$", "", ""]);
    }
}
