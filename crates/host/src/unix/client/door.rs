//! Talking to a host through its session's socket.

use std::io::{self, Read};
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::time::Duration;

use serde::de::DeserializeOwned;
use wire::{Answer, FrameReader, Hello, Request, VERSION, encode};

use super::AttachError;
use crate::unix::{kin, sockets};

/// A host answers within milliseconds; one that is stopped never does.
const PATIENCE: Duration = Duration::from_secs(5);

/// A connection that has been greeted.
#[derive(Debug)]
pub(super) struct Door {
    socket: UnixStream,
    frames: FrameReader,
}

impl Door {
    pub(super) fn knock(path: &Path) -> Result<Self, AttachError> {
        let socket = UnixStream::connect(path).map_err(|_| AttachError::NoSession)?;
        // Whoever gets the person's terminal could type for them.
        if !kin::is_ours(&socket) {
            return Err(AttachError::Imposter);
        }
        let mut door = Door { socket, frames: FrameReader::new() };
        door.be_patient(Some(PATIENCE))?;
        let hello: Hello = door.receive()?;
        if hello.version != VERSION {
            return Err(AttachError::OtherVersion { theirs: hello.version });
        }
        let program = env!("CARGO_PKG_VERSION").to_owned();
        door.send(&Hello { version: VERSION, program, session: hello.session }, &[])?;
        Ok(door)
    }

    fn be_patient(&self, limit: Option<Duration>) -> Result<(), AttachError> {
        self.socket.set_read_timeout(limit).map_err(AttachError::NoAnswer)?;
        self.socket.set_write_timeout(limit).map_err(AttachError::NoAnswer)
    }

    pub(super) fn ask(
        &mut self,
        request: &Request,
        descriptors: &[BorrowedFd<'_>],
    ) -> Result<Answer, AttachError> {
        self.send(request, descriptors)?;
        self.receive()
    }

    pub(super) fn send(
        &mut self,
        message: &impl serde::Serialize,
        descriptors: &[BorrowedFd<'_>],
    ) -> Result<(), AttachError> {
        let frame = encode(message).map_err(io::Error::other).map_err(AttachError::NoAnswer)?;
        sockets::send_with(self.socket.as_fd(), &frame, descriptors).map_err(AttachError::NoAnswer)
    }

    fn receive<M: DeserializeOwned>(&mut self) -> Result<M, AttachError> {
        let mut bytes = [0; 4096];
        loop {
            match self.frames.next_message() {
                Ok(Some(message)) => return Ok(message),
                Ok(None) => {}
                Err(error) => return Err(AttachError::NoAnswer(io::Error::other(error))),
            }
            match self.socket.read(&mut bytes) {
                Ok(0) => return Err(AttachError::NoAnswer(io::Error::other("it hung up"))),
                Ok(count) => self.frames.push(bytes.get(..count).unwrap_or_default()),
                // A signal, such as a change of the window's size. It is seen to once attached.
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(AttachError::NoAnswer(error)),
            }
        }
    }

    /// The socket and what has been received from it, for what it becomes: it waits as long as it takes again.
    pub(super) fn into_parts(self) -> Result<(OwnedFd, FrameReader), AttachError> {
        self.be_patient(None)?;
        Ok((self.socket.into(), self.frames))
    }
}
