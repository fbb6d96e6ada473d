//! A snapshot as detection reads it: rows, logical lines, the place where input goes.

use screen::{Row, Snapshot};

/// A line of text as the program wrote it: the rows into which the terminal wrapped it, joined.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// The text, without blanks at its end.
    pub text: String,
    /// Its first row.
    pub first: u16,
    /// Its last row.
    pub last: u16,
}

/// A snapshot and its logical lines.
#[derive(Debug)]
pub struct View<'a> {
    snapshot: &'a Snapshot,
    lines: Vec<Line>,
}

impl<'a> View<'a> {
    /// Looks at a snapshot.
    pub fn new(snapshot: &'a Snapshot) -> Self {
        View { snapshot, lines: join(&snapshot.rows, snapshot.size.cols) }
    }

    /// The snapshot itself.
    pub fn snapshot(&self) -> &'a Snapshot {
        self.snapshot
    }

    /// The logical lines from the top, empty ones too.
    pub fn lines(&self) -> &[Line] {
        &self.lines
    }

    /// The index of the logical line with this row.
    pub fn line_at(&self, row: u16) -> Option<usize> {
        self.lines.iter().position(|line| (line.first..=line.last).contains(&row))
    }

    /// A row's text.
    pub fn row(&self, row: u16) -> &'a str {
        self.snapshot.rows.get(usize::from(row)).map_or("", |row| row.text.as_str())
    }

    /// A row's text, with the blanks at its end if its line goes on in the next row.
    pub(crate) fn whole_row(&self, row: u16) -> String {
        with_blanks(&self.snapshot.rows, usize::from(row), self.snapshot.size.cols)
    }

    /// The last row that shows anything.
    pub fn last_row(&self) -> Option<u16> {
        self.snapshot.rows.iter().rposition(|row| !row.text.trim().is_empty()).map(|row| row as u16)
    }
}

fn join(rows: &[Row], columns: u16) -> Vec<Line> {
    let mut lines: Vec<Line> = Vec::new();
    let mut goes_on = false;
    for (number, row) in rows.iter().enumerate() {
        let text = with_blanks(rows, number, columns);
        let number = number as u16;
        match lines.last_mut().filter(|_| goes_on) {
            Some(line) => {
                line.text.push_str(&text);
                line.last = number;
            }
            None => lines.push(Line { text, first: number, last: number }),
        }
        goes_on = row.wrapped;
    }
    for line in &mut lines {
        line.text.truncate(line.text.trim_end_matches(' ').len());
    }
    lines
}

/// A row's text. Blanks at its end are not kept; where the line goes on in the next row they belong to it, unless
/// there was only no room for a wide letter.
fn with_blanks(rows: &[Row], number: usize, columns: u16) -> String {
    let Some(row) = rows.get(number) else { return String::new() };
    let mut text = row.text.clone();
    if row.wrapped {
        let used = row.cells().last().map_or(0, |cell| cell.column + cell.width);
        let blanks = columns.saturating_sub(used);
        let wide =
            rows.get(number + 1).and_then(|next| next.cells().next()).is_some_and(|cell| cell.width > 1);
        let blanks = if wide && blanks == 1 { 0 } else { blanks };
        text.extend(std::iter::repeat_n(' ', usize::from(blanks)));
    }
    text
}
