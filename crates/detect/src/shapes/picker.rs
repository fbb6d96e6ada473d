//! Lists to move in that no library's question stands above: a pointer of any form, or boxes, in a program that
//! reads keys. The more usual forms are those of `list`; this one needs the kernel's word that keys are read.

use model::{Choice, Key, Kind, Question, Role};

use super::{keys, wording};
use crate::facts::{Facts, Waits};
use crate::found::{Found, Strength};
use crate::view::View;
use crate::words::Words;

/// Rows of hints that may stand below a list.
const MOST_HINTS: usize = 3;
/// More choices than this are not read.
const MOST: usize = 60;
/// How far above the list its question may stand.
const FARTHEST: u16 = 8;

/// One row of a list.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Entry<'a> {
    pointed: bool,
    checked: Option<bool>,
    label: &'a str,
    /// The column of what stands behind the pointer.
    column: usize,
}

/// A list at the end of what the screen shows.
pub(crate) fn recognise(view: &View, facts: &Facts, words: &Words) -> Option<Found> {
    let waits = facts.waits >= Waits::Polls && facts.reads_lines() == Some(false);
    if !waits || view.snapshot().alternate {
        return None;
    }
    let last = last_entry(view)?;
    let (first, entries) = block(view, last)?;
    if !cursor_fits(view, first, last, &entries) {
        return None;
    }
    let (top, text) = question_above(view, first);
    let mut question = Question::new(Kind::Menu, text);
    question.choices = choices(words, &entries);
    let end = view.last_row().unwrap_or(last) + 1;
    Some(Found {
        question,
        rows: top..end,
        strength: Strength::Weak,
        rule: "list.picker".to_owned(),
        tool: None,
    })
}

/// The last row that is no hint.
fn last_entry(view: &View) -> Option<u16> {
    let shown = (0..=view.last_row()?).rev().filter(|row| !view.row(*row).trim().is_empty());
    let mut rows = shown.take(MOST_HINTS + 1);
    rows.find(|row| !keys::explains_keys(view.row(*row)))
}

/// The rows above and including this one whose labels begin at one column, if they are a list.
fn block<'a>(view: &View<'a>, last: u16) -> Option<(u16, Vec<Entry<'a>>)> {
    let column = entry(view.row(last))?.column;
    let mut entries = Vec::new();
    let mut first = last;
    for row in (0..=last).rev().take(MOST) {
        let Some(entry) = entry(view.row(row)).filter(|entry| entry.column == column) else { break };
        entries.insert(0, entry);
        first = row;
    }
    let pointed = entries.iter().filter(|entry| entry.pointed).count();
    let boxes = entries.iter().all(|entry| entry.checked.is_some());
    let list = entries.len() >= 2 && column > 0 && (pointed == 1 || pointed == 0 && boxes);
    list.then_some((first, entries))
}

/// A row read as a choice: blanks, perhaps a pointer, perhaps a box, its label.
fn entry(text: &str) -> Option<Entry<'_>> {
    let indent = text.chars().take_while(|letter| *letter == ' ').count();
    let rest = text.trim_start();
    let (pointed, column, rest) = match pointer(rest) {
        Some((width, behind)) => (true, indent + width, behind),
        None => (false, indent, rest),
    };
    let (checked, label) = match boxed(rest) {
        Some((checked, label)) => (Some(checked), label),
        None => (None, rest),
    };
    let column = if checked.is_some() && !pointed && column == 0 { 1 } else { column };
    (!label.trim().is_empty()).then(|| Entry { pointed, checked, label: label.trim(), column })
}

/// One or two signs and a blank; not what a spinner turns through, nor a bullet. How wide it is with its blanks.
fn pointer(text: &str) -> Option<(usize, &str)> {
    let sign: String = text.chars().take_while(|letter| *letter != ' ').collect();
    let count = sign.chars().count();
    let points = |letter: char| {
        !letter.is_alphanumeric()
            && !('\u{2800}'..='\u{28ff}').contains(&letter)
            && !"|/\\-.,:;!?#$%([{◯◉○☐☑◻◼✔✓✖✗•·│┃└┌├".contains(letter)
    };
    let likely = (1..=2).contains(&count) && sign.chars().all(|letter| points(letter) || sign == "->");
    let behind = &text[sign.len()..];
    let blanks = behind.chars().take_while(|letter| *letter == ' ').count();
    (likely && blanks > 0).then(|| (count + blanks, behind.trim_start()))
}

fn boxed(text: &str) -> Option<(bool, &str)> {
    let one_of = |marks: &[&str]| marks.iter().find_map(|mark| text.strip_prefix(mark));
    let on = one_of(&["[x]", "[X]", "[*]", "[✓]", "[✔]", "◉", "☑", "◼"]).map(|rest| (true, rest));
    let found = on.or_else(|| one_of(&["[ ]", "◯", "○", "☐", "◻"]).map(|rest| (false, rest)));
    found.filter(|(_, rest)| rest.starts_with(' '))
}

/// The cursor is hidden, or stands where nothing is typed: before the labels, or below the list.
fn cursor_fits(view: &View, first: u16, last: u16, entries: &[Entry]) -> bool {
    let cursor = view.snapshot().cursor;
    let column = entries.first().map_or(0, |entry| entry.column);
    !cursor.visible
        || cursor.row > last
        || (first..=last).contains(&cursor.row) && usize::from(cursor.column) < column
        || cursor.row + 1 == first
}

/// The question: the nearest line above that a library has marked, else the line right above.
fn question_above(view: &View, first: u16) -> (u16, String) {
    let near = (first.saturating_sub(FARTHEST)..first).rev();
    let marked = near.clone().find(|row| view.row(*row).trim_start().starts_with("? "));
    let adjacent = near.take(2).find(|row| !view.row(*row).trim().is_empty());
    match marked.or(adjacent) {
        Some(row) => (row, wording::bare(view.row(row)).to_owned()),
        None => (first, String::new()),
    }
}

fn choices(words: &Words, entries: &[Entry]) -> Vec<Choice> {
    let boxes = entries.iter().all(|entry| entry.checked.is_some());
    let selected = entries.iter().position(|entry| entry.pointed);
    let from = selected.unwrap_or(0);
    let choice = |(at, entry): (usize, &Entry)| {
        let mut keys = crate::profile::moves(from, at, &Key::Up, &Key::Down);
        keys.push(if boxes { Key::Space } else { Key::Enter });
        Choice {
            label: entry.label.to_owned(),
            keys: if selected.is_some() { keys } else { Vec::new() },
            selected: entry.pointed,
            default: entry.pointed && !boxes,
            role: if boxes { Role::Other } else { wording::role(words, entry.label) },
            checked: entry.checked,
        }
    };
    entries.iter().enumerate().map(choice).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, want: Option<(bool, Option<bool>, &str, usize)>) {
        let got = entry(text).map(|entry| (entry.pointed, entry.checked, entry.label, entry.column));
        assert_eq!(got, want, "{text}");
    }

    #[test]
    fn rows_are_read() {
        check("> apple", Some((true, None, "apple", 2)));
        check("  banana", Some((false, None, "banana", 2)));
        check("=> Java", Some((true, None, "Java", 3)));
        check("> [ ] x", Some((true, Some(false), "x", 2)));
        check("[ ] a1", Some((false, Some(false), "a1", 1)));
        check("🢧 Red", Some((true, None, "Red", 2)));
        check("⠋ Building", Some((false, None, "⠋ Building", 0)));
        check("- a bullet", Some((false, None, "- a bullet", 0)));
        check("", None);
    }
}
