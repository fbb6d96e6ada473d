//! `locum daemon`: the brain by hand.

use std::process::ExitCode;

use serde_json::json;
use wire::{BrainAnswer, BrainRequest};

use crate::brain::{self, Brain, unexpected};
use crate::cli::DaemonCommand;
use crate::failure::Failure;
use crate::folders::RuntimeFolder;
use crate::line::LineError;
use crate::{clock, config, record_words, say};

/// What `status` exits with if there is no brain.
const NOT_RUNNING: u8 = 1;

pub(crate) fn daemon(command: &DaemonCommand) -> Result<ExitCode, Failure> {
    match command {
        DaemonCommand::Start { json } => start(*json),
        DaemonCommand::Stop { json } => stop(*json),
        DaemonCommand::Restart { json } => restart(*json),
        DaemonCommand::Status { json } => status(*json),
        DaemonCommand::Kindle => {
            Ok(if brain::kindle_here().is_ok() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
        }
        DaemonCommand::Run { background } => brain::become_brain(*background),
    }
}

fn start(json: bool) -> Result<ExitCode, Failure> {
    config::load()?;
    // Not only started: one that is just ending is waited for.
    Brain::reach()?;
    status(json)
}

fn stop(json: bool) -> Result<ExitCode, Failure> {
    let ran = brain::stop(&RuntimeFolder::open()?)?;
    if json {
        say::json(json!({"running": false, "ran": ran}));
    } else {
        say::line(if ran { "the brain has ended; sessions go on" } else { "the brain did not run" });
    }
    Ok(ExitCode::SUCCESS)
}

fn restart(json: bool) -> Result<ExitCode, Failure> {
    brain::stop(&RuntimeFolder::open()?)?;
    start(json)
}

fn status(as_json: bool) -> Result<ExitCode, Failure> {
    let runtime = RuntimeFolder::open()?;
    let mut line = match Brain::connect(&runtime) {
        Ok(line) => line,
        Err(LineError::NobodyThere { .. }) => return Ok(not_running(as_json)),
        Err(error) if error.is_parting() => return Ok(not_running(as_json)),
        Err(error) => return Err(brain::unreachable(&runtime, error)),
    };
    let BrainAnswer::Status { pid, since, sessions, record, policy } = line.ask(&BrainRequest::Status)?
    else {
        return Err(unexpected());
    };
    if as_json {
        let version = env!("CARGO_PKG_VERSION");
        say::json(json!({"running": true, "pid": pid, "version": version, "since": clock::iso(since),
            "sessions": sessions, "policy": policy, "record": record_words::state_json(&record)}));
    } else {
        let plural = if sessions == 1 { "session" } else { "sessions" };
        say::line(format!(
            "the brain runs (process {pid}, since {}), {sessions} {plural}",
            clock::iso(since)
        ));
        brain::warn_about(&record);
        policy.iter().for_each(brain::warn_of_policy);
    }
    Ok(ExitCode::SUCCESS)
}

fn not_running(as_json: bool) -> ExitCode {
    if as_json {
        say::json(json!({"running": false}))
    } else {
        say::line("the brain does not run")
    }
    ExitCode::from(NOT_RUNNING)
}
