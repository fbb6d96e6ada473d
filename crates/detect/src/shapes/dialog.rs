//! The frame around a row of buttons and what stands in it: text, a list, a field of input.

use std::ops::Range;

use model::Choice;
use screen::Colour;

use super::buttons::Button;
use super::entries;
use crate::view::View;

/// A dialog's frame.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Frame {
    /// Its rows, borders included.
    pub(crate) rows: Range<u16>,
    /// The columns inside it.
    pub(crate) inside: Range<u16>,
    /// The row of its buttons.
    pub(crate) buttons: u16,
    /// The words in its upper border.
    pub(crate) title: String,
}

/// What stands above the buttons.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Body {
    /// The text, its lines joined.
    pub(crate) text: String,
    /// The entries of a list.
    pub(crate) items: Vec<Choice>,
    /// What stands in the field of input, if there is one.
    pub(crate) field: Option<String>,
}

const SIDES: [char; 4] = ['│', '┃', '║', '|'];

fn is_border(letter: char) -> bool {
    ('\u{2500}'..='\u{257f}').contains(&letter)
}

/// The frame around a row of buttons: sides left and right of them, a border above.
pub(crate) fn frame(view: &View, row: u16, buttons: &[Button]) -> Option<Frame> {
    let (first, last) = (buttons.first()?.columns.start, buttons.last()?.columns.end);
    let cells: Vec<(u16, char)> = letters(view, row);
    let left = cells.iter().rev().find(|(column, letter)| *column < first && SIDES.contains(letter))?.0;
    let width = view.snapshot().size.cols;
    let right = cells
        .iter()
        .find(|(column, letter)| *column >= last && SIDES.contains(letter))
        .map_or(width, |cell| cell.0);
    let top = (0..row).rev().find(|above| is_corner(view, *above, left))?;
    let bottom = (row..view.snapshot().size.rows).find(|below| is_corner(view, *below, left)).unwrap_or(row);
    let title: String = inside(view, top, &(left + 1..right));
    let title = title
        .trim_matches(|letter: char| is_border(letter) || matches!(letter, ' ' | '|' | '-' | '+'))
        .to_owned();
    Some(Frame { rows: top..bottom + 1, inside: left + 1..right, buttons: row, title })
}

fn letters(view: &View, row: u16) -> Vec<(u16, char)> {
    let Some(row) = view.snapshot().rows.get(usize::from(row)) else { return Vec::new() };
    row.cells().map(|cell| (cell.column, cell.text.chars().next().unwrap_or(' '))).collect()
}

fn is_corner(view: &View, row: u16, column: u16) -> bool {
    let corner = letters(view, row).into_iter().find(|cell| cell.0 == column).map(|cell| cell.1);
    corner.is_some_and(|letter| matches!(letter, '┌' | '└' | '╔' | '╚' | '╭' | '╰' | '+' | '┏' | '┗'))
}

fn inside(view: &View, row: u16, columns: &Range<u16>) -> String {
    letters(view, row).into_iter().filter(|cell| columns.contains(&cell.0)).map(|cell| cell.1).collect()
}

/// What the frame holds above its buttons.
pub(crate) fn body(view: &View, frame: &Frame) -> Body {
    let cursor = view.snapshot().cursor;
    let mut body = Body::default();
    let mut listed: Vec<(u16, String)> = Vec::new();
    let (mut text, mut plain, mut in_box) = (Vec::new(), Vec::new(), false);
    for row in frame.rows.start + 1..frame.buttons {
        let raw = inside(view, row, &frame.inside);
        let trimmed = raw.trim();
        if trimmed.starts_with(['┌', '╭', '╔']) {
            in_box = true;
        } else if trimmed.starts_with(['└', '╰', '╚']) {
            in_box = false;
        }
        let bare = trimmed
            .trim_matches(|letter: char| is_border(letter) || matches!(letter, ' ' | '▒' | '^' | 'v'))
            .trim();
        let typed_here = cursor.visible && cursor.row == row && !entries::has_mark(bare);
        if typed_here {
            body.field = Some(typed_in(trimmed));
        } else if bare.is_empty() {
            paragraph(&mut text);
        } else if in_box || entries::has_mark(bare) {
            listed.push((row, bare.to_owned()));
        } else if listed.is_empty() && body.field.is_none() {
            plain.push(row);
            text.push(bare.to_owned());
        }
    }
    if body.field.is_none() {
        let shown = if listed.is_empty() { highlighted(view, frame, &plain, &mut text) } else { listed };
        body.items = entries::read(view, frame, &shown);
    }
    body.text = question_of(&text);
    body
}

/// A list without a frame: the last paragraph, if its rows begin at one column and exactly one is highlighted. It is
/// taken out of the text.
fn highlighted(view: &View, frame: &Frame, plain: &[u16], text: &mut Vec<String>) -> Vec<(u16, String)> {
    while text.last().is_some_and(String::is_empty) {
        text.pop();
    }
    let count = text.iter().rev().take_while(|line| !line.is_empty()).count();
    let rows = &plain[plain.len().saturating_sub(count)..];
    let starts =
        |row: &u16| inside(view, *row, &frame.inside).chars().take_while(|letter| *letter == ' ').count();
    let looks: Vec<_> = rows.iter().map(|row| backgrounds(view, *row, &frame.inside)).collect();
    let unlike = looks.iter().filter(|look| looks.iter().filter(|other| other == look).count() == 1).count();
    let aligned = rows.iter().all(|row| starts(row) == starts(&rows[0]));
    if count < 2 || !aligned || unlike != 1 && count != 2 || unlike == 0 || count == text.len() {
        return Vec::new();
    }
    let lines = text.split_off(text.len() - count);
    rows.iter().copied().zip(lines).collect()
}

/// What stands in a field of input, without its frame and its line.
fn typed_in(row: &str) -> String {
    let bare = row.trim_matches(|letter: char| is_border(letter) || letter == ' ');
    bare.trim_end_matches(['_', ' ']).trim_end_matches("[^]").trim().to_owned()
}

/// An empty row ends a paragraph.
fn paragraph(text: &mut Vec<String>) {
    if text.last().is_some_and(|last| !last.is_empty()) {
        text.push(String::new());
    }
}

/// The last paragraph if it asks something, else all of the text.
fn question_of(text: &[String]) -> String {
    let mut paragraphs =
        text.split(String::is_empty).map(|lines| lines.join(" ")).filter(|lines| !lines.is_empty());
    match paragraphs.clone().next_back().filter(|last| last.ends_with('?')) {
        Some(last) => last,
        None => paragraphs.by_ref().collect::<Vec<_>>().join(" "),
    }
}

/// The backgrounds of a row, cell by cell.
pub(super) fn backgrounds(view: &View, row: u16, columns: &Range<u16>) -> Vec<(Colour, bool)> {
    let Some(row) = view.snapshot().rows.get(usize::from(row)) else { return Vec::new() };
    columns
        .clone()
        .map(|column| {
            row.style_at(column).map_or((Colour::Default, false), |style| (style.background, style.inverse))
        })
        .collect()
}
