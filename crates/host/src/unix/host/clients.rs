//! What the client says, and what happens when it stops, falls behind or dies.

use std::io;
use std::os::fd::OwnedFd;

use wire::{FrameReader, ToClient, ToHost, WireExit, WireSize, encode};

use super::session::Session;
use crate::unix::leader::Order;
use crate::unix::place::Place;
use crate::unix::sockets;

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

    /// A session that begins without a terminal: the program has the inner foreground from the start, and keeps it.
    pub(super) fn begin_detached(&mut self) {
        if self.desk.is_none() {
            self.order(Order::Foreground);
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
            ToHost::Resize { size } => self.terminal_resized(size),
            ToHost::Signal { signal } => self.order(Order::Signal(signal)),
            ToHost::HangUp => self.hang_up(),
            ToHost::Forsaken { turn } => self.forsaken(turn),
        }
    }

    pub(super) fn with_desk(&mut self, act: impl FnOnce(&mut super::desk::Desk)) {
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
        self.terminal_resized(size);
        self.order(Order::Foreground);
        self.settle();
    }

    fn client_in_background(&mut self, turn: u32) {
        self.note_turn(turn);
        self.life.frozen = false;
        self.detach_key.forget();
        self.with_desk(|desk| desk.license(!desk.keyboard_is_terminal));
        self.order(Order::Hold);
        self.order(Order::Background);
        self.settle();
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
        // It may have gone on meanwhile and set raw mode before we undid that: then it has to do so again.
        let goes_on = desk.client_place() == Place::Foreground;
        self.detach_key.forget();
        self.life.frozen = true;
        self.order(Order::Hold);
        self.order(Order::SignalGroup(libc::SIGSTOP as u8));
        if goes_on {
            self.say(&ToClient::NotForeground);
        }
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

    /// The last message a client gets.
    pub(super) fn say_exited(&mut self, exit: WireExit) {
        self.say(&ToClient::Exited(exit));
        self.with_desk(|desk| desk.license(false));
    }
}
