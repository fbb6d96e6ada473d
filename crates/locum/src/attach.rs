//! `locum attach`.

use std::process::ExitCode;
use std::time::Duration;

use host::unix::client::{self, AttachError, AttachRequest};
use model::SessionId;
use wire::{BrainAnswer, BrainRequest, SessionPhase, WireKey};

use crate::brain::{Brain, Relight};
use crate::cli::AttachArguments;
use crate::config::{self, Settings};
use crate::failure::Failure;
use crate::folders::RuntimeFolder;
use crate::line::LineError;
use crate::restore::restore;
use crate::run::say_how_to_return;
use crate::{prompts, target};

/// A brain that is there greets at once. One that is stopped must not hold up the person.
const HELLO: Duration = Duration::from_millis(300);

/// Brings a session to this terminal.
pub(crate) fn attach(arguments: &AttachArguments) -> Result<ExitCode, Failure> {
    if host::unix::kin::own_mark().is_some() {
        let session = arguments.session.clone().unwrap_or_default();
        let request =
            BrainRequest::Restore { session, size: client::terminal_size_hint().into(), at_least: 0 };
        return Err(prompts::refused(&request));
    }
    if !client::stands_on_a_terminal() {
        let session = arguments.session.clone().unwrap_or_default();
        return Err(Failure::Attach { session, error: AttachError::NoTerminal });
    }
    let (settings, runtime) = (config::load()?, RuntimeFolder::open()?);
    let session = match &arguments.session {
        Some(name) => target::running(&runtime, name)?,
        None => the_one_left_alone(&runtime)?,
    };
    let name = target::name(&runtime, &session);
    let mut brain = Relight::new(&runtime, &settings);
    let ending = client::attach(AttachRequest {
        session: session.clone(),
        socket: runtime.socket(&session),
        detach_key: wire_key(&settings),
        read_only: arguments.read_only,
        restore: &mut |size, at_least| restore(&session, size, at_least),
        meanwhile: &mut || brain.look(),
    });
    let ending = ending.map_err(|error| match error {
        AttachError::NoSession => target::unknown(&runtime, &name),
        error => Failure::Attach { session: name.clone(), error },
    })?;
    say_how_to_return(ending, &name);
    Ok(ExitCode::from(client::leave(ending)))
}

/// Without a name the session is meant that lost its terminal last, else the only one there is.
fn the_one_left_alone(runtime: &RuntimeFolder) -> Result<SessionId, Failure> {
    let brain = match Brain::connect_within(runtime, HELLO) {
        Err(LineError::NobodyThere { .. }) => Brain::reach().ok(),
        brain => brain.ok(),
    };
    let alone = brain.and_then(|mut brain| {
        let BrainAnswer::Sessions { lines, .. } = brain.ask(&BrainRequest::Sessions { ended: 0 }).ok()?
        else {
            return None;
        };
        let alone = lines.into_iter().filter(|line| {
            !line.terminal
                && line.guests == 0
                && matches!(line.phase, SessionPhase::Running | SessionPhase::Stopped)
        });
        SessionId::parse(&alone.max_by_key(|line| line.place_since)?.id).ok()
    });
    alone.map_or_else(|| target::the_only_one(runtime), Ok)
}

/// The key that lets go of a session, as hosts and clients know it.
pub(crate) fn wire_key(settings: &Settings) -> Option<WireKey> {
    settings.session.detach_key.map(|key| WireKey { byte: key.legacy, letter: key.letter })
}
