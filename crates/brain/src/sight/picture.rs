//! What matters of a screen for typing into it.

use std::hash::{DefaultHasher, Hash, Hasher};

use screen::{Row, Snapshot};

/// A screen, as far as it matters for keys.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Picture {
    /// The output that it shows.
    pub(crate) offset: u64,
    /// The text left of the cursor, in its row and those that run on into it.
    pub(crate) before_cursor: String,
    /// The line of the input box at which the program rests, if it has just one.
    pub(crate) box_line: Option<String>,
    /// The same for the same text and the cursor at the same place.
    pub(crate) whole: u64,
    /// Cursor keys send application sequences.
    pub(crate) application_cursor: bool,
    /// Pastes are marked.
    pub(crate) bracketed_paste: bool,
    /// The program asked that keys be told apart.
    pub(crate) disambiguates: bool,
}

/// The kitty protocol's flag for telling keys apart.
const DISAMBIGUATES: u8 = 1;

impl Picture {
    /// With the row in which its input box begins, if it rests there.
    pub(crate) fn of(snapshot: &Snapshot, offset: u64, input_box: Option<u16>) -> Self {
        let modes = &snapshot.modes;
        Picture {
            offset,
            before_cursor: before_cursor(snapshot),
            box_line: input_box.and_then(|row| only_line(snapshot, row.into())),
            whole: whole(snapshot),
            application_cursor: modes.application_cursor,
            bracketed_paste: modes.bracketed_paste,
            disambiguates: modes.keyboard.0 & DISAMBIGUATES != 0,
        }
    }
}

/// A row with nothing under it but the edge of a box.
fn only_line(snapshot: &Snapshot, row: usize) -> Option<String> {
    let is_edge = |row: &Row| row.text.chars().all(|letter| " ─━▀▄╰╯│┃".contains(letter));
    let ends = snapshot.rows.get(row + 1).is_none_or(is_edge);
    snapshot.rows.get(row).filter(|_| ends).map(|row| row.text.trim().to_owned())
}

fn whole(snapshot: &Snapshot) -> u64 {
    let mut hasher = DefaultHasher::new();
    (snapshot.cursor.row, snapshot.cursor.column).hash(&mut hasher);
    for row in &snapshot.rows {
        row.text.trim_end().hash(&mut hasher);
    }
    hasher.finish()
}

/// The row of the cursor up to it, behind the rows that run on into it.
fn before_cursor(snapshot: &Snapshot) -> String {
    let row = usize::from(snapshot.cursor.row);
    let Some(rows) = snapshot.rows.get(..=row) else { return String::new() };
    let first = rows[..row].iter().rposition(|row| !row.wrapped).map_or(0, |above| above + 1);
    let mut text = String::new();
    for (full, next) in rows[first..].iter().zip(&rows[first + 1..]) {
        // A letter of two columns that found one left stands in the next row.
        let wide = next.cells().next().is_some_and(|cell| cell.width == 2);
        text.push_str(&up_to(full, snapshot.size.cols - u16::from(wide)));
    }
    text + &up_to(&rows[row], snapshot.cursor.column)
}

/// Blanks at the end of a row are not part of its text, but they are left of the cursor.
fn up_to(row: &Row, column: u16) -> String {
    let (mut text, mut reached) = (String::new(), 0);
    for cell in row.cells().take_while(|cell| cell.column < column) {
        text.push_str(cell.text);
        reached = cell.column + cell.width;
    }
    text + &" ".repeat(usize::from(column.saturating_sub(reached)))
}

#[cfg(test)]
mod tests {
    use model::Size;
    use screen::Screen;

    use super::*;

    #[test]
    fn what_stands_left_of_the_cursor() {
        let check = |written: &str, want: &str| {
            let mut terminal = Screen::new(Size::cells(4, 10));
            terminal.feed(written.as_bytes());
            assert_eq!(before_cursor(&terminal.snapshot_anyway()), want, "{written:?}");
        };
        check("", "");
        check("above\r\nName: me ", "Name: me ");
        check("Name: a word or two", "Name: a word or two");
        check("Name:     a", "Name:     a");
        check("above\r\nName: a long one that runs on", "Name: a long one that runs on");
        check("a\r\nb\r\nc\r\nName: runs on and scrolls", "Name: runs on and scrolls");
        check("123456789漢字", "123456789漢字");
        check("12345678漢字", "12345678漢字");
    }
}
