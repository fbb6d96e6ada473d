//! Real programs through `locum run` and on a bare terminal: byte for byte where they are deterministic, screen
//! for screen otherwise.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::print_stdout,
    reason = "a broken expectation must fail the test, and the name of the row is shown with it"
)]

mod bytes;
mod flow;
mod pair;
mod programs;
mod shells;
pub(crate) mod ssh;
mod surroundings;
mod typed;
mod vttest;

use pair::Pair;
