//! `locum replay`: what a recording's screen showed, at its end or at a moment.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::ExitCode;

use model::Size;
use screen::{Screen, render};
use serde::Deserialize;
use serde_json::Value;

use crate::cli::ReplayArguments;
use crate::failure::Failure;
use crate::say;

/// A line longer than this is no event of any recorder's.
const LONGEST_LINE: u64 = 64 << 20;

/// The first line of a recording.
#[derive(Debug, Deserialize)]
struct Header {
    version: u8,
    width: Option<u16>,
    height: Option<u16>,
    term: Option<Term>,
}

/// Where version 3 keeps the size.
#[derive(Debug, Deserialize)]
struct Term {
    cols: u16,
    rows: u16,
}

impl Header {
    fn size(&self) -> Option<Size> {
        let (cols, rows) = match &self.term {
            Some(term) => (term.cols, term.rows),
            None => (self.width?, self.height?),
        };
        Some(Size { rows, cols, ..Size::default() })
    }

    /// Version 3 tells the time since the event before, version 2 since the start.
    fn moment(&self, last: f64, told: f64) -> f64 {
        if self.version == 3 { last + told } else { told }
    }
}

pub(crate) fn replay(arguments: &ReplayArguments) -> Result<ExitCode, Failure> {
    if arguments.json {
        return Err(Failure::ReplayJson);
    }
    if arguments.at.is_some_and(|at| !at.is_finite() || at < 0.0) {
        return Err(Failure::NoMoment);
    }
    let screen = play(&arguments.file, arguments.at)?;
    let snapshot = screen.snapshot_anyway();
    let shown = match (arguments.ansi, arguments.svg) {
        (true, _) => render::ansi(&snapshot),
        (_, true) => render::svg(&snapshot),
        _ => render::text(&snapshot),
    };
    say::rendered(shown.as_bytes());
    Ok(ExitCode::SUCCESS)
}

/// Feeds a screen with everything up to the moment.
fn play(path: &Path, until: Option<f64>) -> Result<Screen, Failure> {
    let wrong = |line: usize, problem: String| Failure::Recording { file: path.to_owned(), line, problem };
    let file = File::open(path).map_err(|error| Failure::ReadFile { file: path.to_owned(), error })?;
    let mut lines = Lines { reader: BufReader::new(file), number: 0 };
    let first = lines.next_line().map_err(|error| wrong(1, error.to_string()))?.unwrap_or_default();
    let header: Header = serde_json::from_str(&first)
        .map_err(|error| wrong(1, format!("is no recording's first line: {error}")))?;
    if !(2..=3).contains(&header.version) {
        return Err(wrong(1, format!("is of version {}; 2 and 3 can be read", header.version)));
    }
    let size = header.size().ok_or_else(|| wrong(1, "does not tell the terminal's size".into()))?;
    let (mut screen, mut time) = (Screen::new(size), 0.0);
    loop {
        let line = match lines.next_line() {
            Ok(Some(line)) => line,
            Ok(None) => return Ok(screen),
            Err(error) => return Err(wrong(lines.number, error.to_string())),
        };
        if line.trim().is_empty() || line.starts_with('#') {
            continue;
        }
        let event: (f64, String, Value) = match serde_json::from_str(&line) {
            Ok(event) => event,
            // A recorder that was killed leaves half a line at the end.
            Err(_) if lines.at_end() => return Ok(screen),
            Err(error) => return Err(wrong(lines.number, format!("is no event: {error}"))),
        };
        time = header.moment(time, event.0);
        if until.is_some_and(|until| time > until) {
            return Ok(screen);
        }
        apply(&mut screen, &event.1, &event.2);
    }
}

/// Only output and sizes matter to the screen; everything else is for other readers.
fn apply(screen: &mut Screen, code: &str, data: &Value) {
    match (code, data.as_str()) {
        ("o", Some(text)) => screen.feed(text.as_bytes()),
        ("r", Some(size)) => {
            if let Some((cols, rows)) = size.split_once('x')
                && let (Ok(cols), Ok(rows)) = (cols.parse(), rows.parse())
            {
                screen.resize(Size { rows, cols, ..Size::default() });
            }
        }
        _ => {}
    }
}

struct Lines {
    reader: BufReader<File>,
    number: usize,
}

impl Lines {
    fn next_line(&mut self) -> std::io::Result<Option<String>> {
        use std::io::Read;
        let mut line = Vec::new();
        self.number += 1;
        let count = self.reader.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line)?;
        Ok((count > 0).then(|| String::from_utf8_lossy(&line).into_owned()))
    }

    fn at_end(&mut self) -> bool {
        self.reader.fill_buf().is_ok_and(<[u8]>::is_empty)
    }
}
