//! The brain as commands see it: reached through its socket, and started when one needs it.

mod process;
mod relight;
mod start;

use std::time::Duration;

use wire::{BrainAnswer, BrainRequest, RecordState};

pub(crate) use process::become_brain;
pub(crate) use relight::Relight;
pub(crate) use start::{kindle, kindle_here, runs, start, stop};

use crate::failure::Failure;
use crate::folders::RuntimeFolder;
use crate::line::{Line, LineError};
use crate::{config, pin, say};

/// How long the end of a run may wait for a word about the record.
const GLANCE: Duration = Duration::from_millis(100);

/// How often to try again when the brain ends while it is spoken to.
const TRIES: u32 = 3;

/// A connection to the brain.
#[derive(Debug)]
pub(crate) struct Brain(Line);

impl Brain {
    /// The brain that runs. The error tells whether there is one.
    pub(crate) fn connect(runtime: &RuntimeFolder) -> Result<Brain, LineError> {
        Line::connect(&runtime.brain_socket(), "").map(Brain)
    }

    /// The same for those who do not want to wait long.
    pub(crate) fn connect_within(runtime: &RuntimeFolder, patience: Duration) -> Result<Brain, LineError> {
        Line::connect_within(&runtime.brain_socket(), "", patience).map(Brain)
    }

    /// The brain that runs, or a new one.
    pub(crate) fn reach() -> Result<Brain, Failure> {
        let runtime = RuntimeFolder::open()?;
        let mut tries = 0;
        loop {
            match Brain::connect(&runtime) {
                Ok(brain) => return Ok(brain),
                Err(LineError::NobodyThere { .. }) if tries < TRIES => {
                    config::load()?;
                    start(&runtime)?;
                }
                // Somebody's socket where none of ours is: a new brain takes its place.
                Err(LineError::Imposter) if tries < TRIES && !runs(&runtime) => start(&runtime)?,
                // It was just ending.
                Err(error) if error.is_parting() && tries < TRIES => std::thread::sleep(GLANCE),
                Err(error) => return Err(unreachable(&runtime, error)),
            }
            tries += 1;
        }
    }

    /// Asks one thing whose answer may take long, or must not.
    pub(crate) fn ask_within(
        &mut self,
        request: &BrainRequest,
        patience: Duration,
    ) -> Result<BrainAnswer, LineError> {
        self.0.wait_for(patience)?;
        self.0.ask(request)
    }

    /// For what takes the brain longer than a moment: every answer from now on may take so long.
    pub(crate) fn patiently(mut self, patience: Duration) -> Result<Brain, Failure> {
        match self.0.wait_for(patience) {
            Ok(()) => Ok(self),
            Err(error) => Err(Failure::BrainSilent { pid: 0, reason: error.to_string() }),
        }
    }

    /// Asks one thing; a refusal or a failure is an error.
    pub(crate) fn ask(&mut self, request: &BrainRequest) -> Result<BrainAnswer, Failure> {
        match self.0.ask(request) {
            Ok(BrainAnswer::PinWanted) => self.ask_with_pin(request),
            Ok(BrainAnswer::Refused { reason }) => Err(Failure::BrainRefused(reason)),
            Ok(BrainAnswer::Failed { reason }) => Err(Failure::BrainFailed(reason)),
            Ok(answer) => Ok(answer),
            Err(error) => Err(Failure::BrainSilent { pid: 0, reason: error.to_string() }),
        }
    }
}

impl Brain {
    fn ask_with_pin(&mut self, request: &BrainRequest) -> Result<BrainAnswer, Failure> {
        let request = BrainRequest::WithPin { pin: pin::ask()?, request: Box::new(request.clone()) };
        match self.0.ask(&request) {
            Ok(BrainAnswer::Refused { reason }) => Err(Failure::BrainRefused(reason)),
            Ok(BrainAnswer::Failed { reason }) => Err(Failure::BrainFailed(reason)),
            Ok(answer) => Ok(answer),
            Err(error) => Err(Failure::BrainSilent { pid: 0, reason: error.to_string() }),
        }
    }
}

/// An answer that does not belong to the question.
pub(crate) fn unexpected() -> Failure {
    Failure::BrainFailed("it answered something else".into())
}

pub(crate) fn unreachable(runtime: &RuntimeFolder, error: LineError) -> Failure {
    let pid = start::pid(runtime);
    match error {
        LineError::Version { theirs, program } => Failure::BrainVersion { theirs, program },
        other => Failure::BrainSilent { pid, reason: other.to_string() },
    }
}

/// Says once that the record cannot be kept, if that is so.
pub(crate) fn warn_about(record: &RecordState) {
    if let Some(warning) = warning(record) {
        say::note(warning);
    }
}

/// Says something that the person should know about their rules.
pub(crate) fn warn_of_policy(warning: &String) {
    say::note(format_args!("warning: {warning}"));
}

/// What the person should know about the record.
pub(crate) fn warning(record: &RecordState) -> Option<String> {
    let RecordState::Trouble { reason, waiting, lost, .. } = record else { return None };
    let lost = if *lost > 0 { format!(", {lost} are lost") } else { String::new() };
    Some(format!(
        "warning: the record cannot be written: {reason} ({waiting} events wait{lost}). Sessions are not affected."
    ))
}

/// What the person should know when a run ends. A brain that does not answer at once is none of their concern then.
pub(crate) fn glance(runtime: &RuntimeFolder) -> Option<String> {
    let mut brain = Brain::connect_within(runtime, GLANCE).ok()?;
    match brain.ask(&BrainRequest::Status).ok()? {
        BrainAnswer::Status { record, policy, .. } => {
            warning(&record).or_else(|| policy.first().map(|warning| format!("warning: {warning}")))
        }
        _ => None,
    }
}
