//! Policies: rules people write, and the verdict they give.
//!
//! Rules have no order: of those that match, the strictest wins, and where none does a person is asked. A line of shell is
//! judged part by part; it is allowed only if every part is, nothing in it is in doubt, and a second reader agrees.

mod build;
mod change;
mod command;
mod commands;
mod consult;
mod danger_hint;
mod docket;
mod door;
mod doors;
mod draft;
mod examples;
mod files;
mod hosts;
mod hours;
mod implied;
mod judge;
mod judgement;
mod keys;
mod limits;
mod options;
mod own_limits;
mod pace;
mod policy;
mod problem;
mod request;
mod rule;
mod sets;
mod settings;
mod shape;
mod shipped;
mod shown;
mod tally;
#[cfg(test)]
mod tests;
mod tighten;
mod value;
mod weigh;
mod wild;
mod word_shape;
mod words;

pub use change::{Change, compare};
pub use consult::{Consult, Outcome, Said};
pub use draft::Draft;
pub use examples::Examples;
pub use judgement::{Judgement, PartJudgement};
pub use limits::{Defaults, Idle, Limits, Nudge, OnDanger, OnTimeout};
pub use own_limits::OwnLimits;
pub use pace::{Held, Pace, Turn};
pub use policy::Policy;
pub use problem::{Problem, Source};
pub use request::{Request, Subject, Tool};
pub use sets::{CommandSet, command_sets};
pub use shipped::{SHIPPED, nearest_shipped, shipped_text};
pub use tighten::Tightened;
