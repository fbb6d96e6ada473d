//! Choices with a field to write in. What is typed there is the person's, not the program's: it must not get into the
//! question, nor make it another one with each letter.

use model::Choice;

use super::lazy::Regex;
use super::rule::{DialogRule, Rules};
use super::surface::{Dialog, Surface};
use crate::shapes::list::read::Item;

/// The label of a field of which nothing more is known.
const SOME_TEXT: &str = "(text)";

/// Puts the label that the program gave in place of what is typed.
pub(super) fn leave_out(
    choices: &mut [Choice],
    rule: &DialogRule,
    rules: &Rules,
    dialog: &Dialog,
    surface: &Surface,
) {
    let Some(place) = dialog.list.pointed().filter(|place| is_edited(&dialog.list.items[*place], surface))
    else {
        return;
    };
    let label = program_label(choices, place, rule, surface);
    if let Some((choice, label)) = choices.get_mut(place).zip(label) {
        choice.role = rules.role(&label);
        choice.label = label;
    }
}

/// The label without what is typed, if anything is. A draft behind a label is told from one that only begins like
/// another choice.
fn program_label(choices: &[Choice], place: usize, rule: &DialogRule, surface: &Surface) -> Option<String> {
    // What stands under a label explains it.
    let shown = choices.get(place)?.label.lines().next()?;
    if rule.fields.iter().any(|field| field == shown) {
        return None;
    }
    let before = |draft: &Regex| Some(draft.captures(shown)?.name("label")?.as_str().to_owned());
    let kept = surface.layout.drafts.iter().find_map(before);
    let mut others = choices.iter().enumerate().filter(|(other, _)| *other != place);
    let kept = kept.filter(|label| !others.any(|(_, choice)| choice.label == *label));
    kept.or_else(|| rule.fields.first().cloned()).or_else(|| Some(SOME_TEXT.to_owned()))
}

/// Whether a cursor stands in the text of a choice or behind it, where blanks may be typed: a single cell in inverse, or
/// the terminal's own.
fn is_edited(item: &Item, surface: &Surface) -> bool {
    let cursor = &surface.view.snapshot().cursor;
    item.rows.clone().any(|row| {
        let runs = surface.styled(row).map_or(&[][..], |row| &row.runs);
        let drawn = runs.iter().any(|run| run.style.inverse && run.length == 1 && run.start >= item.column);
        let own = cursor.visible && usize::from(cursor.row) == row && cursor.column >= item.column;
        drawn || own
    })
}
