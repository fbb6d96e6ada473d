//! What a client and its host say to each other. The client is trusted: it is the host's parent.

use serde::{Deserialize, Serialize};

use crate::{WireExit, WireKey, WireSize};

/// A terminal's settings, field by field: never compared as a block of memory, which has padding.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TerminalSettings {
    /// Input flags.
    pub input: u64,
    /// Output flags.
    pub output: u64,
    /// Control flags.
    pub control: u64,
    /// Local flags.
    pub local: u64,
    /// Line discipline.
    pub line: u8,
    /// Control characters.
    pub codes: Vec<u8>,
    /// Input speed.
    pub input_speed: u64,
    /// Output speed.
    pub output_speed: u64,
}

/// Which descriptors travel with [`Start`]: these first, then the mode page, then the recorder's socket.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Streams {
    /// One terminal for both directions, opened for us alone.
    Terminal,
    /// One terminal for both directions that could not be opened anew: it must stay blocking.
    SharedTerminal,
    /// An input and an output that are not one terminal (`--pty` in a pipeline).
    InputAndOutput,
    /// None: the session begins detached.
    Nothing,
}

/// Everything the host needs to start the program.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Start {
    /// The session's id.
    pub session: String,
    /// Path of the program as it is to be executed.
    pub program: Vec<u8>,
    /// All arguments, the zeroth too.
    pub arguments: Vec<Vec<u8>>,
    /// Working folder of the program.
    pub folder: Option<Vec<u8>>,
    /// Size of the new terminal.
    pub size: WireSize,
    /// Settings of the new terminal, as the person's terminal had them.
    pub settings: Option<TerminalSettings>,
    /// Signals the client was started with ignored, as a bit mask (bit 0 = signal 1).
    pub ignored: u64,
    /// Signals the client was started with blocked.
    pub blocked: u64,
    /// Which descriptors come along.
    pub streams: Streams,
    /// One more descriptor comes along: a socket for the recorder.
    pub recorder: bool,
    /// The recorder also gets what is typed, while echo is on.
    pub record_input: bool,
    /// The client is in the foreground now; the program starts in the inner foreground then.
    pub foreground: bool,
    /// Errors of the program go where the client's go: they were redirected.
    pub keep_stderr: bool,
    /// A hang-up ends the program instead of detaching the session.
    pub hup_kill: bool,
    /// Where the session's socket is to be.
    pub socket: Option<Vec<u8>>,
    /// The key that detaches.
    pub detach_key: Option<WireKey>,
    /// A brain is expected to come: a short session waits a moment for it after its end.
    pub awaited: bool,
    /// What the person wishes for this run; for the brain, the host only passes it on.
    pub wish: Wish,
}

/// What the person wishes for one run of a program.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Wish {
    /// Everything but the keys of automatic answers and nudges.
    pub dry_run: bool,
    /// The program is nudged when it is silent in the middle of its work.
    pub nudge: Option<WishedIdle>,
}

/// How long a silence is too long.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum WishedIdle {
    /// What is long for this session.
    Auto,
    /// So many milliseconds.
    Millis(u64),
}

/// Client to host.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum ToHost {
    /// The first message.
    Start(Box<Start>),
    /// The client is about to set `raw`; if it dies, `original` is to be put back.
    Announce {
        /// Settings before.
        original: TerminalSettings,
        /// Settings that are ours, nonce included.
        raw: TerminalSettings,
    },
    /// The client is in the foreground: the licence to read the terminal. `turn` counts these and `Background`.
    Foreground {
        /// The terminal's size now.
        size: WireSize,
        /// Number of this change of place.
        turn: u32,
    },
    /// The client runs in the background: nothing may be read.
    Background {
        /// Number of this change of place.
        turn: u32,
    },
    /// The terminal has another size.
    Resize {
        /// The new size.
        size: WireSize,
    },
    /// The client got a signal that is meant for the program.
    Signal {
        /// Its number.
        signal: u8,
    },
    /// The terminal is gone; the session goes on without one, or ends (`hup_kill`).
    HangUp,
    /// The client is in the background for good: nobody is left who could bring it to the front. The program reads
    /// as from an input that has ended.
    Forsaken {
        /// Number of this change of place.
        turn: u32,
    },
}

/// Host to client.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum ToClient {
    /// The program runs.
    Started {
        /// Its process id.
        pid: u32,
    },
    /// The program could not be started.
    Failed {
        /// What the kernel said.
        errno: i32,
        /// What was tried.
        what: StartStep,
    },
    /// The program was stopped by a signal. Outdated if `turn` is not the client's latest.
    Stopped {
        /// Which signal.
        signal: u8,
        /// The last change of place that the host had heard of.
        turn: u32,
    },
    /// The person pressed the key for this signal (Ctrl-C, Ctrl-\\) and the program itself had the foreground.
    Interrupt {
        /// Which signal.
        signal: u8,
    },
    /// There was input to read, but the client is not in the foreground.
    NotForeground,
    /// The terminal hung up.
    TerminalGone,
    /// The terminal is given back and the session goes on: the detach key was pressed, or somebody asked for it.
    Detached,
    /// The program ended, and all its output is on the terminal.
    Exited(WireExit),
}

/// Steps of a start that can fail, so that the client can find the words.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum StartStep {
    /// Opening a pseudo-terminal.
    Pty,
    /// Making a process.
    Fork,
    /// Entering the working folder.
    Folder,
    /// Executing the program.
    Execute,
    /// The leader died before the program ran.
    Leader,
}
