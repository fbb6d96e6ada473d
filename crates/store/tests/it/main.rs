//! The record as its users meet it: files, processes, trouble, tampering.
#![forbid(unsafe_code)]
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a broken expectation must fail the test")]

mod closed;
mod disk;
mod folder;
mod heads;
mod kills;
mod last_word;
mod prompts;
mod reading;
mod retention;
mod storm;
mod tamper;
mod trouble;
mod upgrade;

pub(crate) use folder::Folder;
