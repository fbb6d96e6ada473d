//! Takes out of a terminal's bytes what the terminal itself said: only what a person did is left.

use super::{FeedReport, Token, Tokenizer};

/// Lets keys, pastes and the mouse through, and keeps replies of the terminal from doing so. A sequence is let through
/// once it is whole, or once no more of it came for a while.
#[derive(Debug, Default)]
pub struct KeysOnly {
    tokenizer: Tokenizer,
    /// The beginning of something that is not decided yet.
    undecided: Vec<u8>,
}

impl KeysOnly {
    /// Starts between two sequences.
    pub fn new() -> Self {
        Self::default()
    }

    /// Takes the next bytes and appends to `keys` what a person did. For `awaits_position` see [`Tokenizer::feed`].
    pub fn feed(&mut self, bytes: &[u8], awaits_position: bool, keys: &mut Vec<u8>) -> FeedReport {
        let mut report = FeedReport::default();
        for &byte in bytes {
            let (mut replies, mut others) = (0, 0);
            self.undecided.push(byte);
            self.tokenizer.feed(&[byte], awaits_position, &mut |token| {
                report.note(token);
                match token {
                    Token::Reply(_) => replies += 1,
                    _ => others += 1,
                }
            });
            if replies > 0 && others == 0 {
                self.undecided.clear();
            } else if !self.tokenizer.unfinished() {
                keys.append(&mut self.undecided);
            }
        }
        report
    }

    /// Says that no byte came for a while, see [`Tokenizer::flush`].
    pub fn flush(&mut self, keys: &mut Vec<u8>) {
        self.tokenizer.flush(&mut |_| {});
        if !self.tokenizer.unfinished() {
            keys.append(&mut self.undecided);
        }
    }

    /// Whether a sequence is not whole yet, which [`flush`](Self::flush) will settle.
    pub fn unfinished(&self) -> bool {
        self.tokenizer.unfinished()
    }

    /// Whether this is the middle of a paste.
    pub fn in_paste(&self) -> bool {
        self.tokenizer.undecided() && !self.tokenizer.unfinished()
    }
}
