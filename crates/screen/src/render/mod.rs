//! A snapshot as text, as coloured text, as a picture, as JSON. All of them are harmless to print.

mod ansi;
mod json;
mod svg;

pub use ansi::ansi;
pub use json::json;
pub use svg::svg;

use crate::palette;
use crate::snapshot::{Colour, Rgb, Slot, Snapshot, Style};

/// The rows as plain text, without empty ones at the end.
pub fn text(snapshot: &Snapshot) -> String {
    let mut text: String = snapshot.rows.iter().flat_map(|row| [&row.text, "\n"]).collect();
    let used = text.trim_end_matches('\n').len();
    text.truncate(used);
    if used > 0 {
        text.push('\n');
    }
    text
}

/// The colours that a style comes to on this screen: of the text, and behind it.
fn shown(snapshot: &Snapshot, style: &Style) -> (Rgb, Rgb) {
    let foreground = mixed(snapshot, style.foreground, Slot::Foreground);
    let background = mixed(snapshot, style.background, Slot::Background);
    match style.inverse != snapshot.modes.reverse_video {
        false => (foreground, background),
        true => (background, foreground),
    }
}

fn mixed(snapshot: &Snapshot, colour: Colour, usual: Slot) -> Rgb {
    let slot = match colour {
        Colour::Rgb(rgb) => return rgb,
        Colour::Indexed(index) => Slot::Palette(index),
        Colour::Default => usual,
    };
    let changed = snapshot.palette.iter().find(|(changed, _)| *changed == slot);
    changed.map_or_else(|| palette::usual(slot), |(_, rgb)| *rgb)
}
