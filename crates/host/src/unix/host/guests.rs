//! Guests: terminals beside the one that is attached. Each keeps its own terminal and draws the tap's output itself;
//! here it has a say in the size, types like the person at the terminal, and is put back if its client dies.

use std::os::fd::AsFd;

use model::Size;
use wire::{Answer, GuestSays, Streams, TapEvent, TerminalSettings};
use zeroize::Zeroize;

use super::desk::Desk;
use super::leaving::write_reset;
use super::session::Session;
use crate::tap::Tap;
use crate::unix::tty;

/// One guest.
#[derive(Debug)]
pub(super) struct Guest {
    pub(super) size: Size,
    /// Its terminal, once it has announced raw mode there.
    desk: Option<Desk>,
}

impl Session {
    pub(super) fn visit_wanted(&mut self, slot: usize, from: u64, size: Size) -> bool {
        let end = self.output.ring().end();
        if self.life.program.is_none() || self.life.exit.is_some() {
            return self.refuse(slot, "the program does not run");
        }
        if let Some(watcher) = self.watchers.watcher(slot) {
            watcher.guest = Some(Guest { size, desk: None });
        }
        let changed = self.apply_size();
        let answer = Answer::Attached { output_offset: end, size: self.seats.now.into() };
        if !self.answer(slot, &answer) {
            return false;
        }
        if let Some(watcher) = self.watchers.watcher(slot) {
            watcher.tap = Some(Tap::new(from.min(end)));
        }
        self.tell_guests();
        if !changed {
            self.ask_for_a_redraw();
        }
        true
    }

    fn tell_guests(&mut self) {
        let count = self.watchers.guest_sizes().count() as u32;
        self.tell(&TapEvent::Guests(count));
    }

    /// Handles what guests have said and could not be heard while keys waited for the program.
    pub(super) fn hear_guests(&mut self) {
        for slot in self.watchers.places() {
            if self.watchers.watcher(slot).is_some_and(|watcher| watcher.guest.is_some()) {
                while self.next_of_guest(slot) {}
            }
        }
    }

    /// Takes what guests have sent up to now.
    pub(super) fn listen_to_guests(&mut self) {
        for slot in self.watchers.places() {
            if self.watchers.watcher(slot).is_some_and(|watcher| watcher.guest.is_some()) {
                self.watcher_ready(slot);
            }
        }
    }

    /// Whether a guest's keys can be taken: other keys have been passed on, and none of them is half a sequence.
    pub(super) fn guests_are_heard(&self) -> bool {
        !self.input.waits() && !self.typing.unfinished() && self.keys.paused(self.now).is_none()
    }

    /// Handles one whole frame of a guest; false when there is none, or keys have to wait for the program.
    pub(super) fn next_of_guest(&mut self, slot: usize) -> bool {
        if !self.guests_are_heard() {
            return false;
        }
        let said = self.watchers.watcher(slot).map(|watcher| watcher.frames.next_message::<GuestSays>());
        match said {
            Some(Ok(Some(said))) => self.guest_says(slot, said),
            Some(Ok(None)) | None => return false,
            Some(Err(_)) => self.watcher_gone(slot),
        }
        true
    }

    fn guest_says(&mut self, slot: usize, said: GuestSays) {
        match said {
            GuestSays::Typed(bytes) => self.guest_typed(slot, bytes),
            GuestSays::Resized(size) => self.guest_resized(slot, size.into()),
            GuestSays::Announce { original, raw } => self.guest_announces(slot, original, raw),
            GuestSays::Leaves => self.guest_leaves(slot),
        }
    }

    /// A guest's keys take the way of all keys. More at once than fits is no typing.
    fn guest_typed(&mut self, slot: usize, mut bytes: Vec<u8>) {
        if self.life.exit.is_some() || bytes.is_empty() {
            return;
        }
        let kept = self.input.keep(&bytes);
        bytes.as_mut_slice().zeroize();
        if let Some(watcher) = self.watchers.watcher(slot) {
            watcher.frames.wipe_read();
        }
        if !kept {
            return self.watcher_gone(slot);
        }
        if let Ok(rules) = tty::input_rules(self.master.descriptor.as_fd()) {
            self.keys_of_somebody(&rules);
        }
    }

    fn guest_resized(&mut self, slot: usize, size: Size) {
        if let Some(guest) = self.watchers.watcher(slot).and_then(|watcher| watcher.guest.as_mut()) {
            guest.size = size;
        }
        if !self.apply_size() {
            self.ask_for_a_redraw();
        }
    }

    fn guest_announces(&mut self, slot: usize, original: TerminalSettings, raw: TerminalSettings) {
        let mut given = self.watchers.take_descriptors(slot).into_iter();
        let Some(pid) = self.watchers.pid_of(slot) else { return };
        let Some(guest) = self.watchers.watcher(slot).and_then(|watcher| watcher.guest.as_mut()) else {
            return;
        };
        if let Ok(Some(desk)) = Desk::from_descriptors(Streams::Terminal, &mut given, pid) {
            guest.desk = Some(desk);
        }
        if let Some(desk) = &mut guest.desk {
            desk.announce(original, raw);
        }
    }

    fn guest_leaves(&mut self, slot: usize) {
        if let Some(guest) = self.watchers.watcher(slot).and_then(|watcher| watcher.guest.as_mut()) {
            guest.desk = None;
        }
        self.watcher_gone(slot);
    }

    /// A caller is gone. A guest that left without a word has its terminal put back.
    pub(super) fn watcher_gone(&mut self, slot: usize) {
        let guest = self.watchers.watcher(slot).and_then(|watcher| watcher.guest.take());
        self.watchers.leave(slot);
        let Some(guest) = guest else { return };
        if let Some(mut desk) = guest.desk {
            desk.rescue();
            self.follow_modes();
            write_reset(&mut desk, self.modes.reset().as_bytes());
        }
        self.apply_size();
        self.tell_guests();
    }

    /// Every guest is asked to leave.
    pub(super) fn dismiss_guests(&mut self) {
        let (at, micros) = (self.output.ring().end(), self.micros());
        for slot in self.watchers.places() {
            if let Some(watcher) = self.watchers.watcher(slot).filter(|watcher| watcher.guest.is_some())
                && let Some(tap) = &mut watcher.tap
            {
                tap.happened(at, micros, &TapEvent::Dismissed);
            }
        }
    }
}
