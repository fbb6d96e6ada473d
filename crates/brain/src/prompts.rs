//! News about questions, for those who watch for them.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use engine::Number;
use model::SessionId;
use tokio::sync::Notify;

use crate::life::World;
use crate::registry::Entry;

/// Counts what changes.
#[derive(Default)]
pub(crate) struct Prompts {
    count: Cell<u64>,
    news: Notify,
    /// What is done when a question starts to wait for a person.
    bell: RefCell<Option<Bell>>,
}

/// Told of a question that starts to wait.
pub(crate) type Bell = Rc<dyn Fn(&SessionId, &Entry, Number)>;

impl Prompts {
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

    /// A person is asked something.
    pub(crate) fn asked(&self, _world: &Rc<World>, session: &SessionId, entry: &Rc<Entry>, number: Number) {
        let bell = self.bell.borrow().clone();
        if let Some(bell) = bell {
            bell(session, entry, number);
        }
    }
}
