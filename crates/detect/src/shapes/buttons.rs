//! Dialogs with buttons: `< Yes >  < No >`, `[ OK ]`, with a list or a field of input above them.

use model::{Choice, Key, Kind, Question, Role};
use screen::{Colour, Row};

use super::dialog::{self, Body};
use super::{line, wording};
use crate::facts::Facts;
use crate::found::{Found, Strength};
use crate::profile::moves;
use crate::view::View;
use crate::words::Words;

/// Words that buttons carry. A row of anything else is no row of buttons.
const LABELS: [&str; 17] = [
    "ok", "yes", "no", "cancel", "continue", "back", "exit", "help", "go back", "abort", "retry", "ignore",
    "quit", "apply", "next", "accept", "close",
];

/// No button's label is longer.
const LONGEST: usize = 30;

/// One button.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Button {
    pub(crate) label: String,
    /// The column of its first letter.
    pub(crate) column: u16,
    /// Its columns, brackets included.
    pub(crate) columns: std::ops::Range<u16>,
}

/// A dialog with buttons.
pub(crate) fn recognise(view: &View, _facts: &Facts, words: &Words) -> Option<Found> {
    let snapshot = view.snapshot();
    let (row, buttons) = (0..snapshot.size.rows).rev().find_map(|row| {
        let buttons = row_of_buttons(snapshot.rows.get(usize::from(row))?);
        (!buttons.is_empty()).then_some((row, buttons))
    })?;
    let frame = dialog::frame(view, row, &buttons)?;
    let mut body = dialog::body(view, &frame);
    let selected = selected_button(view, row, &buttons);
    if !enter_goes_on(view, &frame, &buttons, selected, words) {
        body.items.iter_mut().for_each(|item| item.keys.clear());
    }
    let question = question(words, &frame.title, &body, &buttons, selected);
    Some(Found {
        question,
        rows: frame.rows,
        strength: Strength::Certain,
        rule: "dialog.buttons".to_owned(),
        tool: None,
    })
}

fn question(
    words: &Words,
    title: &str,
    body: &Body,
    buttons: &[Button],
    selected: Option<usize>,
) -> Question {
    let text = if body.text.is_empty() { title.to_owned() } else { body.text.clone() };
    let roles: Vec<Role> = buttons.iter().map(|button| role(words, &button.label)).collect();
    let yes_no = roles.contains(&Role::Yes) && roles.contains(&Role::No) && has(buttons, "yes");
    let kind = match body {
        Body { items, .. } if !items.is_empty() => Kind::Menu,
        Body { field: Some(field), .. } if is_secret(words, title, &text, field) => Kind::Password,
        Body { field: Some(_), .. } => Kind::FreeText,
        _ if yes_no => Kind::YesNo,
        _ if buttons.len() > 2 || roles == [Role::Other; 2] => Kind::Menu,
        _ => Kind::ConfirmEnter,
    };
    let mut question = Question::new(kind, text);
    question.default = body.field.clone().filter(|field| kind == Kind::FreeText && !field.is_empty());
    question.choices = match kind {
        Kind::Menu if !body.items.is_empty() => body.items.clone(),
        _ => choices(buttons, &roles, selected),
    };
    question
}

/// Whether the field is one for a secret: by its words, or because it shows stars for what stands in it.
fn is_secret(words: &Words, title: &str, text: &str, field: &str) -> bool {
    let masked = !field.is_empty() && field.chars().all(|letter| matches!(letter, '*' | '•' | '●'));
    masked || line::is_secret(words, text) || line::is_secret(words, title)
}

fn has(buttons: &[Button], label: &str) -> bool {
    buttons.iter().any(|button| button.label.eq_ignore_ascii_case(label))
}

fn role(words: &Words, label: &str) -> Role {
    match label.to_lowercase().as_str() {
        "ok" | "continue" | "accept" | "apply" | "next" => Role::Yes,
        "cancel" | "back" | "go back" | "abort" | "exit" | "quit" | "close" => Role::No,
        _ => wording::role(words, label),
    }
}

/// Buttons are reached with the arrows, from the one that is selected. If nobody can say which that is, none has keys.
fn choices(buttons: &[Button], roles: &[Role], selected: Option<usize>) -> Vec<Choice> {
    let keys = |at: usize| {
        let from = |selected: usize| moves(selected, at, &Key::Left, &Key::Right);
        selected.map(|selected| [from(selected), vec![Key::Enter]].concat()).unwrap_or_default()
    };
    buttons
        .iter()
        .zip(roles)
        .enumerate()
        .map(|(at, (button, role))| Choice {
            label: button.label.clone(),
            keys: keys(at),
            selected: selected == Some(at),
            default: selected == Some(at),
            role: *role,
            checked: None,
        })
        .collect()
}

/// Whether Enter takes what is selected in the list: the cursor stands in the list, or the button that has the focus is one that goes
/// on. The others leave the dialog with nothing.
fn enter_goes_on(
    view: &View,
    frame: &dialog::Frame,
    buttons: &[Button],
    selected: Option<usize>,
    words: &Words,
) -> bool {
    let cursor = view.snapshot().cursor;
    let in_list = cursor.row > frame.rows.start && cursor.row < frame.buttons;
    let focused = selected.and_then(|at| buttons.get(at));
    match focused {
        Some(button) => role(words, &button.label) == Role::Yes,
        None => in_list && frame.inside.contains(&cursor.column),
    }
}

/// The button the cursor stands on, or the only one there is, else the only one that looks unlike the rest of its row.
fn selected_button(view: &View, row: u16, buttons: &[Button]) -> Option<usize> {
    let cursor = view.snapshot().cursor;
    if cursor.row == row
        && let Some(at) = buttons.iter().position(|button| button.columns.contains(&cursor.column))
    {
        return Some(at);
    }
    let line = view.snapshot().rows.get(usize::from(row))?;
    let look = |column: u16| line.style_at(column).map(|style| (style.background, style.inverse));
    let between = buttons.first().and_then(|first| first.columns.start.checked_sub(1)).and_then(look);
    let plain = between.unwrap_or((Colour::Default, false));
    if buttons.len() == 1 {
        return Some(0);
    }
    let lit = |button: &Button| look(button.column).unwrap_or((Colour::Default, false)) != plain;
    let mut lit = (0..buttons.len()).filter(|at| lit(&buttons[*at]));
    lit.next().filter(|_| lit.next().is_none())
}

/// The buttons of a row that holds nothing else but a frame.
fn row_of_buttons(row: &Row) -> Vec<Button> {
    let cells: Vec<(u16, char)> =
        row.cells().map(|cell| (cell.column, cell.text.chars().next().unwrap_or(' '))).collect();
    if !cells.iter().any(|(_, letter)| matches!(letter, '<' | '[')) {
        return Vec::new();
    }
    let (mut buttons, mut at) = (Vec::new(), 0);
    while at < cells.len() {
        match button(&cells[at..]) {
            Some((button, length)) => {
                buttons.push(button);
                at += length;
            }
            None => at += 1,
        }
    }
    let known =
        buttons.iter().filter(|button| LABELS.contains(&button.label.to_lowercase().as_str())).count();
    let likely = known > 0 && known * 2 >= buttons.len();
    if likely || is_only_buttons(&cells, &buttons) { buttons } else { Vec::new() }
}

/// Words nobody foresaw are buttons if all are in angles and the row holds nothing else.
fn is_only_buttons(cells: &[(u16, char)], buttons: &[Button]) -> bool {
    let angled = |button: &Button| cells.contains(&(button.columns.start, '<'));
    let inside = |column: u16| buttons.iter().any(|button| button.columns.contains(&column));
    !buttons.is_empty()
        && buttons.iter().all(angled)
        && cells.iter().all(|(column, letter)| {
            inside(*column) || !letter.is_alphanumeric() && !matches!(letter, '.' | ':' | '/' | '=' | '"')
        })
}

/// A button at the beginning of these cells, and how many it takes.
fn button(cells: &[(u16, char)]) -> Option<(Button, usize)> {
    let (start, open) = *cells.first()?;
    let close = match open {
        '<' => '>',
        '[' => ']',
        _ => return None,
    };
    let end = cells.iter().take(LONGEST + 10).position(|(_, letter)| *letter == close)?;
    let inner: String = cells[1..end].iter().map(|(_, letter)| *letter).collect();
    let label = inner.trim().trim_matches(['<', '>']).trim();
    let spaced = open == '<' || inner.starts_with([' ', '<']);
    let plain = label.chars().all(|letter| letter.is_alphabetic() || letter == ' ');
    let long = label.chars().count() > if open == '<' { LONGEST } else { 16 };
    if label.is_empty() || long || !spaced || !plain {
        return None;
    }
    let offset = cells[1..end].iter().position(|(_, letter)| letter.is_alphabetic())? + 1;
    let columns = start..cells[end].0 + 1;
    Some((Button { label: label.to_owned(), column: cells[offset].0, columns }, end + 1))
}

#[cfg(test)]
mod tests;
