//! A terminal comes to a session that has none.

use std::os::fd::{AsFd, OwnedFd};
use std::time::Duration;

use model::Size;
use wire::{Answer, Attach, TapEvent, WireSize};

use super::clients::ClientLink;
use super::desk::Desk;
use super::mode_page::ModePage;
use super::session::Session;
use crate::input::DetachKey;
use crate::pump::Pty;

/// A client says where it stands within milliseconds; one that was stopped just then does not hold up the program.
const TIME_TO_SETTLE: Duration = Duration::from_secs(1);

/// A terminal that is to take the seat.
struct Arrival {
    desk: Desk,
    mode_page: ModePage,
    seen_from: u64,
}

impl Session {
    /// The caller's terminal takes the empty seat, and its socket becomes the wire to a client.
    pub(super) fn attach_wanted(&mut self, slot: usize, attach: Attach) -> bool {
        match self.arrival(slot, &attach) {
            Ok(arrival) => self.seat_terminal(slot, attach, arrival),
            Err(answer) => self.answer(slot, &answer),
        }
    }

    fn arrival(&mut self, slot: usize, attach: &Attach) -> Result<Arrival, Answer> {
        let refused = |reason: &str| Answer::Refused { reason: reason.into() };
        let descriptors = self.watchers.take_descriptors(slot);
        if self.life.program.is_none() || self.life.exit.is_some() {
            return Err(refused("the program does not run"));
        }
        if self.desk.is_some() {
            return Err(Answer::Occupied);
        }
        self.follow_modes();
        let seen_from = attach.restored_to.unwrap_or(self.output.ring().end());
        if !self.unseen.may_end_at(seen_from) || !self.output.go_on_from(seen_from) {
            return Err(Answer::OutOfDate);
        }
        match self.desk_of(slot, attach, descriptors) {
            Some((desk, mode_page)) => Ok(Arrival { desk, mode_page, seen_from }),
            None => {
                self.output.skip();
                Err(refused("a terminal is needed"))
            }
        }
    }

    fn desk_of(&self, slot: usize, attach: &Attach, given: Vec<OwnedFd>) -> Option<(Desk, ModePage)> {
        let client = self.watchers.pid_of(slot)?;
        let mut given = given.into_iter();
        let desk = Desk::from_descriptors(attach.streams, &mut given, client).ok()??;
        Some((desk, ModePage::from_descriptor(given.next()?)))
    }

    fn seat_terminal(&mut self, slot: usize, attach: Attach, arrival: Arrival) -> bool {
        self.seats.terminal = Some(attach.size.into());
        self.apply_size();
        let answer =
            Answer::Attached { output_offset: self.output.ring().end(), size: self.seats.now.into() };
        if !self.answer(slot, &answer) {
            self.seats.terminal = None;
            self.output.skip();
            return false;
        }
        let Some((socket, frames)) = self.watchers.hand_over(slot) else { return false };
        self.client = Some(ClientLink::new(socket, frames));
        self.desk = Some(arrival.desk);
        self.preface = attach.restore;
        self.settles_by = Some(self.now + TIME_TO_SETTLE);
        self.mode_page = Some(arrival.mode_page);
        self.publish_modes_anew();
        self.hup_kill = attach.hup_kill;
        self.typing.new_keyboard();
        self.detach_key = DetachKey::new(attach.detach_key);
        self.unseen.end(arrival.seen_from);
        self.asked.forget_before(arrival.seen_from);
        self.tell(&TapEvent::Attached { seen_from: arrival.seen_from });
        self.client_messages();
        true
    }

    /// The client that attached has taken its place: its terminal is in raw mode, or another's to use. Output
    /// waited for that. A program whose size did not change draws anew all the same, if it is asked.
    pub(super) fn settle(&mut self) {
        if self.settles_by.take().is_some() {
            self.ask_for_a_redraw();
            self.show_output();
        }
    }

    pub(super) fn ask_for_a_redraw(&self) {
        if let Ok(group) = rustix::termios::tcgetpgrp(self.master.descriptor.as_fd()) {
            let _ = rustix::process::kill_process_group(group, rustix::process::Signal::WINCH);
        }
    }

    /// The attached terminal has this size.
    pub(super) fn terminal_resized(&mut self, size: WireSize) {
        if self.desk.is_some() {
            self.seats.terminal = Some(size.into());
            self.apply_size();
        }
    }

    /// Gives the program's terminal the size it is to have. True if that is another than before.
    pub(super) fn apply_size(&mut self) -> bool {
        let wanted = self.seats.wanted(self.watchers.guest_sizes());
        let changed = wanted != self.seats.now;
        if changed {
            self.set_size(wanted);
        }
        changed
    }

    pub(super) fn set_size(&mut self, size: Size) {
        self.seats.change(self.output.ring().end(), size);
        let _ = self.master.resize(size);
        self.modes.resize(size.rows);
        self.schedule.bytes_passed(self.now);
        self.tell(&TapEvent::Resized(size.into()));
    }
}
