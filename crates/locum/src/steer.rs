//! `locum kill`, `locum detach`, `locum rename`: what is done to a session from outside.

use std::process::ExitCode;
use std::time::{Duration, Instant};

use model::SessionId;
use serde_json::json;
use wire::{Answer, BrainRequest, Request};

use crate::brain::Brain;
use crate::cli::{DetachArguments, KillArguments, RenameArguments};
use crate::failure::Failure;
use crate::folders::RuntimeFolder;
use crate::{say, sessions, signal_name, target};

/// How long a program may take to end before it is said that it does not.
const PATIENCE: Duration = Duration::from_secs(2);
const LOOK_AGAIN: Duration = Duration::from_millis(20);
const HUP: u8 = 1;
const TERM: u8 = 15;

/// `locum kill`
pub(crate) fn kill(arguments: &KillArguments) -> Result<ExitCode, Failure> {
    let signals = match &arguments.signal {
        Some(name) => vec![signal_name::parse(name)?],
        // An interactive shell ignores the one and heeds the other.
        None => vec![TERM, HUP],
    };
    let runtime = RuntimeFolder::open()?;
    let sessions: Vec<(&String, SessionId)> = arguments
        .sessions
        .iter()
        .map(|name| Ok((name, target::running(&runtime, name)?)))
        .collect::<Result<_, Failure>>()?;
    for (_, session) in &sessions {
        send(session, &signals)?;
        if arguments.json {
            say::json(json!({"id": session.as_str(), "signals": signals}));
        }
    }
    if arguments.signal.is_some() {
        return Ok(ExitCode::SUCCESS);
    }
    let still: Vec<String> = still_running(&sessions).into_iter().cloned().collect();
    if still.is_empty() { Ok(ExitCode::SUCCESS) } else { Err(Failure::StillRuns(still)) }
}

/// A program that ended by the first signal is not there for the second, and that is fine.
fn send(session: &SessionId, signals: &[u8]) -> Result<(), Failure> {
    for (number, &signal) in signals.iter().enumerate() {
        match expect_done(session, &Request::Signal { signal, group: true }) {
            Err(_) if number > 0 => {}
            sent => sent?,
        }
    }
    Ok(())
}

/// Those that have not ended within a while.
fn still_running<'a>(sessions: &[(&'a String, SessionId)]) -> Vec<&'a String> {
    let runs = |session: &SessionId| matches!(sessions::ask(session, &Request::Describe), Ok(Answer::Description(told)) if told.exit.is_none());
    let until = Instant::now() + PATIENCE;
    loop {
        let still: Vec<_> =
            sessions.iter().filter(|(_, session)| runs(session)).map(|(name, _)| *name).collect();
        if still.is_empty() || Instant::now() >= until {
            return still;
        }
        std::thread::sleep(LOOK_AGAIN);
    }
}

/// `locum detach`
pub(crate) fn detach(arguments: &DetachArguments) -> Result<ExitCode, Failure> {
    let runtime = RuntimeFolder::open()?;
    let session = target::running(&runtime, &arguments.session)?;
    expect_done(&session, &Request::Detach)?;
    if arguments.json {
        say::json(json!({"id": session.as_str(), "attached": false}));
    }
    Ok(ExitCode::SUCCESS)
}

/// `locum rename`
pub(crate) fn rename(arguments: &RenameArguments) -> Result<ExitCode, Failure> {
    if host::unix::kin::own_mark().is_some() {
        return Err(Failure::InsideSession("a supervised program cannot rename sessions"));
    }
    let runtime = RuntimeFolder::open()?;
    let session = target::running(&runtime, &arguments.session)?;
    let before = target::name(&runtime, &session);
    runtime.names().rename(&before, &arguments.name)?;
    // A brain that does not run finds the name where it lies.
    if let Ok(mut brain) = Brain::connect(&runtime) {
        let (session, to) = (session.to_string(), arguments.name.clone());
        brain.ask(&BrainRequest::Renamed { session, from: before, to })?;
    }
    if arguments.json {
        say::json(json!({"id": session.as_str(), "name": arguments.name}));
    }
    Ok(ExitCode::SUCCESS)
}

fn expect_done(session: &SessionId, request: &Request) -> Result<(), Failure> {
    match sessions::ask(session, request)? {
        Answer::Done { .. } => Ok(()),
        Answer::Refused { reason } => Err(Failure::Refused { session: session.to_string(), reason }),
        _ => Err(Failure::NoAnswer {
            session: session.to_string(),
            reason: "it answered something else".into(),
        }),
    }
}
