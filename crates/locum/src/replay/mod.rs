//! `locum replay`: what a recording's screen showed, or when its program waited and for what.

mod cast;
mod command_line;
mod explain;
mod kernel;
mod player;

use std::fs::File;
use std::io::BufReader;
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

use brain::Detecting;
use detect::Change;
use screen::{Screen, render};
use serde_json::Value;

use cast::{Cast, CastError, Happened};
pub(crate) use player::{Options, Played, Said};

use crate::cli::ReplayArguments;
use crate::detecting::detecting_aloud;
use crate::failure::Failure;
use crate::{say, waiting_json};

pub(crate) fn replay(arguments: &ReplayArguments) -> Result<ExitCode, Failure> {
    if arguments.at.is_some_and(|at| !at.is_finite() || at < 0.0) {
        return Err(Failure::NoMoment);
    }
    match (arguments.json, arguments.explain) {
        (true, with_rows) => tell(arguments, |said| say::json(as_json(&said, with_rows)))?,
        (false, true) => tell(arguments, |said| explain::lines(&said).iter().for_each(say::line))?,
        (false, false) => show(arguments)?,
    }
    Ok(ExitCode::SUCCESS)
}

fn open(path: &Path) -> Result<BufReader<File>, Failure> {
    let file = File::open(path).map_err(|error| Failure::ReadFile { file: path.to_owned(), error })?;
    Ok(BufReader::new(file))
}

fn wrong(path: &Path, error: CastError) -> Failure {
    Failure::Recording { file: path.to_owned(), line: error.line, problem: error.problem }
}

/// How recordings are played, with the profiles in force.
pub(crate) fn options(agent: Option<&str>, without_facts: bool) -> Result<Options, Failure> {
    let Detecting { profiles, threshold, .. } = detecting_aloud()?;
    let named = |name: &str| profiles.named(name).ok_or_else(|| Failure::UnknownProfile(name.to_owned()));
    let agent = agent.map(named).transpose()?;
    Ok(Options { profiles, agent, without_facts, threshold, timed: false })
}

/// Plays a recording to the detector. What it said before a line that cannot be read was said.
pub(crate) fn play_file(path: &Path, options: &Options, hear: impl FnMut(Said)) -> Result<Played, Failure> {
    player::play(open(path)?, options, hear).map_err(|error| wrong(path, error))
}

fn tell(arguments: &ReplayArguments, hear: impl FnMut(Said)) -> Result<(), Failure> {
    let options = options(arguments.agent.as_deref(), arguments.without_facts)?;
    play_file(&arguments.file, &options, hear).map(drop)
}

/// One event as scripts read it; for a person who wants to know why, with the rows that were looked at.
fn as_json(said: &Said, with_rows: bool) -> Value {
    let at = seconds(said.at);
    match &said.change {
        Change::Waiting(standing) | Change::Still(standing) => {
            let again = matches!(said.change, Change::Still(_));
            let told = if again { waiting_json::still } else { waiting_json::waiting };
            let mut value = told(at, standing);
            if let (true, Some(object), Some(rows)) =
                (with_rows, value.as_object_mut(), &standing.detection.rows)
            {
                object.insert("rows".into(), [rows.start + 1, rows.end].as_slice().into());
            }
            value
        }
        Change::Resumed => waiting_json::resumed(at),
    }
}

/// To a tenth of a millisecond, which is more than recorders promise.
pub(crate) fn seconds(at: Duration) -> f64 {
    (at.as_secs_f64() * 1e4).round() / 1e4
}

fn show(arguments: &ReplayArguments) -> Result<(), Failure> {
    let screen = screen_at(&arguments.file, arguments.at)?;
    let snapshot = screen.snapshot_anyway();
    let shown = match (arguments.ansi, arguments.svg) {
        (true, _) => render::ansi(&snapshot),
        (_, true) => render::svg(&snapshot),
        _ => render::text(&snapshot),
    };
    say::rendered(shown.as_bytes());
    Ok(())
}

/// Feeds a screen with everything up to the moment.
fn screen_at(path: &Path, until: Option<f64>) -> Result<Screen, Failure> {
    let mut cast = Cast::open(open(path)?).map_err(|error| wrong(path, error))?;
    let mut screen = Screen::new(cast.size());
    while let Some((at, happened)) = cast.next_event().map_err(|error| wrong(path, error))? {
        if until.is_some_and(|until| at.as_secs_f64() > until) {
            break;
        }
        match happened {
            Happened::Output(text) => screen.feed(text.as_bytes()),
            Happened::Resized(size) => screen.resize(size),
            Happened::Input(_) | Happened::Facts(_) | Happened::Nothing => {}
        }
    }
    Ok(screen)
}
