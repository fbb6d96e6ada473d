//! Starting and stopping the brain.

use std::fs::File;
use std::io::Read;
use std::os::fd::OwnedFd;
use std::os::unix::fs::OpenOptionsExt;
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use rustix::fs::FlockOperation;
use rustix::process::Signal;
use wire::{BrainAnswer, BrainRequest};

use super::Brain;
use crate::config::Settings;
use crate::failure::Failure;
use crate::folders::RuntimeFolder;

/// What a new brain says once callers can come.
pub(super) const READY: &str = "ready";
/// How long a new brain may take to say so, and an old one to end by itself.
const PATIENCE: Duration = Duration::from_secs(10);
const SOON: Duration = Duration::from_secs(1);
const LOOK_AGAIN: Duration = Duration::from_millis(5);

/// Starts the brain, unless it runs. Of many who want that at once, one does it and the others wait for it.
pub(crate) fn start(runtime: &RuntimeFolder) -> Result<(), Failure> {
    if host::unix::kin::own_mark().is_some() {
        return Err(Failure::InsideSession("the brain does not run, and cannot be started from there"));
    }
    let failed = |error: std::io::Error| Failure::BrainNotStarted(error.to_string());
    let turn = File::options()
        .write(true)
        .create(true)
        .truncate(false)
        .mode(0o600)
        .open(runtime.brain_turn())
        .map_err(failed)?;
    take_turn(&turn).map_err(failed)?;
    if runs(runtime) {
        return until_it_answers(runtime);
    }
    let (mut ours, theirs) = UnixStream::pair().map_err(failed)?;
    spawn(theirs.into()).map_err(failed)?;
    ours.set_read_timeout(Some(PATIENCE)).map_err(failed)?;
    let mut said = String::new();
    let heard = ours.read_to_string(&mut said);
    match said.trim() {
        READY => Ok(()),
        "" => Err(Failure::BrainNotStarted(heard.err().map_or("it died".into(), |error| error.to_string()))),
        trouble => Err(Failure::BrainNotStarted(trouble.to_owned())),
    }
}

/// Whoever is starting it right now is waited for, but not for ever: they may have been stopped.
fn take_turn(turn: &File) -> std::io::Result<()> {
    let until = Instant::now() + PATIENCE;
    loop {
        match rustix::fs::flock(turn, FlockOperation::NonBlockingLockExclusive) {
            Err(rustix::io::Errno::WOULDBLOCK) if Instant::now() < until => std::thread::sleep(LOOK_AGAIN),
            Err(rustix::io::Errno::WOULDBLOCK) => {
                return Err(std::io::Error::other("another command has been starting it for long"));
            }
            taken => return Ok(taken?),
        }
    }
}

/// Somebody else has started it, a moment ago perhaps. Its socket comes right after its lock.
fn until_it_answers(runtime: &RuntimeFolder) -> Result<(), Failure> {
    let until = Instant::now() + PATIENCE;
    while UnixStream::connect(runtime.brain_socket()).is_err() {
        if !runs(runtime) || Instant::now() >= until {
            return Err(Failure::BrainNotStarted("another one was being started, and is gone".into()));
        }
        std::thread::sleep(LOOK_AGAIN);
    }
    Ok(())
}

/// Sees to it that a brain will run, without waiting for it. The process that starts it is waited for instead, which
/// ends at once: so the brain is nobody's child here.
pub(crate) fn kindle(runtime: &RuntimeFolder, settings: &Settings) {
    if !settings.brain.autostart || runs(runtime) {
        return;
    }
    let mut command = Command::new("/proc/self/exe");
    command.arg0("locum").args(["daemon", "kindle"]);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    // Without a brain the session runs as well.
    let _ = command.status();
}

/// The process id of the brain that runs: who listens on its socket, else who noted it in the lock; 0 if nobody knows.
pub(super) fn pid(runtime: &RuntimeFolder) -> u32 {
    let socket =
        UnixStream::connect(runtime.brain_socket()).ok().filter(|socket| host::unix::kin::is_ours(socket));
    let listens = socket.and_then(|socket| host::unix::kin::caller(&socket).ok()).map(|caller| caller.pid);
    listens.or_else(|| brain::holder(&runtime.brain_lock())).unwrap_or_default()
}

/// Whether a brain runs.
pub(crate) fn runs(runtime: &RuntimeFolder) -> bool {
    brain::holder(&runtime.brain_lock()).is_some()
}

/// What runs in that process.
pub(crate) fn kindle_here() -> std::io::Result<()> {
    spawn(File::create("/dev/null")?.into())
}

/// It goes its own way: its parent is whoever looks after orphans once this command has ended.
fn spawn(said: OwnedFd) -> std::io::Result<()> {
    let mut command = Command::new("/proc/self/exe");
    command.arg0("locum").args(["daemon", "run", "--background"]).current_dir("/");
    command.stdin(Stdio::null()).stdout(Stdio::from(said)).stderr(Stdio::null());
    command.spawn().map(drop)
}

/// Stops the brain if it runs; says whether it did. One that does not listen is ended by force.
pub(crate) fn stop(runtime: &RuntimeFolder) -> Result<bool, Failure> {
    if !runs(runtime) {
        return Ok(false);
    }
    let pid = pid(runtime);
    let asked = Brain::connect_within(runtime, SOON).ok().map(|mut brain| brain.ask(&BrainRequest::Stop));
    match asked {
        Some(Err(refused @ Failure::BrainRefused(_))) => return Err(refused),
        Some(Ok(BrainAnswer::Done)) if ends(runtime) => return Ok(true),
        _ => {}
    }
    for signal in [Signal::TERM, Signal::KILL] {
        let target = rustix::process::Pid::from_raw(pid as i32);
        // Another one may have come meanwhile, and is not meant.
        if let Some(target) = target.filter(|_| self::pid(runtime) == pid) {
            let _ = rustix::process::kill_process(target, signal);
        }
        if ends(runtime) {
            brain::forget(&runtime.brain_lock());
            return Ok(true);
        }
    }
    Err(Failure::BrainSilent { pid, reason: "it does not end".into() })
}

fn ends(runtime: &RuntimeFolder) -> bool {
    let until = Instant::now() + PATIENCE / 4;
    while runs(runtime) {
        if Instant::now() >= until {
            return false;
        }
        std::thread::sleep(LOOK_AGAIN);
    }
    true
}
