//! The engine by its effects: named cases in a small language of steps.
#![allow(missing_docs, reason = "tests")]

mod answers;
mod hooks;
mod nudges;
mod person;
mod script;
mod wakes;
