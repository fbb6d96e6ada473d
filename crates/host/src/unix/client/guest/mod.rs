//! A guest of a session whose terminal is another: it draws the session's output on its own terminal and sends what
//! its person types. Also whoever only looks on.

mod person;

use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::time::{Duration, Instant};

use model::{SessionId, Size};
use rustix::event::{PollFd, PollFlags, Timespec};
use wire::{FrameReader, GuestSays, TapEvent, TapFrame, TapReader, encode};

use super::attach::AttachRequest;
use super::own_terminal::OwnTerminal;
use super::{Ending, RunError};
use crate::input::{DetachKey, KeysOnly};
use crate::output::ModeTracker;
use crate::unix::signals::{self, SignalSet, Signals};
use crate::unix::sockets;

/// How long an unfinished escape sequence may take before it counts as the Escape key.
const SEQUENCE_LIMIT: Duration = Duration::from_millis(50);
/// How often to look whether a job in the background was brought to the front.
const LOOK_FOR_FOREGROUND: Duration = Duration::from_millis(100);
/// So much may wait for a slow terminal; then the host waits, and drops what is too old.
const MOST_WAITING: usize = 256 << 10;

/// A guest at work.
pub(super) struct Guest<'a, 'r> {
    socket: OwnedFd,
    frames: TapReader,
    terminal: OwnTerminal,
    /// The session's size.
    size: Size,
    signals: Signals,
    request: &'a mut AttachRequest<'r>,
    keys: KeysOnly,
    detach_key: DetachKey,
    last_key: Instant,
    modes: ModeTracker,
    /// Output before this number is on the terminal already.
    shown_to: u64,
    /// What the host has had no room for.
    unsent: Vec<u8>,
    announced: bool,
    in_background: bool,
}

/// Everything a guest comes with.
pub(super) struct Visit {
    pub(super) socket: OwnedFd,
    pub(super) frames: FrameReader,
    pub(super) terminal: OwnTerminal,
    pub(super) signals: Signals,
    /// What shows the screen as it was, and the number of the first output to come.
    pub(super) restored: (Vec<u8>, u64),
    /// The session's size.
    pub(super) size: Size,
}

impl<'a, 'r> Guest<'a, 'r> {
    pub(super) fn new(visit: Visit, request: &'a mut AttachRequest<'r>) -> Self {
        let detach_key = DetachKey::new(request.detach_key);
        let (bytes, shown_to) = visit.restored;
        let mut guest = Guest {
            socket: visit.socket,
            frames: TapReader::after(visit.frames),
            terminal: visit.terminal,
            size: visit.size,
            signals: visit.signals,
            request,
            keys: KeysOnly::new(),
            detach_key,
            last_key: Instant::now(),
            modes: ModeTracker::new(),
            shown_to,
            unsent: Vec::new(),
            announced: false,
            in_background: false,
        };
        guest.take_place();
        guest.show(&bytes);
        guest
    }

    /// Stays until the program ends, the person leaves, or somebody asks them to.
    pub(super) fn stay(mut self) -> Result<Ending, RunError> {
        let ending = loop {
            self.pause();
            let came = self.signals.take();
            let ending =
                self.handle_signals(came).or_else(|| self.host_says()).or_else(|| self.person_types());
            if let Some(ending) = ending {
                break ending;
            }
            self.terminal.write_waiting();
            self.send_waiting();
            if self.in_background && self.terminal.in_foreground() {
                self.take_place();
            }
        };
        self.leave();
        ending
    }

    fn pause(&self) {
        let read_host = self.terminal.waits() < MOST_WAITING;
        let host = flag(read_host, PollFlags::IN) | flag(!self.unsent.is_empty(), PollFlags::OUT);
        let keys = flag(!self.in_background && self.unsent.is_empty(), PollFlags::IN);
        let terminal = keys | flag(self.terminal.waits() > 0, PollFlags::OUT);
        let mut ready = vec![PollFd::new(self.signals.wake(), PollFlags::IN)];
        // A descriptor that nothing is wanted of would report its hang-up again and again.
        if !host.is_empty() {
            ready.push(PollFd::new(&self.socket, host));
        }
        let tty = self.terminal.as_fd();
        if !terminal.is_empty() {
            ready.push(PollFd::from_borrowed_fd(tty, terminal));
        }
        let limit = self
            .patience()
            .map(|limit| Timespec { tv_sec: limit.as_secs() as i64, tv_nsec: limit.subsec_nanos().into() });
        let _ = rustix::event::poll(&mut ready, limit.as_ref());
    }

    fn patience(&self) -> Option<Duration> {
        let now = Instant::now();
        let due = [
            self.detach_key.deadline(),
            self.keys.unfinished().then(|| self.last_key + SEQUENCE_LIMIT),
            self.in_background.then(|| now + LOOK_FOR_FOREGROUND),
        ];
        due.into_iter().flatten().min().map(|time| time.saturating_duration_since(now))
    }

    fn handle_signals(&mut self, came: SignalSet) -> Option<Result<Ending, RunError>> {
        let ending =
            [libc::SIGTERM, libc::SIGINT, libc::SIGQUIT].into_iter().find(|&signal| came.contains(signal));
        if came.contains(libc::SIGHUP) {
            return Some(Ok(Ending::HungUp));
        }
        if let Some(signal) = ending {
            return Some(Ok(Ending::DieOf(signal)));
        }
        if came.contains(libc::SIGTSTP) {
            self.terminal.show_last(self.modes.reset().as_bytes());
            self.terminal.give_back();
            signals::stop_own_group(libc::SIGTSTP);
            self.return_to_place();
        } else if came.contains(libc::SIGCONT) {
            self.return_to_place();
        }
        if came.contains(libc::SIGWINCH) {
            self.say(&GuestSays::Resized(self.terminal.size().into()));
        }
        None
    }

    /// Raw mode is announced, so that the host can put the terminal back if we are killed, then set.
    fn take_place(&mut self) {
        self.in_background = !self.terminal.in_foreground();
        let Some((original, raw)) = self.terminal.raw_mode_due().filter(|_| !self.in_background) else {
            return;
        };
        let announcement = GuestSays::Announce { original, raw: raw.clone() };
        if !std::mem::replace(&mut self.announced, true) && !self.request.read_only {
            if let Ok(frame) = encode(&announcement) {
                let _ = sockets::send_with(self.socket.as_fd(), &frame, &[self.terminal.as_fd()]);
            }
        } else {
            self.say(&announcement);
        }
        self.terminal.set_raw(raw);
    }

    /// Whatever the shell wrote meanwhile is on the screen: it is drawn anew.
    fn return_to_place(&mut self) {
        self.take_place();
        self.restore(self.shown_to);
        self.say(&GuestSays::Resized(self.terminal.size().into()));
    }

    fn restore(&mut self, at_least: u64) {
        if let Some((bytes, to)) = (self.request.restore)(self.size, at_least) {
            self.shown_to = self.shown_to.max(to);
            self.show(&bytes);
        }
    }

    fn show(&mut self, bytes: &[u8]) {
        self.modes.feed(bytes);
        self.terminal.show(bytes);
    }

    fn host_says(&mut self) -> Option<Result<Ending, RunError>> {
        if self.terminal.waits() >= MOST_WAITING {
            return None;
        }
        let mut bytes = [0; 32 << 10];
        match sockets::receive_now(&self.socket, &mut bytes) {
            Ok(0) => return Some(Err(self.host_died())),
            Ok(count) => self.frames.push(bytes.get(..count).unwrap_or_default()),
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
            Err(_) => return Some(Err(self.host_died())),
        }
        loop {
            match self.frames.next_frame() {
                Ok(Some(TapFrame::Output { offset, bytes, .. })) => self.output(offset, &bytes),
                Ok(Some(TapFrame::Event { event, .. })) => match self.happened(event) {
                    None => {}
                    ending => return ending,
                },
                Ok(None) => return None,
                Err(_) => return Some(Err(self.host_died())),
            }
        }
    }

    /// What was restored may be ahead of the tap.
    fn output(&mut self, offset: u64, bytes: &[u8]) {
        let known = self.shown_to.saturating_sub(offset);
        let new = bytes.get(usize::try_from(known).unwrap_or(usize::MAX)..).unwrap_or_default();
        self.shown_to = self.shown_to.max(offset + bytes.len() as u64);
        self.show(new);
    }

    fn happened(&mut self, event: TapEvent) -> Option<Result<Ending, RunError>> {
        match event {
            TapEvent::Exited(exit) => Some(Ok(Ending::Exited(exit.into()))),
            TapEvent::Dismissed => Some(Ok(Ending::Detached)),
            TapEvent::Gap { to, .. } => {
                self.shown_to = self.shown_to.max(to);
                self.restore(to);
                None
            }
            TapEvent::Resized(size) => {
                self.size = size.into();
                None
            }
            TapEvent::Modes(bytes) => {
                self.show(&bytes);
                None
            }
            _ => None,
        }
    }

    fn host_died(&self) -> RunError {
        let session: SessionId = self.request.session.clone();
        RunError::HostDied { session, how: "it closed its socket".into() }
    }

    fn say(&mut self, said: &GuestSays) {
        if self.request.read_only {
            return;
        }
        if let Ok(frame) = encode(said) {
            self.unsent.extend_from_slice(&frame);
            self.send_waiting();
        }
    }

    /// A host that is gone is noticed where it is read from.
    fn send_waiting(&mut self) {
        while !self.unsent.is_empty() {
            match sockets::send_now(&self.socket, &[io::IoSlice::new(&self.unsent)]) {
                Ok(sent) => drop(self.unsent.drain(..sent)),
                Err(_) => return,
            }
        }
    }

    fn leave(&mut self) {
        self.terminal.show_last(self.modes.reset().as_bytes());
        self.terminal.give_back();
        self.say(&GuestSays::Leaves);
    }
}

fn flag(wanted: bool, flags: PollFlags) -> PollFlags {
    if wanted { flags } else { PollFlags::empty() }
}
