//! Sockets between our own processes: descriptors along with bytes, and who is at the other end.

use std::io::{self, IoSlice, IoSliceMut};
use std::mem::MaybeUninit;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};

use rustix::net::{
    AddressFamily, RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, SendAncillaryBuffer,
    SendAncillaryMessage, SendFlags, SocketFlags, SocketType,
};

/// Descriptors that travel with one message at most: terminal or input and output, mode page, recorder.
const MOST_DESCRIPTORS: usize = 4;

/// A connected pair of stream sockets, closed on exec.
pub fn pair() -> io::Result<(OwnedFd, OwnedFd)> {
    Ok(rustix::net::socketpair(AddressFamily::UNIX, SocketType::STREAM, SocketFlags::CLOEXEC, None)?)
}

/// Sends all of `bytes`, the descriptors with the first of them. Blocks.
pub fn send_with(socket: BorrowedFd<'_>, bytes: &[u8], descriptors: &[BorrowedFd<'_>]) -> io::Result<()> {
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(MOST_DESCRIPTORS))];
    let mut ancillary = SendAncillaryBuffer::new(&mut space);
    if !descriptors.is_empty() && !ancillary.push(SendAncillaryMessage::ScmRights(descriptors)) {
        return Err(io::Error::other("too many descriptors for one message"));
    }
    let sent =
        retry(|| rustix::net::sendmsg(socket, &[IoSlice::new(bytes)], &mut ancillary, SendFlags::NOSIGNAL))?;
    send_all(socket, bytes.get(sent..).unwrap_or_default())
}

/// Sends all of `bytes`. Blocks.
pub fn send_all(socket: BorrowedFd<'_>, mut bytes: &[u8]) -> io::Result<()> {
    while !bytes.is_empty() {
        let sent = retry(|| rustix::net::send(socket, bytes, SendFlags::NOSIGNAL))?;
        bytes = bytes.get(sent..).unwrap_or_default();
    }
    Ok(())
}

/// Sends what can be sent without waiting.
pub fn send_now(socket: impl AsFd, parts: &[IoSlice<'_>]) -> io::Result<usize> {
    let mut ancillary = SendAncillaryBuffer::default();
    Ok(retry(|| {
        rustix::net::sendmsg(&socket, parts, &mut ancillary, SendFlags::NOSIGNAL | SendFlags::DONTWAIT)
    })?)
}

/// Receives bytes, and the descriptors that came with them.
pub fn receive_with(socket: BorrowedFd<'_>, into: &mut [u8]) -> io::Result<(usize, Vec<OwnedFd>)> {
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(MOST_DESCRIPTORS))];
    let mut ancillary = RecvAncillaryBuffer::new(&mut space);
    let received = retry(|| {
        rustix::net::recvmsg(socket, &mut [IoSliceMut::new(into)], &mut ancillary, RecvFlags::CMSG_CLOEXEC)
    })?;
    let mut descriptors = Vec::new();
    for message in ancillary.drain() {
        if let RecvAncillaryMessage::ScmRights(rights) = message {
            descriptors.extend(rights);
        }
    }
    Ok((received.bytes, descriptors))
}

/// Receives what is there, without waiting.
pub fn receive_now(socket: impl AsFd, into: &mut [u8]) -> io::Result<usize> {
    let received = retry(|| rustix::net::recv(&socket, &mut *into, RecvFlags::DONTWAIT))?;
    Ok(received.1)
}

fn retry<T>(call: impl FnMut() -> rustix::io::Result<T>) -> rustix::io::Result<T> {
    rustix::io::retry_on_intr(call)
}

/// Who is at the other end of a socket: user and process, as the kernel noted them when it connected.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Peer {
    /// User id.
    pub user: u32,
    /// Process id, 0 if the kernel does not tell.
    pub pid: u32,
}

/// Asks the kernel who is at the other end.
#[cfg(target_os = "linux")]
pub fn peer(socket: impl AsFd) -> io::Result<Peer> {
    use std::os::fd::AsRawFd;
    // A number of 0 is possible: a process of another world of processes.
    let mut peer = libc::ucred { pid: 0, uid: 0, gid: 0 };
    let mut length = size_of::<libc::ucred>() as libc::socklen_t;
    let place: *mut libc::ucred = &mut peer;
    let socket = socket.as_fd().as_raw_fd();
    // SAFETY: both places live on the stack and have the sizes that are told.
    match unsafe { libc::getsockopt(socket, libc::SOL_SOCKET, libc::SO_PEERCRED, place.cast(), &mut length) }
    {
        0 => Ok(Peer { user: peer.uid, pid: peer.pid as u32 }),
        _ => Err(io::Error::last_os_error()),
    }
}

/// Asks the kernel who is at the other end.
#[cfg(target_os = "macos")]
pub fn peer(socket: impl AsFd) -> io::Result<Peer> {
    use std::os::fd::AsRawFd;
    let (mut user, mut group) = (0, 0);
    // SAFETY: both numbers live on the stack.
    match unsafe { libc::getpeereid(socket.as_fd().as_raw_fd(), &mut user, &mut group) } {
        0 => Ok(Peer { user, pid: 0 }),
        _ => Err(io::Error::last_os_error()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_descriptor_arrives_with_its_bytes() {
        let (one, other) = pair().unwrap();
        let (read, write) = rustix::pipe::pipe().unwrap();
        send_with(one.as_fd(), b"take this", &[write.as_fd()]).unwrap();
        let mut bytes = [0; 32];
        let (count, mut descriptors) = receive_with(other.as_fd(), &mut bytes).unwrap();
        assert_eq!(&bytes[..count], b"take this");
        let arrived = descriptors.pop().unwrap();
        rustix::io::write(&arrived, b"x").unwrap();
        assert_eq!(rustix::io::read(&read, &mut bytes).unwrap(), 1);
    }

    #[test]
    fn the_peer_is_this_process() {
        let (one, _other) = pair().unwrap();
        let peer = peer(&one).unwrap();
        assert_eq!(peer.user, rustix::process::geteuid().as_raw());
        assert_eq!(peer.pid, std::process::id());
    }
}
