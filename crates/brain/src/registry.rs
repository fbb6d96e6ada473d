//! All sessions the brain knows, and a way to wait for news of one.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, VecDeque};
use std::rc::Rc;
use std::time::Duration;

use host::unix::kin::KnownHost;
use model::SessionId;
use tokio::sync::{Notify, oneshot};
use tokio::time::{Instant, timeout_at};
use wire::SessionLine;

use crate::answering::{Answering, Hand};
use crate::tracking::Tracked;

/// What the call of a hook gets: an answer and whose it is, or nothing.
pub(crate) type Replied = Option<(engine::Answer, engine::By)>;

/// A session, shared between the task that follows it and those who ask about it.
pub(crate) struct Entry {
    pub(crate) tracked: RefCell<Tracked>,
    /// What is answered in it.
    pub(crate) answering: RefCell<Answering>,
    /// How keys reach it.
    pub(crate) hand: Hand,
    /// Calls of hooks that wait for an answer.
    pub(crate) calls: RefCell<BTreeMap<u64, oneshot::Sender<Replied>>>,
    /// Everything happens but the keys.
    pub(crate) dry_run: Cell<bool>,
    /// What is to be told to whoever watches it.
    pub(crate) remarks: RefCell<VecDeque<String>>,
    /// Something about it has changed.
    pub(crate) news: Notify,
    /// When to look next may have changed.
    pub(crate) wake: Notify,
}

/// How long somebody who asks may wait for a host's first word. One that is stopped does not give it.
const SETTLING: Duration = Duration::from_millis(300);

/// What is known of a session that has a socket.
enum Known {
    /// A task is getting to know it.
    Approached,
    /// It is followed.
    Followed(Rc<Entry>, KnownHost),
    /// Its host is of another version.
    Foreign(SessionLine),
}

/// All of them.
#[derive(Default)]
pub(crate) struct Registry {
    sessions: RefCell<BTreeMap<SessionId, Known>>,
    /// One that was approached is known now, or gone.
    known: Notify,
}

impl Registry {
    /// Claims a session for the task that is to follow it. False if another has.
    pub(crate) fn approach(&self, session: &SessionId) -> bool {
        let mut sessions = self.sessions.borrow_mut();
        if sessions.contains_key(session) {
            return false;
        }
        sessions.insert(session.clone(), Known::Approached);
        true
    }

    pub(crate) fn follow(
        &self,
        session: &SessionId,
        tracked: Tracked,
        answering: Answering,
        hand: Hand,
        host: KnownHost,
    ) -> Rc<Entry> {
        let entry = Rc::new(Entry {
            tracked: RefCell::new(tracked),
            answering: RefCell::new(answering),
            hand,
            calls: RefCell::default(),
            dry_run: Cell::new(false),
            remarks: RefCell::default(),
            news: Notify::new(),
            wake: Notify::new(),
        });
        self.sessions.borrow_mut().insert(session.clone(), Known::Followed(Rc::clone(&entry), host));
        self.known.notify_waiters();
        entry
    }

    pub(crate) fn foreign(&self, session: &SessionId, line: SessionLine) {
        self.sessions.borrow_mut().insert(session.clone(), Known::Foreign(line));
        self.known.notify_waiters();
    }

    pub(crate) fn forget(&self, session: &SessionId) {
        self.sessions.borrow_mut().remove(session);
        self.known.notify_waiters();
    }

    /// Forgets sessions of another version whose socket is gone; nobody follows those.
    pub(crate) fn forget_foreign(&self, still_there: impl Fn(&SessionId) -> bool) {
        let mut sessions = self.sessions.borrow_mut();
        sessions.retain(|session, known| !matches!(known, Known::Foreign(_)) || still_there(session));
    }

    /// Waits, for a moment, until every session that was found is known.
    pub(crate) async fn settle(&self) {
        let until = Instant::now() + SETTLING;
        loop {
            let known = self.known.notified();
            let approached =
                self.sessions.borrow().values().any(|session| matches!(session, Known::Approached));
            if !approached || timeout_at(until, known).await.is_err() {
                return;
            }
        }
    }

    pub(crate) fn get(&self, session: &SessionId) -> Option<Rc<Entry>> {
        match self.sessions.borrow().get(session) {
            Some(Known::Followed(entry, _)) => Some(Rc::clone(entry)),
            _ => None,
        }
    }

    /// Those that are followed.
    pub(crate) fn entries(&self) -> Vec<Rc<Entry>> {
        self.followed().into_iter().map(|(_, entry)| entry).collect()
    }

    /// The same with their ids.
    pub(crate) fn followed(&self) -> Vec<(SessionId, Rc<Entry>)> {
        let sessions = self.sessions.borrow();
        let entry = |(session, known): (&SessionId, &Known)| match known {
            Known::Followed(entry, _) => Some((session.clone(), Rc::clone(entry))),
            _ => None,
        };
        sessions.iter().filter_map(entry).collect()
    }

    /// Those whose hosts have not said a word yet.
    pub(crate) fn approached(&self) -> Vec<SessionId> {
        let sessions = self.sessions.borrow();
        let silent = sessions.iter().filter(|(_, known)| matches!(known, Known::Approached));
        silent.map(|(session, _)| session.clone()).collect()
    }

    pub(crate) fn count(&self) -> usize {
        self.sessions.borrow().len()
    }

    pub(crate) fn hosts(&self) -> Vec<KnownHost> {
        let sessions = self.sessions.borrow();
        let host = |known: &Known| match known {
            Known::Followed(_, host) => Some(host.clone()),
            _ => None,
        };
        sessions.values().filter_map(host).collect()
    }

    pub(crate) fn lines(&self) -> Vec<SessionLine> {
        let sessions = self.sessions.borrow();
        let line = |known: &Known| match known {
            Known::Followed(entry, _) => Some(entry.tracked.borrow().line.clone()),
            Known::Foreign(line) => Some(line.clone()),
            Known::Approached => None,
        };
        let mut lines: Vec<_> = sessions.values().filter_map(line).collect();
        lines.sort_by_key(|line| line.began);
        lines
    }
}
