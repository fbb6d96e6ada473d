//! A snapshot for scripts.

use serde_json::{Map, Value, json};

use crate::snapshot::{
    Colour, CursorShape, Mark, MarkKind, Modes, Mouse, MouseEncoding, ProgressState, Rgb, Row, Run, Slot,
    Snapshot, Style, Underline,
};

/// The whole snapshot. What is off, empty or ordinary in a style is left out.
pub fn json(snapshot: &Snapshot) -> Value {
    json!({
        "rows": snapshot.size.rows, "cols": snapshot.size.cols,
        "lines": snapshot.rows.iter().map(row).collect::<Vec<_>>(),
        "top": snapshot.top,
        "cursor": cursor(snapshot),
        "alternate": snapshot.alternate,
        "modes": modes(&snapshot.modes),
        "region": [snapshot.region.start, snapshot.region.end],
        "title": snapshot.title,
        "marks": snapshot.marks.iter().map(mark).collect::<Vec<_>>(),
        "progress": snapshot.progress.map(|progress| {
            json!({"state": progress_word(progress.state), "percent": progress.percent})
        }),
        "folder": snapshot.folder,
        "notifications": snapshot.notifications.iter().map(|note| {
            json!({"title": note.title, "body": note.body, "offset": note.offset})
        }).collect::<Vec<_>>(),
        "palette": palette(snapshot),
        "generation": snapshot.generation,
        "offset": snapshot.offset,
        "gap": snapshot.gap,
    })
}

fn row(row: &Row) -> Value {
    json!({"text": row.text, "wrapped": row.wrapped, "runs": row.runs.iter().map(run).collect::<Vec<_>>()})
}

fn run(run: &Run) -> Value {
    let mut value = style(&run.style);
    value.insert("start".to_owned(), run.start.into());
    value.insert("length".to_owned(), run.length.into());
    Value::Object(value)
}

fn style(style: &Style) -> Map<String, Value> {
    let mut value = Map::new();
    let colours =
        [("fg", style.foreground), ("bg", style.background), ("underline_colour", style.underline_colour)];
    for (name, colour) in colours {
        match colour {
            Colour::Default => None,
            Colour::Indexed(index) => value.insert(name.to_owned(), index.into()),
            Colour::Rgb(rgb) => value.insert(name.to_owned(), hex(rgb).into()),
        };
    }
    let flags = [
        ("bold", style.bold),
        ("dim", style.dim),
        ("italic", style.italic),
        ("inverse", style.inverse),
        ("strike", style.strike),
        ("hidden", style.hidden),
    ];
    value.extend(flags.iter().filter(|(_, on)| *on).map(|(name, _)| ((*name).to_owned(), true.into())));
    if style.underline != Underline::None {
        value.insert("underline".to_owned(), underline_word(style.underline).into());
    }
    if let Some(link) = &style.link {
        value.insert("link".to_owned(), link.uri.clone().into());
    }
    value
}

fn cursor(snapshot: &Snapshot) -> Value {
    let cursor = &snapshot.cursor;
    let shape = match cursor.shape {
        CursorShape::Default => "default",
        CursorShape::Block => "block",
        CursorShape::Underline => "underline",
        CursorShape::Bar => "bar",
    };
    json!({
        "row": cursor.row, "column": cursor.column, "visible": cursor.visible, "shape": shape,
        "blinking": cursor.blinking, "wraps_next": cursor.wraps_next,
    })
}

fn modes(modes: &Modes) -> Value {
    json!({
        "application_cursor": modes.application_cursor, "application_keypad": modes.application_keypad,
        "bracketed_paste": modes.bracketed_paste, "mouse": mouse_word(modes.mouse),
        "mouse_encoding": encoding_word(modes.mouse_encoding), "focus": modes.focus,
        "alternate_scroll": modes.alternate_scroll, "scheme_reports": modes.scheme_reports,
        "size_reports": modes.size_reports, "autowrap": modes.autowrap, "insert": modes.insert,
        "newline": modes.newline, "origin": modes.origin, "reverse_video": modes.reverse_video,
        "modify_other_keys": modes.modify_other_keys, "keyboard": modes.keyboard.0,
    })
}

fn mark(mark: &Mark) -> Value {
    let (kind, status) = match mark.kind {
        MarkKind::Prompt => ("prompt", None),
        MarkKind::Input => ("input", None),
        MarkKind::Output => ("output", None),
        MarkKind::End(status) => ("end", status),
    };
    json!({"kind": kind, "status": status, "line": mark.line, "column": mark.column, "offset": mark.offset})
}

fn palette(snapshot: &Snapshot) -> Value {
    let name = |slot: Slot| match slot {
        Slot::Palette(index) => index.to_string(),
        Slot::Foreground => "foreground".to_owned(),
        Slot::Background => "background".to_owned(),
        Slot::Cursor => "cursor".to_owned(),
    };
    Value::Object(snapshot.palette.iter().map(|(slot, rgb)| (name(*slot), hex(*rgb).into())).collect())
}

fn hex(Rgb(red, green, blue): Rgb) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

fn progress_word(state: ProgressState) -> &'static str {
    match state {
        ProgressState::Running => "running",
        ProgressState::Failed => "failed",
        ProgressState::Indeterminate => "indeterminate",
        ProgressState::Paused => "paused",
    }
}

fn underline_word(underline: Underline) -> &'static str {
    match underline {
        Underline::None => "none",
        Underline::Single => "single",
        Underline::Double => "double",
        Underline::Curly => "curly",
        Underline::Dotted => "dotted",
        Underline::Dashed => "dashed",
    }
}

fn mouse_word(mouse: Mouse) -> &'static str {
    match mouse {
        Mouse::Off => "off",
        Mouse::Presses => "presses",
        Mouse::Clicks => "clicks",
        Mouse::Drags => "drags",
        Mouse::Motion => "motion",
    }
}

fn encoding_word(encoding: MouseEncoding) -> &'static str {
    match encoding {
        MouseEncoding::Default => "default",
        MouseEncoding::Utf8 => "utf8",
        MouseEncoding::Sgr => "sgr",
        MouseEncoding::Urxvt => "urxvt",
        MouseEncoding::SgrPixels => "sgr_pixels",
    }
}
