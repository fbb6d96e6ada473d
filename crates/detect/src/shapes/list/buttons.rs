//! Choices beside each other in one row; the selected one differs by its colour, or has a filled sign.

use screen::Style;

use super::frame::{Inner, columns};
use super::style;
use crate::view::View;

/// Buttons of a row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Buttons {
    /// What they say.
    pub labels: Vec<String>,
    /// Which one Enter would press.
    pub selected: usize,
}

/// The buttons of a row: words with at least two blanks between them, up to the first that explains a key.
pub(crate) fn read(
    view: &View,
    row: usize,
    inner: &Inner,
    is_hint: &dyn Fn(&str) -> bool,
) -> Option<Buttons> {
    let words: Vec<(u16, &str)> = apart(inner).into_iter().take_while(|(_, word)| !is_hint(word)).collect();
    if !(2..=6).contains(&words.len()) {
        return None;
    }
    let places = words.iter().map(|(column, _)| (row, *column));
    let selected = style::different(places, view).or_else(|| by_background(view, row, &words))?;
    Some(Buttons { labels: words.iter().map(|(_, word)| (*word).to_owned()).collect(), selected })
}

/// The words of a row with their columns, parted by two blanks or more.
fn apart<'a>(inner: &Inner<'a>) -> Vec<(u16, &'a str)> {
    let mut found = Vec::new();
    let (mut rest, mut column) = (inner.text, inner.column);
    while !rest.is_empty() {
        let (word, behind) = rest.split_once("  ").unwrap_or((rest, ""));
        found.push((column, word.trim_end()));
        let next = behind.trim_start();
        column = column.saturating_add(columns(word) + 2 + columns(behind) - columns(next));
        rest = next;
    }
    found
}

/// The one whose background is not that of the gap before it.
fn by_background(view: &View, row: usize, words: &[(u16, &str)]) -> Option<usize> {
    let gap = words.last().map(|(column, word)| column + columns(word) + 2)?;
    let ground = style::at(view, row, gap);
    let lit = |style: &Style| style.background != ground.background || style.inverse != ground.inverse;
    let mut found = (0..words.len()).filter(|place| lit(&style::at(view, row, words[*place].0)));
    found.next().filter(|_| found.next().is_none())
}
