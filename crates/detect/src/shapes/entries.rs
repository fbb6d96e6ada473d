//! The entries of a list in a dialog with buttons, and the keys that choose one.
//!
//! Keys of an entry: moves from the selected one and Enter. Of round marks, `( )`, one is chosen, and Enter alone takes the one that was
//! before: Space comes first. Of boxes, `[ ]`, several may be, and Space only turns one over. Where it is not certain which entry is
//! selected, or Enter would press another button than the one that goes on, an entry has no keys.

use model::{Choice, Key, Role};

use super::dialog::{Frame, backgrounds};
use crate::profile::moves;
use crate::view::View;

/// What stands before an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mark {
    Round,
    Box,
}

const MARKS: [(&str, Mark, bool); 7] = [
    ("[ ]", Mark::Box, false),
    ("[*]", Mark::Box, true),
    ("[x]", Mark::Box, true),
    ("[X]", Mark::Box, true),
    ("( )", Mark::Round, false),
    ("(*)", Mark::Round, true),
    ("(x)", Mark::Round, true),
];

/// The mark that an entry begins with, whether it is set, and what stands behind it.
fn mark(text: &str) -> Option<(Mark, bool, &str)> {
    MARKS.iter().find_map(|(sign, mark, set)| text.strip_prefix(sign).map(|rest| (*mark, *set, rest)))
}

/// Whether an entry begins with a mark.
pub(super) fn has_mark(text: &str) -> bool {
    mark(text).is_some()
}

/// The entries of a list, in rows of a frame.
pub(super) fn read(view: &View, frame: &Frame, listed: &[(u16, String)]) -> Vec<Choice> {
    if listed.len() < 2 && !listed.iter().any(|(_, text)| has_mark(text)) {
        return Vec::new();
    }
    // Two lists beside each other are worked in another way.
    let columns = listed.iter().any(|(_, text)| text.contains('│'));
    let selected = selected(view, frame, listed).filter(|_| !columns);
    let entry = |(at, (_, text)): (usize, &(u16, String))| choice(text, at, selected);
    listed.iter().enumerate().map(entry).collect()
}

fn choice(text: &str, at: usize, selected: Option<usize>) -> Choice {
    let (marked, label) = match mark(text) {
        Some((mark, set, rest)) => (Some((mark, set)), rest.trim()),
        None => (None, text),
    };
    let last: &[Key] = match marked {
        Some((Mark::Round, false)) => &[Key::Space, Key::Enter],
        Some((Mark::Box, _)) => &[Key::Space],
        Some((Mark::Round, true)) | None => &[Key::Enter],
    };
    let keys = selected.map(|selected| [&moves(selected, at, &Key::Up, &Key::Down), last].concat());
    Choice {
        label: label.to_owned(),
        keys: keys.unwrap_or_default(),
        selected: selected == Some(at),
        default: match marked {
            Some((mark, set)) => mark == Mark::Round && set,
            None => selected == Some(at),
        },
        role: Role::Other,
        checked: marked.filter(|(mark, _)| *mark == Mark::Box).map(|(_, set)| set),
    }
}

/// The entry with the cursor on it, else the only one that does not have the background of the dialog's border, else the only one that looks unlike
/// the others.
fn selected(view: &View, frame: &Frame, listed: &[(u16, String)]) -> Option<usize> {
    let cursor = view.snapshot().cursor;
    if let Some(at) = listed.iter().position(|(row, _)| *row == cursor.row) {
        return Some(at);
    }
    let border = frame.inside.start.saturating_sub(1);
    let plain = backgrounds(view, frame.buttons, &(border..border + 1));
    let looks: Vec<_> = listed.iter().map(|(row, _)| backgrounds(view, *row, &frame.inside)).collect();
    let lit = |look: &Vec<_>| look.iter().any(|cell| Some(cell) != plain.first());
    let unlike = |at: usize| looks.iter().enumerate().all(|(other, look)| other == at || *look != looks[at]);
    only(looks.iter().map(lit)).or_else(|| only((0..looks.len()).map(unlike)))
}

/// The place of the only one that fits.
fn only(fits: impl Iterator<Item = bool>) -> Option<usize> {
    let mut places = fits.enumerate().filter(|(_, fits)| *fits).map(|(place, _)| place);
    let first = places.next()?;
    places.next().is_none().then_some(first)
}
