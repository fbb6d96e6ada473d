//! A list that is searched by typing, with a line of input and a count beside it: fzf and its kin.

use model::{Choice, Key, Kind, Question};

use super::Rows;
use super::head::Head;
use crate::found::{Found, Strength};
use crate::profile::moves;

const POINTERS: &str = ">❯›▌▶";
const MOST: usize = 200;

/// The line of input with the cursor, the count next to it, the list behind that.
pub(super) fn recognise(screen: &Rows) -> Option<Found> {
    let cursor = screen.view.snapshot().cursor;
    let row = usize::from(cursor.row);
    let input = screen.rows.get(row)?;
    // Its prompt may say anything: `Delete it?` with a count beside it and a list behind that is no question.
    if !cursor.visible || !input.is_text() {
        return None;
    }
    let is_count = |row: &usize| screen.rows.get(*row).is_some_and(|inner| count(inner.text));
    let upward = row.checked_sub(1).filter(is_count).is_some();
    let downward = !upward && is_count(&(row + 1));
    let rows: Vec<usize> = match (upward, downward) {
        (true, _) => (0..row - 1).rev().take(MOST).take_while(|row| screen.rows[*row].is_text()).collect(),
        (_, true) => (row + 2..screen.end).take(MOST).take_while(|row| screen.rows[*row].is_text()).collect(),
        _ => return None,
    };
    let (first, end) = (*rows.iter().min()?, *rows.iter().max()? + 1);
    let heads: Vec<Head> = (first..end).map(|row| Head::of(&screen.rows[row], POINTERS)).collect();
    let selected = heads.iter().position(|head| head.pointer.is_some())?;
    let mut question = Question::new(Kind::Menu, input.text);
    question.choices = choices(&heads, selected);
    let all = first.min(row) as u16..end.max(row + 1) as u16;
    Some(Found {
        question,
        rows: all,
        strength: Strength::Certain,
        rule: "list.finder".to_owned(),
        tool: None,
    })
}

/// `40/40`, with a spinner before it or a line behind it.
fn count(text: &str) -> bool {
    let digits = text.trim_start_matches(|letter: char| !letter.is_ascii_digit());
    let Some((found, rest)) = digits.split_once('/') else { return false };
    let number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    number(found) && number(rest.split(' ').next().unwrap_or_default()) && text.len() - digits.len() <= 8
}

fn choices(heads: &[Head], selected: usize) -> Vec<Choice> {
    let each = heads.iter().enumerate().map(|(place, head)| {
        let mut keys = moves(selected, place, &Key::Up, &Key::Down);
        keys.push(Key::Enter);
        let chosen = place == selected;
        Choice { label: head.label.to_owned(), keys, selected: chosen, default: chosen, ..Choice::default() }
    });
    each.collect()
}
