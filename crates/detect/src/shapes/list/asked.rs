//! The question above a list.

use super::Rows;
use super::frame::Inner;

/// Signs that libraries put before a question that is open.
const SIGNS: [char; 4] = ['?', '◆', '◈', '🦋'];
/// How far above the list it may stand.
const FARTHEST: usize = 9;

/// A question.
#[derive(Debug)]
pub(super) struct Asked {
    /// Its words.
    pub(super) text: String,
    /// Its first row.
    pub(super) row: usize,
    /// A sign of a library stands before it, or a line below explains the keys.
    pub(super) marked: bool,
}

impl Asked {
    /// The question above a row: the nearest line with a sign, else the line right above.
    pub(super) fn above(screen: &Rows, row: usize) -> Option<Asked> {
        let lowest = row.saturating_sub(FARTHEST);
        let signed = (lowest..row).rev().find(|row| screen.rows[*row].text.starts_with(SIGNS));
        if let Some(first) =
            signed.filter(|first| (first + 1..row).all(|between| is_between(screen, *first, between)))
        {
            let line = screen.view.lines().get(screen.view.line_at(first as u16)?)?;
            let goes_on = rest_in_a_bar(screen, usize::from(line.last) + 1, row);
            let text = format!("{}{goes_on}", line.text.trim_start().trim_start_matches(SIGNS));
            return Some(Asked { text: bare(&text), row: first, marked: true });
        }
        let near = (lowest..row).rev().find(|row| !screen.rows[*row].is_blank())?;
        let line = screen.view.lines().get(screen.view.line_at(near as u16)?)?;
        let text = Inner::of(&line.text, 0).text;
        let asks = screen.rows[near].is_text() && text.trim_end().ends_with(['?', ':', '›', '…', ')']);
        let hinted = (row..screen.end).any(|row| is_hint(screen.rows[row].text));
        (asks || hinted).then(|| Asked { text: bare(text), row: usize::from(line.first), marked: hinted })
    }
}

/// What may stand between a question and its list: the rest of it, hints, nothing.
fn is_between(screen: &Rows, question: usize, row: usize) -> bool {
    let inner = &screen.rows[row];
    let wrapped = screen.view.line_at(row as u16) == screen.view.line_at(question as u16);
    inner.is_blank()
        || wrapped
        || inner.left
        || is_hint(inner.text)
        || inner.column > screen.rows[question].column
}

/// The rest of a question that its library wrapped inside a bar, before the list in that bar.
fn rest_in_a_bar(screen: &Rows, from: usize, row: usize) -> String {
    let rest = screen.rows[from.min(row)..row].iter().filter(|inner| inner.left && inner.is_text());
    rest.map(|inner| format!(" {}", inner.text)).collect()
}

/// A question without the signs around it.
fn bare(text: &str) -> String {
    text.trim().trim_end_matches(['›', '…', '»', '·']).trim().to_owned()
}

/// Whether a line explains keys.
pub(super) fn is_hint(text: &str) -> bool {
    let lower = text.to_lowercase();
    let signs = ["↑", "↓", "⏎", "←", "→ to"];
    let words = [
        "arrow",
        "space",
        "enter",
        "esc",
        "tab",
        "ctrl",
        "up and down",
        "to select",
        "to move",
        "to navigate",
        "filter",
        "navigate",
        "toggle",
    ];
    signs.iter().any(|sign| lower.contains(sign)) || words.iter().any(|word| lower.contains(word))
}
