//! The `locum` binary: words in, words out, and which part of the program they are for.
//!
//! Nothing worth a unit test of its own lives here: the byte path, signals and facts are the `host` crate's.
#![forbid(unsafe_code)]

mod cli;
mod facts;
mod failure;
mod folders;
mod program;
mod recorder;
mod run;
mod say;
mod sessions;

use std::process::ExitCode;

use cli::{Command, Parsed};
use failure::Failure;

fn main() -> ExitCode {
    let outcome = match cli::parse() {
        Parsed::Command(command) => dispatch(command),
        Parsed::Done(code) => return code,
    };
    outcome.unwrap_or_else(|failure| say::failure(&failure))
}

fn dispatch(command: Command) -> Result<ExitCode, Failure> {
    match command {
        Command::Run(arguments) => run::run(arguments),
        Command::Facts(arguments) => facts::facts(&arguments),
        Command::Host => Ok(run::become_host()),
        Command::Recorder(arguments) => recorder::become_recorder(&arguments),
    }
}
