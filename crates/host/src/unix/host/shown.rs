//! Output on its way to the screen, and what it leaves behind there.

use std::io;
use std::time::{Duration, Instant};

use super::poller::Readiness;
use super::session::Session;
use crate::pump::{Moved, Terminal};

/// After a read that brought this much, half of what the kernel hands out at once, more is on its way as a rule.
const FULL_READ: usize = 2048;
/// How old the word left for the client may get when modes change all the time, and how many changes in a row are
/// left word of at once: more than any program makes that starts.
const PUBLISH_INTERVAL: Duration = Duration::from_millis(5);
const PUBLISH_BURST: u32 = 32;
const ESC: u8 = 0x1b;
/// Reads between two polls. Each takes a few microseconds, which is what a key may have to wait.
const READS_IN_A_ROW: usize = 8;
/// The most that one event may read before others get their turn.
const DRAIN_LIMIT: usize = 256 << 10;

impl Session {
    pub(super) fn pty_ready(&mut self, readiness: Readiness) {
        if readiness.write {
            self.pass_keys();
        }
        if readiness.read || readiness.gone {
            self.take_output_in_a_row();
        }
    }

    /// After a full read more is there as a rule, so the next one is tried without asking first, a few times; then
    /// keys and everybody else get their turn.
    fn take_output_in_a_row(&mut self) {
        for _ in 0..READS_IN_A_ROW {
            match self.take_output() {
                Moved::Bytes(count) if count >= FULL_READ => {}
                _ => return,
            }
        }
    }

    /// One read, one write; then whoever watches.
    pub(super) fn take_output(&mut self) -> Moved {
        if self.output.waits() || self.leaving.is_some() {
            return Moved::Nothing;
        }
        let taken = self.output.take(&mut self.master);
        match taken {
            Moved::Bytes(_) => {
                self.show_output();
                self.last_output = self.now;
                self.hours.note(self.output.ring().end(), self.now);
                self.schedule.bytes_passed(self.now);
            }
            Moved::End => self.master.ended = true,
            Moved::Nothing => {}
        }
        taken
    }

    /// Reads what is in the PTY now, as far as the terminal takes it. True if nothing is left in it.
    pub(super) fn drain_output(&mut self) -> bool {
        let limit = self.output.ring().end() + DRAIN_LIMIT as u64;
        while !self.output.waits() && self.output.ring().end() < limit {
            match self.take_output() {
                Moved::Bytes(_) => {}
                Moved::Nothing | Moved::End => return true,
            }
        }
        false
    }

    pub(super) fn show_output(&mut self) {
        if self.settles_by.is_some() || !self.write_preface() {
            return;
        }
        match &mut self.desk {
            Some(desk) => {
                if self.output.show(desk) == Moved::End {
                    if desk.screen_is_terminal { self.terminal_gone() } else { self.reader_gone() }
                }
            }
            None => self.output.skip(),
        }
    }

    /// Writes what comes before all output, if there is any. False if some of it is left.
    fn write_preface(&mut self) -> bool {
        while let Some(desk) = self.desk.as_mut().filter(|_| !self.preface.is_empty()) {
            match desk.write(&self.preface) {
                Ok(count) => drop(self.preface.drain(..count)),
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => return false,
                Err(_) => {
                    self.terminal_gone();
                    return false;
                }
            }
        }
        true
    }

    /// Follows the modes in what has been shown since the last time: after several reads at once, so that the next
    /// read does not wait for it.
    pub(super) fn follow_modes(&mut self) {
        self.followed = self.followed.max(self.output.ring().oldest());
        self.modes.skip_to(self.followed);
        while self.followed < self.output.ring().end() {
            let run = self.output.ring().run_from(self.followed);
            // A query begins with an escape character; what only echoes keys need not be looked at twice.
            let may_ask = self.modes.is_inside() || memchr::memchr(ESC, run).is_some();
            let before = may_ask.then(|| self.modes.clone());
            self.modes.feed(run);
            if let Some(before) = before
                && self.modes.queries().outstanding() > before.queries().outstanding()
            {
                self.asked.find(before, self.followed, run);
            }
            self.followed += run.len() as u64;
            if let Some(checkpoint) = self.modes.checkpoint() {
                self.output.mark(checkpoint);
            }
        }
    }

    /// Leaves word for the client how to reset the modes: at once, unless they change all the time. In a flood they
    /// do so with every read, by colours at least.
    pub(super) fn publish_modes(&mut self) {
        if self.modes.generation() == self.published {
            return;
        }
        let saved =
            self.now.saturating_duration_since(self.published_at).as_millis() / PUBLISH_INTERVAL.as_millis();
        let credit = self.publish_credit.saturating_add(saved as u32).min(PUBLISH_BURST);
        if credit > 0 {
            self.publish_credit = credit - 1;
            self.published = self.modes.generation();
            self.published_at = self.now;
            if let Some(page) = &self.mode_page {
                page.publish(&self.brief_reset());
            }
        }
    }

    /// A client that has just come has an empty page.
    pub(super) fn publish_modes_anew(&mut self) {
        if let Some(page) = &self.mode_page {
            page.publish(&self.brief_reset());
        }
    }

    pub(super) fn publish_deadline(&self) -> Option<Instant> {
        (self.modes.generation() != self.published).then(|| self.published_at + PUBLISH_INTERVAL)
    }

    pub(super) fn screen_ready(&mut self) {
        self.show_output();
        self.write_postscript();
    }

    /// Whether something waits for the screen.
    pub(super) fn screen_is_behind(&self) -> bool {
        let behind = self.output.waits() || !self.preface.is_empty() || !self.life.postscript.is_empty();
        behind && self.settles_by.is_none()
    }
}
