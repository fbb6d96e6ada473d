//! From the terminal crate's cells to our styles.

use std::sync::Arc;

use alacritty_terminal::term::cell::{Cell, Flags};
use alacritty_terminal::vte::ansi::Color;

use crate::snapshot::{Colour, Link, Rgb, Style, Underline};

pub(crate) fn colour(color: Color) -> Colour {
    match color {
        Color::Named(name) => match u8::try_from(name as usize) {
            Ok(index @ 0..16) => Colour::Indexed(index),
            _ => Colour::Default,
        },
        Color::Indexed(index) => Colour::Indexed(index),
        Color::Spec(rgb) => Colour::Rgb(Rgb(rgb.r, rgb.g, rgb.b)),
    }
}

fn underline(flags: Flags) -> Underline {
    match flags & Flags::ALL_UNDERLINES {
        Flags::UNDERLINE => Underline::Single,
        Flags::DOUBLE_UNDERLINE => Underline::Double,
        Flags::UNDERCURL => Underline::Curly,
        Flags::DOTTED_UNDERLINE => Underline::Dotted,
        Flags::DASHED_UNDERLINE => Underline::Dashed,
        _ => Underline::None,
    }
}

pub(crate) fn style(cell: &Cell) -> Style {
    let has = |flag| cell.flags.contains(flag);
    let link = cell.hyperlink().map(|link| Link { id: link.id().to_owned(), uri: link.uri().to_owned() });
    Style {
        foreground: colour(cell.fg),
        background: colour(cell.bg),
        bold: has(Flags::BOLD),
        dim: has(Flags::DIM),
        italic: has(Flags::ITALIC),
        underline: underline(cell.flags),
        underline_colour: cell.underline_color().map_or(Colour::Default, colour),
        inverse: has(Flags::INVERSE),
        strike: has(Flags::STRIKEOUT),
        hidden: has(Flags::HIDDEN),
        link: link.map(Arc::new),
    }
}

/// Whether two cells look alike, without making their styles.
pub(crate) fn same_style(one: &Cell, other: &Cell) -> bool {
    let look = Flags::BOLD
        | Flags::DIM
        | Flags::ITALIC
        | Flags::ALL_UNDERLINES
        | Flags::INVERSE
        | Flags::STRIKEOUT
        | Flags::HIDDEN;
    let extra = |cell: &Cell| cell.extra.is_some();
    colour(one.fg) == colour(other.fg)
        && colour(one.bg) == colour(other.bg)
        && one.flags & look == other.flags & look
        && (!extra(one) && !extra(other)
            || one.underline_color() == other.underline_color() && one.hyperlink() == other.hyperlink())
}

/// The second half of a character of two columns, or the gap before one that did not fit into its row.
pub(crate) fn is_spacer(cell: &Cell) -> bool {
    cell.flags.contains(Flags::WIDE_CHAR_SPACER)
}
