//! The session: everything the host holds, and the loop over its events.
//!
//! Every cause of work is one [`Source`]; the handlers live beside the thing they are about (`keys`, `shown`,
//! `clients`, `life`, `watchers`). Nothing here waits but [`Poller::wait`].

use std::os::fd::{AsFd, OwnedFd};
use std::time::{Duration, Instant};

use model::{KernelFacts, Size};
use wire::TapEvent;

use super::clients::ClientLink;
use super::desk::Desk;
use super::facts_worker::FactsWorker;
use super::hours::Hours;
use super::keys::Keys;
use super::life::Life;
use super::mode_page::ModePage;
use super::poller::{NOTHING, Poller, READ, Readiness, Source};
use super::requests::About;
use super::seats::Seats;
use super::title::OurTitle;
use super::unseen::{Asked, Unseen};
use super::watchers::Watchers;
use crate::facts::Schedule;
use crate::input::{DetachKey, TakeOver, Typing};
use crate::output::ModeTracker;
use crate::pump::{InputPump, OutputPump, Pty};
use crate::unix::leader::Leader;
use crate::unix::place::Place;
use crate::unix::pty;
use crate::unix::signals::Signals;

/// How long an unfinished escape sequence may take before it counts as the Escape key.
const SEQUENCE_LIMIT: Duration = Duration::from_millis(50);
/// A query that no terminal answered in this time is answered by nobody.
const REPLY_LIMIT: Duration = Duration::from_secs(1);
/// How often to look whether the client was stopped: while output flows, and while it does not.
const PLACE_CHECK_BUSY: Duration = Duration::from_millis(20);
const PLACE_CHECK_IDLE: Duration = Duration::from_secs(1);

/// The master end, as the pumps see it.
#[derive(Debug)]
pub(super) struct Master {
    pub(super) descriptor: OwnedFd,
    /// Everybody on the other side is gone.
    pub(super) ended: bool,
}

impl Pty for Master {
    fn read(&mut self, into: &mut [u8]) -> std::io::Result<usize> {
        Ok(rustix::io::read(&self.descriptor, into)?)
    }

    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        Ok(rustix::io::write(&self.descriptor, bytes)?)
    }

    fn resize(&mut self, size: Size) -> std::io::Result<()> {
        pty::set_size(&self.descriptor, size)
    }
}

/// Everything a host holds.
pub(super) struct Session {
    pub(super) began: Instant,
    pub(super) now: Instant,
    pub(super) poller: Poller,
    pub(super) signals: Signals,
    pub(super) master: Master,
    pub(super) leader: Option<Leader>,
    pub(super) client: Option<ClientLink>,
    pub(super) desk: Option<Desk>,
    /// What restores the screen of a terminal that has just come; written before any output.
    pub(super) preface: Vec<u8>,
    /// The person is to be told by the bell.
    pub(super) bell_due: bool,
    /// What the title of their window is to say.
    pub(super) title: OurTitle,
    /// A client has just come and has not said where it stands. Its terminal gets output when it has, or at this time.
    pub(super) settles_by: Option<Instant>,
    /// The terminal is being let go, at the latest at this time.
    pub(super) leaving: Option<Instant>,
    pub(super) output: OutputPump,
    pub(super) input: InputPump,
    pub(super) keys: Keys,
    pub(super) typing: Typing,
    pub(super) take_over: TakeOver,
    pub(super) detach_key: DetachKey,
    pub(super) last_key: Instant,
    pub(super) told_epoch: u64,
    pub(super) modes: ModeTracker,
    pub(super) mode_page: Option<ModePage>,
    /// Output up to this number has been looked at for modes.
    pub(super) followed: u64,
    pub(super) published: u64,
    pub(super) published_at: Instant,
    pub(super) publish_credit: u32,
    pub(super) last_output: Instant,
    pub(super) place_checked: Instant,
    pub(super) facts: Option<FactsWorker>,
    pub(super) schedule: Schedule,
    pub(super) latest: KernelFacts,
    pub(super) watchers: Watchers,
    pub(super) hours: Hours,
    pub(super) about: About,
    pub(super) seats: Seats,
    pub(super) unseen: Unseen,
    pub(super) asked: Asked,
    /// Answers to queries that no terminal saw, on their way to the program.
    pub(super) replies: Vec<u8>,
    pub(super) life: Life,
    /// Input is not a terminal and has ended; the program is to be told in its own way.
    pub(super) input_ended: bool,
    pub(super) last_typed_byte: u8,
    pub(super) hup_kill: bool,
    pub(super) record_input: bool,
}

impl Session {
    /// Runs until nobody needs the host any more. Returns the code to exit with.
    pub(super) fn run(mut self) -> i32 {
        self.begin_detached();
        self.client_messages();
        while !self.is_over() {
            self.arrange();
            let patience = self.patience();
            self.poller.wait(patience);
            self.now = Instant::now();
            let mut index = 0;
            while let Some(ready) = self.poller.ready(index) {
                if let Some((source, readiness)) = ready {
                    self.handle(source, readiness);
                }
                index += 1;
            }
            self.after_events();
        }
        self.farewell();
        0
    }

    fn handle(&mut self, source: Source, readiness: Readiness) {
        match source {
            Source::Keyboard => self.keyboard_ready(readiness),
            Source::Screen => self.screen_ready(),
            Source::Pty => self.pty_ready(readiness),
            Source::Client => self.client_ready(),
            Source::Leader => self.leader_ready(readiness),
            Source::Signals => self.signals_ready(),
            Source::Facts => self.facts_ready(),
            Source::Door => self.watchers.admit(),
            Source::Watcher(slot) => self.watcher_ready(slot),
        }
    }

    /// Says what to wait for. A descriptor that nothing is wanted of is left out where its hang-up would repeat.
    fn arrange(&mut self) {
        self.poller.clear();
        // Once the program has ended, keys are for the shell.
        let for_the_program = self.life.exit.is_none() && self.life.fronts_due == 0;
        let keys_wanted = for_the_program && !self.input.waits() && self.keys.paused(self.now).is_none();
        if let Some(desk) = &self.desk {
            if let Some(keyboard) = desk.keyboard() {
                // A terminal tells of its hang-up at any time; a pipe whose writer is gone still has bytes in it.
                let wanted = if keys_wanted && desk.licensed() { READ } else { NOTHING };
                if wanted == READ || desk.keyboard_is_terminal {
                    self.poller.add(Source::Keyboard, keyboard, wanted);
                }
            }
            if self.screen_is_behind() {
                self.poller.add(Source::Screen, desk.screen(), Readiness { write: true, ..NOTHING });
            }
        }
        let read = !self.output.waits() && self.leaving.is_none();
        let write = self.input.waits() && self.keys.paused(self.now).is_none();
        if !self.master.ended && (read || write) {
            self.poller.add(Source::Pty, &self.master.descriptor, Readiness { read, write, gone: false });
        }
        if let Some(client) = &self.client {
            self.poller.add(Source::Client, client.socket(), READ);
        }
        if let Some(leader) = &self.leader {
            self.poller.add(Source::Leader, &leader.socket, Readiness { write: leader.is_behind(), ..READ });
        }
        self.poller.add(Source::Signals, self.signals.wake(), READ);
        if let Some(facts) = &self.facts {
            self.poller.add(Source::Facts, facts.wake(), READ);
        }
        let guests_heard = self.guests_are_heard();
        self.watchers.arrange(&mut self.poller, self.output.ring(), guests_heard);
    }

    /// How long the poll may last: until the next thing that is due by the clock.
    fn patience(&self) -> Option<Duration> {
        let quiet_input = self.typing.unfinished().then(|| self.last_key + SEQUENCE_LIMIT);
        let place = self.desk.as_ref().filter(|desk| desk.keyboard_is_terminal && desk.licensed());
        let deadlines = [
            self.facts.as_ref().and_then(|_| self.schedule.next()),
            self.keys.paused(self.now),
            quiet_input,
            place.map(|_| self.place_checked + PLACE_CHECK_IDLE),
            self.life.deadline(),
            self.leaving,
            self.life.awaited_until,
            self.settles_by,
            self.detach_key.deadline(),
            self.watchers.lag_deadline(self.output.ring()),
            self.publish_deadline(),
        ];
        let next = deadlines.into_iter().flatten().min()?;
        Some(next.saturating_duration_since(self.now))
    }

    /// What is due by the clock, or follows from what just happened.
    fn after_events(&mut self) {
        if self.typing.unfinished() && self.now >= self.last_key + SEQUENCE_LIMIT {
            self.typing.flush();
        }
        if self.keys.paused(self.now).is_none() && self.input.waits() {
            self.pass_keys();
        }
        self.pass_replies();
        self.hear_guests();
        if self.modes.queries().outstanding() > 0 && self.now >= self.last_output + REPLY_LIMIT {
            self.modes.queries_mut().forget();
            self.asked.forget();
        }
        self.follow_modes();
        self.ring_if_due();
        self.title_if_due();
        if self.detach_key.decided(self.now) {
            self.let_go();
        }
        self.leave_if_due();
        if self.settles_by.is_some_and(|time| self.now >= time) {
            self.settle();
        }
        self.publish_modes();
        self.check_place();
        self.tell_typing();
        self.tell_end_of_input();
        self.probe_if_due();
        self.end_if_due();
        // Output is as old as its last byte, not as its way to a watcher.
        let micros = self.micros_at(self.last_output);
        self.watchers.serve_all(self.output.ring(), micros, self.now);
    }

    /// Looks now and then whether the client was stopped behind our back (`kill -STOP`): the program must not go
    /// on drawing over the shell's prompt, and a shell that does not put its modes right needs our help.
    fn check_place(&mut self) {
        let Some(desk) = self.desk.as_ref().filter(|desk| desk.keyboard_is_terminal && desk.licensed())
        else {
            return;
        };
        let flowing = self.last_output > self.place_checked;
        let interval = if flowing { PLACE_CHECK_BUSY } else { PLACE_CHECK_IDLE };
        if self.now < self.place_checked + interval {
            return;
        }
        self.place_checked = self.now;
        match desk.client_place() {
            Place::Stopped => self.client_was_stopped(),
            Place::Background => self.client_is_behind(),
            Place::Foreground | Place::Gone => {}
        }
    }

    pub(super) fn tell_typing(&mut self) {
        if self.typing.epoch() != self.told_epoch {
            self.told_epoch = self.typing.epoch();
            self.tell(&TapEvent::Typed { epoch: self.told_epoch, draft: self.typing.draft() });
        }
    }

    /// Tells every watcher what happened.
    pub(super) fn tell(&mut self, event: &TapEvent) {
        let (at, micros) = (self.output.ring().end(), self.micros());
        self.watchers.tell(at, micros, event);
    }

    /// Time since the session began, as it goes over the wire.
    pub(super) fn micros(&self) -> u64 {
        self.micros_at(self.now)
    }

    fn micros_at(&self, time: Instant) -> u64 {
        time.saturating_duration_since(self.began).as_micros() as u64
    }

    /// Whether the inner foreground group is the program's own, and not a job of a shell inside.
    pub(super) fn program_has_foreground(&self) -> bool {
        let group = rustix::termios::tcgetpgrp(self.master.descriptor.as_fd()).ok();
        group.is_some_and(|group| self.life.program == Some(group.as_raw_nonzero().get() as u32))
    }
}
