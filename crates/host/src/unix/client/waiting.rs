//! The client's loop: signals from the person's side, messages from the host's, the terminal in between.

use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::time::{Duration, Instant};

use model::{Exit, SessionId};
use rustix::event::{PollFd, PollFlags, Timespec};
use wire::{FrameReader, TerminalSettings, ToClient, ToHost, encode};

use super::launch::Link;
use super::{Ending, RunError, guard};
use crate::unix::signals::{self, SignalSet, Signals};
use crate::unix::{pty, sockets, started_as, tty};

/// How often to look whether a job in the background was brought to the front: `fg` of a job that runs sends no
/// signal in bash.
const LOOK_FOR_FOREGROUND: Duration = Duration::from_millis(100);

/// How often whoever started us is let do something of their own.
const MEANWHILE: Duration = Duration::from_secs(10);

/// How many milliseconds to give the terminal, and the kernel's word about it, when the host is gone.
const LOOKS_FOR_AN_END: u32 = 100;

/// Signals that are meant for the program. SIGHUP is not: it means that the terminal is gone.
fn for_the_program() -> SignalSet {
    SignalSet(signals::requests().0 | SignalSet::of(&[libc::SIGTERM]).0)
}

/// Signals that this process handles once it listens.
pub(super) fn listened() -> SignalSet {
    let own = SignalSet::of(&[libc::SIGHUP, libc::SIGWINCH, libc::SIGCONT]);
    SignalSet(own.0 | for_the_program().0)
}

/// Listens to every signal that concerns the client or the program.
pub(super) fn listen() -> Result<Signals, RunError> {
    Signals::listen(listened(), started_as::ignored()).map_err(RunError::Terminal)
}

struct Client<'s> {
    link: Link,
    session: &'s SessionId,
    frames: FrameReader,
    signals: Signals,
    nonce: [u8; 2],
    /// Our raw mode, if it is set: we are in the foreground then.
    raw: Option<TerminalSettings>,
    turn: u32,
    in_background: bool,
    /// Signals that came to us, or through the keyboard, and went on to the program.
    passed_on: SignalSet,
    /// What is done now and then, and when next.
    meanwhile: &'s mut dyn FnMut(),
    next: Instant,
}

/// Waits for the end of the program, of the host or of the terminal. `meanwhile` is called now and then, in the foreground only:
/// whatever it does, the terminal may be somebody else's otherwise.
pub(super) fn wait(
    mut link: Link,
    session: &SessionId,
    signals: Signals,
    meanwhile: &mut dyn FnMut(),
) -> Result<Ending, RunError> {
    let mut client = Client {
        frames: std::mem::take(&mut link.frames),
        link,
        session,
        signals,
        nonce: nonce(),
        raw: None,
        turn: 0,
        in_background: false,
        passed_on: SignalSet::default(),
        meanwhile,
        next: Instant::now() + MEANWHILE,
    };
    let outcome = client.take_place().and_then(|()| client.until_the_end());
    client.give_back_terminal();
    outcome
}

/// Marks raw mode as ours.
pub(super) fn nonce() -> [u8; 2] {
    let mut nonce = [0; 2];
    let _ = rustix::rand::getrandom(&mut nonce, rustix::rand::GetRandomFlags::empty());
    nonce
}

impl Client<'_> {
    fn until_the_end(&mut self) -> Result<Ending, RunError> {
        loop {
            self.pause();
            let came = self.signals.take();
            if let Some(ending) = self.handle_signals(came)? {
                return Ok(ending);
            }
            if let Some(ending) = self.handle_messages()? {
                return Ok(ending);
            }
            if self.in_background
                && self.terminal().is_none_or(|terminal| tty::in_foreground(terminal.as_fd()))
            {
                self.take_place()?;
            }
            if !self.in_background && Instant::now() >= self.next {
                (self.meanwhile)();
                self.next = Instant::now() + MEANWHILE;
            }
        }
    }

    fn pause(&self) {
        let mut ready =
            [PollFd::new(&self.link.control, PollFlags::IN), PollFd::new(self.signals.wake(), PollFlags::IN)];
        let limit = match self.in_background {
            true => LOOK_FOR_FOREGROUND,
            false => self.next.saturating_duration_since(Instant::now()),
        };
        let limit = Timespec { tv_sec: limit.as_secs() as i64, tv_nsec: limit.subsec_nanos().into() };
        let _ = rustix::event::poll(&mut ready, Some(&limit));
    }

    fn handle_signals(&mut self, came: SignalSet) -> Result<Option<Ending>, RunError> {
        if came.contains(libc::SIGHUP) {
            return self.hang_up().map(Some);
        }
        if came.contains(libc::SIGCONT) {
            self.take_place()?;
        }
        if came.contains(libc::SIGWINCH) {
            self.send_size()?;
        }
        for signal in for_the_program().iter().filter(|&signal| came.contains(signal)) {
            self.passed_on = SignalSet(self.passed_on.0 | SignalSet::of(&[signal]).0);
            self.send(&ToHost::Signal { signal: signal as u8 })?;
        }
        Ok(None)
    }

    fn handle_messages(&mut self) -> Result<Option<Ending>, RunError> {
        let mut bytes = [0; 4096];
        match sockets::receive_now(&self.link.control, &mut bytes) {
            Ok(0) => return Err(self.host_died()),
            Ok(count) => self.frames.push(bytes.get(..count).unwrap_or_default()),
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
            Err(_) => return Err(self.host_died()),
        }
        while let Some(message) = self.frames.next_message::<ToClient>().map_err(|_| self.host_died())? {
            if let Some(ending) = self.host_says(message)? {
                return Ok(Some(ending));
            }
        }
        Ok(None)
    }

    fn host_says(&mut self, message: ToClient) -> Result<Option<Ending>, RunError> {
        match message {
            ToClient::Started { .. } => Ok(None),
            ToClient::Failed { errno, what } => Err(RunError::not_started(what, errno)),
            ToClient::Stopped { signal, turn } => self.program_stopped(signal, turn),
            ToClient::Interrupt { signal } => {
                self.interrupt(signal);
                Ok(None)
            }
            ToClient::NotForeground => self.take_place().map(|()| None),
            ToClient::TerminalGone => self.hang_up().map(Some),
            ToClient::Detached => Ok(Some(Ending::Detached)),
            ToClient::Exited(exit) => Ok(Some(self.ending(exit.into()))),
        }
    }

    /// Tells the host where we stand, and sets raw mode if that is the foreground. The host hears of raw mode
    /// before it is set: if we are killed in between, it knows what to put back.
    fn take_place(&mut self) -> Result<(), RunError> {
        let foreground = self.terminal().is_none_or(|terminal| tty::in_foreground(terminal.as_fd()));
        self.turn += 1;
        self.in_background = !foreground;
        if !foreground {
            self.raw = None;
            guard::forget();
            return self.send(&ToHost::Background { turn: self.turn });
        }
        self.set_raw()?;
        let size = self.size().unwrap_or_else(super::terminal_size_hint).into();
        self.send(&ToHost::Foreground { size, turn: self.turn })
    }

    fn set_raw(&mut self) -> Result<(), RunError> {
        let Some(terminal) = &self.link.terminal else { return Ok(()) };
        // A terminal that has hung up cannot be set; the hang-up itself is on its way to us.
        let Ok(now) = tty::settings(terminal.as_fd()) else { return Ok(()) };
        if self.raw.as_ref().is_some_and(|raw| tty::same(raw, &now)) {
            return Ok(());
        }
        // What the terminal has now is what the shell, or a person with `stty`, wants to have back.
        guard::remember(terminal.as_fd());
        let raw = tty::raw(&now, self.nonce);
        self.send(&ToHost::Announce { original: now, raw: raw.clone() })?;
        if let Some(terminal) = &self.link.terminal {
            let _ = tty::apply(terminal.as_fd(), &raw);
        }
        self.raw = Some(raw);
        Ok(())
    }

    /// The program was stopped: the person gets their shell back. A stop that is older than our last change of
    /// place has been dealt with, and so has one that somebody's `fg` has overtaken.
    fn program_stopped(&mut self, signal: u8, turn: u32) -> Result<Option<Ending>, RunError> {
        if turn != self.turn {
            return Ok(None);
        }
        self.give_back_terminal();
        // Nobody asks a shell to stop its group for good; it is asked as the terminal would.
        let signal = if i32::from(signal) == libc::SIGSTOP { libc::SIGTSTP } else { signal.into() };
        let stopped = signals::stop_own_group(signal);
        // Continued, or never stopped because the group is orphaned: either way the program goes on. The note of
        // SIGCONT that is waiting now would only say so once more.
        let came = self.signals.take();
        if stopped || self.terminal().is_none_or(|terminal| tty::in_foreground(terminal.as_fd())) {
            self.take_place()?;
        } else {
            // No shell is left that could ever bring us to the front: the program would only be stopped again.
            self.turn += 1;
            self.in_background = true;
            self.send(&ToHost::Forsaken { turn: self.turn })?;
        }
        self.handle_signals(SignalSet(came.0 & !SignalSet::of(&[libc::SIGCONT]).0))
    }

    /// Ctrl-C reached the program as a byte. A script around us has to hear of it as well.
    fn interrupt(&mut self, signal: u8) {
        self.passed_on = SignalSet(self.passed_on.0 | SignalSet::of(&[signal.into()]).0);
        signals::tell_own_group(signal.into());
    }

    /// The window was closed, or somebody sent SIGHUP and it is still there: then it is put back.
    fn hang_up(&mut self) -> Result<Ending, RunError> {
        self.give_back_terminal();
        self.send(&ToHost::HangUp)?;
        Ok(Ending::HungUp)
    }

    /// Dying of a signal is only right where the signal came through us; a program that killed itself has a
    /// status like any other.
    fn ending(&self, exit: Exit) -> Ending {
        match exit {
            Exit::Signal(signal)
                if self.passed_on.contains(signal.into()) && ends_a_script(signal.into()) =>
            {
                Ending::DieOf(signal.into())
            }
            exit => Ending::Exited(exit),
        }
    }

    /// The host was killed: its part of the end is ours now.
    fn host_died(&mut self) -> RunError {
        self.give_back_terminal();
        if rustix::termios::isatty(&self.link.screen) {
            self.write_resets();
        }
        RunError::HostDied { session: self.session.clone(), how: self.how_the_host_ended() }
    }

    /// A terminal that takes nothing just now gets a moment; one that is stopped does not hold us.
    fn write_resets(&self) {
        let resets = self.link.mode_page.read();
        let mut rest = resets.as_slice();
        for _ in 0..LOOKS_FOR_AN_END {
            match rustix::io::write(&self.link.screen, rest) {
                Ok(count) => rest = rest.get(count..).unwrap_or_default(),
                Err(rustix::io::Errno::AGAIN) => std::thread::sleep(Duration::from_millis(1)),
                Err(_) => return,
            }
            if rest.is_empty() {
                return;
            }
        }
    }

    /// Its socket closes a moment before the kernel can tell how it ended.
    fn how_the_host_ended(&mut self) -> String {
        for _ in 0..LOOKS_FOR_AN_END {
            let Some(host) = &mut self.link.host else { break };
            match host.try_wait() {
                Ok(Some(status)) => return status.to_string(),
                Ok(None) => std::thread::sleep(Duration::from_millis(1)),
                Err(_) => break,
            }
        }
        "it closed its socket".into()
    }

    /// Puts the terminal back, if it is ours to put back: in the background it belongs to somebody else.
    fn give_back_terminal(&mut self) {
        let owned = self.terminal().is_some_and(|terminal| tty::in_foreground(terminal.as_fd()));
        if self.raw.take().is_some() && owned {
            guard::put_back();
        }
        guard::forget();
    }

    fn terminal(&self) -> Option<&OwnedFd> {
        self.link.terminal.as_ref()
    }

    fn size(&self) -> Option<model::Size> {
        self.terminal().and_then(|terminal| pty::size(terminal).ok())
    }

    fn send_size(&mut self) -> Result<(), RunError> {
        let size = self.size().unwrap_or_else(super::terminal_size_hint);
        self.send(&ToHost::Resize { size: size.into() })
    }

    fn send(&mut self, message: &ToHost) -> Result<(), RunError> {
        let sent = encode(message)
            .map_err(io::Error::other)
            .and_then(|frame| sockets::send_all(self.link.control.as_fd(), &frame));
        // A host that just ended has left its last message in our socket; that one tells more than this error.
        match sent {
            Ok(()) => Ok(()),
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
            Err(_) => Err(self.host_died()),
        }
    }
}

fn ends_a_script(signal: i32) -> bool {
    [libc::SIGINT, libc::SIGQUIT, libc::SIGTERM, libc::SIGHUP].contains(&signal)
}
