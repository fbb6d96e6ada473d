//! A picture that needs nothing but itself.

use super::shown;
use crate::snapshot::{Cell, CursorShape, Rgb, Row, Snapshot, Style, Underline};

/// A cell in units of the picture. The shape is that of usual fonts of this size.
const WIDTH: u32 = 9;
const HEIGHT: u32 = 18;
/// Where letters stand in a cell.
const BASELINE: u32 = 14;
const FONT: &str = "ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace";

/// The screen as SVG: every cell in its place, colours resolved, text escaped, no references to anything outside.
pub fn svg(snapshot: &Snapshot) -> String {
    let (width, height) = (u32::from(snapshot.size.cols) * WIDTH, u32::from(snapshot.size.rows) * HEIGHT);
    let (_, background) = shown(snapshot, &Style::default());
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
         height=\"{height}\" font-family=\"{FONT}\" font-size=\"15\" xml:space=\"preserve\">\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"{}\"/>\n",
        hex(background)
    );
    for (index, row) in (0..).zip(&snapshot.rows) {
        backgrounds(snapshot, row, index, &mut out);
        row.cells().for_each(|cell| glyph(snapshot, row, &cell, index, &mut out));
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

fn glyph(snapshot: &Snapshot, row: &Row, cell: &Cell<'_>, index: u32, out: &mut String) {
    let plain = Style::default();
    let style = row.style_at(cell.column).unwrap_or(&plain);
    let bare = cell.text == " " && style.underline == Underline::None && !style.strike;
    if style.hidden || bare {
        return;
    }
    let (colour, _) = shown(snapshot, style);
    let (x, y) = (u32::from(cell.column) * WIDTH, index * HEIGHT + BASELINE);
    let mut attributes = format!("x=\"{x}\" y=\"{y}\" fill=\"{}\"", hex(colour));
    if style.bold {
        attributes += " font-weight=\"bold\"";
    }
    if style.italic {
        attributes += " font-style=\"italic\"";
    }
    if style.dim {
        attributes += " opacity=\"0.6\"";
    }
    let lines = match (style.underline != Underline::None, style.strike) {
        (false, false) => "",
        (true, false) => " text-decoration=\"underline\"",
        (false, true) => " text-decoration=\"line-through\"",
        (true, true) => " text-decoration=\"underline line-through\"",
    };
    *out += &format!("<text {attributes}{lines}>{}</text>\n", escape(cell.text));
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
