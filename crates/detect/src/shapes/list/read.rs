//! Reads a list of choices, one under the other, from rows without their frames.
//!
//! Always the last list of the given rows. Numbered ones are followed from the row with the pointer up to the number
//! one and down to the last number at the same column, so that a list inside a command or a label, which stands
//! higher or further right, is never taken for a part of it.

use std::ops::Range;

use super::frame::{Class, Inner, columns};
use super::head::{Head, Mark};

/// One choice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Item {
    /// What it says: wrapped lines joined by a blank, a description that stands under it behind a line break.
    pub label: String,
    /// Its number.
    pub number: Option<u32>,
    /// A pointer stands before it.
    pub pointed: bool,
    /// Its mark.
    pub mark: Option<Mark>,
    /// The column of its label.
    pub column: u16,
    /// Its rows, as places in the rows given.
    pub rows: Range<usize>,
}

/// Choices under each other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct List {
    /// The choices from the top.
    pub items: Vec<Item>,
    /// The rows from the first to the last of them.
    pub rows: Range<usize>,
}

impl List {
    /// Which one the pointer stands on.
    pub(crate) fn pointed(&self) -> Option<usize> {
        self.items.iter().position(|item| item.pointed)
    }
}

/// How many rows one choice may take.
const LONGEST: usize = 8;

/// Rows to read from.
pub(crate) struct Reader<'a> {
    /// All rows of the screen, their frame taken off.
    pub rows: &'a [Inner<'a>],
    /// The ones to look at.
    pub within: Range<usize>,
    /// What counts as a pointer.
    pub pointers: &'a str,
    /// The column at which text has to be wrapped.
    pub right: u16,
    /// Whether a row explains keys and so belongs to no choice.
    pub is_hint: &'a dyn Fn(&Inner) -> bool,
}

impl Reader<'_> {
    /// The last list with numbers from one. With `pointed`, one of its rows must have a pointer.
    pub(crate) fn numbered(&self, pointed: bool) -> Option<List> {
        let anchors = self.within.clone().rev().filter(|row| {
            let head = self.head(*row);
            head.number.is_some() && !head.label.is_empty() && (!pointed || head.pointer.is_some())
        });
        anchors.take(4).find_map(|anchor| self.around_number(anchor))
    }

    /// The last list with a pointer and no numbers: its neighbours are the rows whose text begins where its own does.
    pub(crate) fn unnumbered(&self) -> Option<List> {
        let anchor = self.within.clone().rev().find(|row| {
            let head = self.head(*row);
            head.pointer.is_some() && head.number.is_none() && !head.label.is_empty()
        })?;
        let column = self.head(anchor).column;
        let fits = |row: usize| {
            self.within.contains(&row) && self.rows[row].is_text() && !self.rows[row].is_nested()
        };
        let mut first = anchor;
        while first > 0 && fits(first - 1) && self.head(first - 1).column >= column {
            first -= 1;
        }
        let mut last = anchor;
        while fits(last + 1) && self.head(last + 1).column >= column && !(self.is_hint)(&self.rows[last + 1])
        {
            last += 1;
        }
        let starts: Vec<usize> = (first..=last).filter(|row| self.head(*row).column == column).collect();
        (starts.first() == Some(&first) && starts.len() >= 2).then(|| self.list(&starts, last + 1))
    }

    fn head(&self, row: usize) -> Head<'_> {
        let inner = &self.rows[row];
        if inner.is_text() && !inner.is_nested() {
            Head::of(inner, self.pointers)
        } else {
            Head { pointer: None, number: None, number_column: 0, mark: None, label: "", column: 0 }
        }
    }

    /// The numbered list that this row belongs to.
    fn around_number(&self, anchor: usize) -> Option<List> {
        let head = self.head(anchor);
        let (number, column) = (head.number?, head.number_column);
        let mut starts = vec![anchor];
        let mut at = anchor;
        for wanted in (1..number).rev() {
            at = self.above(at, wanted, column)?;
            starts.insert(0, at);
        }
        at = anchor;
        for wanted in number + 1..=number + 99 {
            let Some(next) = self.below(at, wanted, column) else { break };
            at = next;
            starts.push(at);
        }
        let end =
            (at + 1..self.within.end).take(LONGEST).find(|row| !self.goes_on(*row, column)).unwrap_or(at + 1);
        let end = end.min(self.within.end);
        (starts.len() >= 2).then(|| self.list(&starts, end))
    }

    fn above(&self, from: usize, wanted: u32, column: u16) -> Option<usize> {
        let reach = self.within.start.max(from.saturating_sub(LONGEST));
        (reach..from).rev().find(|row| self.is_number(*row, wanted, column))
    }

    fn below(&self, from: usize, wanted: u32, column: u16) -> Option<usize> {
        let reach = self.within.end.min(from + LONGEST + 1);
        (from + 1..reach).find(|row| self.is_number(*row, wanted, column))
    }

    /// One column off is the same place: some programs draw over the edge and shift a row.
    fn is_number(&self, row: usize, wanted: u32, column: u16) -> bool {
        let head = self.head(row);
        head.number == Some(wanted) && head.number_column.abs_diff(column) <= 1 && !head.label.is_empty()
    }

    /// Whether a row below the last number still belongs to its label.
    fn goes_on(&self, row: usize, column: u16) -> bool {
        let inner = &self.rows[row];
        inner.is_text() && !inner.is_nested() && !(inner.column <= column && (self.is_hint)(inner))
    }

    fn list(&self, starts: &[usize], end: usize) -> List {
        let ends = starts.iter().copied().skip(1).chain([end]);
        let items = starts.iter().zip(ends).map(|(start, end)| self.item(*start, end)).collect();
        List { items, rows: starts.first().copied().unwrap_or(end)..end }
    }

    fn item(&self, start: usize, end: usize) -> Item {
        let head = self.head(start);
        let mut label = head.label.to_owned();
        for row in start + 1..end {
            let inner = &self.rows[row];
            if matches!(inner.class, Class::Rule | Class::Dashes) {
                break;
            }
            let wrapped = wraps(&self.rows[row - 1], inner, self.right);
            if inner.is_text() && (wrapped || inner.column >= head.column) {
                label.push(if wrapped { ' ' } else { '\n' });
                label.push_str(inner.text);
            }
        }
        Item {
            label,
            number: head.number,
            pointed: head.pointer.is_some(),
            mark: head.mark,
            column: head.column,
            rows: start..end,
        }
    }
}

/// Whether the first word of a row would not have fitted on the row before: the line was wrapped there.
pub(crate) fn wraps(before: &Inner, row: &Inner, right: u16) -> bool {
    let word = row.text.split(' ').next().unwrap_or_default();
    before.end.saturating_add(1).saturating_add(columns(word)) > right
}
