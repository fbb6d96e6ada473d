//! A terminal that this process uses itself: raw mode, put back whatever happens, and output that never waits.

use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::time::Duration;

use model::Size;
use rustix::event::{PollFd, PollFlags, Timespec};
use wire::TerminalSettings;

use super::guard;
use crate::unix::{pty, tty};

/// How often, a millisecond apart, the last bytes are tried: a terminal that is stopped does not hold us.
const LAST_TRIES: u32 = 200;
/// Poll promises that this much fits.
const SAFE_BLOCKING_WRITE: usize = 256;

/// The terminal, and what waits to be shown on it.
#[derive(Debug)]
pub(super) struct OwnTerminal {
    tty: OwnedFd,
    shared: bool,
    nonce: [u8; 2],
    raw: Option<TerminalSettings>,
    waiting: Vec<u8>,
}

impl OwnTerminal {
    pub(super) fn new(tty: OwnedFd, shared: bool, nonce: [u8; 2]) -> Self {
        OwnTerminal { tty, shared, nonce, raw: None, waiting: Vec::new() }
    }

    pub(super) fn as_fd(&self) -> BorrowedFd<'_> {
        self.tty.as_fd()
    }

    pub(super) fn size(&self) -> Size {
        pty::size(&self.tty).unwrap_or_else(|_| super::terminal_size_hint())
    }

    pub(super) fn in_foreground(&self) -> bool {
        tty::in_foreground(self.tty.as_fd())
    }

    /// The settings now and those of raw mode, if it is not set already. To be announced, then set.
    pub(super) fn raw_mode_due(&self) -> Option<(TerminalSettings, TerminalSettings)> {
        let now = tty::settings(self.tty.as_fd()).ok()?;
        let set = self.raw.as_ref().is_some_and(|raw| tty::same(raw, &now));
        (!set).then(|| {
            let raw = tty::raw(&now, self.nonce);
            (now, raw)
        })
    }

    pub(super) fn set_raw(&mut self, raw: TerminalSettings) {
        guard::remember(self.tty.as_fd());
        let _ = tty::apply(self.tty.as_fd(), &raw);
        self.raw = Some(raw);
    }

    /// Puts the settings back, if they are ours to put back: in the background they are somebody else's.
    pub(super) fn give_back(&mut self) {
        if self.raw.take().is_some() && self.in_foreground() {
            guard::put_back();
        }
        guard::forget();
    }

    /// Reads keys, without waiting.
    pub(super) fn read(&self, into: &mut [u8]) -> rustix::io::Result<usize> {
        self.ready(PollFlags::IN)?;
        rustix::io::read(&self.tty, into)
    }

    pub(super) fn show(&mut self, bytes: &[u8]) {
        self.waiting.extend_from_slice(bytes);
        self.write_waiting();
    }

    pub(super) fn waits(&self) -> usize {
        self.waiting.len()
    }

    /// Writes what the terminal takes now. What a terminal that is gone does not take is dropped.
    pub(super) fn write_waiting(&mut self) {
        let mut written = 0;
        while let Some(rest) = self.waiting.get(written..).filter(|rest| !rest.is_empty()) {
            match self.write(rest) {
                Ok(count) => written += count,
                Err(rustix::io::Errno::AGAIN | rustix::io::Errno::INTR) => break,
                Err(_) => written = self.waiting.len(),
            }
        }
        self.waiting.drain(..written);
    }

    fn write(&self, bytes: &[u8]) -> rustix::io::Result<usize> {
        self.ready(PollFlags::OUT)?;
        let most = if self.shared { SAFE_BLOCKING_WRITE } else { bytes.len() };
        rustix::io::write(&self.tty, bytes.get(..bytes.len().min(most)).unwrap_or_default())
    }

    /// A shared descriptor stays blocking: it is asked first.
    fn ready(&self, what: PollFlags) -> rustix::io::Result<()> {
        if !self.shared {
            return Ok(());
        }
        let mut ready = [PollFd::new(&self.tty, what)];
        rustix::event::poll(&mut ready, Some(&Timespec { tv_sec: 0, tv_nsec: 0 }))?;
        if ready[0].revents().is_empty() { Err(rustix::io::Errno::AGAIN) } else { Ok(()) }
    }

    /// Shows the last of it, for a limited time.
    pub(super) fn show_last(&mut self, bytes: &[u8]) {
        self.show(bytes);
        for _ in 0..LAST_TRIES {
            if self.waiting.is_empty() {
                return;
            }
            std::thread::sleep(Duration::from_millis(1));
            self.write_waiting();
        }
        self.waiting.clear();
    }
}
