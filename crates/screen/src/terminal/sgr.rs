//! Colours and attributes of what is written next.

use alacritty_terminal::vte::ansi::{Attr, Color, Handler, NamedColor, Rgb};

use super::Terminal;
use crate::parser::Csi;

/// The colours with names, in their order.
const NAMED: [NamedColor; 16] = [
    NamedColor::Black,
    NamedColor::Red,
    NamedColor::Green,
    NamedColor::Yellow,
    NamedColor::Blue,
    NamedColor::Magenta,
    NamedColor::Cyan,
    NamedColor::White,
    NamedColor::BrightBlack,
    NamedColor::BrightRed,
    NamedColor::BrightGreen,
    NamedColor::BrightYellow,
    NamedColor::BrightBlue,
    NamedColor::BrightMagenta,
    NamedColor::BrightCyan,
    NamedColor::BrightWhite,
];

impl Terminal {
    #[inline]
    pub(super) fn select_graphics(&mut self, csi: &Csi) {
        let mut groups = csi.groups();
        while let Some(group) = groups.next() {
            let attribute = match group {
                [38] => extended(&mut groups.by_ref().map(first)).map(Attr::Foreground),
                [48] => extended(&mut groups.by_ref().map(first)).map(Attr::Background),
                [58] => {
                    extended(&mut groups.by_ref().map(first)).map(|colour| Attr::UnderlineColor(Some(colour)))
                }
                [38, rest @ ..] => joined(rest).map(Attr::Foreground),
                [48, rest @ ..] => joined(rest).map(Attr::Background),
                [58, rest @ ..] => joined(rest).map(|colour| Attr::UnderlineColor(Some(colour))),
                [4, kind] => underline(*kind),
                [code] => simple(*code),
                _ => None,
            };
            if let Some(attribute) = attribute {
                self.term.terminal_attribute(attribute);
            }
        }
    }
}

fn first(group: &[u16]) -> u16 {
    group.first().copied().unwrap_or(0)
}

#[inline]
fn simple(code: u16) -> Option<Attr> {
    Some(match code {
        0 => Attr::Reset,
        1 => Attr::Bold,
        2 => Attr::Dim,
        3 => Attr::Italic,
        4 => Attr::Underline,
        7 => Attr::Reverse,
        8 => Attr::Hidden,
        9 => Attr::Strike,
        21 => Attr::DoubleUnderline,
        22 => Attr::CancelBoldDim,
        23 => Attr::CancelItalic,
        24 => Attr::CancelUnderline,
        27 => Attr::CancelReverse,
        28 => Attr::CancelHidden,
        29 => Attr::CancelStrike,
        30..=37 => Attr::Foreground(named(code - 30)),
        39 => Attr::Foreground(Color::Named(NamedColor::Foreground)),
        40..=47 => Attr::Background(named(code - 40)),
        49 => Attr::Background(Color::Named(NamedColor::Background)),
        59 => Attr::UnderlineColor(None),
        90..=97 => Attr::Foreground(named(code - 90 + 8)),
        100..=107 => Attr::Background(named(code - 100 + 8)),
        _ => return None,
    })
}

fn named(index: u16) -> Color {
    Color::Named(NAMED[usize::from(index)])
}

fn underline(kind: u16) -> Option<Attr> {
    Some(match kind {
        0 => Attr::CancelUnderline,
        1 => Attr::Underline,
        2 => Attr::DoubleUnderline,
        3 => Attr::Undercurl,
        4 => Attr::DottedUnderline,
        5 => Attr::DashedUnderline,
        _ => return None,
    })
}

/// `2;r;g;b` or `5;n`
fn extended(values: &mut dyn Iterator<Item = u16>) -> Option<Color> {
    let kind = values.next()?;
    let mut byte = || values.next().and_then(|value| u8::try_from(value).ok());
    match kind {
        2 => Some(Color::Spec(Rgb { r: byte()?, g: byte()?, b: byte()? })),
        5 => byte().map(Color::Indexed),
        _ => None,
    }
}

/// The same after colons, where a colour space may stand before the colours.
fn joined(values: &[u16]) -> Option<Color> {
    match values {
        [2, _, colours @ ..] if colours.len() >= 3 => {
            extended(&mut [2].into_iter().chain(colours.iter().copied()))
        }
        values => extended(&mut values.iter().copied()),
    }
}
