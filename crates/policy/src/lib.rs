//! What may be answered without a person: a question and its facts in, a verdict with its reasons out.
//!
//! May not know: screens, keys, clocks, files. Policies, commands and places come as text, time as an argument. What a
//! command would do is read from its grammar (`shell`, `unfold`), never run; what is not understood is asked.
//!
//! The way of a command: `shell` turns text into a tree; `unfold` turns the tree into the simple commands that would run,
//! each with its words expanded and its wrappers taken off; `danger` looks each of them up in the catalogue; `rules` decide.
#![forbid(unsafe_code)]

mod code;
mod danger;
mod part;
mod place;
mod rules;
mod second;
mod seen;
mod shell;
mod surroundings;
mod text;
mod unfold;
mod windows;

pub use danger::{Catalogue, Finding};
pub use part::{Effect, Note, Part, Reading, Runs, Stdin, Touch};
pub use place::Place;
pub use rules::{
    Change, CommandSet, Consult, Defaults, Draft, Examples, Held, Idle, Judgement, Limits, Nudge, OnDanger,
    OnTimeout, Outcome, OwnLimits, Pace, PartJudgement, Policy, Problem, Request, SHIPPED, Said, Source,
    Subject, Tightened, Tool, Turn, command_sets, compare, nearest_shipped, shipped_text,
};
pub use surroundings::Surroundings;
pub use text::Text;
