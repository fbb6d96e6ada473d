//! The two byte paths of a session: output to the screen, keys to the program.

use std::os::fd::AsFd;
use std::time::{Duration, Instant};

use model::LineMode;
use wire::TapEvent;

use super::desk::Desk;
use super::poller::Readiness;
use super::session::Session;
use crate::pump::{Moved, Pty};
use crate::unix::place::Place;
use crate::unix::tty;

/// After a read that brought this much, half of what the kernel hands out at once, more is on its way as a rule.
const FULL_READ: usize = 2048;
/// How old the word left for the client may get when modes change all the time, and how many changes in a row are
/// left word of at once: more than any program makes that starts.
const PUBLISH_INTERVAL: Duration = Duration::from_millis(5);
const PUBLISH_BURST: u32 = 32;
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
        if self.output.waits() {
            return Moved::Nothing;
        }
        let taken = self.output.take(&mut self.master);
        match taken {
            Moved::Bytes(_) => {
                self.show_output();
                self.last_output = self.now;
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
        match &mut self.desk {
            Some(desk) => {
                if self.output.show(desk) == Moved::End {
                    if desk.screen_is_terminal { self.terminal_gone() } else { self.reader_gone() }
                }
            }
            None => self.output.skip(),
        }
    }

    /// Follows the modes in what has been shown since the last time: after several reads at once, so that the next
    /// read does not wait for it.
    pub(super) fn follow_modes(&mut self) {
        self.followed = self.followed.max(self.output.ring().oldest());
        while self.followed < self.output.ring().end() {
            let run = self.output.ring().run_from(self.followed);
            self.modes.feed(run);
            self.followed += run.len() as u64;
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
            self.mode_page.publish(self.modes.reset().as_bytes());
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
        self.output.waits() || !self.life.postscript.is_empty()
    }

    pub(super) fn keyboard_ready(&mut self, readiness: Readiness) {
        if readiness.gone && !readiness.read {
            return self.keyboard_ended();
        }
        if readiness.read && self.may_take_keys() {
            self.take_keys();
        }
    }

    /// The check between poll and read. Without it the host would steal keys from the person's shell.
    pub(super) fn may_take_keys(&mut self) -> bool {
        let Some(desk) = self.desk.as_ref().filter(|_| self.life.fronts_due == 0) else { return false };
        if !desk.licensed() || !desk.keyboard_is_terminal {
            return desk.licensed();
        }
        match desk.client_place() {
            Place::Foreground => return true,
            Place::Background => self.client_is_behind(),
            Place::Stopped => self.client_was_stopped(),
            // The end of its socket is on the way.
            Place::Gone => self.keys.pause_behind(self.now),
        }
        false
    }

    /// Reads and passes on keys once. `Nothing` if there were none.
    pub(super) fn take_keys(&mut self) -> Moved {
        let (Some(desk), Ok(rules)) = (&mut self.desk, tty::input_rules(self.master.descriptor.as_fd()))
        else {
            return Moved::Nothing;
        };
        // Only a person at a terminal types ahead for a shell.
        let limit = if desk.keyboard_is_terminal { self.keys.limit(&rules, self.now) } else { usize::MAX };
        let taken = self.input.take(desk, limit);
        match taken {
            Moved::Bytes(_) => self.keys_taken(&rules),
            Moved::End => self.keyboard_ended(),
            Moved::Nothing => {}
        }
        taken
    }

    fn keys_taken(&mut self, rules: &tty::InputRules) {
        self.follow_modes();
        let keys = self.input.waiting();
        let meaning = self.keys.meaning(keys, rules);
        self.last_typed_byte = keys.last().copied().unwrap_or_default();
        let replies = self.typing.feed(keys, self.modes.queries().awaits_position());
        self.modes.queries_mut().answered(replies);
        self.record_keys(rules.mode);
        // Told before the key arrives: a program that dies of it at once no longer has the foreground.
        if let Some(signal) = meaning.interrupt {
            self.interrupt_typed(signal);
        }
        match meaning.suspend_after {
            Some(count) => {
                self.input.pass(&mut self.master, count);
                self.keys.pause_after_suspend(self.now);
            }
            None => self.pass_keys(),
        }
        self.last_key = self.now;
        self.schedule.bytes_passed(self.now);
    }

    /// Only a recorder that was asked for it gets keys, and none that the terminal does not echo.
    fn record_keys(&mut self, mode: LineMode) {
        if self.record_input && mode.echo {
            let event = TapEvent::Input(self.input.waiting().to_vec());
            let (at, micros) = (self.output.ring().end(), self.micros());
            self.watchers.tell_recorder(at, micros, &event);
        }
    }

    pub(super) fn pass_keys(&mut self) {
        while self.input.waits() {
            match self.input.pass(&mut self.master, usize::MAX) {
                Moved::Bytes(_) => {}
                Moved::Nothing => return,
                Moved::End => return self.input.forget(),
            }
        }
    }

    /// A terminal that ends has hung up; any other input has simply ended.
    fn keyboard_ended(&mut self) {
        let Some(desk) = &mut self.desk else { return };
        if !desk.keyboard_is_terminal {
            self.input_ended = true;
            desk.close_keyboard();
        } else if Self::hung_up(desk) {
            self.terminal_gone();
        } else {
            // Somebody set line mode on the person's terminal and an end of file was typed there: not ours.
            self.keys.pause_behind(self.now);
        }
    }

    fn hung_up(desk: &Desk) -> bool {
        desk.keyboard().is_none_or(|keyboard| tty::settings(keyboard).is_err())
    }

    /// Tells the program that its input has ended, the way a terminal does: by its end-of-file key, once it reads
    /// lines. In the middle of a line that key only ends the line's wait, so it is typed twice.
    pub(super) fn tell_end_of_input(&mut self) {
        if !self.input_ended || self.input.waits() || self.life.exit.is_some() {
            return;
        }
        let Ok(rules) = tty::input_rules(self.master.descriptor.as_fd()) else { return };
        if !rules.mode.canonical {
            return;
        }
        let whole_line = matches!(self.last_typed_byte, 0 | b'\n' | b'\r');
        let ends = [rules.end_of_file, rules.end_of_file];
        let count = if whole_line { 1 } else { 2 };
        if self.master.write(ends.get(..count).unwrap_or_default()).is_ok() {
            self.input_ended = false;
        }
    }
}
