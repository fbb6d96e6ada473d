//! Where errors become words and exit codes, all in one place.

use std::io;
use std::path::PathBuf;

use host::unix::client::{AttachError, RunError};
use wire::StartStep;

use crate::config::Problem;
use crate::names::NameError;

/// What can go wrong, as the person is told.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    #[error("{name}: command not found")]
    NotFound { name: String, nearest: Option<String> },
    #[error("{name}: {reason}")]
    NotExecutable { name: String, reason: String },
    #[error("{name}: cannot execute: {error}")]
    Execute { name: String, error: io::Error },
    #[error("the editor {name} failed: {error}")]
    Editor { name: String, error: io::Error },
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
    #[error("your policy was changed, and is not confirmed")]
    Unconfirmed,
    #[error("your profiles have mistakes")]
    Profiles(Vec<detect::ProfileError>),
    #[error("the policy has mistakes")]
    Policy(Vec<policy::Problem>),
    #[error("{} is there already", .file.display())]
    PolicyThere { file: PathBuf },
    #[error("there is no .locum.toml in {} or above it in its project", .folder.display())]
    NoProjectFile { folder: PathBuf },
    #[error("{} {problem}", .file.display())]
    AgentHooks { file: PathBuf, problem: String },
    #[error("there is no terminal to ask you at")]
    NobodyToAsk,
    #[error("nothing was chosen, so nothing was written")]
    NothingChosen,
    #[error("--tool {0} takes one word")]
    OneWord(&'static str),
    #[error("the settings have mistakes")]
    Config(Vec<Problem>),
    #[error(transparent)]
    Name(#[from] NameError),
    #[error("HOME is not set, so there is no place for settings and records")]
    NoHome,
    #[error("the state folder {} {problem}", .folder.display())]
    StateFolder { folder: PathBuf, problem: String },
    #[error(transparent)]
    Run(#[from] RunError),
    #[error("'{0}' is neither a process id nor a session's name or id")]
    NoTarget(String),
    #[error("there is no session {0}")]
    NoSession(String),
    #[error("session {session} speaks version {theirs} of the protocol, this locum version {ours}")]
    OtherVersion { session: String, theirs: u16, ours: u16 },
    #[error("session {session} did not answer: {reason}")]
    NoAnswer { session: String, reason: String },
    #[error("session {session} refuses: {reason}")]
    Refused { session: String, reason: String },
    #[error("there is no session '{name}'")]
    UnknownSession { name: String, nearest: Option<String> },
    #[error("no policy or set of commands that comes with locum is called '{name}'")]
    UnknownPolicy { name: String, nearest: Option<String> },
    #[error("session '{name}' ended {ago} ago with status {status}")]
    SessionEnded { name: String, ago: String, status: u8 },
    #[error("your PIN is wanted for this")]
    PinWanted,
    #[error("the two are not the same; nothing was changed")]
    PinsDiffer,
    #[error("a new PIN is wanted, and nothing was given; nothing was changed")]
    NoNewPin,
    #[error("nothing waits for you")]
    NothingWaits,
    #[error("there is no question '{0}'")]
    UnknownPrompt(String),
    #[error("several questions begin with '{0}'")]
    SeveralPrompts(String),
    #[error("there is no session")]
    NoSessionAtAll,
    #[error("there are several sessions: {}", .0.join(", "))]
    SeveralSessions(Vec<String>),
    #[error("{} still runs", .0.join(", "))]
    StillRuns(Vec<String>),
    #[error("'{name}' is no signal")]
    UnknownSignal { name: String, nearest: Option<String> },
    #[error("cannot start the brain: {0}")]
    BrainNotStarted(String),
    #[error("the brain{} cannot be spoken to: {reason}", process(*.pid))]
    BrainSilent { pid: u32, reason: String },
    #[error(
        "the brain speaks version {theirs} of the protocol (locum {program}), this locum version {}",
        wire::VERSION
    )]
    BrainVersion { theirs: u16, program: String },
    #[error("the brain refuses: {0}")]
    BrainRefused(String),
    #[error("the brain could not do it: {0}")]
    BrainFailed(String),
    #[error(transparent)]
    Brain(::brain::BrainError),
    #[error("inside a session: {0}")]
    InsideSession(&'static str),
    #[error("cannot read {}: {error}", .file.display())]
    ReadFile { file: PathBuf, error: io::Error },
    #[error("{}:{line} {problem}", .file.display())]
    Recording { file: PathBuf, line: usize, problem: String },
    #[error("there are no recordings in {}", .folder.display())]
    NoRecordings { folder: PathBuf },
    #[error("--at wants a number of seconds from the start")]
    NoMoment,
    #[error("there is no profile '{0}'")]
    UnknownProfile(String),
    #[error("cannot attach to session {session}: {error}")]
    Attach { session: String, error: AttachError },
    #[error(transparent)]
    Facts(#[from] host::facts::FactsError),
    #[error("this system cannot be asked about processes of others")]
    #[cfg(not(target_os = "linux"))]
    FactsUnsupported,
}

fn process(pid: u32) -> String {
    if pid == 0 { String::new() } else { format!(" (process {pid})") }
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
            NotExecutable { .. } | Execute { .. } | Editor { .. } => CANNOT_EXECUTE,
            Policy(_) | Profiles(_) | OneWord(_) | PolicyThere { .. } => USAGE,
            NoProjectFile { .. } | NobodyToAsk | NothingChosen | Unconfirmed | AgentHooks { .. } => USAGE,
            Config(_) | NoHome | Name(NameError::Invalid { .. } | NameError::Taken { .. }) => USAGE,
            Name(NameError::Unknown { .. } | NameError::NoneFree { .. }) => NO_SUCH_THING,
            StateFolder { .. } | Name(NameError::Io { .. }) => INTERNAL,
            Attach { error: AttachError::NoTerminal, .. } => USAGE,
            Attach { error: AttachError::Run(_), .. } => INTERNAL,
            Attach { .. } => NO_SUCH_THING,
            Folder { .. } | NothingToRecord | RecordFile { .. } | NotARecording { .. } | NoTarget(_) => USAGE,
            Run(RunError::NotStarted { step: StartStep::Execute, .. }) => CANNOT_EXECUTE,
            UnknownSignal { .. }
            | UnknownPolicy { .. }
            | ReadFile { .. }
            | Recording { .. }
            | UnknownProfile(_)
            | NoRecordings { .. }
            | NoMoment
            | SeveralSessions(_) => USAGE,
            NoSession(_) | NoAnswer { .. } | OtherVersion { .. } | Facts(_) => NO_SUCH_THING,
            PinWanted | PinsDiffer | NoNewPin | NothingWaits | UnknownPrompt(_) | SeveralPrompts(_) => {
                NO_SUCH_THING
            }
            UnknownSession { .. }
            | SessionEnded { .. }
            | NoSessionAtAll
            | Refused { .. }
            | InsideSession(_) => NO_SUCH_THING,
            BrainRefused(_) | BrainFailed(_) | StillRuns(_) => NO_SUCH_THING,
            RuntimeFolder { .. } | Recorder(_) | Run(_) => INTERNAL,
            Brain(_) | BrainNotStarted(_) | BrainSilent { .. } | BrainVersion { .. } => INTERNAL,
            #[cfg(not(target_os = "linux"))]
            FactsUnsupported => NO_SUCH_THING,
        }
    }

    /// All there is to say, line by line.
    pub(crate) fn lines(&self) -> Vec<String> {
        match self {
            Failure::Config(problems) => problems.iter().flat_map(Problem::lines).collect(),
            Failure::Policy(problems) => problems.iter().map(ToString::to_string).collect(),
            Failure::Profiles(problems) => {
                problems.iter().map(ToString::to_string).chain(self.hint()).collect()
            }
            _ => std::iter::once(self.to_string()).chain(self.hint()).collect(),
        }
    }

    /// What the person can do about it.
    fn hint(&self) -> Option<String> {
        use Failure::*;
        match self {
            NotFound { nearest: Some(nearest), .. } => Some(format!("Did you mean '{nearest}'?")),
            NothingToRecord => Some("Add --pty to give the program a terminal of its own.".into()),
            NotARecording { .. } => Some("Name another file, or remove this one first.".into()),
            RuntimeFolder { .. } => Some(
                "Remove it, or set LOCUM_HOME (or XDG_RUNTIME_DIR) to a folder that is yours alone.".into(),
            ),
            NoHome => Some("Set HOME, or LOCUM_HOME to a folder for everything of locum's.".into()),
            StateFolder { .. } => {
                Some("Mend it, or set LOCUM_HOME (or XDG_STATE_HOME) to another folder.".into())
            }
            Attach { error: AttachError::NoTerminal, .. } => {
                Some("A session is attached to the terminal that `locum attach` runs on.".into())
            }
            Run(RunError::HostDied { .. })
            | Attach { error: AttachError::Run(RunError::HostDied { .. }), .. } => {
                Some("The terminal was put back and the program was hung up.".into())
            }
            UnknownSession { nearest: Some(nearest), .. }
            | UnknownSignal { nearest: Some(nearest), .. }
            | UnknownPolicy { nearest: Some(nearest), .. } => Some(format!("Did you mean '{nearest}'?")),
            UnknownSession { .. } => {
                Some("`locum ps` lists sessions, `locum ps --all` those that ended too.".into())
            }
            SessionEnded { name, .. } => Some(format!("`locum log {name}` tells what happened in it.")),
            Profiles(_) => Some(
                "It cannot be confirmed like this. Mend it (`locum config check` looks through it) or remove it, then \
                 `locum policy confirm` again."
                    .into(),
            ),
            PolicyThere { .. } => Some("Add --force to replace it; a copy is kept.".into()),
            PinWanted => Some("Do it at a terminal, or give it in the environment as LOCUM_PIN.".into()),
            NoNewPin => Some("Give it at a terminal, or on standard input.".into()),
            Editor { .. } => Some("VISUAL or EDITOR names the editor.".into()),
            Unconfirmed => Some("`locum policy confirm` shows what was changed; then try again.".into()),
            NothingChosen => Some("`locum init --yes` takes what is suggested.".into()),
            NobodyToAsk => Some("Add --yes if you mean it.".into()),
            SeveralSessions(_) => Some("Name one of them.".into()),
            UnknownPrompt(_) | SeveralPrompts(_) => {
                Some("`locum prompts` lists those that wait, `locum history` those of the past.".into())
            }
            BrainSilent { .. } => {
                Some("`locum daemon restart` replaces it; sessions are not touched by that.".into())
            }
            BrainNotStarted(_) => {
                Some("`locum daemon run` shows what goes wrong; the log is in the state folder.".into())
            }
            BrainFailed(_) => Some("`locum daemon status` tells how the record is.".into()),
            InsideSession(_) => Some("Do it from a terminal outside of any session.".into()),
            StillRuns(_) => Some("Add `--signal KILL`, which no program can ignore.".into()),
            BrainVersion { .. } => Some(
                "`locum daemon restart` starts this version's; sessions of the other version go on, and are \
                 reached with the locum that started them."
                    .into(),
            ),
            NoSession(_) => Some("A program in a session finds its id in LOCUM_SESSION.".into()),
            OtherVersion { .. } | Attach { error: AttachError::OtherVersion { .. }, .. } => {
                Some("Use the locum that started the session, or start it again.".into())
            }
            _ => None,
        }
    }
}
