//! The thread that keeps draining the terminal, and what it has seen.

use std::io::{PipeReader, Read};
use std::os::fd::OwnedFd;
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec};
use rustix::io::Errno;

use super::queries::Queries;
use super::view::View;

/// A piece of output as one read returned it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Chunk {
    /// When it was read.
    pub at: Instant,
    /// Where it begins in the log.
    pub start: usize,
    /// How many bytes it has.
    pub len: usize,
}

/// Takes output in place of the log and the screen.
pub(super) type Sink = Box<dyn FnMut(&[u8]) + Send>;

/// All that was seen and all that is asked of the reader.
pub(super) struct State {
    pub(super) log: Vec<u8>,
    pub(super) chunks: Vec<Chunk>,
    pub(super) view: View,
    pub(super) queries: Queries,
    pub(super) answers: bool,
    pub(super) sink: Option<Sink>,
    pub(super) paused: bool,
    /// The terminal is leaving: the reader must let go of it.
    pub(super) leaving: bool,
    /// Nobody holds the other end any more.
    pub(super) ended: bool,
}

/// The state with its lock. The reader reads *under* the lock: with the lock held, "nothing to read" means
/// that all there was is in the log, and a pause that has the lock is in force.
pub(super) struct Shared {
    state: Mutex<State>,
    changed: Condvar,
}

impl Shared {
    pub(super) fn new(state: State) -> Arc<Self> {
        Arc::new(Shared { state: Mutex::new(state), changed: Condvar::new() })
    }

    /// A test that panicked holding the lock still wants its screen shown.
    pub(super) fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    /// Changes what is asked of the reader.
    pub(super) fn update(&self, change: impl FnOnce(&mut State)) {
        change(&mut self.lock());
        self.changed.notify_all();
    }

    /// Waits until the condition holds and says whether it did in time.
    pub(super) fn wait(&self, limit: Duration, mut condition: impl FnMut(&State) -> bool) -> bool {
        let (_state, timeout) = self
            .changed
            .wait_timeout_while(self.lock(), limit, |state| !condition(state))
            .unwrap_or_else(std::sync::PoisonError::into_inner);
        !timeout.timed_out()
    }
}

/// Drains until told to leave. `wake` becomes readable when something new is asked.
pub(super) fn run(master: &OwnedFd, mut wake: PipeReader, shared: &Shared) {
    loop {
        let mut state = shared.lock();
        while (state.paused || state.ended) && !state.leaving {
            state = shared.changed.wait(state).unwrap_or_else(std::sync::PoisonError::into_inner);
        }
        if state.leaving {
            return;
        }
        drop(state);
        wait_readable(master, &mut wake);
        let mut state = shared.lock();
        if state.paused || state.leaving {
            continue;
        }
        take(master, &mut state);
        drop(state);
        shared.changed.notify_all();
    }
}

fn wait_readable(master: &OwnedFd, wake: &mut PipeReader) {
    let mut polled = [PollFd::new(master, PollFlags::IN), PollFd::new(wake, PollFlags::IN)];
    // An interrupted or failed wait only means one vain read.
    let _ = rustix::event::poll(&mut polled, None);
    let woken = !polled[1].revents().is_empty();
    if woken {
        let _ = wake.read(&mut [0; 64]);
    }
}

/// One read, as an emulator does; into the log, onto the screen, and answers back.
fn take(master: &OwnedFd, state: &mut State) {
    let mut buffer = [0; 16 * 1024];
    match rustix::io::read(master, &mut buffer) {
        Ok(0) => state.ended = true,
        Ok(len) => accept(master, state, &buffer[..len]),
        Err(Errno::AGAIN | Errno::INTR) => {}
        // The kernel's word for "the last program has closed the terminal".
        Err(_) => state.ended = true,
    }
}

fn accept(master: &OwnedFd, state: &mut State, bytes: &[u8]) {
    if let Some(sink) = &mut state.sink {
        return sink(bytes);
    }
    state.chunks.push(Chunk { at: Instant::now(), start: state.log.len(), len: bytes.len() });
    state.log.extend_from_slice(bytes);
    let mut drawn = 0;
    for (at, byte) in bytes.iter().enumerate() {
        let State { queries, view, .. } = state;
        let answer = queries.push(*byte, || {
            // The cursor asked about is the one at this very byte.
            view.feed(&bytes[drawn..=at]);
            drawn = at + 1;
            view.cursor()
        });
        if let (Some(answer), true) = (answer, state.answers) {
            let _ = rustix::io::write(master, &answer);
        }
    }
    state.view.feed(&bytes[drawn..]);
}

/// Whether this descriptor becomes ready in time.
pub(super) fn ready(fd: &OwnedFd, events: PollFlags, limit: Duration) -> bool {
    let timeout = Timespec::try_from(limit).ok();
    matches!(rustix::event::poll(&mut [PollFd::new(fd, events)], timeout.as_ref()), Ok(1..))
}
