//! What a dialog is about: the command, the file or the address, its wrapped lines joined.

use std::ops::Range;

use model::Subject;

use super::lines::Piece;
use super::pieces;
use super::rule::{DialogRule, Frame, Place, SubjectRule};
use super::surface::{Dialog, Surface};
use crate::shapes::list::frame::Inner;

/// A dialog in which a subject is looked for.
pub(super) struct Around<'a> {
    rule: &'a DialogRule,
    dialog: &'a Dialog,
    surface: &'a Surface<'a>,
    question: &'a str,
    question_rows: Range<usize>,
    doubtful: bool,
}

impl<'a> Around<'a> {
    pub(super) fn new(
        rule: &'a DialogRule,
        dialog: &'a Dialog,
        surface: &'a Surface<'a>,
        question: &'a str,
        question_rows: Range<usize>,
    ) -> Self {
        let unsure = dialog.cut && matches!(dialog.frame, Frame::Rule | Frame::Box);
        let doubtful = unsure || is_doubtful(rule, dialog, surface);
        Around { rule, dialog, surface, question, question_rows, doubtful }
    }

    /// The subject at one place. Words of a question of several rows may have been one word.
    pub(super) fn subject(&self, place: &SubjectRule) -> Option<Subject> {
        if place.place == Place::Question {
            let partial = self.dialog.cut || self.question_rows.len() > 1;
            return taken(place, self.question).map(|text| Subject { text, partial });
        }
        let piece = pieces::at(place, self.dialog, self.surface, &self.question_rows)?;
        subject(place, &piece, self.surface, self.doubtful)
    }

    /// What can be seen, be it nothing, of a subject that must be there: the dialog's upper end is off the screen, or
    /// its title announces what cannot be read.
    pub(super) fn unseen(&self) -> Option<Subject> {
        let missing = self.rule.subject.iter().any(|place| match place.place {
            Place::Top | Place::Dashes => self.dialog.cut,
            Place::After | Place::Next => pieces::heading(place, self.dialog, self.surface).is_some(),
            _ => false,
        });
        let text = pieces::from_the_top(self.dialog, self.surface, &self.question_rows).joined().text;
        missing.then(|| Subject { text: text.trim().to_owned(), partial: true })
    }
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
    let rows = dialog.above.clone().filter(|row| pattern.is_match(surface.rows[*row].text)).count();
    let paragraphs = surface.paragraphs(dialog).into_iter();
    rows > 1 || paragraphs.filter(|rows| pattern.is_match(&surface.words(rows.clone()))).count() > 1
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

/// Rows from a subject to the buttons that are certain to hold all of it. opencode shows seven rows of a command, without a mark
/// if there are more, and two empty ones under them; rows that are empty may be a part of it too.
const WHOLE: usize = 6;

/// The subject in a block with a bar at its side: from the line that a place describes, which is the first or the second
/// with text under the question. A single line that goes on in the next row is known in part, and so is what may be cut.
pub(super) fn in_block(
    place: &SubjectRule,
    surface: &Surface,
    block: Range<usize>,
    asks: usize,
) -> Option<Subject> {
    let line = place.line.as_ref()?;
    let is_text = |row: &usize| surface.rows[*row].is_text();
    let start = block.clone().find(|row| line.is_match(surface.rows[*row].text))?;
    let before = (asks + 1..start).filter(is_text).count();
    let (end, goes_on) = match place.place {
        Place::From => ((start..block.end).rev().find(is_text)? + 1, block.end - start > WHOLE),
        _ => (start + 1, start + 1 < block.end && is_text(&(start + 1))),
    };
    let rows = surface.rows[start..end].to_vec();
    let right = surface.width().saturating_sub(4);
    subject(place, &Piece { rows, right, cut: goes_on || before > 1, one_line: false }, surface, false)
}
