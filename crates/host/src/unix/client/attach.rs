//! Coming to a session that runs: with the seat of its terminal if that is free, else as a guest.

use std::io;
use std::os::fd::AsFd;
use std::path::PathBuf;

use model::{SessionId, Size};
use wire::{Answer, Attach, Request, Streams, VERSION, WireKey};

use super::door::Door;
use super::guest::{Guest, Visit};
use super::launch::Link;
use super::own_terminal::OwnTerminal;
use super::streams::OwnStreams;
use super::{Ending, RunError, guard, waiting};
use crate::unix::host::ModePage;
use crate::unix::{pty, signals::Signals};

/// How often what was restored may turn out to be too old. Then the terminal starts with an empty screen, which
/// the program is asked to fill.
const TRIES: u32 = 5;

/// What shows a session's screen, and the number of the output it shows.
pub type Restored = (Vec<u8>, u64);

/// What to attach to, and how.
pub struct AttachRequest<'a> {
    /// The session's id.
    pub session: SessionId,
    /// Its socket.
    pub socket: PathBuf,
    /// The key that detaches.
    pub detach_key: Option<WireKey>,
    /// Only look on.
    pub read_only: bool,
    /// Makes what restores the screen at this size, from at least this number of output on.
    pub restore: &'a mut dyn FnMut(Size, u64) -> Option<Restored>,
    /// Called every few seconds while this terminal is the session's; nothing else is done until it returns.
    pub meanwhile: &'a mut dyn FnMut(),
}

/// Why there is no way into a session.
#[derive(Debug, thiserror::Error)]
pub enum AttachError {
    /// Nobody listens at the session's socket.
    #[error("there is no such session")]
    NoSession,
    /// The host speaks another version.
    #[error("it speaks version {theirs} of the protocol, this locum version {VERSION}")]
    OtherVersion {
        /// The host's version.
        theirs: u16,
    },
    /// The host does not answer, or nothing that makes sense.
    #[error("it did not answer: {0}")]
    NoAnswer(#[source] io::Error),
    /// Who listens there is a supervised program.
    #[error("a supervised program pretends to be its host")]
    Imposter,
    /// The host said no.
    #[error("it refused: {0}")]
    Refused(String),
    /// Standard input and output are not one terminal.
    #[error("standard input and output are not a terminal")]
    NoTerminal,
    /// What can go wrong once attached.
    #[error(transparent)]
    Run(#[from] RunError),
}

/// Attaches this process's terminal to a session, until the program ends or the person lets go.
pub fn attach(mut request: AttachRequest<'_>) -> Result<Ending, AttachError> {
    guard::arm();
    let streams = OwnStreams::open().map_err(RunError::Terminal)?;
    if !matches!(streams.kind, Streams::Terminal | Streams::SharedTerminal) {
        return Err(AttachError::NoTerminal);
    }
    let signals = waiting::listen()?;
    let mut door = Door::knock(&request.socket)?;
    if request.read_only {
        return look_on(door, streams, signals, &mut request);
    }
    for round in 0..=TRIES {
        let size = pty::size(&streams.keyboard).unwrap_or_else(|_| super::terminal_size_hint());
        let (now, at_least) = offer_size(&mut door, size)?;
        let restored = if round < TRIES { (request.restore)(now, at_least) } else { None };
        let mode_page = ModePage::new().map_err(RunError::NoHost)?;
        let message = message(&request, &streams, size, restored);
        let descriptors = [streams.keyboard.as_fd(), mode_page.as_fd()];
        match door.ask(&message, &descriptors)? {
            Answer::Attached { .. } => return stay(door, streams, mode_page, request, signals),
            Answer::OutOfDate => {}
            Answer::Occupied => return visit(door, streams, signals, &mut request),
            other => return Err(unexpected(other)),
        }
    }
    Err(AttachError::NoAnswer(io::Error::other("the screen is always too old")))
}

/// Offers our size to a session that nobody else sizes; asks which one it has then, and how much output there was.
fn offer_size(door: &mut Door, size: Size) -> Result<(Size, u64), AttachError> {
    match door.ask(&Request::Resize { size: size.into() }, &[])? {
        Answer::Done { .. } => look(door),
        other => Err(unexpected(other)),
    }
}

fn look(door: &mut Door) -> Result<(Size, u64), AttachError> {
    match door.ask(&Request::Describe, &[])? {
        Answer::Description(description) => Ok((description.size.into(), description.output_offset)),
        other => Err(unexpected(other)),
    }
}

/// The seat is taken: we keep our terminal and sit beside it.
fn visit(
    mut door: Door,
    streams: OwnStreams,
    signals: Signals,
    request: &mut AttachRequest<'_>,
) -> Result<Ending, AttachError> {
    let terminal = own(streams);
    let (_, from) = look(&mut door)?;
    let (size, at_least) = match door.ask(&Request::Visit { from, size: terminal.size().into() }, &[])? {
        Answer::Attached { output_offset, size } => (size.into(), output_offset),
        other => return Err(unexpected(other)),
    };
    // Our size may have changed the session's, so the screen is asked for only now; what comes meanwhile waits.
    let restored = (request.restore)(size, at_least).unwrap_or((Vec::new(), from));
    let (socket, frames) = door.into_parts()?;
    Ok(Guest::new(Visit { socket, frames, terminal, signals, restored, size }, request).stay()?)
}

/// Looks on without a say in anything.
fn look_on(
    mut door: Door,
    streams: OwnStreams,
    signals: Signals,
    request: &mut AttachRequest<'_>,
) -> Result<Ending, AttachError> {
    let terminal = own(streams);
    let (size, at_least) = look(&mut door)?;
    let restored = (request.restore)(size, at_least).unwrap_or((Vec::new(), at_least));
    door.send(&Request::Watch { from: restored.1 }, &[])?;
    let (socket, frames) = door.into_parts()?;
    Ok(Guest::new(Visit { socket, frames, terminal, signals, restored, size }, request).stay()?)
}

fn own(streams: OwnStreams) -> OwnTerminal {
    OwnTerminal::new(streams.keyboard, streams.kind == Streams::SharedTerminal, waiting::nonce())
}

fn message(
    request: &AttachRequest<'_>,
    streams: &OwnStreams,
    size: Size,
    restored: Option<Restored>,
) -> Request {
    let (restore, restored_to) = restored.map_or((Vec::new(), None), |(bytes, to)| (bytes, Some(to)));
    Request::Attach(Box::new(Attach {
        streams: streams.kind,
        size: size.into(),
        restore,
        restored_to,
        detach_key: request.detach_key,
        hup_kill: false,
    }))
}

fn unexpected(answer: Answer) -> AttachError {
    match answer {
        Answer::Refused { reason } => AttachError::Refused(reason),
        _ => AttachError::NoAnswer(io::Error::other("it answered something else")),
    }
}

/// From here on everything is as for the client that began the session.
fn stay(
    door: Door,
    streams: OwnStreams,
    mode_page: ModePage,
    request: AttachRequest<'_>,
    signals: Signals,
) -> Result<Ending, AttachError> {
    let (control, frames) = door.into_parts()?;
    let (terminal, screen) = (streams.terminal, streams.keyboard);
    let link = Link { control, terminal, screen, mode_page, host: None, frames };
    Ok(waiting::wait(link, &request.session, signals, request.meanwhile)?)
}
