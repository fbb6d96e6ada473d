//! The frame around a row of buttons and what stands in it: text, a list, a field of input.

use std::ops::Range;

use model::{Choice, Key};
use screen::Colour;

use super::buttons::Button;
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
    let (mut text, mut in_box) = (Vec::new(), false);
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
        let typed_here = cursor.visible && cursor.row == row && !has_mark(bare);
        if typed_here {
            body.field = Some(typed_in(trimmed));
        } else if bare.is_empty() {
            paragraph(&mut text);
        } else if in_box || has_mark(bare) {
            listed.push((row, bare.to_owned()));
        } else if listed.is_empty() && body.field.is_none() {
            text.push(bare.to_owned());
        }
    }
    body.text = question_of(&text);
    if body.field.is_none() {
        body.items = items(view, frame, &listed);
    }
    body
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

fn has_mark(text: &str) -> bool {
    ["[ ]", "[*]", "[x]", "[X]", "( )", "(*)", "(x)"].iter().any(|mark| text.starts_with(mark))
}

fn items(view: &View, frame: &Frame, listed: &[(u16, String)]) -> Vec<Choice> {
    if listed.len() < 2 && !listed.iter().any(|(_, text)| has_mark(text)) {
        return Vec::new();
    }
    let selected = selected_row(view, frame, listed);
    listed
        .iter()
        .enumerate()
        .map(|(at, (_, text))| {
            let marked = has_mark(text);
            let checked = marked.then(|| !text[1..].starts_with(' '));
            let label = if marked { text[3..].trim() } else { text.as_str() };
            let (key, count) =
                if at >= selected { (Key::Down, at - selected) } else { (Key::Up, selected - at) };
            let last = if text.starts_with('[') { Key::Space } else { Key::Enter };
            Choice {
                label: label.to_owned(),
                keys: std::iter::repeat_n(key, count).chain([last]).collect(),
                selected: at == selected,
                default: at == selected && !marked,
                role: model::Role::Other,
                checked,
            }
        })
        .collect()
}

/// The entry with the cursor on it, else the one that looks unlike the others.
fn selected_row(view: &View, frame: &Frame, listed: &[(u16, String)]) -> usize {
    let cursor = view.snapshot().cursor;
    if let Some(at) = listed.iter().position(|(row, _)| *row == cursor.row) {
        return at;
    }
    let looks: Vec<Vec<(Colour, bool)>> =
        listed.iter().map(|(row, _)| backgrounds(view, *row, &frame.inside)).collect();
    let unlike = |at: usize| looks.iter().enumerate().all(|(other, look)| other == at || *look != looks[at]);
    (0..looks.len()).find(|at| unlike(*at)).unwrap_or(0)
}

fn backgrounds(view: &View, row: u16, columns: &Range<u16>) -> Vec<(Colour, bool)> {
    let Some(row) = view.snapshot().rows.get(usize::from(row)) else { return Vec::new() };
    columns
        .clone()
        .map(|column| {
            row.style_at(column).map_or((Colour::Default, false), |style| (style.background, style.inverse))
        })
        .collect()
}
