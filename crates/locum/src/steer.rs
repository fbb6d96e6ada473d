//! `locum kill`, `locum detach`, `locum rename`: what is done to a session from outside.

use std::process::ExitCode;

use model::SessionId;
use serde_json::json;
use wire::{Answer, BrainRequest, Request};

use crate::brain::Brain;
use crate::cli::{DetachArguments, KillArguments, RenameArguments};
use crate::failure::Failure;
use crate::folders::RuntimeFolder;
use crate::{say, sessions, signal_name, target};

/// `locum kill`
pub(crate) fn kill(arguments: &KillArguments) -> Result<ExitCode, Failure> {
    let signal = signal_name::parse(&arguments.signal)?;
    let runtime = RuntimeFolder::open()?;
    for name in &arguments.sessions {
        let session = target::running(&runtime, name)?;
        expect_done(&session, &Request::Signal { signal, group: true })?;
        if arguments.json {
            say::json(json!({"id": session.as_str(), "signal": signal}));
        }
    }
    Ok(ExitCode::SUCCESS)
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
