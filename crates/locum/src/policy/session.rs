//! A policy for one session: given when it begins, by a person.

use std::path::Path;

use brain::rules::{Built, Texts};
use model::SessionId;
use wire::{BrainAnswer, BrainRequest, PolicyRequest};

use crate::brain::{Brain, unexpected};
use crate::failure::Failure;

/// Whether this is a policy, where none is needed.
pub(crate) fn readable(file: &Path) -> Result<(), Failure> {
    Texts::read(file).and_then(Built::of).map(drop).map_err(Failure::Policy)
}

/// Has a session that is about to begin judged by this file. Without a brain that knows so, nothing may begin.
pub(crate) fn for_session(file: &Path, session: &SessionId) -> Result<(), Failure> {
    let file = std::path::absolute(file).unwrap_or_else(|_| file.to_owned());
    let built = Texts::read(&file).and_then(Built::of).map_err(Failure::Policy)?;
    let request = PolicyRequest::ForSession {
        session: session.to_string(),
        file: file.to_string_lossy().into_owned(),
        seen: built.texts.fingerprint().0,
    };
    match Brain::reach()?.ask(&BrainRequest::Policy(request))? {
        BrainAnswer::Done => Ok(()),
        _ => Err(unexpected()),
    }
}
