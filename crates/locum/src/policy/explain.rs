//! `locum policy explain`: everything that led to a verdict.

use std::process::ExitCode;

use brain::rules::Around;
use policy::{Place, Reading, Runs, Stdin, Surroundings, Text};
use serde_json::{Value, json};

use super::check::{self, Words};
use super::paint::{self, Paint};
use super::{own, verdict_json, verdict_words};
use crate::cli::PolicyCheckArguments;
use crate::failure::Failure;
use crate::say;

/// More parts than this that are the same are counted.
const MOST_NUMBERS: usize = 8;

/// `locum policy explain`
pub(super) fn explain(arguments: &PolicyCheckArguments) -> Result<ExitCode, Failure> {
    let words = Words::of(arguments)?;
    let (judgement, around) = (check::judge(arguments, &words)?, own::around(arguments.cwd.as_deref())?);
    let reading = Reading::of(&words.request(arguments)?.subject, &around.surroundings());
    if arguments.json {
        let mut told = verdict_json::judgement(&judgement);
        if let (Some(told), Some(reading)) = (told.as_object_mut(), &reading) {
            told.insert("reading".into(), as_json(reading, &around));
        }
        say::json(told);
    } else {
        let paint = Paint::for_stdout();
        let mut lines = verdict_words::lines(&judgement, paint);
        lines.push(String::new());
        lines.extend(reading.iter().flat_map(|reading| in_words(reading, &around, paint)));
        lines.extend(surrounded(&around, paint));
        lines.extend(named("reasons", &judgement.reasons, paint));
        paint::print(&lines);
    }
    Ok(check::exit_code(&judgement))
}

fn in_words(reading: &Reading, around: &Around, paint: Paint) -> Vec<String> {
    let mut lines = Vec::new();
    let details = details(reading, around);
    for (Details { command, about }, places) in verdict_words::folded(&details) {
        lines.push(format!("{} {}", paint.faint(&numbered(&places)), paint.bold(command)));
        lines.extend(about.iter().flat_map(|(name, values)| {
            values.iter().map(move |value| {
                format!("    {} {}", paint.faint(&format!("{name:<8}")), paint.plain(value))
            })
        }));
    }
    lines.extend(named("doubts", &reading.doubts, paint));
    lines.extend(named("readers", &[second(reading)], paint));
    lines
}

/// The numbers of parts that are all the same.
fn numbered(places: &[usize]) -> String {
    match places {
        [place] => format!("part {place}"),
        _ if places.len() <= MOST_NUMBERS => format!("parts {}", numbers(places)),
        _ => format!("parts {} ... ({} times)", numbers(&places[..MOST_NUMBERS]), places.len()),
    }
}

fn second(reading: &Reading) -> String {
    match reading.second_opinion() {
        Ok(()) => "both readers of shell understand the same".to_owned(),
        Err(difference) => format!("the second reader of shell understands something else: {difference}"),
    }
}

fn surrounded(around: &Around, paint: Paint) -> Vec<String> {
    let workspace = around.workspace().unwrap_or("none: this folder is no project");
    [named("folder", &[around.cwd().to_owned()], paint), named("project", &[workspace.to_owned()], paint)]
        .concat()
}

fn named(name: &str, values: &[String], paint: Paint) -> Vec<String> {
    let line = |(at, value): (usize, &String)| {
        let name = if at == 0 { name } else { "" };
        format!("{} {}", paint.faint(&format!("{name:<8}")), paint.plain(value))
    };
    values.iter().enumerate().map(line).collect()
}

/// A part of a line with what is known about it, by name.
#[derive(PartialEq)]
struct Details {
    command: String,
    about: Vec<(&'static str, Vec<String>)>,
}

fn details(reading: &Reading, around: &Around) -> Vec<Details> {
    let surroundings = around.surroundings();
    let of_part = |part: &policy::Part| {
        let shown = |words: &[Text]| words.iter().map(|word| word.shown().to_owned()).collect::<Vec<_>>();
        let cwd = part.cwd.as_deref();
        let about = vec![
            ("through", part.via.iter().map(|via| shown(via).join(" ")).collect()),
            (
                "sets",
                part.assignments.iter().map(|(name, value)| format!("{name}={}", value.shown())).collect(),
            ),
            ("in", vec![part.cwd.clone().unwrap_or_else(|| "a folder that is only known later".to_owned())]),
            ("names", places(part.words.iter().skip(1), cwd, &surroundings)),
            ("opens", part.effects.iter().map(|effect| opened(effect, cwd, &surroundings)).collect()),
            ("input", input(&part.stdin).into_iter().collect()),
            ("runs", runs(&part.runs).into_iter().collect()),
            ("notes", part.notes.iter().map(|note| note.word().replace('_', " ")).collect()),
        ];
        Details { command: verdict_words::command(&shown(&part.words)), about }
    };
    reading.parts.iter().map(of_part).collect()
}

/// Words that may be files, with where they point.
fn places<'a>(
    words: impl Iterator<Item = &'a Text>,
    cwd: Option<&str>,
    around: &Surroundings<'_>,
) -> Vec<String> {
    let may_be_a_file = |word: &&Text| !word.shown().starts_with('-');
    words.filter(may_be_a_file).map(|word| placed(word, cwd, around)).collect()
}

fn placed(word: &Text, cwd: Option<&str>, around: &Surroundings<'_>) -> String {
    format!("{} ({})", word.shown(), Place::of(word, cwd, around).word())
}

fn opened(effect: &policy::Effect, cwd: Option<&str>, around: &Surroundings<'_>) -> String {
    let how = match effect.touch {
        policy::Touch::Read => "to read",
        policy::Touch::Write => "to write",
        policy::Touch::Append => "to add to",
    };
    format!("{} {how}", placed(&effect.target, cwd, around))
}

fn input(stdin: &Stdin) -> Option<String> {
    match stdin {
        Stdin::Inherited => None,
        Stdin::Piped(parts) => Some(format!("from part {}", numbers(parts))),
        Stdin::Given(text) => Some(format!("the text {:?}", text.shown())),
    }
}

fn runs(runs: &Runs) -> Option<String> {
    match runs {
        Runs::Read => None,
        Runs::Unknown(parts) if parts.is_empty() => Some("something that is only known later".to_owned()),
        Runs::Unknown(parts) => Some(format!("what comes out of part {}", numbers(parts))),
        Runs::File(file) => Some(format!("the script {}", file.shown())),
    }
}

fn numbers(parts: &[usize]) -> String {
    parts.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

fn as_json(reading: &Reading, around: &Around) -> Value {
    let part = |details: Details| {
        let about = details.about.into_iter().filter(|(_, values)| !values.is_empty());
        let about: serde_json::Map<String, Value> =
            about.map(|(name, values)| (name.to_owned(), json!(values))).collect();
        json!({"command": details.command, "about": about})
    };
    json!({
        "parts": details(reading, around).into_iter().map(part).collect::<Vec<_>>(), "doubts": reading.doubts,
        "second_reader": reading.second_opinion().err(), "cwd": around.cwd(), "workspace": around.workspace(),
    })
}
