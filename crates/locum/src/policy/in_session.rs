//! A verdict by the brain's word: what it would decide in a session that runs.

use std::path::Path;
use std::time::Duration;

use policy::{Request, Subject};
use wire::{BrainAnswer, BrainRequest, PolicyRequest, Wanted, WireRequest, WireSubject};

use super::shown::Shown;
use crate::brain::{self, Brain, unexpected};
use crate::failure::Failure;
use crate::folders::RuntimeFolder;
use crate::target;

/// As long as the brain itself waits for programs, and a little longer.
const LONGEST_VERDICT: Duration = Duration::from_secs(125);

/// The word for the session that the caller is in.
const OWN: &str = ".";

/// Asks the brain.
pub(super) fn judge(session: &str, request: &Request<'_>, folder: Option<&Path>) -> Result<Shown, Failure> {
    let runtime = RuntimeFolder::open()?;
    let wanted = match session {
        OWN => Wanted::Own,
        name => Wanted::Session(target::running(&runtime, name)?.to_string()),
    };
    let absolute = folder.map(|folder| std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned()));
    let folder = absolute.map(|folder| folder.to_string_lossy().into_owned());
    let asked = PolicyRequest::Judge { session: wanted, question: Box::new(in_wire(request)), folder };
    // It may have programs to ask first; the first word only makes sure that there is a brain.
    Brain::reach()?;
    let brain = Brain::connect_within(&runtime, LONGEST_VERDICT);
    match brain.map_err(|error| brain::unreachable(&runtime, error))?.ask(&BrainRequest::Policy(asked))? {
        BrainAnswer::Judged(judged) => Shown::of(*judged).ok_or_else(unexpected),
        BrainAnswer::NoSession => Err(target::unknown_to_brain(&runtime, session)),
        _ => Err(unexpected()),
    }
}

fn in_wire(request: &Request<'_>) -> WireRequest {
    WireRequest {
        agent: request.agent.to_owned(),
        tool: request.tool.word().to_owned(),
        subject: match request.subject {
            Subject::Shell(line) => WireSubject::Shell(line.to_owned()),
            Subject::Argv(words) => WireSubject::Argv(words.to_vec()),
            Subject::Paths(paths) => WireSubject::Paths(paths.to_vec()),
            Subject::Url(url) => WireSubject::Url(url.to_owned()),
            Subject::Name(name) => WireSubject::Name(name.to_owned()),
            Subject::Partial(beginning) => WireSubject::Partial(beginning.to_owned()),
            Subject::Nothing => WireSubject::Nothing,
        },
        question: request.question.map(str::to_owned),
    }
}
