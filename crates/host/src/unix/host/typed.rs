//! Keys on their way to the program.

use std::os::fd::AsFd;

use model::LineMode;
use wire::TapEvent;

use super::desk::Desk;
use super::poller::Readiness;
use super::session::Session;
use crate::input::MOST_HELD;
use crate::pump::{self, Moved, Pty};
use crate::unix::place::Place;
use crate::unix::{tty, unread_behind};

/// Keys read at once, so that what was held back fits in before them.
const MOST_KEYS: usize = pump::KEYS - MOST_HELD;

impl Session {
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
        let person = desk.keyboard_is_terminal;
        let limit = if person { self.keys.limit(&rules, self.now).min(MOST_KEYS) } else { usize::MAX };
        let taken = self.input.take(desk, limit);
        while person && limit == 1 && self.detach_key.may_go_on(self.input.waiting()) {
            if !matches!(self.input.take_one_more(desk), Moved::Bytes(_)) {
                break;
            }
        }
        match taken {
            Moved::Bytes(_) if person && !self.keys_are_for_program() => {}
            Moved::Bytes(_) => self.keys_of_somebody(&rules),
            Moved::End => self.keyboard_ended(),
            Moved::Nothing => {}
        }
        taken
    }

    /// Holds back the key that detaches. False if nothing is left to pass on.
    fn keys_are_for_program(&mut self) -> bool {
        let ruling = self.detach_key.judge(self.input.waiting(), !self.typing.undecided(), self.now);
        self.input.keep_only(ruling.passed);
        self.input.put_before(ruling.released.as_bytes());
        self.input.waits()
    }

    /// Keys wait to be passed on, of the terminal or of a guest.
    pub(super) fn keys_of_somebody(&mut self, rules: &tty::InputRules) {
        self.follow_modes();
        let keys = self.input.waiting();
        let meaning = self.keys.meaning(keys, rules);
        self.last_typed_byte = keys.last().copied().unwrap_or_default();
        let replies = self.typing.feed(keys, self.modes.queries().awaits_position(), &rules.cooking);
        self.modes.queries_mut().answered(replies);
        self.asked.answered(replies);
        self.record_keys(rules.mode);
        if self.take_over.pressed(replies.cancels, self.now) {
            self.tell_typing();
            self.tell(&TapEvent::TookOver);
        }
        // Told before the key arrives: a program that dies of it at once no longer has the foreground.
        if let Some(signal) = meaning.interrupt {
            self.interrupt_typed(signal);
        }
        match meaning.suspend_after {
            Some(count) => {
                self.life.echo_due = rules.mode.echo.then(|| self.output.ring().end());
                self.input.pass(&mut self.master, count);
                self.keys.pause_after_suspend(self.now);
            }
            None => self.pass_keys(),
        }
        self.notice_taken_back();
        self.last_key = self.now;
        self.schedule.bytes_passed(self.now);
    }

    /// What was typed ahead and taken back is no draft, if the terminal holds nothing else that nobody has read: what was typed while
    /// it made no lines lies there still when it makes them again.
    fn notice_taken_back(&mut self) {
        if self.input.waits() {
            self.typing.lose_line();
        } else if self.typing.is_taken_back()
            && self.life.exit.is_none()
            && unread_behind(&self.master.descriptor) == Some(0)
        {
            self.typing.forget_draft();
        }
    }

    /// Only a recorder that was asked for it gets keys, and none that the terminal does not echo.
    fn record_keys(&mut self, mode: LineMode) {
        if self.record_input && mode.echo {
            let keys = self.input.waiting().to_vec();
            self.record_typed(keys);
        }
    }

    pub(super) fn record_typed(&mut self, keys: Vec<u8>) {
        let (at, micros) = (self.output.ring().end(), self.micros());
        self.watchers.tell_recorder(at, micros, &TapEvent::Input(keys));
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
        self.typing.lose_line();
        if self.master.write(ends.get(..count).unwrap_or_default()).is_ok() {
            self.input_ended = false;
        }
    }
}
