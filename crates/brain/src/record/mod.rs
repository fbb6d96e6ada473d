//! The record as the rest of the brain sees it: told and forgotten. A thread of its own writes; trouble with the
//! disk is that thread's, and shows as a state, never as a wait.

mod left_behind;
mod pending;
mod prompts;
mod reading;
mod slip;
#[cfg(test)]
mod tests;
mod unrecorded;
mod writer;

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{SyncSender, TrySendError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use model::{AuditEvent, Exit, SessionId};
use store::{Change, Ended};
use tokio::sync::oneshot;
use wire::{BrainAnswer, EventRecord, RecordState, SessionLine, WireExit};

use crate::{BrainError, OpenState, Retention, now, while_trying};
pub(crate) use left_behind::{ASKED, AUTOMATIC, MANUAL, TYPED, Unanswered, WRITTEN};
use pending::Pending;
use slip::Slip;

/// Messages that wait for the thread. It takes them at once unless the disk hangs.
const INBOX: usize = 4096;
/// How long a reader waits for what was told just before to be written.
const SYNC: Duration = Duration::from_millis(500);

/// How long who must not go on without a record waits for it.
const DURABLE: Duration = Duration::from_secs(3);

/// What the writing thread is told.
enum Message {
    /// To be written.
    Write(Pending),
    /// Everything told so far is to be written now, if it can be.
    Sync(oneshot::Sender<()>),
    /// An answer, to be taken now or not at all.
    Claim(Slip),
    /// The end.
    Finish,
}

/// The way to the writing thread.
pub(crate) struct Record {
    folder: OpenState,
    inbox: SyncSender<Message>,
    /// Messages for which the thread had no room: the disk hangs.
    overflow: Arc<AtomicU64>,
    state: Arc<Mutex<RecordState>>,
    thread: Mutex<Option<JoinHandle<()>>>,
}

impl Record {
    pub(crate) fn start(
        folder: OpenState,
        retention: Retention,
        marker: PathBuf,
    ) -> Result<Record, BrainError> {
        let (inbox, messages) = sync_channel(INBOX);
        let overflow = Arc::new(AtomicU64::new(unrecorded::take(&marker)));
        let state = Arc::new(Mutex::new(RecordState::Kept));
        let writer = writer::Writer::new(
            Arc::clone(&folder),
            retention,
            Arc::clone(&state),
            Arc::clone(&overflow),
            marker,
        );
        let thread = std::thread::Builder::new()
            .name("record".into())
            .spawn(move || writer.work(&messages))
            .map_err(while_trying("start the record's thread"))?;
        let record = Record { folder, inbox, overflow, state, thread: Mutex::new(Some(thread)) };
        let began = AuditEvent::new(micros(), "brain.started")
            .with("version", env!("CARGO_PKG_VERSION"))
            .with("pid", std::process::id());
        record.append(began);
        Ok(record)
    }

    /// How the record is.
    pub(crate) fn state(&self) -> RecordState {
        self.state.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub(crate) fn append(&self, event: AuditEvent) {
        self.write(Pending::Changes(vec![Change::Append(event)]));
    }

    /// Has an event written before it returns, or says why that cannot be. It may be written later all the same.
    pub(crate) async fn append_now(&self, event: AuditEvent) -> Result<(), String> {
        self.append(event);
        self.written().await
    }

    /// Waits until everything is written that was told so far, or says why that cannot be.
    pub(crate) async fn written(&self) -> Result<(), String> {
        let (done, written) = oneshot::channel();
        self.inbox.try_send(Message::Sync(done)).map_err(|_| busy())?;
        match tokio::time::timeout(DURABLE, written).await {
            Ok(Ok(())) => {}
            _ => return Err(busy()),
        }
        match self.state() {
            RecordState::Kept => Ok(()),
            RecordState::Trouble { reason, .. } => Err(format!("the record cannot be written: {reason}")),
        }
    }

    /// A session was found: it has begun, or an earlier brain knew it already.
    pub(crate) fn session_seen(&self, line: &SessionLine) {
        self.write(Pending::Seen(Box::new(line.clone()), micros()));
    }

    /// A session is over; nobody may have seen how it ended.
    pub(crate) fn session_ended(&self, session: &SessionId, exit: Option<WireExit>) {
        let (at, exit) = (micros(), exit.map(Exit::from));
        self.write(Pending::Changes(vec![
            Change::SessionEnded { id: session.clone(), ended: Ended { at, exit } },
            Change::Append(pending::end_event(at, session, exit)),
        ]));
    }

    pub(crate) fn session_renamed(&self, session: &SessionId, from: String, to: String) {
        let event = AuditEvent::new(micros(), "session.renamed")
            .about(session)
            .with("from", from)
            .with("to", to.clone());
        self.write(Pending::Changes(vec![
            Change::SessionRenamed { id: session.clone(), name: Some(to) },
            Change::Append(event),
        ]));
    }

    /// Sessions that the record believes to run, and that are not among these, ended while no brain was there.
    pub(crate) fn only_these_run(&self, alive: Vec<SessionId>) {
        self.write(Pending::Alive(alive, micros()));
    }

    /// Nobody listens on a session's socket: if the record believes that it runs, it does no more.
    pub(crate) fn session_gone(&self, session: &SessionId) {
        self.write(Pending::Gone(session.clone(), micros()));
    }

    fn write(&self, pending: Pending) {
        match self.inbox.try_send(Message::Write(pending)) {
            Ok(()) => {}
            Err(TrySendError::Full(_)) => drop(self.overflow.fetch_add(1, Ordering::Relaxed)),
            Err(TrySendError::Disconnected(_)) => self.without_thread(),
        }
    }

    fn without_thread(&self) {
        let reason = "the thread that writes it is gone".to_owned();
        let trouble = RecordState::Trouble { reason, since: now(), waiting: 0, lost: 0 };
        *self.state.lock().unwrap_or_else(PoisonError::into_inner) = trouble;
    }

    /// Writes what is left, as far as that is possible at once.
    pub(crate) fn finish(&self, why: &'static str) {
        self.append(AuditEvent::new(micros(), "brain.stopped").with("why", why));
        let _ = self.inbox.send(Message::Finish);
        let thread = self.thread.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(thread) = thread {
            let _ = thread.join();
        }
    }

    pub(crate) async fn ended_sessions(&self, limit: u32) -> Result<Vec<SessionLine>, String> {
        self.read(move |folder| reading::ended_sessions(folder, limit)).await
    }

    /// The latest events of a session, or of all; `None` if there is no such session.
    pub(crate) async fn log(
        &self,
        session: Option<String>,
        limit: u32,
    ) -> Result<Option<Vec<EventRecord>>, String> {
        self.read(move |folder| reading::log(folder, session.as_deref(), limit)).await
    }

    pub(crate) async fn events(&self, from: u64, limit: u32) -> Result<Option<Vec<EventRecord>>, String> {
        self.read(move |folder| reading::events(folder, from, limit).map(Some)).await
    }

    pub(crate) async fn verify(&self) -> Result<BrainAnswer, String> {
        self.read(reading::verify).await
    }

    /// Reading is done elsewhere: a slow disk holds up nobody but who asks.
    async fn read<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Path) -> Result<T, String> + Send + 'static,
    ) -> Result<T, String> {
        let (done, written) = oneshot::channel();
        let _ = self.inbox.try_send(Message::Sync(done));
        let _ = tokio::time::timeout(SYNC, written).await;
        let folder = Arc::clone(&self.folder);
        let work = tokio::task::spawn_blocking(move || work(&folder()?));
        work.await.unwrap_or_else(|error| Err(format!("reading the record failed: {error}")))
    }
}

/// The time as the record counts it.
pub(crate) fn micros() -> i64 {
    i64::try_from(now()).unwrap_or(i64::MAX)
}

/// What is said when the thread does not get to it.
fn busy() -> String {
    "the record cannot be written just now".to_owned()
}

/// An error with everything behind it.
fn in_words(error: &store::Error) -> String {
    let mut text = error.to_string();
    let mut source = std::error::Error::source(error);
    while let Some(cause) = source {
        text = format!("{text} ({cause})");
        source = cause.source();
    }
    text
}
