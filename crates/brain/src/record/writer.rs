//! The thread that writes the record, and copes with a disk that does not let it.

use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use store::{Claim, Claimed, Kind, Limits, Reader, Store};
use wire::RecordState;

use super::pending::Queue;
use super::slip::Slip;
use super::{Message, busy, in_words, micros, unrecorded};
use crate::{OpenState, Retention, now};

/// How often a record that cannot be written is tried again.
const TRY_AGAIN: Duration = Duration::from_secs(1);
/// How often, and after which pause, it is tried again before the end.
const LAST_TRIES: u32 = 4;
const LAST_PAUSE: Duration = Duration::from_millis(250);
/// How often to look for what is too old or too much.
const TIDY: Duration = Duration::from_secs(600);

/// Why the record cannot be written.
#[derive(Debug, thiserror::Error)]
enum Trouble {
    #[error("{0}")]
    Folder(String),
    #[error("{}", in_words(.0))]
    Store(#[from] store::Error),
}

impl Trouble {
    /// Whether the store is of no use any more and must be opened anew.
    fn is_final(&self) -> bool {
        matches!(self, Trouble::Store(error) if matches!(error.kind(), Kind::Replaced | Kind::Corrupt))
    }
}

/// Everything the thread holds.
pub(super) struct Writer {
    folder: OpenState,
    retention: Retention,
    state: Arc<Mutex<RecordState>>,
    store: Option<(Store, Reader)>,
    queue: Queue,
    tidied: Option<Instant>,
    trouble_since: Option<u64>,
    overflow: Arc<AtomicU64>,
    marker: PathBuf,
}

impl Writer {
    pub(super) fn new(
        folder: OpenState,
        retention: Retention,
        state: Arc<Mutex<RecordState>>,
        overflow: Arc<AtomicU64>,
        marker: PathBuf,
    ) -> Self {
        Writer {
            folder,
            retention,
            state,
            store: None,
            queue: Queue::default(),
            tidied: None,
            trouble_since: None,
            overflow,
            marker,
        }
    }

    /// Writes until told to finish, or until nobody is left to tell it anything.
    pub(super) fn work(mut self, inbox: &Receiver<Message>) {
        loop {
            let mut next = inbox.recv_timeout(TRY_AGAIN);
            let mut waiting_for_it = Vec::new();
            loop {
                match next {
                    Ok(Message::Write(pending)) => self.queue.push(pending),
                    Ok(Message::Sync(done)) => waiting_for_it.push(done),
                    Ok(Message::Claim(slip)) => self.claim(slip),
                    Ok(Message::Finish) | Err(RecvTimeoutError::Disconnected) => return self.finish(),
                    Err(RecvTimeoutError::Timeout) => break,
                }
                next = inbox.recv_timeout(Duration::ZERO);
            }
            let _ = self.flush();
            for done in waiting_for_it {
                let _ = done.send(());
            }
            self.tidy();
        }
    }

    /// Tries for a while: a disk may be full for a moment only.
    fn finish(mut self) {
        for _ in 0..LAST_TRIES {
            let _ = self.flush();
            if self.trouble_since.is_none() {
                break;
            }
            std::thread::sleep(LAST_PAUSE);
        }
        unrecorded::leave(&self.marker, self.queue.len() as u64 + self.queue.lost);
        if let Some((store, _)) = &mut self.store {
            let _ = store.settle();
        }
    }

    /// Takes an answer behind everything that was told before it, or says why not. It does not wait for the disk.
    fn claim(&mut self, slip: Slip) {
        let nothing_waits = self.queue.is_empty() && self.overflow.load(Ordering::Relaxed) == 0;
        let written = if nothing_waits && self.store.is_some() { Ok(()) } else { self.flush() };
        slip.carry_out(|claim| {
            written?;
            self.take_answer(claim)
        });
    }

    fn take_answer(&mut self, claim: &Claim) -> Result<Claimed, String> {
        let Some((store, _)) = &mut self.store else { return Err(busy()) };
        match store.claim(claim) {
            Ok(claimed) => Ok(claimed),
            Err(error) => self.note(Err(error.into())).and(Err(busy())),
        }
    }

    /// Writes everything that waits, as far as the disk lets it; otherwise says why, for people.
    fn flush(&mut self) -> Result<(), String> {
        self.queue.lost += self.overflow.swap(0, Ordering::Relaxed);
        let outcome = self.write_all();
        self.note(outcome)
    }

    /// Lets everybody know how the record is.
    fn note(&mut self, outcome: Result<(), Trouble>) -> Result<(), String> {
        if let Err(error) = &outcome {
            if error.is_final() {
                self.store = None;
            }
            if self.trouble_since.is_none() {
                tracing::error!(%error, "the record cannot be written");
            }
        } else if self.trouble_since.is_some() {
            tracing::info!("the record can be written again");
        }
        let said =
            outcome.as_ref().map(|_| ()).map_err(|error| format!("the record cannot be written: {error}"));
        self.publish(outcome.err());
        said
    }

    fn write_all(&mut self) -> Result<(), Trouble> {
        let idle = self.queue.is_empty();
        let (store, _) = self.open()?;
        if idle {
            return Ok(store.settle()?);
        }
        while !self.queue.is_empty() {
            let Some((store, reader)) = &mut self.store else { return Ok(()) };
            let (changes, count) = self.queue.batch(reader, micros())?;
            if !changes.is_empty() {
                let committed = store.commit(&changes)?;
                if let Some(finding) = committed.finding {
                    tracing::error!(?finding, "the record was changed by somebody else");
                }
            }
            self.queue.written(count);
        }
        Ok(())
    }

    fn open(&mut self) -> Result<&mut (Store, Reader), Trouble> {
        let opened = match self.store.take() {
            Some(opened) => opened,
            None => {
                let folder = (self.folder)().map_err(Trouble::Folder)?;
                (Store::open(&folder)?, Reader::open(&folder)?)
            }
        };
        Ok(self.store.insert(opened))
    }

    fn publish(&mut self, error: Option<Trouble>) {
        let state = match error {
            None => {
                self.trouble_since = None;
                RecordState::Kept
            }
            Some(error) => RecordState::Trouble {
                reason: error.to_string(),
                since: *self.trouble_since.get_or_insert_with(now),
                waiting: self.queue.len() as u64,
                lost: self.queue.lost,
            },
        };
        *self.state.lock().unwrap_or_else(PoisonError::into_inner) = state;
    }

    /// Removes what is too old or too much, now and then.
    fn tidy(&mut self) {
        if self.tidied.is_some_and(|last| last.elapsed() < TIDY) {
            return;
        }
        let Some((store, _)) = &mut self.store else { return };
        let age = self.retention.age.map(|age| i64::try_from(age.as_micros()).unwrap_or(i64::MAX));
        let limits = Limits {
            not_before: age.map(|age| micros().saturating_sub(age)),
            max_bytes: self.retention.bytes,
        };
        match store.retain(micros(), limits) {
            // More is left: the next round takes it.
            Ok(Some(cut)) => {
                let (events, sessions, prompts) = (cut.events, cut.sessions, cut.prompts);
                tracing::info!(events, sessions, prompts, "old events were removed");
                let _ = store.shrink();
                self.tidied = (!cut.more).then(Instant::now);
            }
            Ok(None) => self.tidied = Some(Instant::now()),
            Err(error) => {
                tracing::warn!(error = in_words(&error), "old events could not be removed");
                self.tidied = Some(Instant::now());
            }
        }
    }
}
