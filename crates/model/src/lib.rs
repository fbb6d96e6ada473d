//! The nouns of locum, shared by every other crate.
//!
//! May not know: IO, clocks, async, wire or database formats. Nothing here derives a serialisation; the crates
//! at the rim translate.
#![forbid(unsafe_code)]

mod audit;
mod detach_key;
mod exit;
mod facts;
mod id;
mod prompt;
mod question;
mod session;
mod size;
mod span;
mod verdict;

pub use audit::{AuditEvent, Value};
pub use detach_key::{DetachKey, InvalidDetachKey};
pub use exit::Exit;
pub use facts::{CpuTime, InnerTty, KernelFacts, LineMode, Process, Reader};
pub use prompt::{InvalidPromptId, PromptId, PromptStatus};
pub use question::{Choice, Evidence, Key, Kind, Question, Role, Source, Subject};
pub use session::{InvalidSessionId, SessionId};
pub use size::Size;
pub use span::{InvalidSpan, Span};
pub use verdict::{Danger, Verdict};
