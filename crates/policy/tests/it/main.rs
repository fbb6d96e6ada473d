//! What is promised of the judge of commands, over the corpus of commands. Lines are parsed, never run.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test that cannot go on has failed")]

mod holes;
mod hostile;
#[path = "../../../../xtask/src/bench/policy/input.rs"]
mod input;
mod lines;
mod parts;
mod promises;
mod state;
mod wrap;
mod wrapping;
