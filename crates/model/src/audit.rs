//! What is worth recording: an event, before it has a place in the record.

use std::borrow::Cow;

use crate::SessionId;

/// A value of an event's field. The kinds are few, so that what is hashed can be written down exactly.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Value {
    /// Known to be absent.
    Null,
    /// Yes or no.
    Bool(bool),
    /// A number, a time in microseconds, a process.
    Int(i64),
    /// Text.
    Text(String),
    /// Anything else: paths and arguments need not be text.
    Bytes(Vec<u8>),
}

impl From<bool> for Value {
    fn from(value: bool) -> Self {
        Value::Bool(value)
    }
}

impl From<i64> for Value {
    fn from(value: i64) -> Self {
        Value::Int(value)
    }
}

impl From<u32> for Value {
    fn from(value: u32) -> Self {
        Value::Int(value.into())
    }
}

impl From<&str> for Value {
    fn from(value: &str) -> Self {
        Value::Text(value.to_owned())
    }
}

impl From<String> for Value {
    fn from(value: String) -> Self {
        Value::Text(value)
    }
}

impl From<Vec<u8>> for Value {
    fn from(value: Vec<u8>) -> Self {
        Value::Bytes(value)
    }
}

impl<T: Into<Value>> From<Option<T>> for Value {
    fn from(value: Option<T>) -> Self {
        value.map_or(Value::Null, Into::into)
    }
}

/// Something that happened, to be recorded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuditEvent {
    /// When, in microseconds since 1970.
    pub at: i64,
    /// The session it is about, if it is about one.
    pub session: Option<SessionId>,
    /// What happened, as `noun.verb`: `session.started`.
    pub kind: Cow<'static, str>,
    /// The details, in the order in which they were given.
    pub fields: Vec<(Cow<'static, str>, Value)>,
}

impl AuditEvent {
    /// An event about no session, without details.
    pub fn new(at: i64, kind: impl Into<Cow<'static, str>>) -> Self {
        AuditEvent { at, session: None, kind: kind.into(), fields: Vec::new() }
    }

    /// The same event, about this session.
    pub fn about(mut self, session: &SessionId) -> Self {
        self.session = Some(session.clone());
        self
    }

    /// The same event with one more field.
    pub fn with(mut self, name: impl Into<Cow<'static, str>>, value: impl Into<Value>) -> Self {
        self.fields.push((name.into(), value.into()));
        self
    }

    /// The value of the first field of this name.
    pub fn field(&self, name: &str) -> Option<&Value> {
        self.fields.iter().find(|(known, _)| known == name).map(|(_, value)| value)
    }
}

#[cfg(test)]
mod tests {
    use super::{AuditEvent, Value};

    #[test]
    fn fields_keep_their_order_and_their_kind() {
        let event = AuditEvent::new(7, "x.y")
            .with("b", 1u32)
            .with("a", "t")
            .with("none", None::<i64>)
            .with("b", true);
        let names: Vec<_> = event.fields.iter().map(|(name, _)| name.as_ref()).collect();
        assert_eq!(names, ["b", "a", "none", "b"]);
        assert_eq!(event.field("b"), Some(&Value::Int(1)));
        assert_eq!(event.field("none"), Some(&Value::Null));
        assert_eq!(event.field("other"), None);
    }
}
