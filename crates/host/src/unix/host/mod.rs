//! The host process: one a session, never failing, polite to the person's shell.
//!
//! It owns the PTY, pumps bytes, and lives on when the client, the leader or a watcher dies. It knows nothing of
//! what the bytes mean beyond the modes they leave behind and the keys that are presses.

mod attach;
mod bell;
mod boot;
mod clients;
mod desk;
mod facts_asked;
mod facts_worker;
mod guests;
mod hours;
mod inject;
mod keys;
mod leaving;
mod life;
mod mode_page;
mod poller;
mod requests;
mod seats;
mod session;
mod shown;
mod title;
mod typed;
mod unseen;
mod watchers;

use std::os::fd::OwnedFd;

pub use mode_page::ModePage;

/// Runs a host to its end. `control` is the socket to the client that started it.
///
/// A panic ends it as a crash would: the client sees the socket close and puts the terminal back.
pub fn run(control: OwnedFd) -> i32 {
    let outcome = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| match boot::boot(control) {
        Some(session) => session.run(),
        None => 1,
    }));
    outcome.unwrap_or(1)
}
