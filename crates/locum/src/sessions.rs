//! Talking to a session's host through its socket.

use std::io::{Read, Write};
use std::os::unix::net::UnixStream;
use std::time::Duration;

use model::SessionId;
use wire::{Answer, FrameReader, Hello, Request, VERSION, encode};

use crate::failure::Failure;
use crate::folders::RuntimeFolder;

/// A host answers within milliseconds; one that is stopped never does.
const PATIENCE: Duration = Duration::from_secs(5);

/// Asks the host of `session` one thing.
pub(crate) fn ask(session: &SessionId, request: &Request) -> Result<Answer, Failure> {
    let path = RuntimeFolder::open()?.socket(session);
    let mut socket = UnixStream::connect(path).map_err(|_| Failure::NoSession(session.to_string()))?;
    let failed = |reason: String| Failure::NoAnswer { session: session.to_string(), reason };
    exchange(&mut socket, session, request).map_err(|trouble| match trouble {
        Trouble::Version(theirs) => {
            Failure::OtherVersion { session: session.to_string(), theirs, ours: VERSION }
        }
        Trouble::Other(reason) => failed(reason),
    })
}

enum Trouble {
    Version(u16),
    Other(String),
}

impl<E: std::error::Error> From<E> for Trouble {
    fn from(error: E) -> Self {
        Trouble::Other(error.to_string())
    }
}

fn exchange(socket: &mut UnixStream, session: &SessionId, request: &Request) -> Result<Answer, Trouble> {
    socket.set_read_timeout(Some(PATIENCE))?;
    socket.set_write_timeout(Some(PATIENCE))?;
    let mut frames = FrameReader::new();
    let hello: Hello = receive(socket, &mut frames)?;
    if hello.version != VERSION {
        return Err(Trouble::Version(hello.version));
    }
    let ours = Hello {
        version: VERSION,
        program: env!("CARGO_PKG_VERSION").to_owned(),
        session: session.as_str().to_owned(),
    };
    socket.write_all(&encode(&ours)?)?;
    socket.write_all(&encode(request)?)?;
    receive(socket, &mut frames)
}

fn receive<M: serde::de::DeserializeOwned>(
    socket: &mut UnixStream,
    frames: &mut FrameReader,
) -> Result<M, Trouble> {
    let mut bytes = [0; 4096];
    loop {
        if let Some(message) = frames.next_message()? {
            return Ok(message);
        }
        match socket.read(&mut bytes)? {
            0 => return Err(Trouble::Other("it hung up".into())),
            count => frames.push(bytes.get(..count).unwrap_or_default()),
        }
    }
}
