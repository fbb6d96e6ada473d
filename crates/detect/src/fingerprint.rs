//! What makes a question the same question.

use std::fmt;

use model::Question;

/// A question's identity: its typed parts and how often it was asked. Which choice is selected does not count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Fingerprint(u64);

impl Fingerprint {
    /// The fingerprint of a question asked for the `asked`th time in its session.
    pub fn of(question: &Question, asked: u64) -> Self {
        let mut hash = Fnv::new();
        hash.text(question.kind.word());
        hash.text(&question.text);
        hash.text(question.subject.as_ref().map_or("", |subject| &subject.text));
        for choice in &question.choices {
            hash.text(&choice.label);
        }
        hash.bytes(&asked.to_le_bytes());
        Fingerprint(hash.0)
    }

    /// As a number.
    pub fn number(self) -> u64 {
        self.0
    }
}

impl fmt::Display for Fingerprint {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{:016x}", self.0)
    }
}

/// FNV-1a: the same on every machine and in every version, which the standard library's hasher does not promise.
struct Fnv(u64);

impl Fnv {
    fn new() -> Self {
        Fnv(0xcbf2_9ce4_8422_2325)
    }

    fn bytes(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    /// With its length, so that neighbouring texts do not run together.
    fn text(&mut self, text: &str) {
        self.bytes(&(text.len() as u64).to_le_bytes());
        self.bytes(text.as_bytes());
    }
}
