//! Waiting for descriptors: a thin cover of poll(2) that allocates nothing after its first rounds.

use std::io;
use std::os::fd::{AsFd, AsRawFd};
use std::time::Duration;

/// Who a descriptor belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Source {
    Keyboard,
    Screen,
    Pty,
    Client,
    Leader,
    Signals,
    Facts,
    Door,
    Watcher(usize),
}

/// What is asked or told about a descriptor.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Readiness {
    pub(super) read: bool,
    pub(super) write: bool,
    /// The other side is gone, or the descriptor is broken. Never asked for, always told.
    pub(super) gone: bool,
}

pub(super) const READ: Readiness = Readiness { read: true, write: false, gone: false };
pub(super) const NOTHING: Readiness = Readiness { read: false, write: false, gone: false };

#[derive(Debug, Default)]
pub(super) struct Poller {
    entries: Vec<libc::pollfd>,
    sources: Vec<Source>,
}

impl Poller {
    pub(super) fn clear(&mut self) {
        self.entries.clear();
        self.sources.clear();
    }

    pub(super) fn add(&mut self, source: Source, descriptor: impl AsFd, wanted: Readiness) {
        let mut events = 0;
        if wanted.read {
            events |= libc::POLLIN;
        }
        if wanted.write {
            events |= libc::POLLOUT;
        }
        self.entries.push(libc::pollfd { fd: descriptor.as_fd().as_raw_fd(), events, revents: 0 });
        self.sources.push(source);
    }

    /// Waits until something is ready or the time is over. An interruption counts as nothing ready.
    pub(super) fn wait(&mut self, limit: Option<Duration>) {
        // Rounded up, or the last millisecond would be spent spinning.
        let millis =
            limit.map_or(-1, |limit| i32::try_from(limit.as_micros().div_ceil(1000)).unwrap_or(i32::MAX));
        // SAFETY: the entries are a plain array of which the kernel writes `revents`.
        let result =
            unsafe { libc::poll(self.entries.as_mut_ptr(), self.entries.len() as libc::nfds_t, millis) };
        if result < 0 {
            debug_assert_eq!(io::Error::last_os_error().kind(), io::ErrorKind::Interrupted);
            self.entries.iter_mut().for_each(|entry| entry.revents = 0);
        }
    }

    /// The `index`th descriptor, if it is ready.
    pub(super) fn ready(&self, index: usize) -> Option<Option<(Source, Readiness)>> {
        let (entry, &source) = (self.entries.get(index)?, self.sources.get(index)?);
        let told = |bits| entry.revents & bits != 0;
        let readiness = Readiness {
            read: told(libc::POLLIN),
            write: told(libc::POLLOUT),
            gone: told(libc::POLLHUP | libc::POLLERR | libc::POLLNVAL),
        };
        Some((readiness != NOTHING).then_some((source, readiness)))
    }
}
