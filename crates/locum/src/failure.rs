//! Where errors become words and exit codes, all in one place.

use std::io;
use std::path::PathBuf;

use host::unix::client::RunError;
use wire::StartStep;

/// What can go wrong, as the person is told.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    #[error("{name}: command not found")]
    NotFound { name: String, nearest: Option<String> },
    #[error("{name}: {reason}")]
    NotExecutable { name: String, reason: String },
    #[error("{name}: cannot execute: {error}")]
    Execute { name: String, error: io::Error },
    #[error("cannot enter {}: {error}", .folder.display())]
    Folder { folder: PathBuf, error: io::Error },
    #[error("without a terminal there is nothing to record: the program would run on plain pipes")]
    NothingToRecord,
    #[error("cannot write {}: {error}", .file.display())]
    RecordFile { file: PathBuf, error: io::Error },
    #[error("{} is no recording, so it is not overwritten", .file.display())]
    NotARecording { file: PathBuf },
    #[error("the runtime folder {} {problem}", .folder.display())]
    RuntimeFolder { folder: PathBuf, problem: String },
    #[error("cannot start the recorder: {0}")]
    Recorder(io::Error),
    #[error(transparent)]
    Run(#[from] RunError),
    #[error("'{0}' is neither a process id nor a session id")]
    NoTarget(String),
    #[error("there is no session {0}")]
    NoSession(String),
    #[error("session {session} speaks version {theirs} of the protocol, this locum version {ours}")]
    OtherVersion { session: String, theirs: u16, ours: u16 },
    #[error("session {session} did not answer: {reason}")]
    NoAnswer { session: String, reason: String },
    #[error(transparent)]
    Facts(#[from] host::facts::FactsError),
    #[error("this system cannot be asked about processes of others")]
    #[cfg(not(target_os = "linux"))]
    FactsUnsupported,
}

/// The exit codes of the contract.
const USAGE: u8 = 2;
const NO_SUCH_THING: u8 = 1;
const INTERNAL: u8 = 125;
const CANNOT_EXECUTE: u8 = 126;
const NOT_FOUND: u8 = 127;

impl Failure {
    /// The status locum exits with.
    pub(crate) fn code(&self) -> u8 {
        use Failure::*;
        match self {
            NotFound { .. } => NOT_FOUND,
            NotExecutable { .. } | Execute { .. } => CANNOT_EXECUTE,
            Folder { .. } | NothingToRecord | RecordFile { .. } | NotARecording { .. } | NoTarget(_) => USAGE,
            Run(RunError::NotStarted { step: StartStep::Execute, .. }) => CANNOT_EXECUTE,
            NoSession(_) | NoAnswer { .. } | OtherVersion { .. } | Facts(_) => NO_SUCH_THING,
            RuntimeFolder { .. } | Recorder(_) | Run(_) => INTERNAL,
            #[cfg(not(target_os = "linux"))]
            FactsUnsupported => NO_SUCH_THING,
        }
    }

    /// What the person can do about it.
    pub(crate) fn hint(&self) -> Option<String> {
        use Failure::*;
        match self {
            NotFound { nearest: Some(nearest), .. } => Some(format!("Did you mean '{nearest}'?")),
            NothingToRecord => Some("Add --pty to give the program a terminal of its own.".into()),
            NotARecording { .. } => Some("Name another file, or remove this one first.".into()),
            RuntimeFolder { .. } => Some(
                "Remove it, or set LOCUM_HOME (or XDG_RUNTIME_DIR) to a folder that is yours alone.".into(),
            ),
            Run(RunError::HostDied { .. }) => {
                Some("The terminal was put back and the program was hung up.".into())
            }
            NoSession(_) => Some("A program in a session finds its id in LOCUM_SESSION.".into()),
            OtherVersion { .. } => Some("Use the locum that started the session, or start it again.".into()),
            _ => None,
        }
    }
}
