//! Where input goes: the line the cursor is on, or the one right above it.

use crate::view::View;

/// The line that a program would have written to ask something.
#[derive(Debug, Clone)]
pub(crate) struct Place {
    /// Its index among the view's lines.
    pub(crate) line: usize,
    /// What stands before the cursor, without blanks at its end.
    pub(crate) head: String,
    /// What stands right of the cursor, without blanks around it: hints, placeholders, a typed draft.
    pub(crate) tail: String,
    /// The cursor stands in the empty row below the line.
    pub(crate) below: bool,
    /// Columns between the text and the cursor.
    pub(crate) gap: u16,
    /// The rows of the line, and of the cursor below it.
    pub(crate) rows: std::ops::Range<u16>,
}

/// How many empty rows may stand between a question and the cursor below it.
const EMPTY_ROWS: u16 = 1;

/// Where input goes on this screen. The cursor's row counts also while it is hidden.
pub(crate) fn find(view: &View) -> Option<Place> {
    let cursor = view.snapshot().cursor;
    let line = view.line_at(cursor.row)?;
    if !view.lines()[line].text.trim().is_empty() {
        return Some(on_line(view, line));
    }
    let above = (0..line).rev().find(|index| !view.lines()[*index].text.trim().is_empty())?;
    let last = view.lines()[above].last;
    (cursor.row - last <= EMPTY_ROWS + 1).then(|| below_line(view, above, cursor.row))
}

fn on_line(view: &View, index: usize) -> Place {
    let cursor = view.snapshot().cursor;
    let line = &view.lines()[index];
    let (mut head, mut tail) = (String::new(), String::new());
    for number in line.first..=line.last {
        let (left, right) = split_row(view, number, cursor.row, cursor.column);
        head.push_str(&left);
        tail.push_str(&right);
    }
    // A hidden cursor stands anywhere, one in the first column has been put there.
    if !cursor.visible || head.trim().is_empty() {
        (head, tail) = (format!("{head}{tail} "), String::new());
    }
    let gap = (head.chars().rev().take_while(|letter| *letter == ' ').count()) as u16;
    Place {
        line: index,
        head: head.trim_end().to_owned(),
        tail: tail.trim().to_owned(),
        below: false,
        gap,
        rows: line.first..line.last + 1,
    }
}

/// A row's text before and behind the cursor. Blanks up to the cursor belong to what is before it.
fn split_row(view: &View, number: u16, cursor_row: u16, cursor_column: u16) -> (String, String) {
    let Some(row) = view.snapshot().rows.get(usize::from(number)) else { return Default::default() };
    if number < cursor_row {
        return (view.whole_row(number), String::new());
    }
    if number > cursor_row {
        return (String::new(), view.whole_row(number));
    }
    let (mut left, mut right, mut column) = (String::new(), String::new(), 0);
    for cell in row.cells() {
        let side = if cell.column < cursor_column { &mut left } else { &mut right };
        side.push_str(cell.text);
        column = cell.column + cell.width;
    }
    left.extend(std::iter::repeat_n(' ', usize::from(cursor_column.saturating_sub(column))));
    (left, right)
}

fn below_line(view: &View, index: usize, cursor_row: u16) -> Place {
    let line = &view.lines()[index];
    Place {
        line: index,
        head: line.text.trim_end().to_owned(),
        tail: String::new(),
        below: true,
        gap: 0,
        rows: line.first..cursor_row + 1,
    }
}
