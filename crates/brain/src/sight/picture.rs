//! What matters of a screen for typing into it.

use screen::Snapshot;

/// A screen, as far as it matters for keys.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Picture {
    /// The output that it shows.
    pub(crate) offset: u64,
    /// The text left of the cursor, in its row.
    pub(crate) before_cursor: String,
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
    pub(crate) fn of(snapshot: &Snapshot, offset: u64) -> Self {
        let modes = &snapshot.modes;
        Picture {
            offset,
            before_cursor: before_cursor(snapshot),
            application_cursor: modes.application_cursor,
            bracketed_paste: modes.bracketed_paste,
            disambiguates: modes.keyboard.0 & DISAMBIGUATES != 0,
        }
    }
}

/// Blanks at the end of a row are not part of its text, but they are left of the cursor.
fn before_cursor(snapshot: &Snapshot) -> String {
    let Some(row) = snapshot.rows.get(usize::from(snapshot.cursor.row)) else { return String::new() };
    let (mut text, mut reached) = (String::new(), 0);
    for cell in row.cells().take_while(|cell| cell.column < snapshot.cursor.column) {
        text.push_str(cell.text);
        reached = cell.column + cell.width;
    }
    let blanks = usize::from(snapshot.cursor.column.saturating_sub(reached));
    text.push_str(&" ".repeat(blanks));
    text
}
