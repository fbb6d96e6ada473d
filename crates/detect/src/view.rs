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
        View { snapshot, lines: join(&snapshot.rows) }
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

    /// The last row that shows anything.
    pub fn last_row(&self) -> Option<u16> {
        self.snapshot.rows.iter().rposition(|row| !row.text.trim().is_empty()).map(|row| row as u16)
    }
}

fn join(rows: &[Row]) -> Vec<Line> {
    let mut lines: Vec<Line> = Vec::new();
    let mut goes_on = false;
    for (number, row) in rows.iter().enumerate() {
        let number = number as u16;
        match lines.last_mut().filter(|_| goes_on) {
            Some(line) => {
                line.text.push_str(&row.text);
                line.last = number;
            }
            None => lines.push(Line { text: row.text.clone(), first: number, last: number }),
        }
        goes_on = row.wrapped;
    }
    lines
}
