//! The bell of the person's terminal: one byte beside the program's own, and only where it cannot become a part of them.

use super::session::Session;
use crate::pump::Terminal;

const BELL: &[u8] = b"\x07";
/// No letter is longer.
const LONGEST_LETTER: u64 = 4;

impl Session {
    /// Rings as soon as it can be done. Asked for again meanwhile, it rings once.
    pub(super) fn ring_wanted(&mut self, slot: usize) -> bool {
        self.bell_due = self.desk.as_ref().is_some_and(|desk| desk.screen_is_terminal);
        self.done(slot)
    }

    /// To be called when the modes have been followed. What cannot be written now is tried after the next event.
    pub(super) fn ring_if_due(&mut self) {
        if !self.bell_due || !self.is_between_words() {
            return;
        }
        let rung = self.desk.as_mut().is_none_or(|desk| desk.write(BELL).is_ok());
        self.bell_due = !rung;
    }

    /// Everything has been shown, and neither a sequence nor a letter is half said. In a string of the program's, such as
    /// a title, the bell would end it.
    pub(super) fn is_between_words(&self) -> bool {
        let shown = !self.screen_is_behind() && self.settles_by.is_none() && self.leaving.is_none();
        let followed = self.followed == self.output.ring().end();
        shown && followed && !self.life.stopped && !self.modes.is_inside() && ends_whole(&self.last_bytes())
    }

    fn last_bytes(&self) -> Vec<u8> {
        let ring = self.output.ring();
        let from = ring.end().saturating_sub(LONGEST_LETTER).max(ring.oldest());
        let first = ring.run_from(from);
        // The ring may begin anew in the middle.
        [first, ring.run_from(from + first.len() as u64)].concat()
    }
}

/// Whether the last letter of UTF-8 is complete.
fn ends_whole(bytes: &[u8]) -> bool {
    let behind = bytes.iter().rev().take_while(|byte| (0x80..0xc0).contains(*byte)).count();
    let first = bytes.len().checked_sub(behind + 1).and_then(|place| bytes.get(place));
    match first {
        Some(0xc0..=0xdf) => behind >= 1,
        Some(0xe0..=0xef) => behind >= 2,
        Some(0xf0..) => behind >= 3,
        // Plain, or no UTF-8 at all.
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_are_whole_or_not() {
        for whole in ["", "a", "é", "a❯", "xé", "😀"] {
            let bytes = whole.as_bytes();
            assert!(ends_whole(bytes), "{whole}");
            let last = whole.chars().next_back().map_or(0, char::len_utf8);
            for cut in 1..last {
                assert!(!ends_whole(&bytes[..bytes.len() - cut]), "{whole} without {cut}");
            }
        }
        assert!(ends_whole(b"\x80\x80"), "no UTF-8");
    }
}
