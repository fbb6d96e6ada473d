//! The brain: one background process per user. It watches every session's host, keeps a screen model of each,
//! writes the record, and answers commands according to who asks.
//!
//! May not know: terminals, descriptors of the person's, the command line, where folders are. It may die at any
//! time: hosts go on, and the next brain adopts them.
#![forbid(unsafe_code)]

mod adoption;
mod agents;
mod answering;
mod ask;
mod door;
mod ear;
mod folder_news;
mod hosts;
mod life;
mod limiter;
mod line;
mod lock;
mod looking;
mod noted;
mod notify;
mod permission;
mod prompts;
mod readable;
mod record;
mod registry;
pub mod rules;
mod sight;
mod throttle;
mod title;
mod tracking;
mod watching;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use model::SessionId;

pub use agents::{Agents, ProfileTexts};
pub use life::run;
pub use lock::{Holder, forget, has_died, holder};
pub use notify::{Notify, ReadNotify, try_it as try_notify};
pub use sight::{Candidate, Detecting, Lookout, Sighting, draw, identify};

/// What the brain must be told about the world around it.
pub struct Settings {
    /// Where its socket is to be.
    pub socket: PathBuf,
    /// The file whose lock makes it the only one.
    pub lock: PathBuf,
    /// Opens the folder where the record is kept, or says why that cannot be. Asked again for as long as it fails.
    pub state: OpenState,
    /// How long to stay with neither sessions nor callers; `None` is for ever.
    pub idle_exit: Option<Duration>,
    /// How long and how much of the record is kept.
    pub retention: Retention,
    /// The folder with the person's own profiles; it need not be there.
    pub agents: Option<PathBuf>,
    /// The person's policy; it need not be there.
    pub policy: Option<PathBuf>,
    /// The person's home.
    pub home: Option<PathBuf>,
    /// How the person is told that something waits for them. Asked each time; the program of theirs is the one of the first time.
    pub notify: ReadNotify,
    /// Without a PIN nobody answers in the person's name.
    pub needs_pin: bool,
    /// Below this confidence a session is unsure.
    pub detection_threshold: f64,
    /// How long a known agent may wait at a screen that nobody knows before that is said.
    pub warn_after: Duration,
}

/// Finds the record's folder.
pub type OpenState = Arc<dyn Fn() -> Result<PathBuf, String> + Send + Sync>;

/// How long and how much of the record is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Retention {
    /// Nothing older; `None` is no limit.
    pub age: Option<Duration>,
    /// Not more than this many bytes; `None` is no limit.
    pub bytes: Option<u64>,
}

/// Where sessions are found: their sockets, and the names they have.
pub trait Sessions {
    /// Every session that has a socket.
    fn all(&self) -> Vec<(SessionId, PathBuf)>;
    /// The name of a session.
    fn name_of(&self, session: &SessionId) -> Option<String>;
    /// A session is over: what it had is free.
    fn is_over(&self, session: &SessionId);
}

/// Why there is no brain.
#[derive(Debug, thiserror::Error)]
pub enum BrainError {
    /// There is one already.
    #[error("a brain runs already (process {0})")]
    RunsAlready(u32),
    /// It was started from inside a session, where it would belong to the supervised program.
    #[error("a program that locum supervises cannot start the brain")]
    Supervised,
    /// Something it cannot do without.
    #[error("cannot {what}: {error}")]
    Io {
        /// What was tried.
        what: String,
        /// What the system said.
        #[source]
        error: std::io::Error,
    },
}

/// Adds to an error what was tried.
pub(crate) fn while_trying(what: impl Into<String>) -> impl FnOnce(std::io::Error) -> BrainError {
    move |error| BrainError::Io { what: what.into(), error }
}

/// The minute of the person's day.
pub(crate) fn minute_of_day() -> u16 {
    host::unix::local_time::minute_of_day(now() / 1_000_000)
}

/// Microseconds since 1970.
pub(crate) fn now() -> u64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    since.as_micros() as u64
}
