//! Which one of several places looks different: a selection shown only by colour.

use screen::{Colour, Rgb, Style};

use crate::view::View;

/// The only one of these places (row, column) whose style no other has, if all others look alike.
pub(crate) fn different(places: impl Iterator<Item = (usize, u16)>, view: &View) -> Option<usize> {
    let styles: Vec<Style> = places.map(|(row, column)| at(view, row, column)).collect();
    let alone = |place: usize| styles.iter().filter(|style| **style == styles[place]).count() == 1;
    let mut lone = (0..styles.len()).filter(|place| alone(*place));
    match (lone.next(), lone.next()) {
        (Some(first), None) if styles.len() >= 3 => Some(first),
        (Some(_), Some(_)) if styles.len() == 2 => of_two(&styles),
        _ => None,
    }
}

/// Of two, the one that stands out more.
fn of_two(styles: &[Style]) -> Option<usize> {
    let first = weight(styles.first()?);
    let second = weight(styles.get(1)?);
    (first != second).then_some(usize::from(second > first))
}

/// How much a style stands out: inverse before a background, an underline, bold, a colour.
fn weight(style: &Style) -> u32 {
    let plain = Style::default();
    let signs = [
        style.inverse,
        style.background != plain.background,
        style.underline != plain.underline,
        style.bold,
        style.foreground != plain.foreground && !style.dim,
        !style.dim,
    ];
    signs.iter().fold(0, |sum, sign| sum * 2 + u32::from(*sign))
}

/// The style of a place.
pub(crate) fn at(view: &View, row: usize, column: u16) -> Style {
    let styled = view.snapshot().rows.get(row).and_then(|row| row.style_at(column));
    styled.cloned().unwrap_or_default()
}

/// Whether the text is green, or nearly so.
pub(crate) fn is_green(style: &Style) -> bool {
    match style.foreground {
        Colour::Indexed(place) => matches!(place, 2 | 10 | 34 | 40 | 46 | 70 | 76 | 82),
        Colour::Rgb(Rgb(red, green, blue)) => green > 96 && green > red && green > blue,
        Colour::Default => false,
    }
}
