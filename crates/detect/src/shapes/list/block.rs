//! Rows that are choices under each other, with what stands between them: headings, lines, choices that are closed.

use super::Rows;
use super::asked::is_hint;
use super::frame::{Class, Inner};
use super::head::{Head, Mark, POINTERS};
use super::read::wraps;
use super::style;

/// More choices than this are not read.
const MOST: usize = 200;
/// How many rows may stand below a list.
const MOST_BELOW: usize = 4;

/// One choice.
#[derive(Debug)]
pub(super) struct Item {
    pub(super) label: String,
    pub(super) number: Option<u32>,
    pub(super) checked: Option<bool>,
}

/// A list.
#[derive(Debug)]
pub(super) struct Block {
    pub(super) items: Vec<Item>,
    pub(super) selected: Option<usize>,
    /// Several may be chosen.
    pub(super) boxes: bool,
    /// Its first row.
    pub(super) first: usize,
    /// Behind its last row.
    end: usize,
    pointer: Option<char>,
}

/// What a row is to a list whose labels begin at a column.
enum Part<'a> {
    Item(Head<'a>),
    Between,
    Rest,
    Outside,
}

impl Block {
    /// The last list with a pointer.
    pub(super) fn with_pointer(screen: &Rows) -> Option<Block> {
        let cursor = screen.view.snapshot().cursor;
        let anchor = (0..screen.end).rev().take(MOST).find(|row| {
            let head = Head::of(&screen.rows[*row], POINTERS);
            head.pointer.is_some() && !head.label.is_empty() && screen.rows[*row].is_text()
        })?;
        // A shell's prompt with a command behind it looks the same, but for the cursor.
        if cursor.visible && usize::from(cursor.row) == anchor && cursor.column > screen.rows[anchor].column {
            return None;
        }
        Block::around(screen, anchor)
    }

    /// The last list whose rows have marks; only a colour shows which one is selected.
    pub(super) fn with_marks(screen: &Rows) -> Option<Block> {
        let anchor = (screen.end.saturating_sub(MOST_BELOW)..screen.end).rev().find(|row| {
            let head = Head::of(&screen.rows[*row], "");
            screen.rows[*row].is_text() && head.mark.is_some() && !head.label.is_empty()
        })?;
        Block::around(screen, anchor).filter(|block| block.boxes)
    }

    /// A numbered list below the line with the cursor.
    pub(super) fn numbered(screen: &Rows) -> Option<Block> {
        let cursor = screen.view.snapshot().cursor;
        let anchor = usize::from(cursor.row) + 1;
        let first =
            screen.rows.get(anchor).map(|row| Head::of(row, "")).filter(|head| head.number == Some(1))?;
        let asks = screen.rows.get(anchor - 1).is_some_and(|row| row.text.starts_with('?'));
        Block::around(screen, anchor).filter(|_| asks && !first.label.is_empty())
    }

    fn around(screen: &Rows, anchor: usize) -> Option<Block> {
        let head = Head::of(&screen.rows[anchor], POINTERS);
        let part = |row: usize| part(screen, row, &head);
        let outside = |row: &usize| matches!(part(*row), Part::Outside);
        let first = (anchor.saturating_sub(MOST)..anchor).rev().find(outside).map_or(0, |row| row + 1);
        let end = (anchor..screen.end).take(MOST).find(outside).unwrap_or(screen.end);
        let mut heads: Vec<(usize, Head)> = Vec::new();
        let mut items: Vec<Item> = Vec::new();
        for row in first..end {
            match part(row) {
                Part::Item(head) => {
                    items.push(Item { label: head.label.to_owned(), number: head.number, checked: None });
                    heads.push((row, head));
                }
                Part::Rest => items.last_mut().into_iter().for_each(|item| {
                    item.label.push(' ');
                    item.label.push_str(screen.rows[row].text);
                }),
                Part::Between | Part::Outside => {}
            }
        }
        let radio = heads.iter().any(|(_, head)| head.pointer == Some('●'));
        let boxes = !radio && heads.iter().all(|(_, head)| head.mark.is_some());
        let pointed = heads.iter().position(|(_, head)| head.pointer.is_some());
        let selected = pointed.or_else(|| coloured(screen, &heads));
        let one_pointer = heads.iter().filter(|(_, head)| head.pointer.is_some()).count() <= 1;
        mark(screen, &heads, &mut items);
        (items.len() >= 2 && one_pointer).then_some(Block {
            items,
            selected,
            boxes,
            first,
            end,
            pointer: head.pointer,
        })
    }

    /// Nothing follows it but hints, or a word about the selected choice above them.
    pub(super) fn ends_there(&self, screen: &Rows) -> bool {
        let below: Vec<&Inner> =
            screen.rows[self.end..screen.end].iter().filter(|row| row.is_text()).collect();
        let explained = below.last().is_some_and(|row| is_hint(row.text));
        below.len() <= MOST_BELOW && (explained || below.is_empty())
    }

    /// A pointer that stands for nothing else, or boxes.
    pub(super) fn pointer_is_plain(&self) -> bool {
        self.boxes || self.pointer.is_some_and(|pointer| pointer != '>')
    }

    /// All choices have numbers.
    pub(super) fn is_numbered(&self) -> bool {
        self.items.iter().all(|item| item.number.is_some())
    }

    /// The name of this form.
    pub(super) fn rule(&self) -> &'static str {
        if self.boxes { "list.boxes" } else { "list.pointer" }
    }
}

fn part<'a>(screen: &Rows<'a>, row: usize, anchor: &Head) -> Part<'a> {
    let inner = &screen.rows[row];
    let wrapped = row > 0 && screen.view.snapshot().rows[row - 1].wrapped;
    match inner.class {
        Class::Rule | Class::Dashes if inner.end - inner.column < 40 => return Part::Between,
        Class::Text if wrapped => return Part::Rest,
        Class::Text => {}
        _ => return Part::Outside,
    }
    let head = scrolled(inner).unwrap_or_else(|| Head::of(inner, POINTERS));
    let marked =
        head.mark.is_some() == anchor.mark.is_some() || head.pointer.is_some() || anchor.pointer == Some('●');
    if head.column == anchor.column
        && !head.label.is_empty()
        && (marked || anchor.pointer.is_none() && head.mark.is_some())
    {
        Part::Item(head)
    } else if is_closed(inner, anchor) {
        Part::Between
    } else if inner.column > anchor.column || is_rest(screen, row) {
        Part::Rest
    } else {
        Part::Outside
    }
}

/// The rest of a label that its library wrapped at the edge of the screen.
fn is_rest(screen: &Rows, row: usize) -> bool {
    let inner = &screen.rows[row];
    let before = row.checked_sub(1).map(|row| &screen.rows[row]).filter(|before| before.is_text());
    let edge = screen.view.snapshot().size.cols;
    !is_hint(inner.text)
        && before.is_some_and(|before| before.end * 4 > edge * 3 && wraps(before, inner, edge))
}

/// The first or last row of a list that goes on: a small arrow where the pointer would be.
fn scrolled<'a>(inner: &Inner<'a>) -> Option<Head<'a>> {
    let rest = ["v ", "^ ", "↓ ", "↑ "].iter().find_map(|arrow| inner.text.strip_prefix(arrow))?;
    Some(Head::of(&Inner::of(rest, inner.column + 2), ""))
}

/// A choice that cannot be chosen, or a heading.
fn is_closed(inner: &Inner, anchor: &Head) -> bool {
    let text = inner.text;
    let heading = text.len() > 2 && (text.starts_with('=') && text.ends_with('=') || text.starts_with("--"));
    heading || text.starts_with('◎') || text.starts_with("- ") && inner.column <= anchor.column
}

/// The one that only its colour sets apart.
fn coloured(screen: &Rows, heads: &[(usize, Head)]) -> Option<usize> {
    let places = heads.iter().map(|(row, head)| (*row, head.column));
    style::different(places, screen.view).or_else(|| {
        style::different(heads.iter().map(|(row, _)| (*row, screen.rows[*row].column)), screen.view)
    })
}

/// Which ones are chosen. A tick that all have means yes only where it is green.
fn mark(screen: &Rows, heads: &[(usize, Head)], items: &mut [Item]) {
    let only_ticks = heads.iter().all(|(_, head)| head.mark == Some(Mark::Tick));
    for ((row, head), item) in heads.iter().zip(items) {
        let before = head.column.saturating_sub(2);
        item.checked = head.mark.map(|mark| match mark {
            Mark::On => true,
            Mark::Off => false,
            Mark::Tick => !only_ticks || style::is_green(&style::at(screen.view, *row, before)),
        });
    }
}
