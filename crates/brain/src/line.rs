//! A connection to a host or from a caller: frames over a socket, each wait with an end.

use std::io;
use std::path::Path;
use std::time::Duration;

use rustix::net::{RecvFlags, recv};
use serde::Serialize;
use serde::de::DeserializeOwned;
use tokio::io::{AsyncReadExt, AsyncWriteExt, Interest};
use tokio::net::UnixStream;
use tokio::time::timeout;
use wire::{Answer, FrameError, FrameReader, Hello, Request, VERSION, encode};

/// A host answers within milliseconds; one that is stopped never does.
const PATIENCE: Duration = Duration::from_secs(2);

/// Requests are short.
const LONGEST_REQUEST: usize = 16 << 10;

/// Why a connection is of no use.
#[derive(Debug, thiserror::Error)]
pub(crate) enum LineError {
    #[error("it speaks version {0}")]
    Version(u16),
    #[error("it did not answer in time")]
    Late,
    #[error("it is no host of ours: {0}")]
    Imposter(&'static str),
    #[error("it hung up")]
    Ended,
    #[error(transparent)]
    Frame(#[from] FrameError),
    #[error(transparent)]
    Io(#[from] io::Error),
}

impl LineError {
    /// Whether nobody listens there.
    pub(crate) fn is_refusal(&self) -> bool {
        use io::ErrorKind::{ConnectionRefused, NotFound};
        matches!(self, LineError::Io(error) if matches!(error.kind(), ConnectionRefused | NotFound))
    }
}

/// One end of a connection.
#[derive(Debug)]
pub(crate) struct Line {
    socket: UnixStream,
    frames: FrameReader,
}

impl Line {
    pub(crate) fn new(socket: UnixStream) -> Self {
        Line { socket, frames: FrameReader::new() }
    }

    /// A line to somebody who has no reason for long messages.
    pub(crate) fn to_caller(socket: UnixStream) -> Self {
        Line { socket, frames: FrameReader::limited(LONGEST_REQUEST) }
    }

    /// Connects to a host and greets it. Also returns the id that the host gives itself.
    pub(crate) async fn to_host(path: &Path) -> Result<(Line, Hello), LineError> {
        within(PATIENCE, async {
            let mut line = Line::new(UnixStream::connect(path).await?);
            if !host::unix::kin::is_ours(&line.socket) {
                return Err(LineError::Imposter("a supervised program pretends to be one"));
            }
            let hello: Hello = line.receive().await?;
            if hello.version != VERSION {
                return Err(LineError::Version(hello.version));
            }
            line.send(&own_hello(&hello.session)).await?;
            Ok((line, hello))
        })
        .await
    }

    /// Asks one thing and waits for the answer.
    pub(crate) async fn ask(&mut self, request: &Request) -> Result<Answer, LineError> {
        within(PATIENCE, async {
            self.send(request).await?;
            self.receive().await
        })
        .await
    }

    pub(crate) async fn send(&mut self, message: &impl Serialize) -> Result<(), LineError> {
        Ok(self.socket.write_all(&encode(message)?).await?)
    }

    pub(crate) async fn receive<M: DeserializeOwned>(&mut self) -> Result<M, LineError> {
        let mut bytes = [0; 16 << 10];
        loop {
            if let Some(message) = self.frames.next_message()? {
                return Ok(message);
            }
            match self.socket.read(&mut bytes).await? {
                0 => return Err(LineError::Ended),
                count => self.frames.push(bytes.get(..count).unwrap_or_default()),
            }
        }
    }

    /// Ends when the other side hangs up, or says something out of turn.
    pub(crate) async fn hung_up(&self) {
        let mut byte = [0; 1];
        loop {
            if self.socket.readable().await.is_err() {
                return;
            }
            let peeked = self.socket.try_io(Interest::READABLE, || {
                Ok(recv(&self.socket, &mut byte, RecvFlags::PEEK | RecvFlags::DONTWAIT)?)
            });
            match peeked {
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                _ => return,
            }
        }
    }

    pub(crate) fn socket(&self) -> &UnixStream {
        &self.socket
    }

    pub(crate) fn into_parts(self) -> (UnixStream, FrameReader) {
        (self.socket, self.frames)
    }
}

/// The first frame we send.
pub(crate) fn own_hello(session: &str) -> Hello {
    Hello { version: VERSION, program: env!("CARGO_PKG_VERSION").to_owned(), session: session.to_owned() }
}

/// Every wait has an end.
pub(crate) async fn within<T>(
    limit: Duration,
    work: impl Future<Output = Result<T, LineError>>,
) -> Result<T, LineError> {
    timeout(limit, work).await.unwrap_or(Err(LineError::Late))
}
