//! The person's desk: their terminal as the client handed it over, and the manners of using it.
//!
//! A process of another session is exempt from job control, so nothing but this module keeps the host from
//! stealing keys from the person's shell. It reads only with a licence from the client and after looking, between
//! poll and read, whether the client still runs in the foreground.

use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};

use rustix::fs::OFlags;
use wire::{Streams, TerminalSettings};

use crate::pump::Terminal;
use crate::unix::place::{ClientPlace, Place};
use crate::unix::tty;

/// A shared descriptor stays blocking. Poll promises that this much fits (the kernel's wake-up mark for terminals).
const SAFE_BLOCKING_WRITE: usize = 256;

/// The two ends the client handed over, and what it told about them.
#[derive(Debug)]
pub(super) struct Desk {
    keyboard: Option<OwnedFd>,
    screen: OwnedFd,
    /// The keyboard is a terminal, so the manners apply.
    pub(super) keyboard_is_terminal: bool,
    /// The screen is a terminal, so modes left on are reset there.
    pub(super) screen_is_terminal: bool,
    blocking: bool,
    licensed: bool,
    announced: Option<Announced>,
    place: Option<ClientPlace>,
}

#[derive(Debug)]
struct Announced {
    original: TerminalSettings,
    raw: TerminalSettings,
}

impl Desk {
    /// Sorts the descriptors that a message brought into what it promised. None if it promised no terminal.
    pub(super) fn from_descriptors(
        streams: Streams,
        given: &mut impl Iterator<Item = OwnedFd>,
        client: u32,
    ) -> io::Result<Option<Self>> {
        let mut next = || given.next().ok_or_else(|| io::Error::other("a descriptor is missing"));
        let (keyboard, screen) = match streams {
            Streams::Terminal | Streams::SharedTerminal => {
                let keyboard = next()?;
                let screen = keyboard.try_clone()?;
                (keyboard, screen)
            }
            Streams::InputAndOutput => (next()?, next()?),
            Streams::Nothing => return Ok(None),
        };
        let blocking = !rustix::fs::fcntl_getfl(&screen)?.contains(OFlags::NONBLOCK) && !is_file(&screen);
        let mut desk = Desk::new(keyboard, screen, blocking, client);
        desk.license(!desk.keyboard_is_terminal);
        Ok(Some(desk))
    }

    fn new(keyboard: OwnedFd, screen: OwnedFd, blocking: bool, client: u32) -> Self {
        let keyboard_is_terminal = rustix::termios::isatty(&keyboard);
        let screen_is_terminal = rustix::termios::isatty(&screen);
        let place = keyboard_is_terminal.then(|| ClientPlace::of(client, keyboard.as_fd()).ok()).flatten();
        Desk {
            keyboard: Some(keyboard),
            screen,
            keyboard_is_terminal,
            screen_is_terminal,
            blocking,
            licensed: false,
            announced: None,
            place,
        }
    }

    pub(super) fn keyboard(&self) -> Option<BorrowedFd<'_>> {
        self.keyboard.as_ref().map(AsFd::as_fd)
    }

    pub(super) fn screen(&self) -> BorrowedFd<'_> {
        self.screen.as_fd()
    }

    pub(super) fn announce(&mut self, original: TerminalSettings, raw: TerminalSettings) {
        self.announced = Some(Announced { original, raw });
    }

    pub(super) fn license(&mut self, licensed: bool) {
        self.licensed = licensed;
    }

    pub(super) fn licensed(&self) -> bool {
        self.licensed
    }

    /// No more keys will come: the input has ended, or the program has.
    pub(super) fn close_keyboard(&mut self) {
        self.keyboard = None;
        self.licensed = false;
    }

    /// Where the client is now. Where the kernel cannot be asked, its own word counts.
    pub(super) fn client_place(&self) -> Place {
        self.place.as_ref().map_or(Place::Foreground, ClientPlace::now)
    }

    /// Puts the terminal back, but only if its settings are still the raw ones we announced: the shell may have
    /// taken it over already.
    pub(super) fn rescue(&self) {
        let (Some(announced), Some(keyboard)) = (&self.announced, self.keyboard()) else { return };
        let _ = tty::replace(keyboard, &announced.raw, &announced.original);
    }
}

fn is_file(descriptor: &OwnedFd) -> bool {
    rustix::fs::fstat(descriptor).is_ok_and(|stat| {
        rustix::fs::FileType::from_raw_mode(stat.st_mode) == rustix::fs::FileType::RegularFile
    })
}

impl Terminal for Desk {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        match &self.keyboard {
            Some(keyboard) => Ok(rustix::io::read(keyboard, into)?),
            None => Err(io::ErrorKind::WouldBlock.into()),
        }
    }

    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if !self.blocking {
            return Ok(rustix::io::write(&self.screen, bytes)?);
        }
        let mut ready = [rustix::event::PollFd::new(&self.screen, rustix::event::PollFlags::OUT)];
        rustix::event::poll(&mut ready, Some(&rustix::event::Timespec { tv_sec: 0, tv_nsec: 0 }))?;
        if ready[0].revents().is_empty() {
            return Err(io::ErrorKind::WouldBlock.into());
        }
        let piece = bytes.get(..bytes.len().min(SAFE_BLOCKING_WRITE)).unwrap_or_default();
        Ok(rustix::io::write(&self.screen, piece)?)
    }
}
