//! The client: hands its terminal to a host, keeps what only it can do (job control, signals, raw mode), and
//! waits for the end.

mod attach;
mod detached;
mod door;
mod guard;
mod guest;
mod launch;
mod own_terminal;
mod streams;
mod waiting;

use std::ffi::OsString;
use std::io;
use std::os::fd::OwnedFd;
use std::path::PathBuf;

use model::{Exit, SessionId};
use wire::{StartStep, WireKey, Wish};

pub use attach::{AttachError, AttachRequest, Restored, attach};
pub use detached::start_detached;
pub use streams::{stands_on_a_terminal, terminal_size_hint};

use crate::unix::signals;

/// What to run, and how.
#[derive(Debug)]
pub struct RunRequest {
    /// The new session's id.
    pub session: SessionId,
    /// The program's file, as it is to be executed.
    pub program: PathBuf,
    /// All its arguments, the zeroth too.
    pub arguments: Vec<OsString>,
    /// Its working folder, if not ours.
    pub folder: Option<PathBuf>,
    /// Where the recorder listens, if there is one.
    pub recorder: Option<OwnedFd>,
    /// The recorder also gets what is typed while echo is on.
    pub record_input: bool,
    /// A hang-up ends the program.
    pub hup_kill: bool,
    /// Where the session's socket is to be.
    pub socket: Option<PathBuf>,
    /// Variables of the program's environment that differ from ours.
    pub environment: Vec<(OsString, OsString)>,
    /// The words after our own name that make a process a host.
    pub host_arguments: Vec<OsString>,
    /// The key that detaches.
    pub detach_key: Option<WireKey>,
    /// A brain is expected to come for the session.
    pub awaited: bool,
    /// What the person wishes for this run.
    pub wish: Wish,
}

/// Why there is no exit status to give.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// No host process could be made.
    #[error("cannot start the host process: {0}")]
    NoHost(#[source] io::Error),
    /// The host could not start the program.
    #[error("cannot {}: {error}", step_words(*.step))]
    NotStarted {
        /// What failed.
        step: StartStep,
        /// What the kernel said.
        #[source]
        error: io::Error,
    },
    /// The host is gone, and with it the program's terminal.
    #[error("the host process of session {session} died ({how})")]
    HostDied {
        /// The session.
        session: SessionId,
        /// How it ended, as the kernel told.
        how: String,
    },
    /// The terminal could not be set up.
    #[error("cannot set up the terminal: {0}")]
    Terminal(#[source] io::Error),
}

impl RunError {
    fn not_started(step: StartStep, errno: i32) -> Self {
        let error = match errno {
            0 => io::Error::other("it was killed"),
            errno => io::Error::from_raw_os_error(errno),
        };
        RunError::NotStarted { step, error }
    }
}

fn step_words(step: StartStep) -> &'static str {
    match step {
        StartStep::Pty => "open a pseudo-terminal",
        StartStep::Fork => "make a process",
        StartStep::Folder => "enter the working folder",
        StartStep::Execute => "execute the program",
        StartStep::Leader => "start the program: its leader process died",
    }
}

/// How a run came to its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// The program ended.
    Exited(Exit),
    /// The program ended by a signal that had come through us: we are to die of it too, so that a script around
    /// us sees what it would have seen.
    DieOf(i32),
    /// The terminal hung up; the session goes on without us.
    HungUp,
    /// The person let go of the session, which goes on.
    Detached,
}

/// Runs a program on a terminal of its own until it ends or the person's terminal is gone. `meanwhile` is called every few
/// seconds; nothing else is done until it returns.
pub fn run(request: RunRequest, meanwhile: &mut dyn FnMut()) -> Result<Ending, RunError> {
    guard::arm();
    // Before anything is started: a signal that comes meanwhile is for the program, and waits for it.
    let signals = waiting::listen()?;
    let session = request.session.clone();
    let link = launch::launch(request)?;
    waiting::wait(link, &session, signals, meanwhile)
}

/// Ends this process as `ending` demands. Returns the code to exit with where no signal is to end it.
pub fn leave(ending: Ending) -> u8 {
    match ending {
        Ending::Exited(exit) => exit.status(),
        Ending::DieOf(signal) => {
            signals::die_of(signal);
            128u8.saturating_add(signal as u8)
        }
        Ending::Detached => 0,
        Ending::HungUp => {
            signals::die_of(libc::SIGHUP);
            129
        }
    }
}
