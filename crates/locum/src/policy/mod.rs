//! `locum policy`: the person's rules, by hand.

mod check;
mod own;
mod paint;
mod suggestion;
mod verdict_json;
mod verdict_words;

use std::process::ExitCode;

use crate::cli::PolicyCommand;
use crate::failure::Failure;

/// Does what was asked.
pub(crate) fn policy(command: &PolicyCommand) -> Result<ExitCode, Failure> {
    match command {
        PolicyCommand::Check(arguments) => check::check(arguments),
        _ => Err(Failure::NoMoment),
    }
}
