//! `locum policy`: the person's rules, by hand.

mod check;
mod confirm;
mod diff;
mod examples;
mod explain;
mod in_session;
mod learn;
mod learned;
mod own;
mod paint;
mod past;
pub(crate) mod question;
mod session;
mod shipped;
mod show;
mod shown;
mod simulate;
mod suggestion;
mod trial;
mod trust;
mod verdict_json;
mod verdict_words;
mod write;

use std::process::ExitCode;

pub(crate) use learn::learn;
pub(crate) use session::{for_session, readable};
pub(crate) use write::begin;

use crate::cli::PolicyCommand;
use crate::failure::Failure;
use crate::say;

/// What editors need to complete and check policy files.
const SCHEMA: &str = include_str!("../../../../docs/policy.schema.json");

/// Does what was asked.
pub(crate) fn policy(command: &PolicyCommand) -> Result<ExitCode, Failure> {
    match command {
        PolicyCommand::Check(arguments) => check::check(arguments),
        PolicyCommand::Explain(arguments) => explain::explain(arguments),
        PolicyCommand::Test(arguments) => examples::test(arguments),
        PolicyCommand::Show(arguments) => show::show(arguments),
        PolicyCommand::Use(arguments) => write::use_policy(arguments),
        PolicyCommand::Edit => write::edit(),
        PolicyCommand::Confirm(arguments) => confirm::confirm(arguments),
        PolicyCommand::Trust(arguments) => trust::trust(arguments),
        PolicyCommand::Untrust(arguments) => trust::untrust(arguments),
        PolicyCommand::List(arguments) => trust::list(arguments),
        PolicyCommand::Simulate(arguments) => simulate::simulate(arguments),
        PolicyCommand::Schema => Ok(schema()),
    }
}

fn schema() -> ExitCode {
    say::verbatim(SCHEMA);
    ExitCode::SUCCESS
}
