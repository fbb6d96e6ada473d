//! From the client's first message to a running program.

use std::io;
use std::os::fd::{AsFd, OwnedFd, RawFd};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::time::Instant;

use model::{KernelFacts, SessionId};
use wire::{FrameReader, Start, StartStep, ToClient, ToHost, encode};

use super::clients::ClientLink;
use super::desk::Desk;
use super::facts_worker::FactsWorker;
use super::life::Life;
use super::mode_page::ModePage;
use super::requests::About;
use super::seats::Seats;
use super::session::{Master, Session};
use super::title::OurTitle;
use super::unseen::{Asked, Unseen};
use super::watchers::Watchers;
use crate::facts::Schedule;
use crate::input::{DetachKey, TakeOver, Typing};
use crate::output::ModeTracker;
use crate::unix::leader::{self, Program, close_all_but, open_descriptors, silence};
use crate::unix::signals::{self, SignalSet, Signals};
use crate::unix::{pty, sockets, tty};

/// What came with the first message.
struct Received {
    start: Start,
    descriptors: Vec<OwnedFd>,
    frames: FrameReader,
}

/// Starts the program. `None` if that failed; the client has been told then.
pub(super) fn boot(control: OwnedFd) -> Option<Session> {
    let inherited = inherited_descriptors(&control);
    crate::unix::seal_process(c"locum-host");
    signals::ignore(signals::disturbances());
    signals::block_exactly(SignalSet::default());
    let received = receive_start(&control).ok()?;
    match assemble(&control, received, &inherited) {
        Ok(parts) => Some(parts.into_session(control)),
        Err((what, error)) => {
            let errno = error.raw_os_error().unwrap_or_default();
            if let Ok(frame) = encode(&ToClient::Failed { errno, what }) {
                let _ = sockets::send_all(control.as_fd(), &frame);
            }
            None
        }
    }
}

/// What the client was started with beyond the standard descriptors: the program's, not ours.
fn inherited_descriptors(control: &OwnedFd) -> Vec<RawFd> {
    use std::os::fd::AsRawFd;
    let kept = |descriptor: &RawFd| *descriptor > 2 && *descriptor != control.as_raw_fd();
    let stays = |descriptor: &RawFd| {
        // SAFETY: asks for the flags of a descriptor by number; a closed one is refused.
        let flags = unsafe { libc::fcntl(*descriptor, libc::F_GETFD) };
        flags >= 0 && flags & libc::FD_CLOEXEC == 0
    };
    open_descriptors().into_iter().filter(kept).filter(stays).collect()
}

fn receive_start(control: &OwnedFd) -> io::Result<Received> {
    let (mut frames, mut descriptors) = (FrameReader::new(), Vec::new());
    let mut bytes = vec![0; 64 << 10];
    loop {
        let (count, more) = sockets::receive_with(control.as_fd(), &mut bytes)?;
        descriptors.extend(more);
        if count == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        frames.push(bytes.get(..count).unwrap_or_default());
        match frames.next_message::<ToHost>().map_err(io::Error::other)? {
            Some(ToHost::Start(start)) => return Ok(Received { start: *start, descriptors, frames }),
            Some(_) => return Err(io::Error::other("the first message is not a start")),
            None => {}
        }
    }
}

/// Everything but the session itself, which needs the control socket.
struct Parts {
    start: Start,
    frames: FrameReader,
    about: About,
    brought: Brought,
    leader: leader::Leader,
    master: OwnedFd,
    signals: Signals,
}

type StartError = (StartStep, io::Error);

fn assemble(control: &OwnedFd, received: Received, inherited: &[RawFd]) -> Result<Parts, StartError> {
    let Received { start, descriptors, frames } = received;
    let client = sockets::peer(control).map_err(|error| (StartStep::Fork, error))?.pid;
    let brought = hand_over(&start, descriptors, client).map_err(|error| (StartStep::Pty, error))?;
    let about = About::new(&start);
    let pair = open_pty(&start).map_err(|error| (StartStep::Pty, error))?;
    let program = program_of(&start).map_err(|error| (StartStep::Execute, error))?;
    let (leader, master) =
        leader::start(program, pair, inherited).map_err(|error| (StartStep::Fork, error))?;
    forget_inherited(inherited);
    let signals = Signals::listen(SignalSet::of(&[libc::SIGCHLD, libc::SIGTERM]), SignalSet::default())
        .map_err(|error| (StartStep::Fork, error))?;
    Ok(Parts { start, frames, about, brought, leader, master, signals })
}

/// What the message brought along.
struct Brought {
    desk: Option<Desk>,
    mode_page: Option<ModePage>,
    recorder: Option<OwnedFd>,
}

/// Sorts the descriptors into what they are, by the order the message promises.
fn hand_over(start: &Start, descriptors: Vec<OwnedFd>, client: u32) -> io::Result<Brought> {
    let mut given = descriptors.into_iter();
    let desk = Desk::from_descriptors(start.streams, &mut given, client)?;
    let mut next = || given.next().ok_or_else(|| io::Error::other("a descriptor is missing"));
    let mode_page = if desk.is_some() { Some(ModePage::from_descriptor(next()?)) } else { None };
    let recorder = if start.recorder { Some(next()?) } else { None };
    Ok(Brought { desk, mode_page, recorder })
}

fn open_pty(start: &Start) -> io::Result<pty::PtyPair> {
    let pair = pty::open_pair(start.size.into())?;
    match &start.settings {
        Some(settings) => tty::apply(pair.slave.as_fd(), settings)?,
        None => tty::apply(pair.slave.as_fd(), &tty::usual(tty::settings(pair.slave.as_fd())?))?,
    }
    // The slave is another open file and stays blocking for the program.
    rustix::io::ioctl_fionbio(&pair.master, true)?;
    Ok(pair)
}

fn program_of(start: &Start) -> io::Result<Program> {
    let session = SessionId::parse(&start.session).map_err(io::Error::other)?;
    let mut program =
        Program::new(start.program.clone(), start.arguments.clone(), start.folder.clone(), Some(&session))?;
    program.ignored = SignalSet(start.ignored);
    program.blocked = SignalSet(start.blocked);
    program.keep_stderr = start.keep_stderr;
    program.foreground = start.foreground;
    Ok(program)
}

/// The program has them; a host that kept them would keep pipes open. Its folder is not held either.
fn forget_inherited(inherited: &[RawFd]) {
    let keep: Vec<RawFd> = open_descriptors().into_iter().filter(|fd| !inherited.contains(fd)).collect();
    close_all_but(&keep);
    silence(&[0, 1, 2]);
    let _ = rustix::process::chdir("/");
}

impl Parts {
    fn into_session(self, control: OwnedFd) -> Session {
        let now = Instant::now();
        let mut watchers = Watchers::new(&self.start.session);
        if let Some(recorder) = self.brought.recorder {
            watchers.add_recorder(recorder);
        }
        if let Some(path) = &self.start.socket {
            let _ = watchers.open_door(Path::new(std::ffi::OsStr::from_bytes(path)));
        }
        let facts = crate::unix::session_facts(&self.master).and_then(FactsWorker::start).ok();
        let size = model::Size::from(self.start.size);
        let mut modes = ModeTracker::new();
        modes.resize(size.rows);
        let mut seats = Seats::new(size);
        let mut unseen = Unseen::default();
        match self.brought.desk {
            Some(_) => seats.terminal = Some(size),
            None => unseen.begin(0),
        }
        let mut schedule = Schedule::default();
        schedule.bytes_passed(now);
        Session {
            began: now,
            now,
            poller: Default::default(),
            signals: self.signals,
            master: Master { descriptor: self.master, ended: false },
            leader: Some(self.leader),
            client: Some(ClientLink::new(control, self.frames)),
            desk: self.brought.desk,
            preface: Vec::new(),
            bell_due: false,
            title: OurTitle::default(),
            settles_by: None,
            leaving: None,
            output: Default::default(),
            input: Default::default(),
            keys: Default::default(),
            typing: Typing::new(),
            take_over: TakeOver::default(),
            detach_key: DetachKey::new(self.start.detach_key),
            last_key: now,
            told_epoch: 0,
            modes,
            mode_page: self.brought.mode_page,
            followed: 0,
            published: 0,
            published_at: now,
            publish_credit: u32::MAX,
            last_output: now,
            place_checked: now,
            facts,
            schedule,
            latest: KernelFacts::default(),
            watchers,
            hours: Default::default(),
            about: self.about,
            seats,
            unseen,
            asked: Asked::default(),
            replies: Vec::new(),
            life: Life::new(self.start.awaited),
            input_ended: false,
            last_typed_byte: 0,
            hup_kill: self.start.hup_kill,
            record_input: self.start.record_input,
        }
    }
}
