//! Starting a session that has no terminal, and leaving it alone once its program runs.

use std::os::fd::AsFd;

use model::SessionId;
use wire::{FrameReader, ToClient};

use super::launch::launch_detached;
use super::{RunError, RunRequest};
use crate::unix::sockets;

/// Starts a program on a terminal that nobody looks at yet. Returns its process id once it runs.
pub fn start_detached(request: RunRequest) -> Result<u32, RunError> {
    let session = request.session.clone();
    let (control, mut host) = launch_detached(request)?;
    let mut frames = FrameReader::new();
    let mut bytes = [0; 4096];
    loop {
        match frames.next_message::<ToClient>() {
            Ok(Some(ToClient::Started { pid })) => return Ok(pid),
            Ok(Some(ToClient::Failed { errno, what })) => return Err(RunError::not_started(what, errno)),
            Ok(Some(_)) => {}
            Ok(None) => match sockets::receive_with(control.as_fd(), &mut bytes) {
                Ok((count, _)) if count > 0 => frames.push(bytes.get(..count).unwrap_or_default()),
                _ => return Err(host_died(session, &mut host)),
            },
            Err(_) => return Err(host_died(session, &mut host)),
        }
    }
}

fn host_died(session: SessionId, host: &mut std::process::Child) -> RunError {
    let how = host.wait().map_or_else(|error| error.to_string(), |status| status.to_string());
    RunError::HostDied { session, how }
}
