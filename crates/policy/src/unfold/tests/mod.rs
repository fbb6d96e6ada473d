//! Lines and what they run.

mod argv;
mod inner;
mod limits;
mod properties;
mod structure;
mod words;
mod wrappers;

use super::*;
use crate::{Note, Runs, Text, Touch};

/// A line's parts, one a line: words, `<wrappers>`, `@folder` if it is not the project, `!notes`, `>effects`, `=runs`, `|stdin`.
fn dump(reading: &Reading) -> Vec<String> {
    reading.parts.iter().map(part).collect()
}

fn part(part: &Part) -> String {
    let mut shown: Vec<String> =
        part.assignments.iter().map(|(name, value)| format!("{name}={}", word(value))).collect();
    shown.extend(part.words.iter().map(word));
    for effect in &part.effects {
        let sign = match effect.touch {
            Touch::Read => "<-",
            Touch::Write => "->",
            Touch::Append => "->>",
        };
        shown.push(format!("{sign}{}", word(&effect.target)));
    }
    if !part.via.is_empty() {
        let names: Vec<&str> = part.via.iter().filter_map(|words| words.first()).map(Text::shown).collect();
        shown.push(format!("<{}>", names.join(",")));
    }
    match part.cwd.as_deref() {
        Some("/w/p") => {}
        Some(folder) => shown.push(format!("@{folder}")),
        None => shown.push("@?".to_owned()),
    }
    let mut notes = part.notes.clone();
    notes.sort();
    shown.extend(notes.iter().map(|note: &Note| format!("!{}", note.word())));
    match &part.runs {
        Runs::Read => {}
        Runs::Unknown(parts) => shown.push(format!("=unknown{parts:?}")),
        Runs::File(file) => shown.push(format!("=file:{}", word(file))),
    }
    shown.join(" ")
}

/// A word; what is unknown in it stands in `[ ]`.
fn word(text: &Text) -> String {
    let shown = text.shown();
    if shown.is_empty() {
        return "''".to_owned();
    }
    let mut whole = String::new();
    let mut at = 0;
    for place in text.unknown_places() {
        whole.push_str(&shown[at..place.start]);
        whole.push_str(&format!("[{}]", &shown[place.clone()]));
        at = place.end;
    }
    whole.push_str(&shown[at..]);
    let all_unknown = text.unknown_places().first().is_some_and(|place| *place == (0..shown.len()));
    if shown.contains(' ') && !all_unknown { format!("'{whole}'") } else { whole }
}

fn read_line(line: &str) -> Reading {
    read(line, &Surroundings::project("/w/p", "/home/u"))
}

/// Checks what a line runs, and that it is understood.
#[track_caller]
fn check(line: &str, wanted: &[&str]) {
    let reading = read_line(line);
    assert_eq!(dump(&reading), wanted, "{line}\n{:?}", reading.doubts);
    assert_eq!(reading.doubts, Vec::<String>::new(), "{line}");
}

/// Checks what a line runs that is not fully understood.
#[track_caller]
fn check_doubted(line: &str, wanted: &[&str]) {
    let reading = read_line(line);
    assert_eq!(dump(&reading), wanted, "{line}\n{:?}", reading.doubts);
    assert!(!reading.doubts.is_empty(), "{line}");
}
