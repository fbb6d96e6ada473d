//! Lists of choices as the libraries for prompts draw them: a pointer, marks or a colour at the selected one, a
//! question above, hints below, the cursor hidden or on the question's line.
//!
//! Keys of a choice: moves from the selected one and Enter. In a list with boxes Space turns the choice over, so its
//! keys are moves and Space; Enter, pressed afterwards, submits all that is chosen.

mod asked;
mod beside;
mod block;
pub(crate) mod buttons;
mod finder;
pub(crate) mod frame;
pub(crate) mod head;
pub(crate) mod read;
pub(crate) mod style;

use model::{Choice, Key, Kind, Question};

use self::asked::Asked;
use self::block::Block;
use self::frame::Inner;
use crate::facts::Facts;
use crate::found::{Found, Strength};
use crate::profile::moves;
use crate::shapes::wording;
use crate::view::View;
use crate::words::Words;

/// A list at the place where input goes.
pub(crate) fn recognise(view: &View, facts: &Facts, words: &Words) -> Option<Found> {
    if facts.reads_lines() == Some(true) {
        return None;
    }
    let rows: Vec<Inner> = view.snapshot().rows.iter().map(|row| Inner::of(&row.text, 0)).collect();
    let end = rows.iter().rposition(|row| row.is_text() || row.left).map_or(0, |row| row + 1);
    let screen = Rows { view, rows: &rows, end };
    finder::recognise(&screen)
        .or_else(|| pointed(&screen, facts, words))
        .or_else(|| beside::recognise(&screen, words))
}

/// A screen's rows, their frames taken off, up to the last that shows something.
pub(super) struct Rows<'a> {
    pub(super) view: &'a View<'a>,
    pub(super) rows: &'a [Inner<'a>],
    pub(super) end: usize,
}

impl Rows<'_> {
    /// Whether the cursor stands between these rows, or right below them.
    fn cursor_is_in(&self, first: usize) -> bool {
        let row = usize::from(self.view.snapshot().cursor.row);
        (first..self.end + 2).contains(&row)
    }
}

fn pointed(screen: &Rows, facts: &Facts, words: &Words) -> Option<Found> {
    let block = Block::with_pointer(screen)
        .or_else(|| Block::with_marks(screen))
        .or_else(|| Block::numbered(screen))?;
    let asked = Asked::above(screen, block.first)?;
    if !screen.cursor_is_in(asked.row) || !block.ends_there(screen) {
        return None;
    }
    let strength = strength(screen, &block, &asked, facts)?;
    let mut question = Question::new(Kind::Menu, asked.text.clone());
    question.choices = choices(&block, words);
    let rows = asked.row as u16..screen.end as u16;
    Some(Found { question, rows, strength, rule: block.rule().to_owned(), tool: None })
}

/// How hard it is to print: a sign before the question and a pointer that nothing else uses are hard together.
fn strength(screen: &Rows, block: &Block, asked: &Asked, facts: &Facts) -> Option<Strength> {
    let by_keys = facts.reads_lines() == Some(false);
    let hidden = !screen.view.snapshot().cursor.visible;
    match (block.pointer_is_plain(), asked.marked) {
        (true, true) => Some(if hidden || by_keys { Strength::Certain } else { Strength::Strong }),
        (false, true) if block.is_numbered() => Some(Strength::Strong),
        (true, false) | (false, true) if hidden || by_keys => Some(Strength::Strong),
        _ => None,
    }
}

fn choices(block: &Block, words: &Words) -> Vec<Choice> {
    let each = block.items.iter().enumerate().map(|(place, item)| {
        let selected = block.selected == Some(place);
        Choice {
            label: item.label.clone(),
            keys: keys(block, place, item.number),
            selected,
            default: selected && !block.boxes,
            role: if block.boxes { Default::default() } else { wording::role(words, &item.label) },
            checked: item.checked.filter(|_| block.boxes),
        }
    });
    each.collect()
}

fn keys(block: &Block, place: usize, number: Option<u32>) -> Vec<Key> {
    if let Some(number) = number.filter(|_| !block.boxes) {
        return vec![Key::Text(number.to_string()), Key::Enter];
    }
    let Some(selected) = block.selected else { return Vec::new() };
    let mut keys = moves(selected, place, &Key::Up, &Key::Down);
    keys.push(if block.boxes { Key::Space } else { Key::Enter });
    keys
}

#[cfg(test)]
mod tests;
