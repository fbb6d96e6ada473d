//! Typing for the person: compare-and-swap, the only way that bytes reach the program which nobody typed.

use wire::{Answer, InjectOutcome};

use super::session::Session;
use crate::pump::{Moved, Pty};

/// A line discipline keeps 4095 bytes of a line; more than a page is no answer to a question.
const LONGEST: usize = 4000;
/// Keys read in one last look. A person cannot type more in the time it takes.
const MOST_READS: usize = 4096;

impl Session {
    pub(super) fn inject_wanted(&mut self, slot: usize, bytes: &[u8], offset: u64, epoch: u64) -> bool {
        let answer = if bytes.is_empty() || bytes.len() > LONGEST {
            Answer::Refused { reason: format!("{} bytes cannot be typed at once", bytes.len()) }
        } else {
            Answer::Injected(self.inject(bytes, offset, epoch))
        };
        self.answer(slot, &answer)
    }

    /// Looks at both sides once more, then types only if nothing has happened since the caller looked.
    ///
    /// The kernel hands over what was written before it says that there is nothing, so a key or a byte of output
    /// that was there before this call is always seen by it.
    fn inject(&mut self, bytes: &[u8], offset: u64, epoch: u64) -> InjectOutcome {
        self.drain_keys();
        let drained = self.drain_output();
        let unchanged = self.output.ring().end() == offset && self.typing.epoch() == epoch;
        let settled = drained && !self.input.waits() && !self.typing.undecided() && self.life.exit.is_none();
        let settled = settled && self.life.fronts_due == 0 && self.leaving.is_none();
        let settled = settled && self.detach_key.deadline().is_none();
        let accepted = if unchanged && settled { self.master.write(bytes).unwrap_or_default() } else { 0 };
        if accepted == 0 {
            return InjectOutcome::Stale {
                output_offset: self.output.ring().end(),
                input_epoch: self.typing.epoch(),
            };
        }
        self.input.keep(bytes.get(accepted..).unwrap_or_default());
        self.schedule.bytes_passed(self.now);
        InjectOutcome::Typed
    }

    fn drain_keys(&mut self) {
        self.listen_to_guests();
        for _ in 0..MOST_READS {
            if !self.may_take_keys() || !matches!(self.take_keys(), Moved::Bytes(_)) {
                return;
            }
        }
    }
}
