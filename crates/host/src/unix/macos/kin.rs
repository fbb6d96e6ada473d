//! Who is asking. macOS has neither a limit that could serve as a mark nor `/proc`: everybody is unknown so far.

use std::io;
use std::os::fd::AsFd;

use model::SessionId;

use crate::unix::kin::{self, Caller, KnownHost, Mark, Standing};
use crate::unix::leader::SESSION_VARIABLE;
use crate::unix::sockets;

/// Asks the kernel who is at the other end.
pub fn caller(socket: impl AsFd) -> io::Result<Caller> {
    let peer = sockets::peer(socket)?;
    Ok(Caller { pid: peer.pid, user: peer.user, pidfd: None })
}

/// Where a caller stands towards these hosts.
pub fn standing(_: &Caller, _: &[KnownHost]) -> Standing {
    kin::judge(None)
}

/// Where a caller stands towards this process, the host of a session.
pub fn standing_for_host(caller: &Caller, _: &SessionId) -> Standing {
    standing(caller, &[])
}

/// When a process began.
pub fn start_time(_: u32) -> Option<u64> {
    None
}

/// What this process itself carries: only its environment can tell.
pub fn own_mark() -> Option<Mark> {
    std::env::var_os(SESSION_VARIABLE).map(|value| kin::read_word(&value.to_string_lossy()))
}

/// There is nothing to mark a process with.
pub(crate) fn set_mark(_: u64) -> io::Result<()> {
    Ok(())
}
