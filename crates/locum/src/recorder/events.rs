//! The events file: one JSON object a line, appended while the session runs.

use std::fs::File;

use model::Exit;
use serde_json::{Map, Value};
use wire::TapEvent;

use super::cast::seconds;
use super::file::LineFile;
use super::object;
use crate::facts;

/// An events file in the making.
#[derive(Debug)]
pub(super) struct Events(LineFile);

impl Events {
    pub(super) fn new(file: File) -> Self {
        Events(LineFile::new(file))
    }

    pub(super) fn happened(&mut self, micros: u64, event: &TapEvent) {
        match event {
            TapEvent::Facts(facts) => self.line(micros, "facts", facts::as_json(&(**facts).clone().into())),
            TapEvent::Exited(exit) => self.line(micros, "exited", exited((*exit).into())),
            TapEvent::Remark(text) => self.remark(micros, text),
            _ => {}
        }
    }

    /// What the brain says: an object with the event's name in it. Anything else is left out.
    fn remark(&mut self, micros: u64, text: &str) {
        let Ok(Value::Object(mut said)) = serde_json::from_str(text) else { return };
        if let Some(Value::String(name)) = said.remove("event") {
            self.line(micros, &name, said);
        }
    }

    /// Something that is an event already.
    pub(super) fn event(&mut self, event: &Value) {
        let place = self.0.line();
        // Writing into memory does not fail.
        let _ = serde_json::to_writer(&mut *place, event);
        place.push(b'\n');
    }

    fn line(&mut self, micros: u64, name: &str, more: Map<String, Value>) {
        let mut members = vec![("t", seconds(micros)), ("event", Value::from(name))];
        members.extend(more.iter().map(|(name, value)| (name.as_str(), value.clone())));
        let place = self.0.line();
        place.extend_from_slice(object(&members).as_bytes());
        place.push(b'\n');
    }

    pub(super) fn flush(&mut self) {
        self.0.flush();
    }

    pub(super) fn is_complete(&self) -> bool {
        self.0.is_complete()
    }
}

fn exited(exit: Exit) -> Map<String, Value> {
    let mut object = Map::new();
    object.insert("status".into(), exit.status().into());
    if let Exit::Signal(signal) = exit {
        object.insert("signal".into(), signal.into());
    }
    object
}
