//! What the window shows.

use model::Size;

/// The screen, fed with bytes that may be cut anywhere.
pub(super) struct View {
    screen: avt::Terminal,
    /// The beginning of a character whose rest has not come yet.
    pending: Vec<u8>,
}

impl View {
    pub(super) fn new(size: Size) -> Self {
        // A terminal may say that it has no size; the drawing then needs some, as an emulator's would.
        let (cols, rows) = (usize::from(size.cols.max(1)), usize::from(size.rows.max(1)));
        View { screen: avt::Terminal::new(cols, rows).unwrap(), pending: Vec::new() }
    }

    pub(super) fn feed(&mut self, bytes: &[u8]) {
        self.pending.extend_from_slice(bytes);
        let whole = self.pending.len() - incomplete_tail(&self.pending);
        self.screen.feed(&*String::from_utf8_lossy(&self.pending[..whole]));
        self.pending.drain(..whole);
    }

    pub(super) fn resize(&mut self, size: Size) {
        self.screen.resize(usize::from(size.cols), usize::from(size.rows));
    }

    /// The rows without trailing blanks, and without the empty rows at the end.
    pub(super) fn text(&self) -> String {
        let rows: Vec<String> =
            self.screen.screen().visible_lines().map(|line| line.text().trim_end().to_owned()).collect();
        rows.join("\n").trim_end().to_owned()
    }

    /// All there is to the screen, colours and modes too, as a sequence that would bring it about.
    pub(super) fn dump(&self) -> String {
        self.screen.dump()
    }

    /// Row and column of the cursor, counted from 0. A cursor behind the last column counts as on it.
    pub(super) fn cursor(&self) -> (usize, usize) {
        let cursor = self.screen.cursor();
        (cursor.row, cursor.col.min(self.screen.size().0 - 1))
    }

    /// The text left of the cursor.
    pub(super) fn line_to_cursor(&self) -> String {
        let cursor = self.screen.cursor();
        let line = self.screen.screen().line(cursor.row).map(avt::Line::text).unwrap_or_default();
        line.chars().take(cursor.col).collect()
    }
}

/// How many bytes at the end are the beginning of a character not yet complete.
fn incomplete_tail(bytes: &[u8]) -> usize {
    let from = bytes.len().saturating_sub(4);
    for start in (from..bytes.len()).rev() {
        if bytes[start] & 0b1100_0000 != 0b1000_0000 {
            let cut = std::str::from_utf8(&bytes[start..]).is_err_and(|error| error.error_len().is_none());
            return if cut { bytes.len() - start } else { 0 };
        }
    }
    0
}

#[cfg(test)]
mod tests {
    use super::{Size, View};

    #[test]
    fn characters_cut_anywhere_draw_the_same() {
        let text = "a\u{e9}\u{65e5}\u{1f680}\x1b[31mz".as_bytes();
        for cut in 0..=text.len() {
            let mut view = View::new(Size::cells(3, 20));
            view.feed(&text[..cut]);
            view.feed(&text[cut..]);
            assert_eq!(view.text(), "a\u{e9}\u{65e5}\u{1f680}z", "cut at {cut}");
        }
    }

    #[test]
    fn bytes_that_are_no_text_do_not_stall_the_screen() {
        let mut view = View::new(Size::cells(3, 20));
        view.feed(b"a\xff\xffb\x80c");
        assert!(view.text().ends_with('c'));
    }
}
