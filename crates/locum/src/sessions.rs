//! Talking to a session's host through its socket.

use model::SessionId;
use wire::{Answer, Request, VERSION};

use crate::failure::Failure;
use crate::folders::RuntimeFolder;
use crate::line::{Line, LineError};

/// Asks the host of `session` one thing.
pub(crate) fn ask(session: &SessionId, request: &Request) -> Result<Answer, Failure> {
    let path = RuntimeFolder::open()?.socket(session);
    let answer = Line::connect(&path, session.as_str()).and_then(|mut line| line.ask(request));
    answer.map_err(|error| in_words(session, &error))
}

/// Why a host did not answer.
pub(crate) fn in_words(session: &SessionId, error: &LineError) -> Failure {
    let session = session.to_string();
    match error {
        LineError::NobodyThere { .. } => Failure::NoSession(session),
        LineError::Version { theirs, .. } => {
            Failure::OtherVersion { session, theirs: *theirs, ours: VERSION }
        }
        other => Failure::NoAnswer { session, reason: other.to_string() },
    }
}
