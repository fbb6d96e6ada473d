//! What a dialog is about: the command, the file or the address, its wrapped lines joined.

use std::ops::Range;

use model::Subject;

use super::lines::Piece;
use super::rule::{DialogRule, Frame, Place, SubjectRule};
use super::surface::{Dialog, Surface};
use crate::shapes::list::frame::{Class, Inner};
use crate::shapes::list::read::wraps;
use crate::shapes::list::style;

/// The subject of a dialog, at the first place of the rule where there is one.
pub(super) fn of_dialog(
    rule: &DialogRule,
    dialog: &Dialog,
    surface: &Surface,
    question: &str,
    question_rows: Range<usize>,
) -> Option<Subject> {
    let doubtful = is_doubtful(rule, dialog, surface);
    rule.subject.iter().find_map(|place| {
        if place.place == Place::Question {
            return taken(place, question).map(|text| Subject { text, partial: dialog.cut });
        }
        subject(place, &piece(place, dialog, surface, &question_rows)?, surface, doubtful)
    })
}

/// What a place takes of its rows.
fn subject(place: &SubjectRule, piece: &Piece, surface: &Surface, doubtful: bool) -> Option<Subject> {
    let joined = piece.joined();
    let text = taken(place, &joined.text)?;
    let cut = piece.cut || piece.rows.iter().any(|row| surface.layout.is_cut(row.text));
    Some(Subject { text, partial: cut || doubtful || !joined.certain })
}

/// Where nothing bounds a dialog above, a second text like its question may be somebody else's.
fn is_doubtful(rule: &DialogRule, dialog: &Dialog, surface: &Surface) -> bool {
    let Some(pattern) = rule.question.as_ref().filter(|_| matches!(dialog.frame, Frame::Open | Frame::Panel))
    else {
        return false;
    };
    dialog.above.clone().filter(|row| pattern.is_match(surface.rows[*row].text)).count() > 1
}

/// The paragraph right above a row.
pub(super) fn above(rule: &SubjectRule, surface: &Surface, row: usize) -> Option<Subject> {
    let start = (0..row).rev().find(|row| !surface.rows[*row].is_text()).map_or(0, |row| row + 1);
    let rows: Vec<Inner> = surface.rows[start..row].to_vec();
    subject(rule, &Piece { rows, right: surface.width(), cut: start == 0, one_line: false }, surface, false)
}

fn piece<'a>(
    place: &SubjectRule,
    dialog: &Dialog,
    surface: &Surface<'a>,
    question: &Range<usize>,
) -> Option<Piece<'a>> {
    match place.place {
        Place::Dashes => between_dashes(dialog, surface),
        Place::Box => in_a_box(dialog, surface),
        Place::After => behind(place, dialog, surface, question),
        Place::Next => next(place, dialog, surface),
        Place::From => onward(place, dialog, surface, question),
        Place::Title => title(dialog, surface),
        Place::Top => Some(from_the_top(dialog, surface, question)),
        Place::Question | Place::Above => None,
    }
}

/// Between the last two dashed lines over the choices; without the upper one the top is cut.
fn between_dashes<'a>(dialog: &Dialog, surface: &Surface<'a>) -> Option<Piece<'a>> {
    let mut dashes = dialog.above.clone().rev().filter(|row| surface.rows[*row].class == Class::Dashes);
    let lower = dashes.next()?;
    let upper = dashes.next();
    if upper.is_none() && !dialog.cut {
        return None;
    }
    let start = upper.map_or(dialog.above.start, |row| row + 1);
    let rows = surface.rows[start..lower].to_vec();
    // Commands of several lines have a bar before each of them.
    let one_line = !rows.iter().any(|row| row.left);
    Some(Piece { rows, right: dialog.right, cut: upper.is_none(), one_line })
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

/// The paragraph behind a line; rows at its end in a paler colour only describe it.
fn behind<'a>(
    place: &SubjectRule,
    dialog: &Dialog,
    surface: &Surface<'a>,
    question: &Range<usize>,
) -> Option<Piece<'a>> {
    let line = place.line.as_ref()?;
    let limit = if question.len() > 3 { dialog.above.end } else { question.start.min(dialog.above.end) };
    let title = (dialog.above.start..limit).find(|row| line.is_match(surface.rows[*row].text))?;
    let start = (title + 1..limit).find(|row| surface.rows[*row].is_text())?;
    let blank = (start..limit).rev().find(|row| surface.rows[*row].is_text()).map_or(limit, |row| row + 1);
    let mut end = blank;
    let first = look(surface, start);
    while end > start + 1 && (surface.rows[end - 1].is_blank() || look(surface, end - 1) != first) {
        end -= 1;
    }
    Some(Piece { rows: surface.rows[start..end].to_vec(), right: dialog.right, cut: false, one_line: false })
}

/// The first line behind a line, with the rows it was wrapped into.
fn next<'a>(place: &SubjectRule, dialog: &Dialog, surface: &Surface<'a>) -> Option<Piece<'a>> {
    let line = place.line.as_ref()?;
    let inner = |row: usize| {
        let row = surface.rows[row];
        if row.is_nested() { row.deeper() } else { row }
    };
    let title = dialog.above.clone().find(|row| line.is_match(surface.rows[*row].text))?;
    let first = (title + 1..dialog.above.end).find(|row| inner(*row).is_text())?;
    let right = dialog.right.saturating_sub(if surface.rows[first].is_nested() { 2 } else { 0 });
    let goes_on = |row: &usize| inner(*row).is_text() && wraps(&inner(row - 1), &inner(*row), right);
    let rows =
        std::iter::once(first).chain((first + 1..dialog.above.end).take_while(goes_on)).map(inner).collect();
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
    let start = (question.end..dialog.above.end).find(|row| line.is_match(surface.rows[*row].text))?;
    let end = (start..dialog.above.end).rev().find(|row| surface.rows[*row].is_text())? + 1;
    Some(Piece { rows: surface.rows[start..end].to_vec(), right: dialog.right, cut: false, one_line: false })
}

/// The first paragraph.
fn title<'a>(dialog: &Dialog, surface: &Surface<'a>) -> Option<Piece<'a>> {
    let rows = surface.paragraphs(dialog).into_iter().next()?;
    Some(Piece { rows: surface.rows[rows].to_vec(), right: dialog.right, cut: dialog.cut, one_line: false })
}

/// All from the upper end of the screen to the question: what is above it cannot be seen.
fn from_the_top<'a>(dialog: &Dialog, surface: &Surface<'a>, question: &Range<usize>) -> Piece<'a> {
    let end = question.start.clamp(dialog.above.start, dialog.above.end);
    let rows = surface.rows[dialog.above.start..end].to_vec();
    Piece { rows, right: dialog.right, cut: true, one_line: false }
}

/// What a rule takes of a text.
fn taken(place: &SubjectRule, text: &str) -> Option<String> {
    let text = match &place.take {
        Some(take) => take.captures(text)?.get(1)?.as_str(),
        None => text,
    };
    let text = text.trim();
    (!text.is_empty()).then(|| text.to_owned())
}

/// The subject in a block with a bar at its side: from the line that a place describes.
pub(super) fn of_block(rule: &DialogRule, surface: &Surface, block: Range<usize>) -> Option<Subject> {
    rule.subject.iter().find_map(|place| {
        let line = place.line.as_ref()?;
        let start = block.clone().find(|row| line.is_match(surface.rows[*row].text))?;
        let end = match place.place {
            Place::From => (start..block.end).rev().find(|row| surface.rows[*row].is_text())? + 1,
            _ => start + 1,
        };
        let rows = surface.rows[start..end].to_vec();
        let right = surface.width().saturating_sub(4);
        subject(place, &Piece { rows, right, cut: false, one_line: false }, surface, false)
    })
}
