//! Versioned messages and framing: client ↔ host ↔ whoever watches a session.
//!
//! May not know: engine, store, descriptors. Every message is one frame; the first frame on a session's socket
//! is a [`Hello`] that carries the version. The nouns of `model` are translated here (see `nouns`), so that
//! they may change without changing what goes over a socket.
#![forbid(unsafe_code)]

mod brain;
mod control;
mod frame;
mod hook;
mod nouns;
mod policy;
mod prompt;
mod session;
mod standing;
mod tap;

pub use brain::{
    BrainAnswer, BrainRequest, EventRecord, Finding, RecordState, SessionLine, SessionPhase, View, Wanted,
    WireValue,
};
pub use control::{Start, StartStep, Streams, TerminalSettings, ToClient, ToHost, Wish, WishedIdle};
pub use frame::{FrameError, FrameReader, MAX_BODY, encode};
pub use hook::{HookDecision, HookEvent, HookMoment};
pub use nouns::{WireExit, WireFacts, WireSize};
pub use policy::{PolicyRequest, PolicyStanding, WireJudgement, WirePart, WireRequest, WireSubject};
pub use prompt::{PromptChoice, PromptReply, PromptRequest, WirePrompt};
pub use session::{
    Answer, Attach, Description, GuestSays, Hello, InjectOutcome, LONGEST_REMARK, Request, WireKey,
};
pub use standing::{Activity, Reasons, Unrecognised, WireEvidence, WireQuestion, WireStanding};
pub use tap::{OURS, OUTPUT_HEADER, TapEvent, TapFrame, TapReader, encode_event, output_header};

/// Version of everything in this crate. A peer of another version is told so and nothing else.
pub const VERSION: u16 = 5;
