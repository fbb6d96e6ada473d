//! `locum status`: whether a session waits for the person, and for what. `locum explain`: why.

mod as_json;
mod words;

use std::process::ExitCode;

use model::{Exit, PromptId, SessionId};
use serde_json::Value;
use wire::{BrainAnswer, BrainRequest, Reasons, SessionLine, SessionPhase, Wanted};

use crate::brain::{self, Brain, unexpected};
use crate::cli::StatusArguments;
use crate::failure::Failure;
use crate::folders::RuntimeFolder;
use crate::{clock, own_session, prompts, ps, say, target};

pub(crate) use as_json::{activity, asks};
pub(crate) use words::{now, warning};

/// `locum status`
pub(crate) fn status(arguments: &StatusArguments) -> Result<ExitCode, Failure> {
    let (line, _) = ask(arguments)?;
    print(arguments.json, || as_json::status(&line), || words::status(&line, clock::now()));
    // A supervised program is told about its own session only.
    if !own_session::is_inside()
        && let Some(warning) = brain::glance(&RuntimeFolder::open()?)
    {
        say::note(warning);
    }
    Ok(ExitCode::SUCCESS)
}

/// `locum explain`
pub(crate) fn explain(arguments: &StatusArguments) -> Result<ExitCode, Failure> {
    if let Some(id) = &arguments.session
        && is_question(id)
    {
        return prompts::explain(id, arguments.json);
    }
    let (line, reasons) = ask(arguments)?;
    let in_words = || words::explanation(&line, &reasons, clock::now());
    print(arguments.json, || as_json::explanation(&line, &reasons), in_words);
    Ok(ExitCode::SUCCESS)
}

/// Whether no session has this name or id, and a question may have: their ids look alike.
fn is_question(id: &str) -> bool {
    let session = RuntimeFolder::open().and_then(|runtime| target::running(&runtime, id));
    let may_be = || id == prompts::LAST || PromptId::parse(id).is_ok() && ended(id).is_none();
    session.is_err() && !own_session::is_inside() && may_be()
}

/// What a session's state rests on, a line each.
pub(crate) fn evidence(line: &SessionLine) -> Vec<String> {
    let standing = line.standing.as_deref();
    standing.map(words::why).into_iter().chain(standing.into_iter().flat_map(words::evidence)).collect()
}

fn print(json: bool, value: impl FnOnce() -> Value, lines: impl FnOnce() -> Vec<String>) {
    if json {
        say::json(value());
    } else {
        lines().iter().for_each(say::line);
    }
}

/// A session that runs. One that has ended is told apart from one that never was.
fn still_running(runtime: &RuntimeFolder, name: &str) -> Result<SessionId, Failure> {
    target::running(runtime, name).map_err(|unknown| ended(name).unwrap_or(unknown))
}

fn ended(name: &str) -> Option<Failure> {
    let answer = Brain::reach().ok()?.ask(&BrainRequest::Sessions { ended: ps::ENDED }).ok()?;
    let BrainAnswer::Sessions { lines, .. } = answer else { return None };
    let line = lines.into_iter().find(|line| line.name == name || line.id == name)?;
    let (SessionPhase::Ended(exit), Some(when)) = (line.phase, line.ended) else { return None };
    let ago = clock::ago(when, clock::now());
    Some(Failure::SessionEnded { name: line.name, ago, status: Exit::from(exit).status() })
}

fn ask(arguments: &StatusArguments) -> Result<(SessionLine, Reasons), Failure> {
    let runtime = RuntimeFolder::open()?;
    let session = match &arguments.session {
        Some(name) => Wanted::Session(still_running(&runtime, name)?.to_string()),
        None if own_session::is_inside() => Wanted::Own,
        None => Wanted::Session(target::the_only_one(&runtime)?.to_string()),
    };
    match Brain::reach()?.ask(&BrainRequest::Explain { session })? {
        BrainAnswer::Explained { line, reasons } => Ok((*line, *reasons)),
        BrainAnswer::NoSession => {
            Err(target::unknown_to_brain(&runtime, arguments.session.as_deref().unwrap_or_default()))
        }
        _ => Err(unexpected()),
    }
}
