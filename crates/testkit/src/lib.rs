//! A terminal, shells and scripted programs for the tests.
//!
//! [`Terminal`] plays the person's terminal window on a real pseudo-terminal: it drains, draws, answers,
//! resizes, hangs up. [`Sandbox`] gives what runs in it a home of its own, and may give it to another user.
//! [`Shell`] starts the usual shells with a prompt a test can wait for. [`process`] reads `/proc`.
//!
//! Every wait has a deadline and panics past it, showing the screen and the last bytes. Only [`jobs`] knows
//! locum.
#![forbid(unsafe_code)]
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a broken expectation must fail the test")]

pub mod comings;
mod flood;
pub mod full_screen;
pub mod jobs;
pub mod keys;
pub mod kill;
pub mod process;
mod programs;
mod sandbox;
mod shell;
mod terminal;

pub use flood::Flood;
pub use model::Size;
pub use programs::{find_program, require};
pub use sandbox::{Sandbox, User, locum_binary};
pub use shell::Shell;
pub use terminal::{Chunk, Launch, Mark, Queries, Terminal, TtySettings};

/// Says which row of a table is at work; shown only when the test fails.
#[allow(clippy::print_stderr, reason = "the test harness keeps it until a test fails")]
pub fn note(row: impl std::fmt::Display) {
    eprintln!("{row}");
}

/// How long anything is waited for unless a test says otherwise: far beyond a slow machine's worst.
pub const PATIENCE: std::time::Duration = std::time::Duration::from_secs(10);
