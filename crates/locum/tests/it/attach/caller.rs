//! A caller at a session's socket.

use std::io::{Read, Write};
use std::os::unix::net::UnixStream;
use std::path::Path;

use wire::{Answer, Description, FrameReader, Hello, Request, TapFrame, TapReader, VERSION, encode};

/// A connection that has been greeted.
pub(super) struct Caller {
    pub(super) socket: UnixStream,
    frames: FrameReader,
}

impl Caller {
    #[track_caller]
    pub(super) fn connect(path: &Path) -> Caller {
        let socket = UnixStream::connect(path).unwrap();
        socket.set_read_timeout(Some(testkit::PATIENCE)).unwrap();
        let mut caller = Caller { socket, frames: FrameReader::new() };
        let hello: Hello = caller.receive();
        caller.send(&Hello { version: VERSION, program: "test".into(), session: hello.session });
        caller
    }

    pub(super) fn send(&mut self, message: &impl serde::Serialize) {
        self.socket.write_all(&encode(message).unwrap()).unwrap();
    }

    #[track_caller]
    pub(super) fn receive<M: serde::de::DeserializeOwned>(&mut self) -> M {
        let mut bytes = [0; 4096];
        loop {
            if let Some(message) = self.frames.next_message().unwrap() {
                return message;
            }
            let count = self.socket.read(&mut bytes).unwrap();
            assert!(count > 0, "the host hung up");
            self.frames.push(&bytes[..count]);
        }
    }

    #[track_caller]
    pub(super) fn ask(&mut self, request: &Request) -> Answer {
        self.send(request);
        self.receive()
    }

    #[track_caller]
    pub(super) fn describe(&mut self) -> Description {
        match self.ask(&Request::Describe) {
            Answer::Description(description) => *description,
            other => panic!("{other:?}"),
        }
    }

    /// From here on the connection is a tap.
    pub(super) fn watch(mut self, from: u64) -> Tapped {
        self.send(&Request::Watch { from });
        Tapped { socket: self.socket, frames: TapReader::after(self.frames) }
    }
}

/// A connection that has become a tap.
pub(super) struct Tapped {
    pub(super) socket: UnixStream,
    frames: TapReader,
}

impl Tapped {
    /// The next frame; none when none came within the time that the socket allows.
    pub(super) fn next_in_time(&mut self) -> Option<TapFrame> {
        let mut bytes = [0; 65536];
        if let Some(frame) = self.frames.next_frame().unwrap() {
            return Some(frame);
        }
        let count = self.socket.read(&mut bytes).unwrap_or(0);
        self.frames.push(&bytes[..count]);
        self.frames.next_frame().unwrap()
    }

    /// The next frame; none when the host has closed the session.
    pub(super) fn next(&mut self) -> Option<TapFrame> {
        let mut bytes = [0; 65536];
        loop {
            if let Some(frame) = self.frames.next_frame().unwrap() {
                return Some(frame);
            }
            match self.socket.read(&mut bytes).unwrap() {
                0 => return None,
                count => self.frames.push(&bytes[..count]),
            }
        }
    }
}
