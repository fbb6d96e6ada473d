//! News about questions, for those who watch for them.

use std::cell::Cell;
use std::rc::Rc;

use engine::Number;
use model::SessionId;

use crate::answering;
use crate::notify::{self, Notify};
use crate::registry::Entry;

/// Counts what changes.
pub(crate) struct Prompts {
    count: Cell<u64>,
    news: tokio::sync::Notify,
    /// How the person is told of a question that starts to wait.
    notify: Notify,
}

impl Prompts {
    pub(crate) fn new(notify: Notify) -> Self {
        Prompts { notify, count: Cell::default(), news: tokio::sync::Notify::new() }
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

    /// A person is asked something: they are told in the way they want to be.
    pub(crate) fn asked(&self, session: &SessionId, entry: &Rc<Entry>, number: Number) {
        if let Some(prompt) = answering::shown(session, entry, number) {
            notify::tell(&self.notify, &prompt);
            notify::ring(&self.notify, entry);
        }
    }
}
