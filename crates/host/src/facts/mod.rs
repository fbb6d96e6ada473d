//! What the kernel says about the terminal, and when to ask it.
//!
//! The seam between the host and the operating system: nothing here knows a descriptor, a signal or `/proc`.

mod schedule;

use model::KernelFacts;
use thiserror::Error;

pub use schedule::Schedule;

/// How far a probe looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Effort {
    /// The terminal and the processes started in it.
    Quick,
    /// Also processes elsewhere that hold the terminal, as a tmux server does. Costs a look at every process.
    Thorough,
}

/// Asks the kernel about one terminal.
pub trait Facts {
    /// Looks once. What the kernel refuses to tell is left out or called denied, never guessed.
    fn probe(&mut self, effort: Effort) -> KernelFacts;
}

/// Why the terminal of a process cannot be looked at.
#[derive(Debug, Error)]
pub enum FactsError {
    /// Nothing runs under this process id, or it is hidden from this user.
    #[error("no process {pid}")]
    NoSuchProcess {
        /// The id that was asked for.
        pid: u32,
    },
    /// The process runs without a terminal.
    #[error("process {pid} has no terminal")]
    NoTerminal {
        /// The id that was asked for.
        pid: u32,
    },
    /// The kernel refused to show the process.
    #[error("not allowed to look at process {pid}")]
    Denied {
        /// The id that was asked for.
        pid: u32,
    },
}
