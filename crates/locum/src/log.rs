//! `locum log`: what happened in a session. `locum audit`: the whole record, and whether it is whole.

use std::process::ExitCode;

use serde_json::json;
use wire::{BrainAnswer, BrainRequest, EventRecord, Wanted};

use crate::brain::{Brain, unexpected};
use crate::cli::{AuditCommand, LogArguments};
use crate::failure::Failure;
use crate::folders::RuntimeFolder;
use crate::{own_session, record_words, say, target};

/// How many events are fetched at once.
const PAGE: u32 = 500;
/// What `audit verify` exits with if the record is not what it was.
const BROKEN: u8 = 1;

/// `locum log`
pub(crate) fn log(arguments: &LogArguments) -> Result<ExitCode, Failure> {
    let runtime = RuntimeFolder::open()?;
    let session = match &arguments.session {
        // A session that has ended is known to the record alone.
        Some(name) => {
            let running = runtime.names().find(name).ok().map(|id| id.to_string());
            Some(Wanted::Session(running.unwrap_or_else(|| name.clone())))
        }
        None if own_session::is_inside() => Some(Wanted::Own),
        None => None,
    };
    let everything = session.is_none();
    let request = BrainRequest::Log { session, limit: arguments.lines };
    match Brain::reach()?.ask(&request)? {
        BrainAnswer::Events(events) => show(&events, arguments.json, everything),
        BrainAnswer::NoSession => {
            return Err(target::unknown_to_brain(&runtime, arguments.session.as_deref().unwrap_or_default()));
        }
        _ => return Err(unexpected()),
    }
    Ok(ExitCode::SUCCESS)
}

fn show(events: &[EventRecord], as_json: bool, with_session: bool) {
    for event in events {
        if as_json {
            say::json(record_words::log_json(event));
        } else {
            say::line(record_words::event_line(event, with_session));
        }
    }
}

/// `locum audit`
pub(crate) fn audit(command: &AuditCommand) -> Result<ExitCode, Failure> {
    match command {
        AuditCommand::Verify { json } => verify(*json),
        AuditCommand::Show { lines, json } => show_last(*lines, *json),
        AuditCommand::Export { .. } => export(),
    }
}

fn verify(as_json: bool) -> Result<ExitCode, Failure> {
    let BrainAnswer::Verified { events, first, head, problems } =
        Brain::reach()?.ask(&BrainRequest::Verify)?
    else {
        return Err(unexpected());
    };
    if as_json {
        let problems: Vec<_> =
            problems.iter().map(|problem| json!({"seq": problem.seq, "what": problem.what})).collect();
        say::json(json!({"ok": problems.is_empty(), "events": events, "first": first,
            "head": record_words::hex(&head), "problems": problems}));
    } else if problems.is_empty() {
        say::line(format!("the record is whole: {events} events from number {first} on"));
        say::line(format!("head {}", record_words::hex(&head)));
    } else {
        say::line(format!("the record is NOT whole ({events} events from number {first} on):"));
        for problem in &problems {
            let place = problem.seq.map_or(String::new(), |seq| format!("event {seq}: "));
            say::line(format!("  {place}{}", problem.what));
        }
    }
    Ok(if problems.is_empty() { ExitCode::SUCCESS } else { ExitCode::from(BROKEN) })
}

fn show_last(lines: u32, as_json: bool) -> Result<ExitCode, Failure> {
    let request = BrainRequest::Log { session: None, limit: lines };
    let BrainAnswer::Events(events) = Brain::reach()?.ask(&request)? else { return Err(unexpected()) };
    show(&events, as_json, true);
    Ok(ExitCode::SUCCESS)
}

/// Everything, one JSON object a line: with the hashes, so that anybody can verify it.
fn export() -> Result<ExitCode, Failure> {
    let (mut brain, mut from) = (Brain::reach()?, 0);
    loop {
        let BrainAnswer::Events(events) = brain.ask(&BrainRequest::Events { from, limit: PAGE })? else {
            return Err(unexpected());
        };
        events.iter().for_each(|event| say::json(record_words::event_json(event)));
        match events.last() {
            Some(last) => from = last.seq + 1,
            None => return Ok(ExitCode::SUCCESS),
        }
    }
}
