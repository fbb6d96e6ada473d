//! What a dialog is about: the command, the file or the address, its wrapped lines joined.

use std::ops::Range;

use model::Subject;

use super::lines::Piece;
use super::pieces;
use super::rule::{DialogRule, Frame, Place, SubjectRule};
use super::surface::{Dialog, Surface};
use crate::shapes::list::frame::Inner;

/// The subject of a dialog, at the first place of the rule where there is one.
pub(super) fn of_dialog(
    rule: &DialogRule,
    dialog: &Dialog,
    surface: &Surface,
    question: &str,
    question_rows: Range<usize>,
) -> Option<Subject> {
    let unsure = dialog.cut && matches!(dialog.frame, Frame::Rule | Frame::Box);
    let doubtful = unsure || is_doubtful(rule, dialog, surface);
    let found = rule.subject.iter().find_map(|place| {
        if place.place == Place::Question {
            return taken(place, question).map(|text| Subject { text, partial: dialog.cut });
        }
        subject(place, &pieces::at(place, dialog, surface, &question_rows)?, surface, doubtful)
    });
    found.or_else(|| unseen(rule, dialog, surface, &question_rows))
}

/// What can be seen, be it nothing, of a subject that must be there: the dialog's upper end is off the screen, or its
/// title announces what cannot be read.
fn unseen(rule: &DialogRule, dialog: &Dialog, surface: &Surface, question: &Range<usize>) -> Option<Subject> {
    let missing = rule.subject.iter().any(|place| match place.place {
        Place::Top | Place::Dashes => dialog.cut,
        Place::After | Place::Next => pieces::heading(place, dialog, surface).is_some(),
        _ => false,
    });
    let text = pieces::from_the_top(dialog, surface, question).joined().text;
    missing.then(|| Subject { text: text.trim().to_owned(), partial: true })
}

/// What a place takes of its rows.
fn subject(place: &SubjectRule, piece: &Piece, surface: &Surface, doubtful: bool) -> Option<Subject> {
    let joined = piece.joined();
    let text = taken(place, &joined.text)?;
    let cut = piece.cut || piece.rows.iter().any(|row| surface.layout.is_cut(row.text));
    let partial = cut || doubtful || !joined.certain || passes_over_lines(place, &joined.text);
    Some(Subject { text, partial })
}

/// One line before what is taken describes it; more of them may be a part of it.
fn passes_over_lines(place: &SubjectRule, text: &str) -> bool {
    let part = place.take.as_ref().and_then(|take| Some(take.captures(text)?.get(1)?.start()));
    part.and_then(|start| text.get(..start)).is_some_and(|before| before.matches('\n').count() > 1)
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
