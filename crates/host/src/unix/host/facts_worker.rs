//! The thread that asks the kernel. A probe of a large process tree takes milliseconds, and `/proc` may be slow:
//! neither may delay a byte, so the loop only drops a request here and picks up the answer later.

use std::io;
use std::os::fd::OwnedFd;
use std::sync::mpsc::{Receiver, Sender, SyncSender, TrySendError, channel, sync_channel};
use std::thread;

use model::KernelFacts;
use rustix::pipe::PipeFlags;

use crate::facts::{Effort, Facts};
use crate::unix::signals::{self, SignalSet};

/// A probe needs little; the default of 2 MiB would count as address space for nothing.
const STACK: usize = 256 << 10;

/// The loop's end. Dropping it ends the thread.
#[derive(Debug)]
pub(super) struct FactsWorker {
    requests: SyncSender<Effort>,
    answers: Receiver<(Effort, KernelFacts)>,
    wake: OwnedFd,
}

impl FactsWorker {
    pub(super) fn start(facts: impl Facts + Send + 'static) -> io::Result<Self> {
        let (requests, todo) = sync_channel(1);
        let (done, answers) = channel();
        let (wake, waker) = rustix::pipe::pipe_with(PipeFlags::CLOEXEC | PipeFlags::NONBLOCK)?;
        thread::Builder::new()
            .name("locum-facts".into())
            .stack_size(STACK)
            .spawn(move || work(facts, &todo, &done, &waker))?;
        Ok(FactsWorker { requests, answers, wake })
    }

    /// Readable when an answer is there.
    pub(super) fn wake(&self) -> &OwnedFd {
        &self.wake
    }

    /// Asks for a probe. While one is under way and one waits, more would tell nothing new: false if the thread
    /// is gone.
    pub(super) fn request(&self, effort: Effort) -> bool {
        !matches!(self.requests.try_send(effort), Err(TrySendError::Disconnected(_)))
    }

    /// The newest answer, if any came, and how thorough it is.
    pub(super) fn take(&self) -> Option<(Effort, KernelFacts)> {
        let mut sink = [0; 64];
        let _ = rustix::io::read(&self.wake, &mut sink);
        self.answers.try_iter().last()
    }
}

fn work(
    mut facts: impl Facts,
    todo: &Receiver<Effort>,
    done: &Sender<(Effort, KernelFacts)>,
    waker: &OwnedFd,
) {
    // Signals are for the main thread, whose poll they must interrupt.
    signals::block_exactly(SignalSet(u64::MAX));
    while let Ok(effort) = todo.recv() {
        if done.send((effort, facts.probe(effort))).is_err() {
            return;
        }
        let _ = rustix::io::write(waker, b"f");
    }
}
