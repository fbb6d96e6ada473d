//! What the person at a guest's terminal types.

use std::time::Instant;

use wire::GuestSays;
use zeroize::Zeroize;

use super::super::{Ending, RunError};
use super::{Guest, SEQUENCE_LIMIT};

/// Keys in one message.
const MOST_KEYS: usize = 1024;
const CTRL_C: u8 = 3;

impl Guest<'_, '_> {
    pub(super) fn person_types(&mut self) -> Option<Result<Ending, RunError>> {
        let now = Instant::now();
        if self.detach_key.decided(now) {
            return Some(Ok(Ending::Detached));
        }
        let (mut typed, in_paste) = (Vec::new(), self.keys.in_paste());
        if self.keys.unfinished() && now >= self.last_key + SEQUENCE_LIMIT {
            self.keys.flush(&mut typed);
        }
        // Between the look and the read the shell may take the terminal; then the kernel stops us, as anybody.
        if self.unsent.is_empty() && !self.in_background && self.terminal.in_foreground() {
            let mut bytes = [0; MOST_KEYS];
            match self.terminal.read(&mut bytes) {
                Ok(0) => return Some(Ok(Ending::HungUp)),
                Ok(count) => self.sort(bytes.get(..count).unwrap_or_default(), &mut typed),
                Err(rustix::io::Errno::AGAIN | rustix::io::Errno::INTR) => {}
                Err(_) => return Some(Ok(Ending::HungUp)),
            }
            bytes.zeroize();
        }
        if typed.is_empty() { None } else { self.typed(typed, !in_paste, now) }
    }

    fn sort(&mut self, bytes: &[u8], typed: &mut Vec<u8>) {
        let report = self.keys.feed(bytes, self.modes.queries().awaits_position(), typed);
        self.modes.queries_mut().answered(report);
        self.last_key = Instant::now();
    }

    fn typed(&mut self, mut typed: Vec<u8>, between: bool, now: Instant) -> Option<Result<Ending, RunError>> {
        let ruling = self.detach_key.judge(&typed, between, now);
        if self.request.read_only {
            let leaves = self.detach_key.deadline().is_some() || typed.contains(&CTRL_C);
            return leaves.then_some(Ok(Ending::Detached));
        }
        let passed = [ruling.released.as_bytes(), typed.get(ruling.passed).unwrap_or_default()].concat();
        for part in passed.chunks(MOST_KEYS) {
            self.say(&GuestSays::Typed(part.to_vec()));
        }
        typed.as_mut_slice().zeroize();
        None
    }
}
