//! The `locum` binary: words in, words out, and which part of the program they are for.
//!
//! The byte path, signals and facts are not here: they are the `host` crate's.
#![forbid(unsafe_code)]

mod agent_hook;
mod attach;
mod brain;
mod cli;
mod clock;
mod completion;
mod config;
mod daemon;
mod detecting;
mod eval;
mod facts;
mod failure;
mod folders;
mod init;
mod line;
mod log;
mod logging;
mod names;
mod nearest;
mod notify;
mod own_session;
mod pin;
mod policy;
mod program;
mod prompts;
mod ps;
mod record_last;
mod record_words;
mod recorder;
mod replay;
mod restore;
mod run;
mod say;
mod sessions;
mod signal_name;
mod status;
mod steer;
mod target;
mod view;
mod waiting_json;

use std::process::ExitCode;

use cli::{Command, NotifyCommand, Parsed};
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
        Command::Attach(arguments) => attach::attach(&arguments),
        Command::Facts(arguments) => facts::facts(&arguments),
        Command::Ps(arguments) => ps::ps(&arguments),
        Command::Status(arguments) => status::status(&arguments),
        Command::Explain(arguments) => status::explain(&arguments),
        Command::Prompts(arguments) => prompts::prompts(&arguments),
        Command::Answer(arguments) => prompts::answer(&arguments),
        Command::Pause(arguments) => prompts::pause(&arguments),
        Command::Resume(arguments) => prompts::resume(&arguments),
        Command::History(arguments) => prompts::history(&arguments),
        Command::Show(arguments) => prompts::show(&arguments),
        Command::Stats(arguments) => prompts::stats(&arguments),
        Command::Learn(arguments) => policy::learn(&arguments),
        Command::Init(arguments) => init::init(&arguments),
        Command::Notify(NotifyCommand::Test) => notify::test(),
        Command::Pin(command) => pin::pin(&command),
        Command::Kill(arguments) => steer::kill(&arguments),
        Command::Detach(arguments) => steer::detach(&arguments),
        Command::Rename(arguments) => steer::rename(&arguments),
        Command::Screen(arguments) => view::screen(&arguments),
        Command::Log(arguments) => log::log(&arguments),
        Command::Audit(command) => log::audit(&command),
        Command::Record(arguments) => record_last::record(&arguments),
        Command::Replay(arguments) => replay::replay(&arguments),
        Command::Eval(arguments) => eval::eval(&arguments),
        Command::Policy(command) => policy::policy(&command),
        Command::AgentHook(command) => agent_hook::agent_hook(&command),
        Command::Daemon(command) => daemon::daemon(&command),
        Command::Config(command) => config::commands::config(&command),
        Command::Completions(arguments) => completion::print(arguments.shell),
        Command::CompleteNames => completion::print_names(),
        Command::Host => Ok(run::become_host()),
        Command::Recorder(arguments) => recorder::become_recorder(&arguments),
    }
}
