//! Numbered lines above a line of input: `1) dev`, `2. staging`, `0 = no reason`, `(q) quit`.

use model::{Choice, Kind, Question};

use super::keys::typed;
use super::options::{Entry, row_entries};
use super::{Look, picking, wording};
use crate::found::{Found, Strength};

/// How far above the line of input the list may end.
const MOST_BETWEEN: usize = 3;
/// How far up a list is followed.
const MOST_LINES: usize = 60;
/// More options than this are not read.
const MOST_OPTIONS: usize = 200;

/// A list of options with a line of input below it.
pub(crate) fn recognise(look: &Look) -> Option<Found> {
    let text = wording::bare(&look.place.head);
    if look.place.below || picking::asks_otherwise(look.words, text) {
        return None;
    }
    let (first_line, entries) = list_above(look, look.place.line).or_else(|| asked_again(look, text))?;
    if !picking::asks(look.words, text, &entries) && !is_headed(look, first_line) {
        return None;
    }
    let default = default_of(text, &entries);
    let mut question = Question::new(Kind::Menu, text);
    question.choices = entries
        .iter()
        .map(|entry| {
            let is_default = default.as_deref() == Some(entry.key.as_str());
            Choice {
                label: entry.label.clone(),
                keys: typed(look, &entry.key),
                selected: is_default,
                default: is_default,
                role: wording::role(look.words, &entry.label),
                checked: None,
            }
        })
        .collect();
    question.default = default;
    let rows = look.view.lines()[first_line].first..look.place.rows.end;
    Some(Found { question, rows, strength: Strength::Strong, rule: "menu.numbered".to_owned(), tool: None })
}

/// Whether the list stands right above the line, without a blank one, and what heads it says that one is to be chosen; or it stands in columns,
/// as debconf draws it, which steps and notes do not.
fn is_headed(look: &Look, first_line: usize) -> bool {
    let lines = look.view.lines();
    let list = &lines[first_line..look.place.line];
    let columns = list.iter().any(|line| row_entries(line.text.trim_end()).len() > 1);
    let told = list
        .iter()
        .rfind(|line| !line.text.trim().is_empty())
        .is_some_and(|line| picking::names_one(look.words, &line.text));
    let mut above =
        lines[..first_line].iter().rev().map(|line| line.text.trim()).filter(|text| !text.is_empty());
    let headed = above.next().is_some_and(|text| picking::names_one(look.words, text));
    let close = list.iter().all(|line| !line.text.trim().is_empty());
    close && (columns || headed) || columns && told
}

/// The list that ends right above this line.
fn list_above(look: &Look, line: usize) -> Option<(usize, Vec<Entry>)> {
    let lines = look.view.lines();
    let (mut entries, mut first, mut between, mut gap) = (Vec::new(), line, 0, 0);
    for index in (line.saturating_sub(MOST_LINES)..line).rev() {
        let text = lines[index].text.trim_end();
        let row = row_entries(text);
        if text.trim().is_empty() || is_rule(text) {
            gap += 1;
            if gap > 2 {
                break;
            }
        } else if !row.is_empty() {
            entries.splice(0..0, row);
            (first, between, gap) = (index, 0, 0);
        } else if entries.is_empty() {
            between += 1;
            if between > MOST_BETWEEN || is_answered(text) {
                return None;
            }
        } else if is_continuation(text) && between < 3 {
            between += 1;
        } else {
            break;
        }
        if entries.len() > MOST_OPTIONS {
            break;
        }
    }
    in_order(entries).map(|entries| (first, entries))
}

/// A menu that asks again without being shown again: the same words stand below a list further up.
fn asked_again(look: &Look, text: &str) -> Option<(usize, Vec<Entry>)> {
    let lines = &look.view.lines()[..look.place.line];
    let asked = lines.iter().rposition(|line| {
        wording::bare(&line.text).strip_prefix(text).is_some_and(|answer| answer.starts_with(' '))
    })?;
    list_above(look, asked)
}

/// A question with its answer: the list above it was about that one.
fn is_answered(text: &str) -> bool {
    let end = text.rfind(['?', ':', '>']).map(|at| &text[at + 1..]);
    end.is_some_and(|answer| {
        answer.is_empty() || answer.starts_with(' ') && answer.trim().chars().count() < 24
    })
}

fn is_continuation(text: &str) -> bool {
    text.starts_with("  ")
}

fn is_rule(text: &str) -> bool {
    let text = text.trim();
    text.len() > 3 && text.chars().all(|letter| matches!(letter, '-' | '=' | '─' | '━' | '_'))
}

/// A list of at least two whose numbers follow each other from 0 or 1; letters may stand among and behind them.
fn in_order(mut entries: Vec<Entry>) -> Option<Vec<Entry>> {
    let number = |entry: &Entry| entry.key.parse::<u32>().ok();
    let mut numbers: Vec<u32> = entries.iter().filter_map(number).collect();
    numbers.sort_unstable();
    let follows = numbers.first().is_none_or(|first| *first <= 1)
        && numbers.windows(2).all(|pair| pair[1] == pair[0] + 1);
    // Pages of a long list begin anywhere.
    let page = numbers.len() >= 4;
    let unique = entries
        .iter()
        .enumerate()
        .all(|(at, entry)| entries[..at].iter().all(|other| other.key != entry.key));
    if entries.len() < 2 || !unique || !(follows || page) {
        return None;
    }
    if numbers.len() == entries.len() {
        entries.sort_by_key(|entry| number(entry).unwrap_or(u32::MAX));
    }
    Some(entries)
}

/// What the line of input names as the default, or the entry marked with a star.
fn default_of(text: &str, entries: &[Entry]) -> Option<String> {
    let named = super::line::default_in(text).filter(|named| entries.iter().any(|entry| entry.key == *named));
    let told = entries.iter().find(|entry| entry.label.to_lowercase().contains("(default"));
    let marked = entries.iter().find(|entry| entry.marked);
    named.or_else(|| told.or(marked).map(|entry| entry.key.clone()))
}
