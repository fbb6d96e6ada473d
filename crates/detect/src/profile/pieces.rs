//! The rows of a dialog in which its subject stands.

use std::ops::Range;

use super::block;
use super::lines::Piece;
use super::rule::{Frame, Place, SubjectRule};
use super::surface::{Dialog, Surface};
use crate::shapes::list::frame::Class;
use crate::shapes::list::read::wraps;
use crate::shapes::list::style;

/// The rows at a place of a dialog.
pub(super) fn at<'a>(
    place: &SubjectRule,
    dialog: &Dialog,
    surface: &Surface<'a>,
    question: &Range<usize>,
) -> Option<Piece<'a>> {
    match place.place {
        Place::Dashes => between_dashes(place, dialog, surface),
        Place::Box => in_a_box(dialog, surface),
        Place::After => behind(place, dialog, surface, question),
        Place::Next => next(place, dialog, surface, question),
        Place::From => onward(place, dialog, surface, question),
        Place::Title => title(dialog, surface),
        Place::Top => Some(from_the_top(dialog, surface, question)),
        Place::Question | Place::Above => None,
    }
}

/// The row that a place is behind. A dialog with an upper end has one title; any other row may be somebody's text.
pub(super) fn heading(place: &SubjectRule, dialog: &Dialog, surface: &Surface) -> Option<usize> {
    let line = place.line.as_ref()?;
    let fits = |row: &usize| line.is_match(surface.rows[*row].text);
    match dialog.frame {
        Frame::Box | Frame::Rule => block::title(dialog, surface).filter(fits),
        Frame::Bar | Frame::Panel | Frame::Open => dialog.above.clone().find(fits),
    }
}

/// Between the first and the last of the dialog's dashed lines; without the upper one the top is cut. A place with a
/// line wants it for a title.
fn between_dashes<'a>(place: &SubjectRule, dialog: &Dialog, surface: &Surface<'a>) -> Option<Piece<'a>> {
    if place.line.is_some() {
        heading(place, dialog, surface)?;
    }
    let dashes = block::dashes(dialog, surface);
    let lower = *dashes.last()?;
    let upper = dashes.first().copied().filter(|row| *row < lower && dialog.frame != Frame::Open);
    if upper.is_none() && !dialog.cut {
        return None;
    }
    let start = upper.map_or(dialog.above.start, |row| row + 1);
    let head = &surface.rows[dialog.above.start..start.saturating_sub(1).max(dialog.above.start)];
    let mut rows = surface.rows[start..lower].to_vec();
    // Commands of several lines have a bar before each of them.
    let bars = rows.iter().filter(|row| row.left).count();
    let title = block::title(dialog, surface).map(|row| surface.rows[row].text);
    let imitates = block::imitates(head, None) || block::imitates(&rows, title);
    let cut = upper.is_none() || imitates || (bars > 0 && bars < rows.len());
    if place.take.is_some() {
        let goes_on = |place: &usize| wraps(&rows[place - 1], &rows[*place], dialog.right);
        let end = 1 + (1..rows.len()).take_while(goes_on).count();
        rows.truncate(end);
    }
    Some(Piece { rows, right: dialog.right, cut, one_line: bars == 0 })
}

/// In the last frame inside the dialog.
fn in_a_box<'a>(dialog: &Dialog, surface: &Surface<'a>) -> Option<Piece<'a>> {
    let inner = |row: usize| surface.rows[row].deeper();
    let floor = dialog.above.clone().rev().find(|row| inner(*row).class == Class::Bottom)?;
    let roof = (dialog.above.start..floor).rev().find(|row| !inner(*row).left);
    let top = roof.filter(|row| inner(*row).class == Class::Top);
    let start = roof.map_or(dialog.above.start, |row| row + 1);
    let rows = (start..floor).map(inner).collect();
    Some(Piece { rows, right: inner(floor).end.saturating_sub(2), cut: top.is_none(), one_line: false })
}

/// The paragraph behind a line; rows at its end in a paler colour only describe it. Text as deep as the line is the
/// program's again.
fn behind<'a>(
    place: &SubjectRule,
    dialog: &Dialog,
    surface: &Surface<'a>,
    question: &Range<usize>,
) -> Option<Piece<'a>> {
    let title = heading(place, dialog, surface)?;
    let limit = if question.len() > 3 { dialog.above.end } else { question.start.min(dialog.above.end) };
    let start = (title + 1..limit).find(|row| surface.rows[*row].is_text())?;
    let is_deep = |row: usize| surface.rows[row].column > surface.rows[title].column;
    let is_own = |row: &usize| surface.rows[*row].is_text() && !is_deep(*row);
    let indented = is_deep(start);
    let stop = (start..limit).find(is_own).filter(|_| indented).unwrap_or(limit);
    let last = (start..stop).rev().find(|row| !surface.rows[*row].is_blank()).map_or(stop, |row| row + 1);
    let end = without_paler(surface, start..last);
    let rows = surface.rows[start..end].to_vec();
    // Without colours nothing tells a last line from a description.
    let undescribed = indented && end == last && rows.len() > 1;
    let resumed = (stop..limit).any(|row| surface.rows[row].is_text() && is_deep(row));
    let described_first = !indented && start == title + 1 && dialog.frame == Frame::Rule;
    let imitates = block::imitates(&rows, Some(surface.rows[title].text));
    let cut = undescribed || resumed || described_first || imitates;
    Some(Piece { rows, right: dialog.right, cut, one_line: false })
}

/// Where rows end that look like the first of them.
fn without_paler(surface: &Surface, rows: Range<usize>) -> usize {
    let first = look(surface, rows.start);
    let is_part = |row: &usize| !surface.rows[*row].is_blank() && look(surface, *row) == first;
    rows.clone().rev().find(is_part).unwrap_or(rows.start) + 1
}

/// The first line behind a line, with the rows it was wrapped into.
fn next<'a>(
    place: &SubjectRule,
    dialog: &Dialog,
    surface: &Surface<'a>,
    question: &Range<usize>,
) -> Option<Piece<'a>> {
    let inner = |row: usize| {
        let row = surface.rows[row];
        if row.is_nested() { row.deeper() } else { row }
    };
    let title = heading(place, dialog, surface)?;
    let limit = question.start.min(dialog.above.end);
    let first = (title + 1..limit).find(|row| inner(*row).is_text())?;
    let right = dialog.right.saturating_sub(if surface.rows[first].is_nested() { 2 } else { 0 });
    let goes_on = |row: &usize| inner(*row).is_text() && wraps(&inner(row - 1), &inner(*row), right);
    let rows = std::iter::once(first).chain((first + 1..limit).take_while(goes_on)).map(inner).collect();
    Some(Piece { rows, right, cut: false, one_line: true })
}

/// The colour of a row's text, as far as it tells paler from plain.
fn look(surface: &Surface, row: usize) -> (screen::Colour, bool) {
    let style = style::at(surface.view, row, surface.rows[row].column);
    (style.foreground, style.dim)
}

/// From a line to the choices.
fn onward<'a>(
    place: &SubjectRule,
    dialog: &Dialog,
    surface: &Surface<'a>,
    question: &Range<usize>,
) -> Option<Piece<'a>> {
    let line = place.line.as_ref()?;
    let mut fitting = (question.end..dialog.above.end).filter(|row| line.is_match(surface.rows[*row].text));
    // With two such lines nobody can tell which of them the program wrote.
    let (start, cut) = (fitting.next()?, fitting.next().is_some());
    let end = (start..dialog.above.end).rev().find(|row| surface.rows[*row].is_text())? + 1;
    Some(Piece { rows: surface.rows[start..end].to_vec(), right: dialog.right, cut, one_line: false })
}

/// The first paragraph.
fn title<'a>(dialog: &Dialog, surface: &Surface<'a>) -> Option<Piece<'a>> {
    let rows = surface.paragraphs(dialog).into_iter().next()?;
    Some(Piece { rows: surface.rows[rows].to_vec(), right: dialog.right, cut: dialog.cut, one_line: false })
}

/// All from the upper end of the screen to the question: what is above it cannot be seen.
pub(super) fn from_the_top<'a>(dialog: &Dialog, surface: &Surface<'a>, question: &Range<usize>) -> Piece<'a> {
    let end = question.start.clamp(dialog.above.start, dialog.above.end);
    let rows = surface.rows[dialog.above.start..end].to_vec();
    Piece { rows, right: dialog.right, cut: true, one_line: false }
}
