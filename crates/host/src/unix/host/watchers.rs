//! Who watches the session: the recorder, and whoever comes through the session's socket.
//!
//! A watcher is served when there is time and never waited for. Callers of another user are refused by the kernel's
//! word about them, whatever they send.

use std::io::{self, IoSlice};
use std::os::fd::OwnedFd;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use model::KernelFacts;
use wire::{Answer, FrameReader, Hello, Request, TapEvent, VERSION, encode};

use super::poller::{Poller, READ, Readiness, Source};
use super::session::Session;
use crate::facts::Effort;
use crate::ring::Ring;
use crate::tap::{Outlet, Served, Tap};
use crate::unix::sockets;

/// Callers at once; a brain, a few curious commands. One more is turned away.
const MOST_WATCHERS: usize = 16;
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
struct Watcher {
    socket: Socket,
    frames: FrameReader,
    greeted: bool,
    waits_for_facts: bool,
    tap: Option<Tap>,
    /// The last attempt to serve it found it full; only its own readiness is a reason to try again.
    full: bool,
}

impl Watcher {
    fn new(socket: OwnedFd) -> Self {
        Watcher {
            socket: Socket(socket),
            frames: FrameReader::new(),
            greeted: false,
            waits_for_facts: false,
            tap: None,
            full: false,
        }
    }

    /// Answers are small; a caller without room for one is dropped.
    fn answer(&mut self, answer: &impl serde::Serialize) -> bool {
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
        let mut watcher = Watcher::new(socket);
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
        if !sockets::peer(&socket).is_ok_and(|peer| peer.user == own) {
            return;
        }
        let mut watcher = Watcher::new(socket);
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

    fn hello(&self) -> Hello {
        Hello {
            version: VERSION,
            program: env!("CARGO_PKG_VERSION").to_owned(),
            session: self.session.clone(),
        }
    }

    pub(super) fn arrange(&self, poller: &mut Poller, ring: &Ring) {
        if let Some((door, _)) = &self.door {
            poller.add(Source::Door, door, READ);
        }
        for (slot, watcher) in self.slots.iter().enumerate() {
            if let Some(watcher) = watcher {
                let behind = watcher.full && watcher.tap.as_ref().is_some_and(|tap| tap.waits(ring));
                poller.add(Source::Watcher(slot), &watcher.socket.0, Readiness { write: behind, ..READ });
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
            Served::Gone => self.leave(slot),
        }
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

impl Session {
    pub(super) fn watcher_ready(&mut self, slot: usize) {
        let Some(Some(watcher)) = self.watchers.slots.get_mut(slot) else { return };
        watcher.full = false;
        let mut bytes = [0; 4096];
        match sockets::receive_now(&watcher.socket.0, &mut bytes) {
            Ok(0) => return self.watchers.leave(slot),
            Ok(count) => watcher.frames.push(bytes.get(..count).unwrap_or_default()),
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => return,
            Err(_) => return self.watchers.leave(slot),
        }
        while self.next_request(slot) {}
    }

    /// Handles one whole frame of a caller; false when there is none.
    fn next_request(&mut self, slot: usize) -> bool {
        let Some(Some(watcher)) = self.watchers.slots.get_mut(slot) else { return false };
        let handled = if watcher.greeted {
            watcher
                .frames
                .next_message::<Request>()
                .map(|request| request.map(|request| self.request(slot, request)))
        } else {
            watcher.frames.next_message::<Hello>().map(|hello| hello.map(|hello| self.greet(slot, &hello)))
        };
        match handled {
            Ok(Some(true)) => true,
            Ok(None) => false,
            Ok(Some(false)) | Err(_) => {
                self.watchers.leave(slot);
                false
            }
        }
    }

    /// A caller of another version has been told ours by our own hello; there is nothing else to say.
    fn greet(&mut self, slot: usize, hello: &Hello) -> bool {
        match self.watchers.slots.get_mut(slot) {
            Some(Some(watcher)) if hello.version == VERSION => {
                watcher.greeted = true;
                true
            }
            _ => false,
        }
    }

    fn request(&mut self, slot: usize, request: Request) -> bool {
        match request {
            Request::Facts => self.facts_wanted(slot),
            Request::Watch { from } => self.watch(slot, from),
            Request::Inject { bytes, output_offset, input_epoch } => {
                self.inject_wanted(slot, &bytes, output_offset, input_epoch)
            }
        }
    }

    fn facts_wanted(&mut self, slot: usize) -> bool {
        let asked = self.facts.as_ref().is_some_and(|facts| facts.request(Effort::Thorough));
        if !asked {
            return self.answer(slot, &Answer::Refused { reason: "the kernel cannot be asked".into() });
        }
        if let Some(Some(watcher)) = self.watchers.slots.get_mut(slot) {
            watcher.waits_for_facts = true;
        }
        true
    }

    fn watch(&mut self, slot: usize, from: u64) -> bool {
        let latest = TapEvent::Facts(Box::new((&self.latest).into()));
        let (at, micros) = (self.output.ring().end(), self.micros());
        if let Some(Some(watcher)) = self.watchers.slots.get_mut(slot) {
            let mut tap = Tap::new(from.min(at));
            tap.happened(at, micros, &latest);
            watcher.tap = Some(tap);
        }
        true
    }

    pub(super) fn ask_again_for_watchers(&self) {
        let somebody_waits = self.watchers.slots.iter().flatten().any(|watcher| watcher.waits_for_facts);
        if let Some(facts) = self.facts.as_ref().filter(|_| somebody_waits) {
            facts.request(Effort::Thorough);
        }
    }

    /// Everybody who asked gets the facts that just came.
    pub(super) fn answer_facts(&mut self, facts: &KernelFacts) {
        let answer = Answer::Facts {
            facts: Box::new(facts.into()),
            output_offset: self.output.ring().end(),
            input_epoch: self.typing.epoch(),
            draft: self.typing.draft(),
            pid: self.life.program.unwrap_or_default(),
        };
        for slot in 0..self.watchers.slots.len() {
            let waits =
                matches!(self.watchers.slots.get(slot), Some(Some(watcher)) if watcher.waits_for_facts);
            if waits && !self.answer(slot, &answer) {
                self.watchers.leave(slot);
            }
        }
    }

    /// Nothing may type for the person yet: the code that does is not in this build.
    #[cfg(not(feature = "inject"))]
    fn inject_wanted(&mut self, slot: usize, _: &[u8], _: u64, _: u64) -> bool {
        self.answer(slot, &Answer::Refused { reason: "this build types nothing by itself".into() })
    }

    pub(super) fn answer(&mut self, slot: usize, answer: &Answer) -> bool {
        let Some(Some(watcher)) = self.watchers.slots.get_mut(slot) else { return false };
        watcher.waits_for_facts = false;
        watcher.answer(answer)
    }
}
