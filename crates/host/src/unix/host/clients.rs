//! What the client says, and what happens when it stops, falls behind or dies.

use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::time::Duration;

use wire::{FrameReader, TapEvent, ToClient, ToHost, WireExit, WireSize, encode};

use super::session::Session;
use crate::pump::{Pty, Terminal};
use crate::unix::leader::Order;
use crate::unix::{sockets, tty};

/// How long a program may take to end after a signal that is to end it.
const GRACE: Duration = Duration::from_secs(5);

/// How often, and after which pause, the last bytes for a terminal are tried again.
const RESET_TRIES: u32 = 50;
const RESET_PAUSE: Duration = Duration::from_millis(1);

/// The wire to the client.
#[derive(Debug)]
pub(super) struct ClientLink {
    socket: OwnedFd,
    frames: FrameReader,
    /// Number of the last change of place the client told.
    turn: u32,
}

impl ClientLink {
    pub(super) fn new(socket: OwnedFd, frames: FrameReader) -> Self {
        ClientLink { socket, frames, turn: 0 }
    }

    pub(super) fn socket(&self) -> &OwnedFd {
        &self.socket
    }

    /// Messages to a client are few and small; one that does not read them at all is as good as gone.
    fn send(&self, message: &ToClient) -> io::Result<()> {
        let frame = encode(message).map_err(io::Error::other)?;
        match sockets::send_now(&self.socket, &[io::IoSlice::new(&frame)])? {
            sent if sent == frame.len() => Ok(()),
            _ => Err(io::ErrorKind::WouldBlock.into()),
        }
    }
}

impl Session {
    pub(super) fn say(&self, message: &ToClient) {
        if let Some(client) = &self.client {
            let _ = client.send(message);
        }
    }

    pub(super) fn order(&mut self, order: Order) {
        let taken = self.leader.as_mut().is_some_and(|leader| leader.order(order));
        match (taken, order) {
            (true, Order::Foreground) => self.life.fronts_due += 1,
            (true, _) => {}
            (false, _) => self.signal_without_leader(order),
        }
    }

    /// Somebody killed the leader, or it takes no orders. The program is our child or its, and buried by nobody
    /// without our knowledge, so its number cannot be another's.
    fn signal_without_leader(&self, order: Order) {
        let Some(program) = self.life.program.filter(|_| self.life.exit.is_none()) else { return };
        let (target, signal) = match order {
            Order::Signal(signal) => (program as i32, signal),
            Order::SignalGroup(signal) => (-(program as i32), signal),
            Order::Foreground | Order::Background | Order::Hold => return,
        };
        // SAFETY: a plain system call.
        unsafe { libc::kill(target, signal.into()) };
    }

    pub(super) fn client_ready(&mut self) {
        let Some(client) = &mut self.client else { return };
        let mut bytes = [0; 4096];
        match sockets::receive_now(&client.socket, &mut bytes) {
            Ok(0) => return self.client_gone(),
            Ok(count) => client.frames.push(bytes.get(..count).unwrap_or_default()),
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => return,
            Err(_) => return self.client_gone(),
        }
        self.client_messages();
    }

    /// Handles what has arrived whole. Behind a long first message others may have come along with its end.
    pub(super) fn client_messages(&mut self) {
        loop {
            match self.client.as_mut().map(|client| client.frames.next_message::<ToHost>()) {
                Some(Ok(Some(message))) => self.client_says(message),
                Some(Ok(None)) | None => return,
                Some(Err(_)) => return self.client_gone(),
            }
        }
    }

    fn client_says(&mut self, message: ToHost) {
        match message {
            ToHost::Start(_) => {}
            ToHost::Announce { original, raw } => self.with_desk(|desk| desk.announce(original, raw)),
            ToHost::Foreground { size, turn } => self.client_in_foreground(size, turn),
            ToHost::Background { turn } => self.client_in_background(turn),
            ToHost::Resize { size } => self.resize(size),
            ToHost::Signal { signal } => self.order(Order::Signal(signal)),
            ToHost::HangUp => self.hang_up(),
            ToHost::Forsaken { turn } => self.forsaken(turn),
        }
    }

    fn with_desk(&mut self, act: impl FnOnce(&mut super::desk::Desk)) {
        if let Some(desk) = &mut self.desk {
            act(desk);
        }
    }

    /// The order is the protocol's: foreground, size (the change is told to the foreground group), continue.
    fn client_in_foreground(&mut self, size: WireSize, turn: u32) {
        self.note_turn(turn);
        self.life.frozen = false;
        self.input_ended = false;
        self.keys.resume();
        self.with_desk(|desk| desk.license(true));
        self.place_checked = self.now;
        self.resize(size);
        self.order(Order::Foreground);
    }

    fn client_in_background(&mut self, turn: u32) {
        self.note_turn(turn);
        self.life.frozen = false;
        self.with_desk(|desk| desk.license(!desk.keyboard_is_terminal));
        self.order(Order::Hold);
        self.order(Order::Background);
    }

    /// Without us, a read from here would fail. It cannot be made to, but it can be told that nothing comes.
    fn forsaken(&mut self, turn: u32) {
        self.note_turn(turn);
        self.with_desk(|desk| desk.license(false));
        self.input_ended = true;
        self.order(Order::Foreground);
    }

    fn note_turn(&mut self, turn: u32) {
        if let Some(client) = &mut self.client {
            client.turn = turn;
        }
    }

    pub(super) fn turn(&self) -> u32 {
        self.client.as_ref().map_or(0, |client| client.turn)
    }

    fn resize(&mut self, size: WireSize) {
        let size: model::Size = size.into();
        let _ = self.master.resize(size);
        self.modes.resize(size.rows);
        self.schedule.bytes_passed(self.now);
        self.tell(&TapEvent::Resized(size.into()));
    }

    /// The client runs but does not have the terminal, and has not said so yet.
    pub(super) fn client_is_behind(&mut self) {
        self.with_desk(|desk| desk.license(false));
        self.keys.pause_behind(self.now);
        self.say(&ToClient::NotForeground);
    }

    /// Somebody stopped the client itself. For the person that is the program, so the program stops too; and the
    /// terminal goes back to how the shell left it, since some shells do not see to that.
    pub(super) fn client_was_stopped(&mut self) {
        let Some(desk) = &mut self.desk else { return };
        desk.license(false);
        desk.rescue();
        self.life.frozen = true;
        self.order(Order::Hold);
        self.order(Order::SignalGroup(libc::SIGSTOP as u8));
    }

    /// The key for a signal was typed while the program itself had the inner foreground. Without us the signal
    /// would have reached every process of the client's group, a script around it too.
    pub(super) fn interrupt_typed(&mut self, signal: i32) {
        if self.program_has_foreground() && !self.program_is_a_shell() {
            self.say(&ToClient::Interrupt { signal: signal as u8 });
        }
    }

    /// A shell with job control has a group of its own even without us; what is typed there is no business of
    /// a script around it. Such shells ignore the signals that would stop them for using the terminal.
    fn program_is_a_shell(&self) -> bool {
        self.life.program.is_some_and(crate::unix::ignores_terminal_stops)
    }

    pub(super) fn terminal_gone(&mut self) {
        self.say(&ToClient::TerminalGone);
        self.detach();
    }

    /// The client got SIGHUP: its window was closed, as a rule.
    fn hang_up(&mut self) {
        self.reset_modes();
        if self.hup_kill {
            self.order(Order::SignalGroup(libc::SIGHUP as u8));
            self.order(Order::SignalGroup(libc::SIGCONT as u8));
            self.life.signal_at(self.now + GRACE, libc::SIGKILL);
        }
        self.detach();
    }

    /// Whoever read the output is gone. A program on a pipe would get SIGPIPE or an error; one on a terminal can
    /// only be told by signals, and is not left running for nobody.
    pub(super) fn reader_gone(&mut self) {
        self.desk = None;
        self.output.skip();
        self.input.forget();
        self.order(Order::SignalGroup(libc::SIGPIPE as u8));
        self.life.signal_at(self.now + GRACE / 5, libc::SIGHUP);
        self.life.signal_at(self.now + GRACE, libc::SIGKILL);
    }

    /// The client is gone. If it left without a word, its terminal is put back at once: every moment counts
    /// against a shell that adopts whatever settings it finds.
    fn client_gone(&mut self) {
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

    /// Switches off on the person's screen what the program left on, before the screen is left to them. Their
    /// shell may be writing at this very moment, and a write of ours is then refused: so it is tried again, but
    /// not for long, since a terminal may also be stopped.
    pub(super) fn reset_modes(&mut self) {
        self.follow_modes();
        let reset = self.modes.reset();
        let mut rest = reset.as_bytes();
        let Some(desk) = self.desk.as_mut().filter(|desk| desk.screen_is_terminal) else { return };
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

    /// The session goes on without a terminal.
    fn detach(&mut self) {
        if self.desk.take().is_none() {
            return;
        }
        self.output.skip();
        self.input.forget();
        self.life.postscript.clear();
        self.life.frozen = false;
        if self.life.exit.is_none() {
            self.order(Order::Foreground);
        }
        self.tell(&TapEvent::Detached);
    }

    /// The last message a client gets.
    pub(super) fn say_exited(&mut self, exit: WireExit) {
        self.say(&ToClient::Exited(exit));
        self.with_desk(|desk| desk.license(false));
    }
}
