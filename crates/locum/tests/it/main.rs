//! The whole program, as a person, a shell and a script meet it. One binary: linking is slow, tests are many.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test that cannot go on has failed")]

mod answering;
mod attach;
mod bad_input;
mod bad_luck;
mod brain;
mod completion;
mod config;
mod edges;
mod exit;
mod facts;
mod faults;
mod fidelity;
mod inject;
mod job_control;
mod kin;
mod policy;
mod recording;
mod robot;
mod signals;
mod watching;

use std::path::{Path, PathBuf};

use testkit::Sandbox;

/// The locum under test, where the sandbox's user can execute it; its folder is on the sandbox's PATH.
fn locum(sandbox: &Sandbox) -> PathBuf {
    testkit::locum_binary(sandbox, Path::new(env!("CARGO_BIN_EXE_locum")))
}
