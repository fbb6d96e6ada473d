//! A connection to a host or to the brain: a greeting, then one answer to each question. Every wait has an end.

use std::io::{self, Read, Write};
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::time::Duration;

use serde::Serialize;
use serde::de::DeserializeOwned;
use wire::{FrameError, FrameReader, Hello, TapFrame, TapReader, VERSION, encode};

/// Answers come within milliseconds; from a process that is stopped, never.
const PATIENCE: Duration = Duration::from_secs(5);

/// Why a question has no answer.
#[derive(Debug, thiserror::Error)]
pub(crate) enum LineError {
    #[error("nobody listens at {path}: {error}")]
    NobodyThere { path: String, error: io::Error },
    #[error("it speaks version {theirs} of the protocol (locum {program}), this locum version {VERSION}")]
    Version { theirs: u16, program: String },
    #[error("a supervised program pretends to be it")]
    Imposter,
    #[error("it does not answer")]
    Silent,
    #[error("it hung up")]
    HungUp,
    #[error(transparent)]
    Frame(#[from] FrameError),
    #[error(transparent)]
    Io(io::Error),
}

impl From<io::Error> for LineError {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut => LineError::Silent,
            _ => LineError::Io(error),
        }
    }
}

impl LineError {
    /// Whether the other side left in the middle.
    pub(crate) fn is_parting(&self) -> bool {
        use io::ErrorKind::{BrokenPipe, ConnectionReset};
        match self {
            LineError::HungUp => true,
            LineError::Io(error) => matches!(error.kind(), BrokenPipe | ConnectionReset),
            _ => false,
        }
    }
}

/// The connection, greeted.
#[derive(Debug)]
pub(crate) struct Line {
    socket: UnixStream,
    frames: FrameReader,
}

impl Line {
    /// Connects and greets.
    pub(crate) fn connect(path: &Path, session: &str) -> Result<Line, LineError> {
        Line::connect_within(path, session, PATIENCE)
    }

    /// The same for those who have little time: each wait lasts at most `patience`.
    pub(crate) fn connect_within(path: &Path, session: &str, patience: Duration) -> Result<Line, LineError> {
        let nobody = |error| LineError::NobodyThere { path: path.display().to_string(), error };
        let socket = UnixStream::connect(path).map_err(nobody)?;
        socket.set_read_timeout(Some(patience))?;
        socket.set_write_timeout(Some(patience))?;
        if !host::unix::kin::is_ours(&socket) {
            return Err(LineError::Imposter);
        }
        let mut line = Line { socket, frames: FrameReader::new() };
        let hello: Hello = line.receive()?;
        if hello.version != VERSION {
            return Err(LineError::Version { theirs: hello.version, program: hello.program });
        }
        let program = env!("CARGO_PKG_VERSION").to_owned();
        line.send(&Hello { version: VERSION, program, session: session.to_owned() })?;
        Ok(line)
    }

    /// Every answer from now on may take so long.
    pub(crate) fn wait_for(&mut self, patience: Duration) -> Result<(), LineError> {
        Ok(self.socket.set_read_timeout(Some(patience))?)
    }

    /// Asks one thing.
    pub(crate) fn ask<A: DeserializeOwned>(&mut self, question: &impl Serialize) -> Result<A, LineError> {
        self.send(question)?;
        self.receive()
    }

    pub(crate) fn send(&mut self, message: &impl Serialize) -> Result<(), LineError> {
        Ok(self.socket.write_all(&encode(message)?)?)
    }

    pub(crate) fn receive<M: DeserializeOwned>(&mut self) -> Result<M, LineError> {
        let mut bytes = [0; 16 << 10];
        loop {
            if let Some(message) = self.frames.next_message()? {
                return Ok(message);
            }
            match self.socket.read(&mut bytes) {
                Ok(0) => return Err(LineError::HungUp),
                Ok(count) => self.frames.push(bytes.get(..count).unwrap_or_default()),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error.into()),
            }
        }
    }
}

/// A connection on which a host tells what happens.
#[derive(Debug)]
pub(crate) struct Tap {
    socket: UnixStream,
    frames: TapReader,
}

impl Line {
    /// After a request to watch.
    pub(crate) fn into_tap(self) -> Tap {
        Tap { socket: self.socket, frames: TapReader::after(self.frames) }
    }
}

impl Tap {
    /// The same, if it happens within this time; without one, within the usual patience.
    pub(crate) fn next_frame_within(&mut self, patience: Option<Duration>) -> Result<TapFrame, LineError> {
        self.socket.set_read_timeout(Some(patience.unwrap_or(PATIENCE)))?;
        self.next_frame()
    }

    /// The next thing that happens.
    pub(crate) fn next_frame(&mut self) -> Result<TapFrame, LineError> {
        let mut bytes = [0; 64 << 10];
        loop {
            if let Some(frame) = self.frames.next_frame()? {
                return Ok(frame);
            }
            match self.socket.read(&mut bytes) {
                Ok(0) => return Err(LineError::HungUp),
                Ok(count) => self.frames.push(bytes.get(..count).unwrap_or_default()),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error.into()),
            }
        }
    }
}
