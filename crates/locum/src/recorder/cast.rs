//! Asciicast v2: a header line, then one line an event.

use std::fs::File;

use model::Size;
use serde_json::Value;
use wire::TapEvent;

use super::file::LineFile;
use crate::facts;

/// A recording in the making.
#[derive(Debug)]
pub(super) struct Cast {
    file: LineFile,
    output: Utf8Stream,
    input: Utf8Stream,
}

impl Cast {
    pub(super) fn new(file: File, header: &str) -> Self {
        let mut file = LineFile::new(file);
        file.line().extend_from_slice(header.as_bytes());
        file.line().push(b'\n');
        file.flush();
        Cast { file, output: Utf8Stream::default(), input: Utf8Stream::default() }
    }

    pub(super) fn output(&mut self, micros: u64, bytes: &[u8]) {
        let text = self.output.push(bytes);
        if !text.is_empty() {
            self.event(micros, "o", text);
        }
    }

    pub(super) fn happened(&mut self, micros: u64, event: &TapEvent) {
        match event {
            TapEvent::Facts(facts) => {
                let facts = Value::Object(facts::as_json(&(**facts).clone().into())).to_string();
                self.event(micros, "k", facts);
            }
            TapEvent::Input(bytes) => {
                let text = self.input.push(bytes);
                self.event(micros, "i", text);
            }
            TapEvent::Resized(size) => {
                let size = Size::from(*size);
                self.event(micros, "r", format!("{}x{}", size.cols, size.rows));
            }
            TapEvent::Gap { from, to } => self.event(micros, "m", format!("locum: {} bytes lost", to - from)),
            TapEvent::Typed { .. }
            | TapEvent::Injected { .. }
            | TapEvent::TookOver
            | TapEvent::Remark(_)
            | TapEvent::Refused { .. }
            | TapEvent::Stopped(_)
            | TapEvent::Continued
            | TapEvent::Detached { .. }
            | TapEvent::Attached { .. }
            | TapEvent::Guests(_)
            | TapEvent::Modes(_)
            | TapEvent::Described(_)
            | TapEvent::Dismissed
            | TapEvent::Exited(_) => {}
        }
    }

    fn event(&mut self, micros: u64, code: &str, data: String) {
        let line = Value::Array(vec![seconds(micros), code.into(), data.into()]);
        let place = self.file.line();
        // Writing into memory does not fail.
        let _ = serde_json::to_writer(&mut *place, &line);
        place.push(b'\n');
    }

    pub(super) fn flush(&mut self) {
        self.file.flush();
    }

    /// Ends the recording; true if everything was written.
    pub(super) fn finish(mut self, micros: u64) -> bool {
        let rest = self.output.rest();
        if !rest.is_empty() {
            self.event(micros, "o", rest);
        }
        self.file.flush();
        self.file.is_complete()
    }
}

/// Seconds with the microseconds a player needs.
pub(super) fn seconds(micros: u64) -> Value {
    serde_json::Number::from_f64(micros as f64 / 1e6).map_or(Value::Null, Value::Number)
}

/// Bytes to text: a character that was cut by a read is completed by the next, what is no text becomes U+FFFD.
#[derive(Debug, Default)]
pub(crate) struct Utf8Stream {
    cut: Vec<u8>,
}

impl Utf8Stream {
    pub(crate) fn push(&mut self, bytes: &[u8]) -> String {
        self.cut.extend_from_slice(bytes);
        let keep = unfinished(&self.cut);
        let rest = self.cut.split_off(self.cut.len() - keep);
        let text = String::from_utf8_lossy(&self.cut).into_owned();
        self.cut = rest;
        text
    }

    fn rest(&mut self) -> String {
        String::from_utf8_lossy(&std::mem::take(&mut self.cut)).into_owned()
    }
}

/// How many bytes at the end begin a character that is not finished.
fn unfinished(bytes: &[u8]) -> usize {
    match bytes.utf8_chunks().last() {
        Some(chunk) if chunk.invalid().len() < 4 && could_go_on(chunk.invalid()) => chunk.invalid().len(),
        _ => 0,
    }
}

fn could_go_on(start: &[u8]) -> bool {
    let wanted = match start.first() {
        Some(0xc2..=0xdf) => 2,
        Some(0xe0..=0xef) => 3,
        Some(0xf0..=0xf4) => 4,
        _ => return false,
    };
    start.len() < wanted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_cut_anywhere_is_the_same_text() {
        let text = "aé日🚀z│";
        for cut in 0..=text.len() {
            let mut stream = Utf8Stream::default();
            let whole =
                stream.push(&text.as_bytes()[..cut]) + &stream.push(&text.as_bytes()[cut..]) + &stream.rest();
            assert_eq!(whole, text, "cut at {cut}");
        }
        let mut stream = Utf8Stream::default();
        let slowly: String = text.bytes().map(|byte| stream.push(&[byte])).collect();
        assert_eq!(slowly, text);
    }

    #[test]
    fn what_is_no_text_is_marked_and_held_back_by_nobody() {
        let mut stream = Utf8Stream::default();
        assert_eq!(stream.push(b"a\xff\xc0b"), "a\u{fffd}\u{fffd}b");
        assert_eq!(stream.push(b"\xe6\x97"), "");
        assert_eq!(stream.push(b"x"), "\u{fffd}x");
        assert_eq!(stream.push(b"\xf0\x9f"), "");
        assert_eq!(stream.rest(), "\u{fffd}");
    }
}
