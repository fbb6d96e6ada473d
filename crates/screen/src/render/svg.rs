//! A picture that needs nothing but itself.

use super::shown;
use crate::snapshot::{Cell, CursorShape, Rgb, Row, Snapshot, Style, Underline};

/// A cell in units of the picture. The shape is that of usual fonts of this size.
const WIDTH: u32 = 9;
const HEIGHT: u32 = 18;
/// Where letters stand in a cell.
const BASELINE: u32 = 14;
const FONT: &str = "ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace";

/// The screen as SVG: every run of text in its place, colours resolved, text escaped, no references to anything outside.
pub fn svg(snapshot: &Snapshot) -> String {
    let (width, height) = (u32::from(snapshot.size.cols) * WIDTH, u32::from(snapshot.size.rows) * HEIGHT);
    let (foreground, background) = shown(snapshot, &Style::default());
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
         height=\"{height}\" font-family=\"{FONT}\" font-size=\"15\" fill=\"{}\" xml:space=\"preserve\">\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"{}\"/>\n",
        hex(foreground),
        hex(background)
    );
    for (index, row) in (0..).zip(&snapshot.rows) {
        backgrounds(snapshot, row, index, &mut out);
        letters(snapshot, row, index, &mut out);
    }
    cursor(snapshot, &mut out);
    out + "</svg>\n"
}

fn backgrounds(snapshot: &Snapshot, row: &Row, index: u32, out: &mut String) {
    let plain = shown(snapshot, &Style::default()).1;
    for run in &row.runs {
        let (_, colour) = shown(snapshot, &run.style);
        if colour != plain {
            let (x, y) = (u32::from(run.start) * WIDTH, index * HEIGHT);
            let width = u32::from(run.length) * WIDTH;
            *out += &rectangle(x, y, width, HEIGHT, colour);
        }
    }
}

/// One element for neighbours of the same style and width. Its length is given, so that it ends where it should in any
/// font; characters of two columns come apart from the others, since a length is spread evenly.
fn letters(snapshot: &Snapshot, row: &Row, index: u32, out: &mut String) {
    let cells: Vec<Cell<'_>> = row.cells().collect();
    let alike = |one: &Cell<'_>, other: &Cell<'_>| {
        one.width == other.width && row.style_at(one.column) == row.style_at(other.column)
    };
    for group in cells.chunk_by(alike) {
        let style = group.first().and_then(|first| row.style_at(first.column)).cloned().unwrap_or_default();
        let drawn = if has_lines(&style) { group } else { without_blanks(group) };
        if !style.hidden && !drawn.is_empty() {
            *out += &run(snapshot, drawn, &style, index);
        }
    }
}

fn has_lines(style: &Style) -> bool {
    style.underline != Underline::None || style.strike
}

/// Without those at both ends.
fn without_blanks<'a, 'b>(cells: &'a [Cell<'b>]) -> &'a [Cell<'b>] {
    let is_ink = |cell: &Cell<'_>| cell.text != " ";
    let start = cells.iter().position(is_ink).unwrap_or(cells.len());
    let end = cells.iter().rposition(is_ink).map_or(start, |last| last + 1);
    &cells[start..end]
}

fn run(snapshot: &Snapshot, cells: &[Cell<'_>], style: &Style, index: u32) -> String {
    let text: String = cells.iter().map(|cell| cell.text).collect();
    let column = cells.first().map_or(0, |cell| cell.column);
    let columns: u32 = cells.iter().map(|cell| u32::from(cell.width)).sum();
    let (x, y, length) = (u32::from(column) * WIDTH, index * HEIGHT + BASELINE, columns * WIDTH);
    let look = look(snapshot, style);
    format!("<text x=\"{x}\" y=\"{y}\" textLength=\"{length}\"{look}>{}</text>\n", escape(&text))
}

/// Attributes for what differs from plain text.
fn look(snapshot: &Snapshot, style: &Style) -> String {
    let (colour, plain) = (shown(snapshot, style).0, shown(snapshot, &Style::default()).0);
    let mut look = if colour == plain { String::new() } else { format!(" fill=\"{}\"", hex(colour)) };
    let words = [
        (style.bold, " font-weight=\"bold\""),
        (style.italic, " font-style=\"italic\""),
        (style.dim, " opacity=\"0.6\""),
    ];
    words.iter().filter(|(on, _)| *on).for_each(|(_, word)| look += word);
    look + match (style.underline != Underline::None, style.strike) {
        (false, false) => "",
        (true, false) => " text-decoration=\"underline\"",
        (false, true) => " text-decoration=\"line-through\"",
        (true, true) => " text-decoration=\"underline line-through\"",
    }
}

fn cursor(snapshot: &Snapshot, out: &mut String) {
    if !snapshot.cursor.visible {
        return;
    }
    let (x, y) = (u32::from(snapshot.cursor.column) * WIDTH, u32::from(snapshot.cursor.row) * HEIGHT);
    let (colour, _) = shown(snapshot, &Style::default());
    let Rgb(red, green, blue) = colour;
    *out += &match snapshot.cursor.shape {
        CursorShape::Underline => rectangle(x, y + HEIGHT - 2, WIDTH, 2, colour),
        CursorShape::Bar => rectangle(x, y, 2, HEIGHT, colour),
        CursorShape::Default | CursorShape::Block => format!(
            "<rect x=\"{x}\" y=\"{y}\" width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"rgb({red},{green},{blue})\" \
             opacity=\"0.5\"/>\n"
        ),
    };
}

fn rectangle(x: u32, y: u32, width: u32, height: u32, colour: Rgb) -> String {
    format!("<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" fill=\"{}\"/>\n", hex(colour))
}

fn hex(Rgb(red, green, blue): Rgb) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

/// What XML allows as text; letters that it forbids are shown as missing.
fn escape(text: &str) -> String {
    let mut out = String::new();
    for letter in text.chars() {
        match letter {
            '<' => out += "&lt;",
            '>' => out += "&gt;",
            '&' => out += "&amp;",
            '"' => out += "&quot;",
            '\u{fffe}' | '\u{ffff}' => out.push('\u{fffd}'),
            letter if letter.is_control() => out.push('\u{fffd}'),
            letter => out.push(letter),
        }
    }
    out
}
