//! What was answered and what became of it, told to whoever watches the session: the events file.

use std::rc::Rc;

use serde_json::{Value, json};
use wire::{LONGEST_REMARK, Request};

use crate::line::Line;
use crate::registry::Entry;

/// Texts longer than this are cut.
const LONGEST_TEXT: usize = 1000;

/// Tells it, some time: nobody waits for it, and a host that does not listen misses it.
pub(super) fn remark(entry: &Rc<Entry>, event: &str, more: Value) {
    let mut said = json!({"event": event});
    if let (Some(said), Value::Object(more)) = (said.as_object_mut(), more) {
        said.extend(more.into_iter().map(|(name, value)| (name, cut(value))));
    }
    let text = said.to_string();
    if text.len() > LONGEST_REMARK {
        return;
    }
    let first = {
        let mut remarks = entry.remarks.borrow_mut();
        remarks.push_back(text);
        remarks.len() == 1
    };
    if first {
        tokio::task::spawn_local(send_all(Rc::clone(entry)));
    }
}

/// In their order, over one connection.
async fn send_all(entry: Rc<Entry>) {
    let mut line = Line::to_host(&entry.hand.path).await.ok().map(|(line, _)| line);
    loop {
        let Some(text) = entry.remarks.borrow().front().cloned() else { return };
        if let Some(told) = &mut line
            && told.ask(&Request::Remark { text }).await.is_err()
        {
            line = None;
        }
        entry.remarks.borrow_mut().pop_front();
    }
}

fn cut(value: Value) -> Value {
    match value {
        Value::String(text) if text.len() > LONGEST_TEXT => {
            Value::String(text.chars().take(LONGEST_TEXT / 4).collect())
        }
        other => other,
    }
}
