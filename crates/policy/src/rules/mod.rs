//! Policies: rules people write, and the verdict they give.
//!
//! Rules have no order: of those that match, the strictest wins, and where none does a person is asked. A line of shell is
//! judged part by part; it is allowed only if every part is, nothing in it is in doubt, and a second reader agrees.

mod change;
mod consult;
mod draft;
mod hours;
mod judgement;
mod keys;
mod limits;
mod pace;
mod policy;
mod problem;
mod request;
mod shipped;
mod value;

pub use change::{Change, Tightened};
pub use consult::{Consult, Outcome, Said};
pub use draft::Draft;
pub use judgement::{Judgement, PartJudgement};
pub use limits::{Defaults, Idle, Limits, Nudge, OnDanger, OnTimeout};
pub use pace::{Held, Pace, Turn};
pub use policy::{Examples, Policy, compare};
pub use problem::{Problem, Source};
pub use request::{Request, Subject, Tool};
pub use shipped::{SHIPPED, shipped_text};
