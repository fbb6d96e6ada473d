//! A label file for a new recording, filled with what the detector saw: to be corrected by hand.

use std::fs::File;
use std::io::Write;
use std::path::Path;

use detect::Change;
use model::Question;
use serde_json::{Value, json};

use super::labels::same_kind;
use crate::failure::Failure;
use crate::replay::{self, Said};
use crate::say;

/// Writes `NAME.labels.json` beside `NAME.cast`. One that is there already is somebody's work and stays.
pub(super) fn write(recording: &Path) -> Result<(), Failure> {
    let path = recording.with_extension("labels.json");
    let mut said = Vec::new();
    let options = replay::options(None, false)?;
    let played = replay::play_file(recording, &options, |one| said.push(one))?;
    let failed = |error| Failure::RecordFile { file: path.clone(), error };
    let mut file = File::options().write(true).create_new(true).open(&path).map_err(failed)?;
    let text =
        format!("{:#}\n", skeleton(&name(recording), &played.command, &said, replay::seconds(played.end)));
    file.write_all(text.as_bytes()).map_err(failed)?;
    say::line(path.display());
    say::note("correct it by hand: it holds what the detector saw, not what is true");
    Ok(())
}

fn name(recording: &Path) -> String {
    recording.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

fn skeleton(name: &str, command: &[String], said: &[Said], end: f64) -> Value {
    json!({"name": name, "argv": command, "duration": end, "stopped_at": null, "spans": spans(said, end)})
}

/// Stretches that tile the time. `t_first_key` is left to the person: what was typed may not be recorded.
fn spans(said: &[Said], end: f64) -> Vec<Value> {
    let mut starts: Vec<(f64, Option<&Question>)> = vec![(0.0, None)];
    for one in said {
        let question = match &one.change {
            Change::Waiting(standing) => standing.detection.state.question(),
            Change::Still(_) => continue,
            Change::Resumed => None,
        };
        starts.push((replay::seconds(one.at), question));
    }
    let ends = starts.iter().skip(1).map(|(start, _)| *start).chain([end]);
    starts.iter().zip(ends).map(|((start, question), end)| span(*start, end, *question)).collect()
}

fn span(start: f64, end: f64, question: Option<&Question>) -> Value {
    let Some(question) = question else { return json!({"t_start": start, "t_end": end, "kind": "busy"}) };
    let kind = same_kind(question.kind.word());
    let choices: Vec<&str> = question.choices.iter().map(|choice| choice.label.as_str()).collect();
    json!({"t_start": start, "t_end": end, "kind": kind, "accept": [kind], "question": question.text,
        "choices": choices, "default": question.default})
}
