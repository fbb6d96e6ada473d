//! The record: sessions, prompts, and the chain of events that tells what happened.
//!
//! [`Store`] writes, and there is exactly one at a time; [`Reader`] reads, also while somebody writes;
//! [`verify()`] says whether the record is whole, and where it is not. `docs/audit-chain.md` is the contract.
//!
//! May not know: screens, channels, policy, sockets, async. There is no clock here: times come with the events.
#![forbid(unsafe_code)]

mod append;
mod chain;
mod change;
mod claim;
mod connection;
mod error;
mod events;
mod fields;
mod files;
mod finding;
mod head;
mod last_word;
mod prompt;
mod prompts;
mod reader;
mod retain;
mod schema;
mod session;
mod verify;
mod walk;
mod writer;

pub use chain::{Hash, InvalidHash, Link, StoredEvent};
pub use change::Change;
pub use claim::{Claim, Claimed, Why};
pub use error::{Error, Kind};
pub use events::{Events, Selection};
pub use finding::{Finding, Mismatch};
pub use head::Head;
pub use last_word::{LastWord, last_word};
pub use prompt::{Answered, Judged, Nonce, Prompt};
pub use prompts::WhichPrompts;
pub use reader::{Reader, Which};
pub use retain::{Cut, Limits};
pub use session::{Ended, Session};
pub use verify::{Report, verify};
pub use walk::{Problem, What};
pub use writer::{Committed, Store};
