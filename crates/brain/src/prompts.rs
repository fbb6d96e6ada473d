//! News about questions, for those who watch for them.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Arc;

use engine::Number;
use model::SessionId;

use crate::answering;
use crate::notify::{self, Notify, ReadNotify};
use crate::registry::Entry;

/// Counts what changes.
pub(crate) struct Prompts {
    count: Cell<u64>,
    news: tokio::sync::Notify,
    /// How the person is told of a question that starts to wait: as the settings say now, else as they last did.
    read: ReadNotify,
    notify: Rc<RefCell<Notify>>,
    /// The program of theirs that was named when the brain began.
    command: Vec<String>,
}

impl Prompts {
    pub(crate) fn new(read: ReadNotify) -> Self {
        let notify = read().unwrap_or_default();
        let command = notify.command.clone();
        let (count, news) = (Cell::default(), tokio::sync::Notify::new());
        Prompts { read, notify: Rc::new(RefCell::new(notify)), command, count, news }
    }

    /// Something about questions has changed.
    pub(crate) fn changed(&self) {
        self.count.set(self.count.get() + 1);
        self.news.notify_waiters();
    }

    /// Grows with everything that changes.
    pub(crate) fn count(&self) -> u64 {
        self.count.get()
    }

    /// Waits until the count is another than this.
    pub(crate) async fn after(&self, seen: u64) {
        loop {
            let news = self.news.notified();
            if self.count.get() != seen {
                return;
            }
            news.await;
        }
    }

    /// Whether the title of a session's terminal says what it waits for, as the settings say now.
    pub(crate) async fn title_is_wanted(&self) -> bool {
        let read = Arc::clone(&self.read);
        let now = tokio::task::spawn_blocking(move || read()).await.ok().flatten();
        now.map_or_else(|| self.notify.borrow().title, |now| now.title)
    }

    /// A person is asked something: they are told in the way they want to be.
    pub(crate) fn asked(&self, session: &SessionId, entry: &Rc<Entry>, number: Number) {
        let Some(prompt) = answering::shown(session, entry, number) else { return };
        let (read, last, command) = (Arc::clone(&self.read), Rc::clone(&self.notify), self.command.clone());
        let entry = Rc::clone(entry);
        tokio::task::spawn_local(async move {
            if let Ok(Some(now)) = tokio::task::spawn_blocking(move || read()).await {
                // Whoever could name a program to the brain that runs would have it started outside of every session.
                last.replace(Notify { command, ..now });
            }
            let notify = last.borrow().clone();
            notify::tell(&notify, &prompt);
            notify::ring(&notify, &entry);
        });
    }
}
