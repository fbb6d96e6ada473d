//! What is said over a session's socket: by `locum facts`, by a watcher, by the brain.

use serde::{Deserialize, Serialize};

use crate::WireFacts;

/// The first frame in either direction. Its shape never changes, so that two versions can tell each other so.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hello {
    /// Version of the messages that follow.
    pub version: u16,
    /// Program version, for people.
    pub program: String,
    /// The session spoken of (empty from a caller).
    pub session: String,
}

/// What a caller may ask of a host.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Request {
    /// The kernel facts, read now.
    Facts,
    /// From now on this socket is a tap: output from this offset on, and events. The answer is the stream itself.
    Watch {
        /// First byte wanted; what has left the ring is a gap.
        from: u64,
    },
    /// Type these bytes if nothing has happened since. Refused by a release build.
    Inject {
        /// What to type.
        bytes: Vec<u8>,
        /// Output seen so far.
        output_offset: u64,
        /// Key presses and pastes seen so far.
        input_epoch: u64,
    },
}

/// What a host answers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Answer {
    /// To [`Request::Facts`].
    Facts {
        /// The facts.
        facts: Box<WireFacts>,
        /// Bytes of output so far.
        output_offset: u64,
        /// Key presses and pastes so far.
        input_epoch: u64,
        /// Something was typed and not submitted.
        draft: bool,
        /// Process id of the program.
        pid: u32,
    },
    /// To [`Request::Inject`].
    Injected(InjectOutcome),
    /// The request is not for this caller, or not for this build.
    Refused {
        /// Why, for people.
        reason: String,
    },
}

/// What became of an injection.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum InjectOutcome {
    /// All bytes are with the program.
    Typed,
    /// Something happened since; nothing was typed.
    Stale {
        /// Output so far.
        output_offset: u64,
        /// Key presses and pastes so far.
        input_epoch: u64,
    },
}
