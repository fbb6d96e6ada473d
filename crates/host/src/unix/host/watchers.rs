//! Who watches the session: the recorder, and whoever comes through the session's socket.
//!
//! A watcher is served when there is time and never waited for. Callers of another user are refused by the kernel's
//! word about them, whatever they send.

use std::io::{self, IoSlice};
use std::os::fd::{AsFd, OwnedFd};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use model::{SessionId, Size};
use wire::{FrameReader, Hello, Request, TapEvent, VERSION, encode};

use super::guests::Guest;
use super::poller::{Poller, READ, Readiness, Source};
use crate::ring::Ring;
use crate::tap::{Outlet, Served, Tap};
use crate::unix::kin::{self, Standing};
use crate::unix::sockets;

/// Callers at once; a brain, guests, a few curious commands. One more is turned away.
const MOST_WATCHERS: usize = 32;
/// Descriptors that one caller may have sent without saying what for: those of one message.
const MOST_DESCRIPTORS: usize = 4;
/// Who may only look asks short questions.
const LONGEST_QUESTION: usize = 4096;
/// Between two pieces of output a watcher gets this long a rest, unless so much has come: every piece wakes it, and
/// on a busy machine a wake-up costs more than the copy. The first piece after a pause goes out at once.
const REST: Duration = Duration::from_millis(4);
const ENOUGH: u64 = 128 << 10;

#[derive(Debug)]
struct Socket(OwnedFd);

impl Outlet for Socket {
    fn send_now(&mut self, parts: &[IoSlice<'_>]) -> io::Result<usize> {
        sockets::send_now(&self.0, parts)
    }
}

#[derive(Debug)]
pub(super) struct Watcher {
    socket: Socket,
    /// Its process id.
    pid: u32,
    /// Who it is, as far as its rights go.
    standing: Standing,
    pub(super) frames: FrameReader,
    /// Descriptors that came and that no message has claimed yet.
    descriptors: Vec<OwnedFd>,
    pub(super) greeted: bool,
    pub(super) waits_for_facts: bool,
    pub(super) tap: Option<Tap>,
    pub(super) guest: Option<Guest>,
    /// The last attempt to serve it found it full; only its own readiness is a reason to try again.
    full: bool,
    /// It was refused something, and that was told.
    refused: bool,
}

impl Watcher {
    fn new(socket: OwnedFd, pid: u32, standing: Standing) -> Self {
        let longest = if standing.may_act() { wire::MAX_BODY } else { LONGEST_QUESTION };
        Watcher {
            socket: Socket(socket),
            pid,
            standing,
            frames: FrameReader::limited(longest),
            descriptors: Vec::new(),
            greeted: false,
            waits_for_facts: false,
            tap: None,
            guest: None,
            full: false,
            refused: false,
        }
    }

    /// Takes what is there, without waiting. False if the caller is gone, or sends descriptors nobody asked for.
    pub(super) fn receive(&mut self) -> bool {
        self.full = false;
        let mut bytes = [0; 16 << 10];
        match sockets::receive_with(self.socket.0.as_fd(), &mut bytes) {
            Ok((0, _)) => false,
            Ok((count, descriptors)) => {
                self.frames.push(bytes.get(..count).unwrap_or_default());
                self.descriptors.extend(descriptors);
                self.descriptors.len() <= MOST_DESCRIPTORS
            }
            Err(error) => error.kind() == io::ErrorKind::WouldBlock,
        }
    }

    /// Answers are small; a caller without room for one is dropped.
    pub(super) fn answer(&mut self, answer: &impl serde::Serialize) -> bool {
        let Ok(frame) = encode(answer) else { return false };
        matches!(self.socket.send_now(&[IoSlice::new(&frame)]), Ok(sent) if sent == frame.len())
    }
}

/// All watchers of a session.
#[derive(Debug, Default)]
pub(super) struct Watchers {
    session: String,
    door: Option<(OwnedFd, PathBuf)>,
    slots: Vec<Option<Watcher>>,
    recorder: Option<usize>,
    /// When watchers were last served.
    served: Option<Instant>,
}

impl Watchers {
    pub(super) fn new(session: &str) -> Self {
        Watchers { session: session.to_owned(), ..Watchers::default() }
    }

    /// Opens the session's socket. Without one the session works, but nobody can come.
    pub(super) fn open_door(&mut self, path: &Path) -> io::Result<()> {
        let door = std::os::unix::net::UnixListener::bind(path)?;
        door.set_nonblocking(true)?;
        self.door = Some((door.into(), path.to_owned()));
        Ok(())
    }

    /// The recorder comes with the session and gets everything from the first byte on.
    pub(super) fn add_recorder(&mut self, socket: OwnedFd) {
        let _ = rustix::io::ioctl_fionbio(&socket, true);
        let mut watcher = Watcher::new(socket, std::process::id(), Standing::Outside);
        watcher.greeted = true;
        watcher.tap = Some(Tap::new(0));
        self.recorder = self.seat(watcher);
    }

    fn seat(&mut self, watcher: Watcher) -> Option<usize> {
        let free = self.slots.iter().position(Option::is_none);
        let slot = match free {
            Some(slot) => slot,
            None if self.slots.len() < MOST_WATCHERS => {
                self.slots.push(None);
                self.slots.len() - 1
            }
            None => return None,
        };
        *self.slots.get_mut(slot)? = Some(watcher);
        Some(slot)
    }

    /// Lets in who knocks, if it is the same user and there is a seat. Others find the door closed again.
    pub(super) fn admit(&mut self) {
        let Some((door, _)) = &self.door else { return };
        let flags = rustix::net::SocketFlags::CLOEXEC | rustix::net::SocketFlags::NONBLOCK;
        let Ok(socket) = rustix::net::accept_with(door, flags) else { return };
        let own = rustix::process::geteuid().as_raw();
        let Some(caller) = kin::caller(&socket).ok().filter(|caller| caller.user == own) else { return };
        let standing = SessionId::parse(&self.session)
            .map_or(Standing::Unknown, |session| kin::standing_for_host(&caller, &session));
        let mut watcher = Watcher::new(socket, caller.pid, standing);
        if !watcher.answer(&self.hello()) {
            return;
        }
        // Who took a seat and never spoke has to give it up.
        if self.slots.iter().flatten().count() >= MOST_WATCHERS
            && let Some(silent) =
                self.slots.iter().position(|slot| slot.as_ref().is_some_and(|seen| !seen.greeted))
        {
            self.leave(silent);
        }
        self.seat(watcher);
    }

    /// Whether anybody but the recorder gets what happens.
    pub(super) fn anybody_watches(&self) -> bool {
        let watches = |(slot, watcher): (usize, &Option<Watcher>)| {
            Some(slot) != self.recorder && watcher.as_ref().is_some_and(|watcher| watcher.tap.is_some())
        };
        self.slots.iter().enumerate().any(watches)
    }

    /// Why this caller may not have what it asks for. A program of the session may read about itself; it may change
    /// nothing, or it could answer its own questions.
    pub(super) fn refusal(&self, slot: usize, request: &Request) -> Option<&'static str> {
        let standing = &self.slots.get(slot)?.as_ref()?.standing;
        let reads = matches!(
            request,
            Request::Facts | Request::Watch { .. } | Request::Follow { .. } | Request::Describe
        );
        let may = if reads { standing.may_read(&self.session) } else { standing.may_act() };
        (!may).then(|| standing.refusal())
    }

    /// A caller is refused something: the session it belongs to, and whether this is the first time.
    pub(super) fn refused(&mut self, slot: usize) -> Option<(Option<String>, bool)> {
        let watcher = self.slots.get_mut(slot)?.as_mut()?;
        let first = !std::mem::replace(&mut watcher.refused, true);
        let session = match &watcher.standing {
            Standing::Within(session) | Standing::Marked(Some(session)) => Some(session.to_string()),
            Standing::Started => Some(wire::OURS.to_owned()),
            _ => None,
        };
        Some((session, first))
    }

    fn hello(&self) -> Hello {
        Hello {
            version: VERSION,
            program: env!("CARGO_PKG_VERSION").to_owned(),
            session: self.session.clone(),
        }
    }

    /// Guests are not listened to while their keys would have to wait.
    pub(super) fn arrange(&self, poller: &mut Poller, ring: &Ring, guests_heard: bool) {
        if let Some((door, _)) = &self.door {
            poller.add(Source::Door, door, READ);
        }
        for (slot, watcher) in self.slots.iter().enumerate() {
            if let Some(watcher) = watcher {
                let read = guests_heard || watcher.guest.is_none();
                let behind = watcher.full && watcher.tap.as_ref().is_some_and(|tap| tap.waits(ring));
                poller.add(
                    Source::Watcher(slot),
                    &watcher.socket.0,
                    Readiness { read, write: behind, gone: false },
                );
            }
        }
    }

    /// When those who rest are to be served.
    pub(super) fn lag_deadline(&self, ring: &Ring) -> Option<Instant> {
        let waits =
            |watcher: &Watcher| !watcher.full && watcher.tap.as_ref().is_some_and(|tap| tap.waits(ring));
        self.slots.iter().flatten().any(waits).then_some(self.served? + REST)
    }

    pub(super) fn tell(&mut self, at: u64, micros: u64, event: &TapEvent) {
        for tap in self.slots.iter_mut().flatten().filter_map(|watcher| watcher.tap.as_mut()) {
            tap.happened(at, micros, event);
        }
    }

    pub(super) fn tell_recorder(&mut self, at: u64, micros: u64, event: &TapEvent) {
        let recorder = self.recorder.and_then(|slot| self.slots.get_mut(slot)?.as_mut());
        if let Some(tap) = recorder.and_then(|watcher| watcher.tap.as_mut()) {
            tap.happened(at, micros, event);
        }
    }

    /// Serves every watcher that has room, unless it pays to let them rest.
    pub(super) fn serve_all(&mut self, ring: &Ring, micros: u64, now: Instant) {
        let mut taps = self.slots.iter().flatten().filter_map(|watcher| watcher.tap.as_ref());
        let rested = self.served.is_none_or(|served| now >= served + REST);
        if !rested && !taps.any(|tap| tap.behind(ring) >= ENOUGH) {
            return;
        }
        for slot in 0..self.slots.len() {
            self.serve(slot, ring, micros, now);
        }
    }

    fn serve(&mut self, slot: usize, ring: &Ring, micros: u64, now: Instant) {
        let Some(Some(watcher)) = self.slots.get_mut(slot) else { return };
        let Some(tap) = watcher.tap.as_mut().filter(|tap| !watcher.full && tap.waits(ring)) else { return };
        self.served = Some(now);
        match tap.serve(ring, micros, &mut watcher.socket) {
            Served::All => {}
            Served::Full => watcher.full = true,
            // Its end is read from its socket, where a guest's terminal is put back too.
            Served::Gone => watcher.tap = None,
        }
    }

    pub(super) fn watcher(&mut self, slot: usize) -> Option<&mut Watcher> {
        self.slots.get_mut(slot)?.as_mut()
    }

    pub(super) fn all(&self) -> impl Iterator<Item = &Watcher> {
        self.slots.iter().flatten()
    }

    pub(super) fn places(&self) -> std::ops::Range<usize> {
        0..self.slots.len()
    }

    pub(super) fn pid_of(&self, slot: usize) -> Option<u32> {
        Some(self.slots.get(slot)?.as_ref()?.pid)
    }

    /// The descriptors that came along with what the caller said last.
    pub(super) fn take_descriptors(&mut self, slot: usize) -> Vec<OwnedFd> {
        self.watcher(slot).map(|watcher| std::mem::take(&mut watcher.descriptors)).unwrap_or_default()
    }

    /// Gives up a seat whose socket is to be something else from now on, with what has been received from it.
    pub(super) fn hand_over(&mut self, slot: usize) -> Option<(OwnedFd, FrameReader)> {
        let watcher = self.slots.get_mut(slot)?.take()?;
        Some((watcher.socket.0, watcher.frames))
    }

    pub(super) fn guest_sizes(&self) -> impl Iterator<Item = Size> {
        self.all().filter_map(|watcher| Some(watcher.guest.as_ref()?.size))
    }

    pub(super) fn leave(&mut self, slot: usize) {
        if let Some(place) = self.slots.get_mut(slot) {
            *place = None;
        }
        if self.recorder == Some(slot) {
            self.recorder = None;
        }
    }

    /// Gives watchers until `until` to fetch the last of it, and closes the door.
    pub(super) fn finish(&mut self, ring: &Ring, micros: u64, until: Instant) {
        if let Some((_, path)) = self.door.take() {
            let _ = std::fs::remove_file(path);
        }
        loop {
            self.served = None;
            self.slots.iter_mut().flatten().for_each(|watcher| watcher.full = false);
            self.serve_all(ring, micros, Instant::now());
            let behind = self.slots.iter().flatten().any(|watcher| watcher.full);
            if !behind || Instant::now() >= until {
                return;
            }
            let mut poller = Poller::default();
            for watcher in self.slots.iter().flatten().filter(|watcher| watcher.full) {
                poller.add(
                    Source::Door,
                    &watcher.socket.0,
                    Readiness { read: false, write: true, gone: false },
                );
            }
            poller.wait(Some(until.saturating_duration_since(Instant::now())));
        }
    }
}
