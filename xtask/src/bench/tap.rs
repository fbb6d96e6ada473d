//! A subscriber that drains a session's tap while it is measured, as a brain would.

use std::error::Error;
use std::io::{Read, Write};
use std::net::Shutdown;
use std::os::unix::net::UnixStream;
use std::path::PathBuf;
use std::thread::{self, JoinHandle};

use testkit::Sandbox;
use wire::{Hello, Request, VERSION, encode};

/// Drains until dropped.
#[derive(Debug)]
pub(super) struct Drain {
    socket: UnixStream,
    thread: Option<JoinHandle<()>>,
}

/// Subscribes to the tap of the one session that runs in this sandbox, and drains it.
pub(super) fn attach_tap_drain(sandbox: &Sandbox) -> Result<Drain, Box<dyn Error>> {
    let mut socket = UnixStream::connect(session_socket(sandbox)?)?;
    let hello = Hello { version: VERSION, program: "bench".into(), session: String::new() };
    socket.write_all(&encode(&hello)?)?;
    socket.write_all(&encode(&Request::Watch { from: 0 })?)?;
    let mut source = socket.try_clone()?;
    let thread = thread::spawn(move || {
        let mut bytes = vec![0; 256 << 10];
        while source.read(&mut bytes).is_ok_and(|count| count > 0) {}
    });
    Ok(Drain { socket, thread: Some(thread) })
}

fn session_socket(sandbox: &Sandbox) -> Result<PathBuf, Box<dyn Error>> {
    let runtime = sandbox.env().into_iter().find(|(name, _)| name == "XDG_RUNTIME_DIR");
    let (_, folder) = runtime.ok_or("the sandbox has no runtime folder")?;
    let entries = std::fs::read_dir(PathBuf::from(folder).join("locum"))?;
    let socket = entries
        .flatten()
        .map(|entry| entry.path())
        .find(|path| path.extension().is_some_and(|end| end == "sock"));
    Ok(socket.ok_or("no session has a socket")?)
}

impl Drop for Drain {
    fn drop(&mut self) {
        let _ = self.socket.shutdown(Shutdown::Both);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}
