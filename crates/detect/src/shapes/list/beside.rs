//! Two choices beside each other: `● Yes / ○ No`, `no / yes` behind the question, two buttons under it.

use model::{Choice, Key, Kind, Question};

use super::asked::{Asked, is_hint};
use super::frame::columns;
use super::{Rows, buttons, style};
use crate::found::{Found, Strength};
use crate::profile::moves;
use crate::shapes::wording;
use crate::words::Words;

/// Two choices in the last row that is no hint.
pub(super) fn recognise(screen: &Rows, words: &Words) -> Option<Found> {
    if screen.view.snapshot().cursor.visible {
        return None;
    }
    let row = (screen.end.saturating_sub(5)..screen.end).rev().find(|row| {
        let inner = &screen.rows[*row];
        inner.is_text() && !is_hint(inner.text)
    })?;
    let (labels, selected, asked) =
        circles(screen, row).or_else(|| toggle(screen, row)).or_else(|| pressed(screen, row))?;
    if !screen.cursor_is_in(asked.row) {
        return None;
    }
    let mut question = Question::new(Kind::YesNo, asked.text);
    question.choices = choices(&labels, selected, words);
    let rows = asked.row as u16..screen.end as u16;
    Some(Found { question, rows, strength: Strength::Strong, rule: "list.beside".to_owned(), tool: None })
}

type Pair = (Vec<String>, usize, Asked);

/// `● Yes / ○ No`
fn circles(screen: &Rows, row: usize) -> Option<Pair> {
    let (left, right) = screen.rows[row].text.split_once(" / ")?;
    let selected = match (left.trim().chars().next()?, right.trim().chars().next()?) {
        ('●' | '◉', '○' | '◯') => 0,
        ('○' | '◯', '●' | '◉') => 1,
        _ => return None,
    };
    let label = |text: &str| text.trim().trim_start_matches(['●', '○', '◉', '◯']).trim().to_owned();
    Some((vec![label(left), label(right)], selected, Asked::above(screen, row)?))
}

/// `? Ready? › no / yes`: the selected one is underlined or coloured.
fn toggle(screen: &Rows, row: usize) -> Option<Pair> {
    let inner = &screen.rows[row];
    let place = inner.text.rfind(['›', '…', '·'])?;
    let (question, rest) = inner.text.split_at_checked(place)?;
    let rest = rest.trim_start_matches(['›', '…', '·']);
    let (left, right) = rest.split_once(" / ")?;
    let short = |text: &str| (1..=2).contains(&text.split_whitespace().count());
    if !inner.text.starts_with(['?', '◆']) || !short(left) || !short(right) {
        return None;
    }
    let column = |part: &str| inner.end - columns(part.trim_start());
    let places = [(row, column(rest)), (row, column(right))];
    let selected = style::different(places.into_iter(), screen.view)?;
    let asked =
        Asked { text: question.trim_start_matches(['?', '◆']).trim().to_owned(), row, marked: true };
    Some((vec![left.trim().to_owned(), right.trim().to_owned()], selected, asked))
}

/// Two words under a question, one of them on a background of its own.
fn pressed(screen: &Rows, row: usize) -> Option<Pair> {
    let found = buttons::read(screen.view, row, &screen.rows[row], &is_hint)
        .filter(|found| found.labels.len() == 2)?;
    let asked = Asked::above(screen, row).filter(|asked| asked.text.ends_with('?'))?;
    Some((found.labels, found.selected, asked))
}

fn choices(labels: &[String], selected: usize, words: &Words) -> Vec<Choice> {
    let each = labels.iter().enumerate().map(|(place, label)| {
        let mut keys = moves(selected, place, &Key::Left, &Key::Right);
        keys.push(Key::Enter);
        let role = wording::role(words, label);
        Choice {
            label: label.clone(),
            keys,
            selected: place == selected,
            default: place == selected,
            role,
            checked: None,
        }
    });
    each.collect()
}
