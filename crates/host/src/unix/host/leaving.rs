//! A terminal leaves: by the detach key, by request, closed, or with its client killed. The session goes on.

use std::io;
use std::os::fd::AsFd;
use std::time::Duration;

use wire::{TapEvent, ToClient};

use super::desk::Desk;
use super::session::Session;
use crate::pump::Terminal;
use crate::unix::leader::Order;
use crate::unix::tty;

/// How long a program may take to end after a signal that is to end it.
const GRACE: Duration = Duration::from_secs(5);
/// How often, and after which pause, the last bytes for a terminal are tried again.
const RESET_TRIES: u32 = 50;
const RESET_PAUSE: Duration = Duration::from_millis(1);
/// How long a terminal that is let go may take to show the last output and to answer the last query.
const LAST_ANSWER: Duration = Duration::from_millis(200);

impl Session {
    /// Lets go of the terminal, in good order: nothing more is read from the program until the terminal has shown
    /// what there is and has answered what it was asked. The answer would land in the person's shell otherwise.
    pub(super) fn let_go(&mut self) {
        if self.desk.is_some() && self.life.exit.is_none() {
            self.leaving.get_or_insert(self.now + LAST_ANSWER);
            self.leave_if_due();
        }
    }

    pub(super) fn leave_if_due(&mut self) {
        let Some(until) = self.leaving else { return };
        self.follow_modes();
        let settled = self.asked.is_empty() && !self.screen_is_behind();
        if settled || self.now >= until {
            self.reset_modes();
            self.say(&ToClient::Detached);
            self.detach();
        }
    }

    pub(super) fn terminal_gone(&mut self) {
        self.say(&ToClient::TerminalGone);
        self.end_if_wanted_at_hang_up();
        self.detach();
    }

    /// The client got SIGHUP: its window was closed, as a rule.
    pub(super) fn hang_up(&mut self) {
        self.reset_modes();
        self.end_if_wanted_at_hang_up();
        self.detach();
    }

    fn end_if_wanted_at_hang_up(&mut self) {
        if self.hup_kill && self.desk.is_some() {
            self.order(Order::SignalGroup(libc::SIGHUP as u8));
            self.order(Order::SignalGroup(libc::SIGCONT as u8));
            self.life.signal_at(self.now + GRACE, libc::SIGKILL);
        }
    }

    /// Whoever read the output is gone. A program on a pipe would get SIGPIPE or an error; one on a terminal can
    /// only be told by signals, and is not left running for nobody.
    pub(super) fn reader_gone(&mut self) {
        self.lose_desk();
        self.input.forget();
        self.order(Order::SignalGroup(libc::SIGPIPE as u8));
        self.life.signal_at(self.now + GRACE / 5, libc::SIGHUP);
        self.life.signal_at(self.now + GRACE, libc::SIGKILL);
    }

    /// The client is gone. If it left without a word, its terminal is put back at once: every moment counts
    /// against a shell that adopts whatever settings it finds.
    pub(super) fn client_gone(&mut self) {
        self.client = None;
        if self.life.told {
            // It has put the terminal back, unless it was killed on its way out.
            self.with_desk(|desk| {
                desk.rescue();
                desk.close_keyboard();
            });
            return self.leave_line_ends_to_terminal();
        }
        self.with_desk(|desk| desk.rescue());
        self.reset_modes();
        self.detach();
    }

    /// The person's terminal is out of raw mode again. It changes what a grandchild still writes as it would
    /// without us, so our terminal must not do the same before.
    fn leave_line_ends_to_terminal(&mut self) {
        let master = self.master.descriptor.as_fd();
        if let (Some(true), Ok(now)) =
            (self.desk.as_ref().map(|desk| desk.screen_is_terminal), tty::settings(master))
        {
            let _ = tty::apply(master, &tty::output_untouched(now));
        }
    }

    /// Switches off on the person's screen what the program left on, before the screen is left to them.
    pub(super) fn reset_modes(&mut self) {
        self.follow_modes();
        let reset = self.terminal_reset();
        if let Some(desk) = &mut self.desk {
            write_reset(desk, &reset);
        }
    }

    /// The session goes on without a terminal, and without the client it came from.
    pub(super) fn detach(&mut self) {
        if self.desk.is_none() {
            return;
        }
        self.lose_desk();
        self.client = None;
        self.life.frozen = false;
        if self.life.exit.is_none() {
            self.order(Order::Foreground);
        }
    }

    /// Nobody sees the output from here on. What the terminal was asked and did not answer, nobody has seen.
    fn lose_desk(&mut self) {
        self.follow_modes();
        let shown = self.output.shown();
        let unseen_from = self.asked.first().map_or(shown, |first| first.min(shown));
        self.desk = None;
        self.leaving = None;
        self.detach_key.forget();
        self.mode_page = None;
        self.seats.terminal = None;
        self.preface.clear();
        self.title.is_left();
        self.settles_by = None;
        self.output.skip();
        self.life.postscript.clear();
        self.unseen.begin(unseen_from);
        self.tell(&TapEvent::Detached { unseen_from });
        self.apply_size();
    }
}

/// The person's shell may be writing at this very moment, and a write of ours is then refused: so it is tried again,
/// but not for long, since a terminal may also be stopped.
pub(super) fn write_reset(desk: &mut Desk, mut rest: &[u8]) {
    if !desk.screen_is_terminal {
        return;
    }
    for _ in 0..RESET_TRIES {
        match desk.write(rest) {
            Ok(count) => rest = rest.get(count..).unwrap_or_default(),
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => std::thread::sleep(RESET_PAUSE),
            Err(_) => return,
        }
        if rest.is_empty() {
            return;
        }
    }
}
