//! Which session a word on the command line means.

use model::SessionId;
use wire::Request;

use crate::failure::Failure;
use crate::folders::RuntimeFolder;
use crate::{nearest, sessions};

/// The session with this name or id, if it runs.
pub(crate) fn running(runtime: &RuntimeFolder, text: &str) -> Result<SessionId, Failure> {
    let by_id = SessionId::parse(text).ok().filter(|id| runtime.socket(id).exists());
    let by_name = || runtime.names().find(text).ok().filter(|id| runtime.socket(id).exists());
    by_id.or_else(by_name).ok_or_else(|| unknown(runtime, text))
}

/// The only session there is.
pub(crate) fn the_only_one(runtime: &RuntimeFolder) -> Result<SessionId, Failure> {
    let mut all = runtime.sessions();
    match all.len() {
        0 => Err(Failure::NoSessionAtAll),
        1 => all.pop().map(|(session, _)| session).ok_or(Failure::NoSessionAtAll),
        _ => Err(Failure::SeveralSessions(all.iter().map(|(session, _)| name(runtime, session)).collect())),
    }
}

/// A session's name, or its id if it has none.
pub(crate) fn name(runtime: &RuntimeFolder, session: &SessionId) -> String {
    runtime.names().of(session).unwrap_or_else(|| session.to_string())
}

/// There is no such session; the name nearest to it may be meant.
pub(crate) fn unknown(runtime: &RuntimeFolder, text: &str) -> Failure {
    // A session that is just beginning has its name already; that is no help.
    let known = runtime.names().list().into_iter().map(|(name, _)| name).filter(|name| name != text);
    let nearest = nearest::among(text, known);
    Failure::UnknownSession { name: text.to_owned(), nearest }
}

/// The brain knows no such session. Its host may be of another version, and then says so itself.
pub(crate) fn unknown_to_brain(runtime: &RuntimeFolder, text: &str) -> Failure {
    let asked = running(runtime, text).and_then(|session| sessions::ask(&session, &Request::Describe));
    match asked {
        Err(other @ Failure::OtherVersion { .. }) => other,
        _ => unknown(runtime, text),
    }
}
