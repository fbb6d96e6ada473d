//! Whether a program waits for a person, and what it asks: a snapshot, kernel facts and profiles of programs in,
//! a state with its evidence out.
//!
//! May not know: policy, channels, clocks, files. Time comes as an argument, profiles as text. All text of a
//! snapshot is hostile; nothing here trusts words alone.
#![forbid(unsafe_code)]

mod announced;
mod countdown;
mod detection;
mod facts;
mod fingerprint;
mod found;
#[cfg(test)]
mod golden;
mod identity;
mod judge;
mod profile;
mod program;
mod progress;
mod schedule;
mod shapes;
mod typing;
mod view;
mod watch;
mod words;

pub use detection::{Detection, State};
pub use facts::{Facts, Waits};
pub use fingerprint::Fingerprint;
pub use found::{Found, Strength};
pub use judge::detect;
pub use profile::{Profile, ProfileError, Profiles, TOOLS};
pub use program::Program;
pub use view::{Line, View};
pub use watch::{Change, Standing, Watch};
