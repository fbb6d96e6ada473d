//! A screen as a profile's rules read it: rows without frames, the dialog at the bottom with its parts.

use std::cell::OnceCell;
use std::ops::Range;

use screen::{Colour, Row};

use super::rule::{Form, Frame, Layout};
use crate::shapes::list::frame::{Class, Inner, columns};
use crate::shapes::list::read::{List, Reader};
use crate::view::View;

/// How far up a dialog is looked for.
const HIGHEST: usize = 300;

/// A list of choices at the place where a dialog stands, and the rows it belongs to.
#[derive(Debug)]
pub(crate) struct Dialog {
    /// The choices.
    pub(crate) list: List,
    /// What bounds it above.
    pub(crate) frame: Frame,
    /// The rows between that and the choices.
    pub(crate) above: Range<usize>,
    /// The rows from the choices to its end.
    pub(crate) below: Range<usize>,
    /// Its upper end is not on the screen, or what looks like it may be something else.
    pub(crate) cut: bool,
    /// The column at which its text is wrapped.
    pub(crate) right: u16,
}

/// A screen.
pub(crate) struct Surface<'a> {
    pub(crate) view: &'a View<'a>,
    pub(crate) rows: Vec<Inner<'a>>,
    pub(crate) layout: &'a Layout,
    /// Behind the last row that shows anything.
    pub(crate) end: usize,
    numbered: OnceCell<Option<Dialog>>,
    unnumbered: OnceCell<Option<Dialog>>,
    unpointed: OnceCell<Option<Dialog>>,
}

impl<'a> Surface<'a> {
    pub(crate) fn new(view: &'a View<'a>, layout: &'a Layout) -> Self {
        let rows: Vec<Inner> = view.snapshot().rows.iter().map(|row| Inner::of(&row.text, 0)).collect();
        let end = rows.iter().rposition(|row| !row.is_blank() || row.left).map_or(0, |row| row + 1);
        let (numbered, unnumbered, unpointed) = Default::default();
        Surface { view, rows, layout, end, numbered, unnumbered, unpointed }
    }

    /// The styled row.
    pub(crate) fn styled(&self, row: usize) -> Option<&'a Row> {
        self.view.snapshot().rows.get(row)
    }

    /// The columns of the screen.
    pub(crate) fn width(&self) -> u16 {
        self.view.snapshot().size.cols
    }

    /// The dialog with choices of this form, read once. Without `pointed` a numbered list needs no pointer.
    pub(crate) fn dialog(&self, form: Form, pointed: bool) -> Option<&Dialog> {
        let cell = match (form, pointed) {
            (Form::Numbered, true) => &self.numbered,
            (Form::Numbered, false) => &self.unpointed,
            _ => &self.unnumbered,
        };
        cell.get_or_init(|| self.boxed(form, pointed).or_else(|| self.open(form, pointed))).as_ref()
    }

    fn list(&self, form: Form, pointed: bool, within: Range<usize>, right: u16) -> Option<List> {
        let is_hint = |row: &Inner| self.layout.is_hint(row.text);
        let reader =
            Reader { rows: &self.rows, within, pointers: &self.layout.pointers, right, is_hint: &is_hint };
        match form {
            Form::Numbered => reader.numbered(pointed),
            _ => reader.unnumbered(),
        }
    }

    /// A dialog in a box that ends near the bottom of the screen.
    fn boxed(&self, form: Form, pointed: bool) -> Option<Dialog> {
        let floor = self.end.saturating_sub(6);
        let bottom = (floor..self.end).rev().find(|row| self.is_floor(*row))?;
        if (bottom + 1..self.end).any(|row| !self.may_stand_below_a_box(row)) {
            return None;
        }
        let column = self.rows[bottom].column;
        let lowest = bottom.saturating_sub(HIGHEST);
        let roof = (lowest..bottom).rev().find(|row| !self.rows[*row].left);
        let top = roof.filter(|row| self.rows[*row].class == Class::Top && self.rows[*row].column == column);
        let (start, cut) = match (roof, top) {
            (_, Some(top)) => (top + 1, false),
            (None, None) => (lowest, true),
            (Some(_), None) => return None,
        };
        let right = self.rows[bottom].end.saturating_sub(2);
        let list = self.list(form, pointed, start..bottom, right)?;
        let (above, below) = (start..list.rows.start, list.rows.end..bottom);
        Some(Dialog { list, frame: Frame::Box, above, below, cut, right })
    }

    fn is_floor(&self, row: usize) -> bool {
        self.rows[row].class == Class::Bottom && columns(self.rows[row].text) > 10
    }

    /// Hints may; a word of what it does now, another box, a rule or a prompt may not.
    fn may_stand_below_a_box(&self, row: usize) -> bool {
        let inner = &self.rows[row];
        inner.is_blank() && !inner.left || inner.is_text() && self.layout.is_hint(inner.text)
    }

    /// A dialog without a box at the bottom of the screen.
    fn open(&self, form: Form, pointed: bool) -> Option<Dialog> {
        let right = self.width().saturating_sub(1);
        let list = self.list(form, pointed, self.end.saturating_sub(HIGHEST)..self.end, right)?;
        let below = list.rows.end..self.end;
        let (frame, start) = self.roof(&list);
        let cut = match frame {
            Frame::Open => start == 0,
            Frame::Rule => !self.is_sure_roof(start - 1),
            Frame::Panel => start == list.rows.start.saturating_sub(HIGHEST),
            _ => false,
        };
        let above = start..list.rows.start;
        Some(Dialog { list, frame, above, below, cut, right })
    }

    /// What bounds an open dialog above, and the row behind it.
    fn roof(&self, list: &List) -> (Frame, usize) {
        let first = list.rows.start;
        let lowest = first.saturating_sub(HIGHEST);
        if let Some(background) = self.panel(list) {
            let start = (lowest..first).rev().find(|row| !self.has_background(*row, background));
            return (Frame::Panel, start.map_or(lowest, |row| row + 1));
        }
        if self.rows[first].left {
            let start = (lowest..first).rev().find(|row| !self.rows[*row].left);
            return (Frame::Bar, start.map_or(lowest, |row| row + 1));
        }
        // A command's own line is indented: the dialog's is the nearest at the edge.
        let rules = || (lowest..first).rev().filter(|row| self.is_roof(*row));
        match rules().find(|row| self.is_across(*row)).or_else(|| rules().next()) {
            Some(row) => (Frame::Rule, row + 1),
            None => (Frame::Open, lowest),
        }
    }

    /// A line across most of the screen.
    fn is_roof(&self, row: usize) -> bool {
        let inner = &self.rows[row];
        inner.class == Class::Rule && !inner.left && self.is_long(inner) && inner.column <= 4
    }

    /// A program leaves a row free over a dialog; a line right under text may be a part of that text.
    fn is_sure_roof(&self, row: usize) -> bool {
        self.is_across(row) && (row == 0 || !self.rows[row - 1].is_text())
    }

    fn is_long(&self, inner: &Inner) -> bool {
        u32::from(inner.end - inner.column) * 10 >= u32::from(self.width()) * 8
    }

    /// Whether a line is drawn from the edge of the screen over most of it.
    pub(crate) fn is_across(&self, row: usize) -> bool {
        let inner = &self.rows[row];
        inner.column == 0 && !inner.left && self.is_long(inner)
    }

    /// The background of the choices that are not selected, if it is not the terminal's own.
    fn panel(&self, list: &List) -> Option<Colour> {
        if !self.layout.panels {
            return None;
        }
        let item = list.items.iter().find(|item| !item.pointed)?;
        let style = self.styled(item.rows.start)?.style_at(item.column)?;
        (style.background != Colour::Default).then_some(style.background)
    }

    fn has_background(&self, row: usize, background: Colour) -> bool {
        let style = self.styled(row).and_then(|row| row.style_at(2));
        style.is_some_and(|style| style.background == background)
    }

    /// The paragraphs of some rows: text of the dialog itself, not of frames inside it.
    pub(crate) fn paragraphs(&self, dialog: &Dialog) -> Vec<Range<usize>> {
        let sides = matches!(dialog.frame, Frame::Box | Frame::Bar);
        let is_text = |row: usize| {
            let inner = &self.rows[row];
            inner.is_text() && !inner.is_nested() && inner.left == sides
        };
        let mut found: Vec<Range<usize>> = Vec::new();
        for row in dialog.above.clone().filter(|row| is_text(*row)) {
            match found.last_mut().filter(|last| last.end == row) {
                Some(last) => last.end = row + 1,
                None => found.push(row..row + 1),
            }
        }
        found
    }

    /// The words of some rows, with single blanks.
    pub(crate) fn words(&self, rows: Range<usize>) -> String {
        let texts: Vec<&str> =
            self.rows[rows].iter().map(|row| row.text).filter(|text| !text.is_empty()).collect();
        texts.join(" ")
    }
}
