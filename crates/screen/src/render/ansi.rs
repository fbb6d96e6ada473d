//! Text with colours, for a terminal: nothing but SGR, text and line ends.

use crate::snapshot::{Colour, Rgb, Row, Snapshot, Style, Underline};

/// The rows with their attributes. Only text, SGR sequences and line ends: it moves nothing and asks nothing.
pub fn ansi(snapshot: &Snapshot) -> String {
    let used = snapshot.rows.iter().rposition(|row| !row.text.is_empty() || !row.runs.is_empty());
    let rows = &snapshot.rows[..used.map_or(0, |last| last + 1)];
    rows.iter().map(|row| line(row) + "\n").collect()
}

fn line(row: &Row) -> String {
    let (mut out, plain) = (String::new(), Style::default());
    let (mut style, mut column) = (&plain, 0);
    let mut cells = row.cells();
    let end = row.runs.last().map_or(0, |run| run.start.saturating_add(run.length));
    loop {
        // Behind the text stand blanks, which may have a colour.
        let (text, width) = match cells.next() {
            Some(cell) => (cell.text, cell.width),
            None if column < end => (" ", 1),
            None => break,
        };
        let wanted = row.style_at(column).unwrap_or(&plain);
        if wanted != style {
            out += &select(wanted);
            style = wanted;
        }
        out += text;
        column += width;
    }
    if *style != plain {
        out += "\x1b[0m";
    }
    out
}

/// The sequence that selects a style, whatever was before.
fn select(style: &Style) -> String {
    let mut codes = String::from("\x1b[0");
    let flags = [
        (style.bold, ";1"),
        (style.dim, ";2"),
        (style.italic, ";3"),
        (style.underline == Underline::Double, ";21"),
        (!matches!(style.underline, Underline::None | Underline::Double), ";4"),
        (style.inverse, ";7"),
        (style.hidden, ";8"),
        (style.strike, ";9"),
    ];
    flags.iter().filter(|(on, _)| *on).for_each(|(_, code)| codes += code);
    codes + &colour(style.foreground, 30) + &colour(style.background, 40) + "m"
}

fn colour(colour: Colour, base: u16) -> String {
    match colour {
        Colour::Default => String::new(),
        Colour::Indexed(index @ 0..8) => format!(";{}", base + u16::from(index)),
        Colour::Indexed(index @ 8..16) => format!(";{}", base + 52 + u16::from(index)),
        Colour::Indexed(index) => format!(";{};5;{index}", base + 8),
        Colour::Rgb(Rgb(red, green, blue)) => format!(";{};2;{red};{green};{blue}", base + 8),
    }
}
