//! Following one session: from the first word with its host to its end.

use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::time::{Duration, Instant};

use host::unix::kin::{self, KnownHost, Standing};
use model::SessionId;
use tokio::io::AsyncReadExt;
use tokio::net::UnixStream;
use wire::{
    Answer, Description, Request, SessionLine, SessionPhase, TapFrame, TapReader, WireExit, WireSize,
};

use crate::answering::{self, Answering, Hand};
use crate::life::World;
use crate::line::{Line, LineError};
use crate::looking::{carry_out, find_programs, looking};
use crate::now;
use crate::registry::Entry;
use crate::throttle::Throttle;
use crate::tracking::{self, Effect, Tracked};

/// After which pause a host is tried again that let go of us.
const PAUSE: Duration = Duration::from_millis(100);
/// Further behind than this, the screen of now is worth more than what led to it.
const MOST_BEHIND: u64 = 256 << 10;
/// Read at once from a tap: a few frames.
const PIECE: usize = 128 << 10;

/// How long a host may take from its socket to its first word, and how often to try meanwhile.
const STARTING: Duration = Duration::from_secs(2);
const SOON: Duration = Duration::from_millis(5);

/// Two connections to a host: one to ask, one that only listens.
struct Contact {
    control: Line,
    tap: UnixStream,
    frames: TapReader,
    /// Output up to here was there when we came: it is followed without rest.
    past: u64,
}

/// How it went with a host.
enum Parted {
    /// The program has ended, and everything it said was heard.
    Ended(WireExit),
    /// The connection broke.
    Broke,
}

/// Follows a session until its host is gone. Someone else must have [approached](crate::registry::Registry) it.
pub(crate) async fn follow(world: Rc<World>, session: SessionId, path: PathBuf) {
    let met = loop {
        match meet(&world, &session, &path).await {
            Err(error) if error.is_refusal() && is_young(&path) => tokio::time::sleep(SOON).await,
            met => break met,
        }
    };
    match met {
        Ok((entry, contact)) => attend(&world, &session, &path, &entry, contact).await,
        Err(LineError::Version(version)) => {
            tracing::warn!(%session, version, "its host is of another version and is left alone");
            let line = unknown_line(&world, &session, SessionPhase::OtherVersion(version));
            return world.registry.foreign(&session, line);
        }
        Err(error) if error.is_refusal() => bury(&world, &session, &path),
        Err(error) => tracing::debug!(%session, %error, "its host cannot be spoken to"),
    }
    world.registry.forget(&session);
}

/// A socket that has just been made is not listened on yet.
fn is_young(path: &Path) -> bool {
    let made = std::fs::metadata(path).and_then(|about| about.modified());
    made.is_ok_and(|made| made.elapsed().is_ok_and(|age| age < STARTING))
}

/// A host that was killed leaves its socket behind.
fn bury(world: &World, session: &SessionId, path: &Path) {
    world.record.session_gone(session);
    world.rules.session_over(session);
    world.sessions.is_over(session);
    let _ = std::fs::remove_file(path);
}

/// Gets to know a session, and notes it down.
async fn meet(
    world: &Rc<World>,
    session: &SessionId,
    path: &Path,
) -> Result<(Rc<Entry>, Contact), LineError> {
    let (mut control, hello) = Line::to_host(path).await?;
    if hello.session != session.as_str() {
        return Err(LineError::Imposter("it gives another session's id"));
    }
    let host = identify(&control, session)?;
    let description = describe(&mut control).await?;
    let name = world.sessions.name_of(session).unwrap_or_else(|| session.to_string());
    let line = tracking::line(&description, name, host.pid, now());
    world.record.session_seen(&line);
    let tracked = Tracked::new(&description, line, world.detecting.borrow().clone());
    let mut answering = Answering::new(engine::Rules::default(), &description);
    answering.wish = description.wish.clone();
    let began = now().cast_signed();
    let entry = world.registry.follow(session, tracked, answering, Hand::to(path.to_owned()), host);
    entry.dry_run.set(description.wish.dry_run);
    answering::begin(world, session, &entry, &description, began).await;
    let contact = listen(control, path, 0, description.output_offset).await?;
    Ok((entry, contact))
}

/// What the host says of itself once its program runs. It listens a moment before that.
async fn describe(control: &mut Line) -> Result<Description, LineError> {
    let until = Instant::now() + STARTING;
    loop {
        match control.ask(&Request::Describe).await? {
            Answer::Description(told) if told.pid != 0 || told.exit.is_some() || Instant::now() > until => {
                return Ok(*told);
            }
            Answer::Description(_) => tokio::time::sleep(SOON).await,
            _ => return Err(LineError::Imposter("it does not describe itself")),
        }
    }
}

/// A host is nobody's supervised program: a socket in our folder may be anybody's of this user.
fn identify(control: &Line, session: &SessionId) -> Result<KnownHost, LineError> {
    let caller = kin::caller(control.socket())?;
    match kin::standing(&caller, &[]) {
        Standing::Outside => {
            let started = kin::start_time(caller.pid).ok_or(LineError::Ended)?;
            Ok(KnownHost { pid: caller.pid, started, session: session.clone() })
        }
        _ => Err(LineError::Imposter("a supervised program pretends to be a host")),
    }
}

/// The second connection, on which the host tells everything from output number `from` on.
async fn listen(control: Line, path: &Path, from: u64, past: u64) -> Result<Contact, LineError> {
    let (mut line, _) = Line::to_host(path).await?;
    line.send(&Request::Follow { from, most_behind: MOST_BEHIND }).await?;
    let (tap, frames) = line.into_parts();
    Ok(Contact { control, tap, frames: TapReader::after(frames), past })
}

/// Listens until the end, and finds the host again where only the connection broke.
async fn attend(world: &Rc<World>, session: &SessionId, path: &Path, entry: &Rc<Entry>, contact: Contact) {
    let mut contact = Some(contact);
    while let Some(mut current) = contact.take() {
        match listen_on(world, session, entry, &mut current).await {
            Parted::Ended(exit) => return over(world, session, Some(exit)),
            Parted::Broke => contact = meet_again(path, entry).await,
        }
    }
    entry.tracked.borrow_mut().line.phase = SessionPhase::Lost;
    over(world, session, None);
    entry.news.notify_waiters();
}

fn over(world: &World, session: &SessionId, exit: Option<WireExit>) {
    world.record.session_ended(session, exit);
    world.rules.session_over(session);
    world.sessions.is_over(session);
}

/// A host that does not answer may be stopped; it is gone when nobody listens any more.
async fn meet_again(path: &Path, entry: &Entry) -> Option<Contact> {
    loop {
        tokio::time::sleep(PAUSE).await;
        let from = entry.tracked.borrow().screen.offset();
        let contact = match Line::to_host(path).await {
            Ok((control, _)) => listen(control, path, from, from).await,
            Err(error) => Err(error),
        };
        match contact {
            Ok(contact) => return Some(contact),
            Err(error) if error.is_refusal() => return None,
            Err(_) => {}
        }
    }
}

async fn listen_on(
    world: &Rc<World>,
    session: &SessionId,
    entry: &Rc<Entry>,
    contact: &mut Contact,
) -> Parted {
    let mut throttle = Throttle::new(Instant::now());
    let mut bytes = vec![0; PIECE];
    let mut ended = None;
    loop {
        let count = match looking(world, session, entry, contact.tap.read(&mut bytes)).await {
            Ok(0) | Err(_) => return ended.map_or(Parted::Broke, Parted::Ended),
            Ok(count) => count,
        };
        contact.frames.push(bytes.get(..count).unwrap_or_default());
        loop {
            match contact.frames.next_frame() {
                Ok(Some(frame)) => {
                    let exit = take(world, session, entry, &mut contact.control, &frame).await;
                    ended = exit.or(ended);
                }
                Ok(None) => break,
                Err(error) => {
                    tracing::warn!(%session, %error, "its host sends nonsense");
                    return Parted::Broke;
                }
            }
        }
        find_programs(entry);
        let in_the_past = entry.tracked.borrow().screen.offset() < contact.past;
        match throttle.spend(if in_the_past { 0 } else { count }, Instant::now()) {
            Some(rest) => tokio::time::sleep(rest).await,
            None => tokio::task::yield_now().await,
        }
    }
}

/// Takes one frame; returns how the program ended, if that is what it says.
async fn take(
    world: &Rc<World>,
    session: &SessionId,
    entry: &Rc<Entry>,
    control: &mut Line,
    frame: &TapFrame,
) -> Option<WireExit> {
    let effects = entry.tracked.borrow_mut().follow(frame, now(), Instant::now());
    entry.news.notify_waiters();
    answering::heard(world, session, entry, frame);
    let mut ended = None;
    for effect in effects {
        match effect {
            Effect::Reply { at, bytes } => reply(session, control, at, bytes).await,
            Effect::Ended(exit) => ended = Some(exit),
            other => carry_out(world, session, other),
        }
    }
    ended
}

async fn reply(session: &SessionId, control: &mut Line, at: u64, bytes: Vec<u8>) {
    match control.ask(&Request::Reply { at, bytes }).await {
        Ok(Answer::Done { .. }) => {}
        Ok(answer) => tracing::debug!(%session, at, ?answer, "a reply was not wanted"),
        Err(error) => tracing::debug!(%session, at, %error, "a reply did not arrive"),
    }
}

/// All that can be said about a session whose host we do not understand, or do not hear.
pub(crate) fn unknown_line(world: &World, session: &SessionId, phase: SessionPhase) -> SessionLine {
    let nothing = Description {
        session: session.to_string(),
        arguments: Vec::new(),
        folder: Vec::new(),
        pid: 0,
        began: now(),
        size: WireSize::from(model::Size::default()),
        terminal: false,
        guests: 0,
        stopped: false,
        exit: None,
        output_offset: 0,
        unseen_from: None,
        replied_to: 0,
        input_epoch: 0,
        draft: false,
        half_typed: false,
        held_in_line: false,
        took_over: 0,
        manual: None,
        wish: wire::Wish::default(),
    };
    let name = world.sessions.name_of(session).unwrap_or_else(|| session.to_string());
    let mut line = tracking::line(&nothing, name, 0, now());
    line.phase = phase;
    line
}
