//! A tape freed of secrets, and of the names of the person.

use std::time::Duration;

use capture::{Options, Redactor, redacted};
use screen::Screen;
use serde_json::Value;

use super::tape::{Event, Tape};
use crate::facts;
use crate::recorder::quoted;

/// What is written down.
#[derive(Debug)]
pub(super) struct Cleaned {
    /// Time, code and data of each event.
    pub(super) events: Vec<(Duration, &'static str, String)>,
    /// The command line.
    pub(super) command: String,
    /// How much was hidden.
    pub(super) hidden: usize,
    /// Something on the last screen still looks like a secret.
    pub(super) left_over: bool,
}

/// Takes out what looks like a secret, and who the person is.
pub(super) fn clean(tape: &Tape) -> Cleaned {
    let options = options(tape.size.cols);
    let (mut output, hidden) = outputs(tape, &options);
    let mut screen = Screen::new(tape.size);
    let mut events = Vec::new();
    for (at, event) in &tape.events {
        let (code, data) = match event {
            Event::Output(_) => ("o", output.next().unwrap_or_default()),
            Event::Resized(size) => ("r", format!("{}x{}", size.cols, size.rows)),
            Event::Facts(facts) => ("k", Value::Object(facts::as_json(facts)).to_string()),
            Event::Lost(bytes) => ("m", format!("locum: {bytes} bytes lost")),
        };
        match event {
            Event::Output(_) => screen.feed(data.as_bytes()),
            Event::Resized(size) => screen.resize(*size),
            Event::Facts(_) | Event::Lost(_) => {}
        }
        events.push((*at, code, data));
    }
    Cleaned { events, command: command(tape, &options), hidden, left_over: shows_secrets(&screen) }
}

/// As a shell would take it. It has no layout to keep, so every secret becomes one mark.
fn command(tape: &Tape, options: &Options) -> String {
    let arguments = tape.description.arguments.iter();
    let words: Vec<String> = arguments.map(|word| String::from_utf8_lossy(word).into_owned()).collect();
    let clean = capture::command(&words, options);
    clean.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(" ")
}

fn options(columns: u16) -> Options {
    let variable = |name| std::env::var(name).ok().filter(|value| !value.is_empty());
    Options {
        home: variable("HOME"),
        user: variable("USER").or_else(|| variable("LOGNAME")),
        addresses: true,
        columns: Some(columns),
    }
}

/// All output goes through one redactor, since a secret may be cut by a read. What it gives has as many characters as
/// it was given, so each piece is found again by its length.
fn outputs(tape: &Tape, options: &Options) -> (impl Iterator<Item = String>, usize) {
    let mut redactor = Redactor::new(options);
    let (mut clean, mut lengths) = (String::new(), Vec::new());
    for (_, event) in &tape.events {
        match event {
            Event::Output(text) => {
                clean += &redactor.push(text);
                lengths.push(text.chars().count());
            }
            Event::Resized(size) => redactor.set_columns(size.cols),
            Event::Facts(_) | Event::Lost(_) => {}
        }
    }
    clean += &redactor.finish();
    let chars: Vec<char> = clean.chars().collect();
    let mut from = 0;
    let pieces = lengths.into_iter().map(move |length| {
        let piece = chars.get(from..from + length).unwrap_or_default().iter().collect();
        from += length;
        piece
    });
    (pieces, redactor.hidden())
}

/// What was drawn in pieces stands together on the screen.
fn shows_secrets(screen: &Screen) -> bool {
    let mut line = String::new();
    screen.snapshot_anyway().rows.iter().any(|row| {
        line.push_str(&row.text);
        let text = if row.wrapped { String::new() } else { std::mem::take(&mut line) };
        redacted(&text, &Options::default()) != text
    })
}
