//! `locum record --last`: what a session showed last, freed of secrets, as a recording for a report.

mod clean;
mod place;
mod tape;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use host::unix::kin::{self, Mark};
use model::SessionId;
use serde_json::{Value, json};

use clean::Cleaned;
use tape::Tape;

use crate::cli::RecordArguments;
use crate::failure::Failure;
use crate::folders::{RuntimeFolder, StateFolder};
use crate::recorder::object;
use crate::{clock, say, target};

pub(crate) fn record(arguments: &RecordArguments) -> Result<ExitCode, Failure> {
    let runtime = RuntimeFolder::open()?;
    let session = which(&runtime, arguments.session.as_deref())?;
    let tape = Tape::of_session(&runtime, &session)?;
    let cleaned = clean::clean(&tape);
    let file = match &arguments.output {
        Some(file) => file.clone(),
        None => usual_file(&target::name(&runtime, &session))?,
    };
    write(&file, &tape, &cleaned)?;
    tell(&file, &cleaned, arguments.json);
    Ok(ExitCode::SUCCESS)
}

/// A program inside a session means its own; its host refuses others.
fn which(runtime: &RuntimeFolder, wanted: Option<&str>) -> Result<SessionId, Failure> {
    match (wanted, kin::own_mark()) {
        (Some(name), _) => target::running(runtime, name),
        (None, Some(Mark::Session(own))) => Ok(own),
        (None, _) => target::the_only_one(runtime),
    }
}

/// In the folder for recordings, by the session's name and the time.
fn usual_file(name: &str) -> Result<PathBuf, Failure> {
    let moment = clock::iso(clock::now()).replace([':', '-'], "");
    let moment = moment.split('.').next().unwrap_or_default();
    Ok(StateFolder::open()?.casts()?.join(format!("{name}-{moment}.cast")))
}

fn write(file: &Path, tape: &Tape, cleaned: &Cleaned) -> Result<(), Failure> {
    let mut text = header(tape, cleaned) + "\n";
    for (at, code, data) in &cleaned.events {
        let at = (at.as_secs_f64() * 1e6).round() / 1e6;
        text += &format!("{}\n", json!([at, code, data]));
    }
    place::put(file, text.as_bytes()).map_err(|error| Failure::RecordFile { file: file.to_owned(), error })
}

fn header(tape: &Tape, cleaned: &Cleaned) -> String {
    object(&[
        ("version", 2.into()),
        ("width", tape.size.cols.into()),
        ("height", tape.size.rows.into()),
        ("timestamp", (clock::now() / 1_000_000).into()),
        ("command", cleaned.command.as_str().into()),
        ("env", json!({"TERM": term(tape.description.pid)})),
        ("locum", env!("CARGO_PKG_VERSION").into()),
    ])
}

/// The program's, if the kernel lets us look.
fn term(pid: u32) -> Value {
    let environment = std::fs::read(format!("/proc/{pid}/environ")).unwrap_or_default();
    let term = environment.split(|byte| *byte == 0).find_map(|variable| variable.strip_prefix(b"TERM="));
    term.map_or(Value::Null, |term| String::from_utf8_lossy(term).into())
}

fn tell(file: &Path, cleaned: &Cleaned, as_json: bool) {
    if as_json {
        say::json(json!({"file": file.display().to_string(), "hidden": cleaned.hidden,
            "left_over": cleaned.left_over}));
        return;
    }
    say::line(file.display());
    say::note(format!(
        "{} secrets and names were hidden. Look at it before you send it anywhere:",
        cleaned.hidden
    ));
    say::note(format!("  locum replay {} shows its last screen,", file.display()));
    say::note("  and any editor the text itself: only what looks like a secret was found.");
    if cleaned.left_over {
        say::note(
            "Something on its last screen still looks like a secret: it was drawn in pieces. Do not send it as it is.",
        );
    }
}
