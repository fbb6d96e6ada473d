//! Rows of cells as text with its attributes.

use alacritty_terminal::grid::{Dimensions, Grid};
use alacritty_terminal::term::cell::{Cell, Flags};
use alacritty_terminal::vte::ansi::Color;

use crate::capture::cells;
use crate::cell::{is_spacer, style};
use crate::snapshot::{Colour, Style, Underline};

/// Collects bytes, and knows which attributes are on where they will be written.
pub(super) struct Painter {
    out: Vec<u8>,
    pen: Style,
}

impl Painter {
    /// `begin` must leave the terminal without attributes.
    pub(super) fn new(begin: &str) -> Painter {
        Painter { out: begin.as_bytes().to_vec(), pen: Style::default() }
    }

    pub(super) fn bytes(&mut self) -> &mut Vec<u8> {
        &mut self.out
    }

    pub(super) fn finish(self) -> Vec<u8> {
        self.out
    }

    pub(super) fn text(&mut self, text: &str) {
        self.out.extend_from_slice(text.as_bytes());
    }

    /// To a row and a column, counted from zero.
    pub(super) fn go(&mut self, row: usize, column: usize) {
        self.text(&format!("\x1b[{};{}H", row + 1, column + 1));
    }

    /// Moves what a person sees into their scrollback, where erasing would lose it.
    pub(super) fn scroll_away(&mut self, rows: usize) {
        self.go(rows - 1, 0);
        self.text(&"\r\n".repeat(rows));
    }

    /// Paints over an empty screen.
    pub(super) fn paint(&mut self, grid: &Grid<Cell>) {
        let (rows, mut continued) = (grid.screen_lines(), false);
        for row in 0..rows {
            let line = cells(grid, row);
            let next = (row + 1 < rows).then(|| cells(grid, row + 1)).filter(|_| wraps(line));
            let used = line.iter().rposition(|cell| !is_blank(cell)).map_or(0, |last| last + 1);
            let end = if next.is_some() { line.len() } else { used.max(usize::from(continued)) };
            if end > 0 && !continued {
                self.go(row, 0);
            }
            let visible = if next.is_some_and(|next| wide_is_next(line, next)) { end - 1 } else { end };
            line[..visible].iter().for_each(|cell| self.cell(cell));
            continued = next.is_some();
        }
    }

    /// One cell, where the cursor is.
    pub(super) fn cell(&mut self, cell: &Cell) {
        if is_spacer(cell) {
            return;
        }
        self.pen(cell);
        let mut buffer = [0; 4];
        for letter in [&cell.c].into_iter().chain(cell.zerowidth().into_iter().flatten()) {
            self.out.extend_from_slice(letter.encode_utf8(&mut buffer).as_bytes());
        }
    }

    /// Takes a cell's attributes for what comes next.
    pub(super) fn pen(&mut self, cell: &Cell) {
        let wanted = style(cell);
        if wanted == self.pen {
            return;
        }
        if wanted.link != self.pen.link {
            self.link(&wanted);
        }
        self.attributes(&wanted, cell);
        self.pen = wanted;
    }

    fn link(&mut self, wanted: &Style) {
        match &wanted.link {
            None => self.text("\x1b]8;;\x1b\\"),
            Some(link) if link.id.is_empty() => self.text(&format!("\x1b]8;;{}\x1b\\", link.uri)),
            Some(link) => self.text(&format!("\x1b]8;id={};{}\x1b\\", link.id, link.uri)),
        }
    }

    fn attributes(&mut self, style: &Style, cell: &Cell) {
        let mut codes = String::from("0");
        let flags = [(style.bold, ";1"), (style.dim, ";2"), (style.italic, ";3"), (style.inverse, ";7")];
        let more = [(style.hidden, ";8"), (style.strike, ";9")];
        flags.iter().chain(&more).filter(|(on, _)| *on).for_each(|(_, code)| codes += code);
        codes += match style.underline {
            Underline::None => "",
            Underline::Double => ";21",
            _ => ";4",
        };
        push_colour(&mut codes, cell.fg, 30);
        push_colour(&mut codes, cell.bg, 40);
        self.text(&format!("\x1b[{codes}m"));
        self.fine_underline(style);
    }

    /// In sequences of their own: a terminal that does not know them keeps a single line.
    fn fine_underline(&mut self, style: &Style) {
        match style.underline {
            Underline::Curly => self.text("\x1b[4:3m"),
            Underline::Dotted => self.text("\x1b[4:4m"),
            Underline::Dashed => self.text("\x1b[4:5m"),
            _ => {}
        }
        match style.underline_colour {
            Colour::Default => {}
            Colour::Indexed(index) => self.text(&format!("\x1b[58:5:{index}m")),
            Colour::Rgb(rgb) => self.text(&format!("\x1b[58:2::{}:{}:{}m", rgb.0, rgb.1, rgb.2)),
        }
    }
}

/// `base` is 30 or 40. Colours with names stay such: some terminals show them brighter in bold.
fn push_colour(codes: &mut String, color: Color, base: usize) {
    *codes += &match color {
        Color::Named(name) => match name as usize {
            index @ 0..8 => format!(";{}", base + index),
            index @ 8..16 => format!(";{}", base + 60 + index - 8),
            _ => return,
        },
        Color::Indexed(index) => format!(";{};5;{index}", base + 8),
        Color::Spec(rgb) => format!(";{};2;{};{};{}", base + 8, rgb.r, rgb.g, rgb.b),
    };
}

/// Whether the text goes on in the next row.
fn wraps(line: &[Cell]) -> bool {
    line.last().is_some_and(|cell| cell.flags.contains(Flags::WRAPLINE))
}

/// The last column is empty because what follows is too wide for it; the terminal will find that out by itself.
fn wide_is_next(line: &[Cell], next: &[Cell]) -> bool {
    let (Some(last), Some(first)) = (line.last(), next.first()) else { return false };
    last.flags.contains(Flags::LEADING_WIDE_CHAR_SPACER)
        && first.flags.contains(Flags::WIDE_CHAR)
        && style(last) == style(first)
}

fn is_blank(cell: &Cell) -> bool {
    let marks = cell.zerowidth().is_some_and(|marks| !marks.is_empty());
    cell.c == ' ' && !marks && !is_spacer(cell) && style(cell) == Style::default()
}
