//! Which rows of a dialog are the program's own, and which show somebody else's text: a command and what is said
//! about it. That text is indented, so it never reaches the column at which the program draws its lines.

use super::rule::Frame;
use super::surface::{Dialog, Surface};
use crate::shapes::list::frame::{Class, Inner};

/// The first row with text: it says what kind of thing is asked about.
pub(super) fn title(dialog: &Dialog, surface: &Surface) -> Option<usize> {
    dialog.above.clone().find(|row| surface.rows[*row].is_text())
}

/// The dashed lines that the program itself drew over the choices.
pub(super) fn dashes(dialog: &Dialog, surface: &Surface) -> Vec<usize> {
    let drawn = |row: &usize| surface.rows[*row].class == Class::Dashes && surface.is_across(*row);
    dialog.above.clone().filter(drawn).collect()
}

/// Whether something in some rows looks like a part of the dialog around them.
pub(super) fn imitates(rows: &[Inner], title: Option<&str>) -> bool {
    rows.iter().any(|row| is_drawn(row) || (row.is_text() && title == Some(row.text)))
}

fn is_drawn(row: &Inner) -> bool {
    row.is_nested() || !(row.is_text() || row.is_blank())
}

/// The rows over and under the choices in which the program speaks: not those of a frame inside the dialog, not those
/// from the title to the last dashed line, not those deeper than the dialog's own text.
pub(super) fn own_rows<'a>(dialog: &Dialog, surface: &Surface<'a>) -> Vec<Inner<'a>> {
    let whole = matches!(dialog.frame, Frame::Box | Frame::Rule);
    let title = title(dialog, surface).filter(|_| whole);
    let nearest = dialog.above.clone().rev().find(|row| surface.rows[*row].is_text());
    let column = title.or(nearest).map_or(0, |row| surface.rows[row].column);
    let lower = dashes(dialog, surface).last().copied();
    let is_own = |row: &usize| {
        let behind = lower.is_none_or(|lower| *row >= lower);
        (behind || title == Some(*row)) && surface.rows[*row].column <= column
    };
    let above = dialog.above.clone().filter(is_own);
    above.chain(dialog.below.clone()).map(|row| surface.rows[row]).filter(|row| !row.is_nested()).collect()
}
