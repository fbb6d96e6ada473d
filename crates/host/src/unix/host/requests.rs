//! What a caller asks of the session, and what becomes of it.

use std::ffi::OsStr;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use model::Size;
use wire::{Answer, Description, Hello, LONGEST_REMARK, Request, Start, TapEvent, VERSION, Wish};

use super::session::Session;
use super::watchers::Watcher;
use crate::input::{Cooking, Typing};
use crate::tap::Tap;
use crate::unix::leader::Order;

/// A program that asked its terminal something has given up by then, and somebody else may be reading.
const REPLY_LIMIT: Duration = Duration::from_secs(2);
/// How much of the command line is told.
const LONGEST_COMMAND: usize = 4096;
/// The longest answer of a terminal is a colour or a version; a kilobyte is none.
const LONGEST_REPLY: usize = 1024;

/// What a session is, from its start to its end.
#[derive(Debug)]
pub(super) struct About {
    session: String,
    arguments: Vec<Vec<u8>>,
    folder: Vec<u8>,
    /// Microseconds since 1970.
    began: u64,
    wish: Wish,
    /// Why nothing is answered automatically; kept for whoever follows the session next.
    manual: Option<String>,
}

impl About {
    /// To be called before the host leaves the folder it was started in.
    pub(super) fn new(start: &Start) -> Self {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        About {
            session: start.session.clone(),
            arguments: shortened(&start.arguments),
            folder: folder(start),
            began: since.as_micros() as u64,
            wish: start.wish.clone(),
            manual: None,
        }
    }
}

/// A command line may have megabytes; a description has to fit into what a socket takes at once.
fn shortened(arguments: &[Vec<u8>]) -> Vec<Vec<u8>> {
    let mut left = LONGEST_COMMAND;
    let mut kept = Vec::new();
    for argument in arguments {
        if argument.len() >= left {
            kept.push([argument.get(..left).unwrap_or_default(), b"..."].concat());
            break;
        }
        left -= argument.len() + 1;
        kept.push(argument.clone());
    }
    kept
}

/// Where the program starts: the folder asked for, seen from where we are.
fn folder(start: &Start) -> Vec<u8> {
    let here = std::env::current_dir().unwrap_or_default();
    let there = start.folder.as_deref().map(|folder| here.join(OsStr::from_bytes(folder)));
    there.unwrap_or(here).into_os_string().into_vec()
}

/// Signals after which a program is expected to end.
fn ends(signal: i32) -> bool {
    [libc::SIGHUP, libc::SIGINT, libc::SIGQUIT, libc::SIGTERM, libc::SIGKILL].contains(&signal)
}

/// What a request would have changed, as a person would have asked for it; nothing if it only reads.
fn tried(request: &Request) -> Option<&'static str> {
    Some(match request {
        Request::Inject { .. } => "answer (at the host)",
        Request::Attach(_) | Request::Visit { .. } => "attach",
        Request::Reply { .. } => "reply",
        Request::Detach => "detach",
        Request::Signal { .. } => "kill",
        Request::Remark { .. } => "remark",
        Request::Ring => "ring",
        Request::Title { .. } => "title",
        Request::Manual { .. } => "pause",
        _ => return None,
    })
}

impl Session {
    pub(super) fn watcher_ready(&mut self, slot: usize) {
        match self.watchers.watcher(slot).map(Watcher::receive) {
            Some(true) => while self.next_request(slot) {},
            Some(false) => self.watcher_gone(slot),
            None => {}
        }
    }

    /// Handles one whole frame of a caller; false when there is none, or it has to wait.
    pub(super) fn next_request(&mut self, slot: usize) -> bool {
        let Some(watcher) = self.watchers.watcher(slot) else { return false };
        let handled = if watcher.guest.is_some() {
            return self.next_of_guest(slot);
        } else if watcher.greeted {
            let request = watcher.frames.next_message::<Request>();
            request.map(|request| request.map(|request| self.request(slot, request)))
        } else {
            let hello = watcher.frames.next_message::<Hello>();
            hello.map(|hello| hello.map(|hello| self.greet(slot, &hello)))
        };
        match handled {
            Ok(Some(true)) => true,
            Ok(None) => false,
            Ok(Some(false)) | Err(_) => {
                self.watcher_gone(slot);
                false
            }
        }
    }

    /// A caller of another version has been told ours by our own hello; there is nothing else to say.
    fn greet(&mut self, slot: usize, hello: &Hello) -> bool {
        match self.watchers.watcher(slot) {
            Some(watcher) if hello.version == VERSION => {
                watcher.greeted = true;
                true
            }
            _ => false,
        }
    }

    fn request(&mut self, slot: usize, request: Request) -> bool {
        if let Some(reason) = self.watchers.refusal(slot, &request) {
            self.tell_refused(slot, &request);
            return self.refuse(slot, reason);
        }
        match request {
            Request::Facts => self.facts_wanted(slot),
            Request::Watch { from } => self.watch(slot, from, Tap::new),
            Request::Follow { from, most_behind } => {
                self.watch(slot, from, |from| Tap::following(from, most_behind))
            }
            Request::Describe => self.describe(slot),
            Request::Inject { bytes, output_offset, input_epoch } => {
                self.inject_wanted(slot, &bytes, output_offset, input_epoch)
            }
            Request::Attach(attach) => self.attach_wanted(slot, *attach),
            Request::Visit { from, size } => self.visit_wanted(slot, from, size.into()),
            Request::Resize { size } => self.resize_wanted(slot, size.into()),
            Request::Reply { at, bytes } => self.reply_wanted(slot, at, bytes),
            Request::Detach => self.detach_wanted(slot),
            Request::Signal { signal, group } => self.signal_wanted(slot, signal, group),
            Request::Remark { text } => self.remark(slot, text),
            Request::Ring => self.ring_wanted(slot),
            Request::Manual { why } => self.manual_wanted(slot, why),
            Request::Title { text } => self.title_wanted(slot, text.as_deref()),
        }
    }

    /// Whoever watches is told what a supervised program wanted, once a connection: nothing of it can be a flood.
    fn tell_refused(&mut self, slot: usize, request: &Request) {
        let Some((session, first)) = self.watchers.refused(slot) else { return };
        if let Some(what) = tried(request).filter(|_| first) {
            self.tell(&TapEvent::Refused { what: what.to_owned(), session });
        }
    }

    fn remark(&mut self, slot: usize, text: String) -> bool {
        if text.len() > LONGEST_REMARK {
            return self.refuse(slot, "the remark is too long");
        }
        self.tell(&TapEvent::Remark(text));
        self.done(slot)
    }

    fn manual_wanted(&mut self, slot: usize, why: Option<String>) -> bool {
        if why.as_ref().is_some_and(|why| why.len() > LONGEST_REMARK) {
            return self.refuse(slot, "the reason is too long");
        }
        self.about.manual = why;
        self.done(slot)
    }

    fn describe(&mut self, slot: usize) -> bool {
        let description = self.description();
        self.answer(slot, &Answer::Description(Box::new(description)))
    }

    fn description(&self) -> Description {
        Description {
            session: self.about.session.clone(),
            arguments: self.about.arguments.clone(),
            folder: self.about.folder.clone(),
            pid: self.life.program.unwrap_or_default(),
            began: self.about.began,
            size: self.seats.now.into(),
            terminal: self.desk.is_some(),
            guests: self.watchers.guest_sizes().count() as u32,
            stopped: self.life.stopped,
            exit: self.life.exit.map(Into::into),
            output_offset: self.output.ring().end(),
            unseen_from: self.unseen.open_from(),
            replied_to: self.unseen.replied_to(),
            input_epoch: self.typing.epoch(),
            draft: self.typing.draft(),
            half_typed: self.typing.half_typed(),
            held_in_line: self.typing.held_in_line(),
            took_over: self.take_over.times(),
            manual: self.about.manual.clone(),
            wish: self.about.wish.clone(),
        }
    }

    /// Only while nobody is there who has a say in the size; the caller is not told that, only where things are.
    fn resize_wanted(&mut self, slot: usize, size: Size) -> bool {
        let nobody = self.desk.is_none() && self.watchers.guest_sizes().next().is_none();
        if nobody && size != self.seats.now {
            self.set_size(size);
        }
        self.done(slot)
    }

    fn detach_wanted(&mut self, slot: usize) -> bool {
        self.let_go();
        self.dismiss_guests();
        self.done(slot)
    }

    fn reply_wanted(&mut self, slot: usize, at: u64, bytes: Vec<u8>) -> bool {
        if bytes.len() > LONGEST_REPLY || self.replies.len() > LONGEST_REPLY || self.life.exit.is_some() {
            return self.refuse(slot, "the program takes no reply now");
        }
        if self.hours.is_older(at, self.now, REPLY_LIMIT) {
            return self.refuse(slot, "nobody waits for that any more");
        }
        if !self.unseen.take_reply(at, self.output.ring().end()) {
            return self.refuse(slot, "a terminal answers that, or it has been answered");
        }
        let report = Typing::new().feed(&bytes, true, &Cooking::Raw);
        self.modes.queries_mut().answered(report);
        self.replies.extend_from_slice(&bytes);
        self.pass_replies();
        self.done(slot)
    }

    /// Replies go in between keys, never into the middle of what waits.
    pub(super) fn pass_replies(&mut self) {
        if !self.replies.is_empty() && !self.input.waits() && self.keys.paused(self.now).is_none() {
            self.input.keep(&self.replies);
            self.replies.clear();
            self.typing.lose_line();
            self.pass_keys();
        }
    }

    fn signal_wanted(&mut self, slot: usize, signal: u8, group: bool) -> bool {
        if !(1..=64).contains(&signal) {
            return self.refuse(slot, &format!("{signal} is no signal"));
        }
        if self.life.program.is_none() || self.life.exit.is_some() {
            return self.refuse(slot, "the program does not run");
        }
        self.order(if group { Order::SignalGroup(signal) } else { Order::Signal(signal) });
        if self.life.stopped && ends(signal.into()) {
            self.wake_to_end();
        }
        self.done(slot)
    }

    /// A stopped program hears of its end only when it goes on: as after a shell's `kill %1`, or, where no shell
    /// has its terminal, in the foreground so that it can leave it in order.
    fn wake_to_end(&mut self) {
        let order =
            if self.desk.is_none() { Order::Foreground } else { Order::SignalGroup(libc::SIGCONT as u8) };
        self.order(order);
    }

    pub(super) fn done(&mut self, slot: usize) -> bool {
        let output_offset = self.output.ring().end();
        self.answer(slot, &Answer::Done { output_offset })
    }

    pub(super) fn refuse(&mut self, slot: usize, reason: &str) -> bool {
        self.answer(slot, &Answer::Refused { reason: reason.into() })
    }

    fn watch(&mut self, slot: usize, from: u64, tap: impl FnOnce(u64) -> Tap) -> bool {
        let (at, micros) = (self.output.ring().end(), self.micros());
        let mut tap = tap(from.min(at));
        for (since, size) in self.seats.since(from.min(at)) {
            tap.happened(since, 0, &TapEvent::Resized(size.into()));
        }
        tap.happened(at, micros, &TapEvent::Facts(Box::new((&self.latest).into())));
        tap.happened(at, micros, &TapEvent::Described(Box::new(self.description())));
        if let Some(exit) = self.life.exit.filter(|_| self.life.told) {
            tap.happened(at, micros, &TapEvent::Exited(exit.into()));
        }
        if let Some(watcher) = self.watchers.watcher(slot) {
            watcher.tap = Some(tap);
        }
        self.life.awaited_until = None;
        true
    }

    pub(super) fn answer(&mut self, slot: usize, answer: &Answer) -> bool {
        let Some(watcher) = self.watchers.watcher(slot) else { return false };
        watcher.waits_for_facts = false;
        watcher.answer(answer)
    }
}
