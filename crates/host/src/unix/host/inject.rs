//! Typing for the person: compare-and-swap, the only way that bytes reach the program which nobody typed.

use std::os::fd::AsFd;

use wire::{Answer, InjectOutcome, TapEvent};

use super::session::Session;
use crate::input::Cooking;
use crate::pump::{Moved, Pty};
use crate::unix::tty;

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
        let typed = drained && unchanged && self.is_settled() && self.type_for_the_person(bytes);
        let (output_offset, input_epoch) = (self.output.ring().end(), self.typing.epoch());
        if typed {
            InjectOutcome::Typed { output_offset, input_epoch }
        } else {
            InjectOutcome::Stale { output_offset, input_epoch }
        }
    }

    /// Nothing is on its way to the program, and nothing is half said.
    fn is_settled(&self) -> bool {
        let nothing_waits = !self.input.waits() && self.detach_key.deadline().is_none();
        let in_place = self.life.fronts_due == 0 && self.leaving.is_none();
        nothing_waits && in_place && !self.typing.undecided() && self.life.exit.is_none()
    }

    /// False if the program takes nothing.
    fn type_for_the_person(&mut self, bytes: &[u8]) -> bool {
        // Before it is typed: the program may change that as soon as it has read it.
        let rules = tty::input_rules(self.master.descriptor.as_fd());
        let echoed = rules.as_ref().is_ok_and(|rules| rules.mode.echo);
        let cooking = rules.map_or(Cooking::Unusual, |rules| rules.cooking);
        let accepted = self.master.write(bytes).unwrap_or_default();
        if accepted == 0 {
            return false;
        }
        // A recorder that was asked for what is typed gets this too: the program does not know the difference.
        if self.record_input && echoed {
            self.record_typed(bytes.to_vec());
        }
        let rest = bytes.get(accepted..).unwrap_or_default();
        self.input.keep(rest);
        self.last_typed_byte = bytes.last().copied().unwrap_or_default();
        self.schedule.bytes_passed(self.now);
        // The person's keys were before it, and are told so.
        self.tell_typing();
        self.typing.injected(bytes, &cooking);
        if !rest.is_empty() {
            self.typing.lose_line();
        }
        self.told_epoch = self.typing.epoch();
        self.tell(&TapEvent::Injected { epoch: self.told_epoch });
        true
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
