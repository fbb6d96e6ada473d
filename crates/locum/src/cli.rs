//! The command line.

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, Parser, Subcommand};

/// Stands in for a person at the terminal.
#[derive(Debug, Parser)]
#[command(name = "locum", version, disable_help_subcommand = true, max_term_width = 100)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

/// What locum is asked to do.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Run a program on a terminal of its own, every byte untouched
    Run(RunArguments),
    /// Show what the kernel says about a session's terminal, or a process's
    Facts(FactsArguments),
    /// Be the host of a session (locum starts this itself)
    #[command(hide = true)]
    Host,
    /// Write a session's recording (locum starts this itself)
    #[command(hide = true)]
    Recorder(RecorderArguments),
}

/// `locum run`
#[derive(Debug, Args)]
#[command(after_help = "\
Without a terminal on both standard input and output the program runs on plain pipes, as if locum were not there.
The exit status is the program's (128+N if signal N ended it); 2, 125, 126 and 127 are locum's own: wrong usage,
internal failure, cannot execute, not found.")]
pub(crate) struct RunArguments {
    /// Run it in this folder
    #[arg(long, value_name = "FOLDER")]
    pub(crate) cwd: Option<PathBuf>,
    /// Use a terminal of its own even if input or output is none
    #[arg(long)]
    pub(crate) pty: bool,
    /// Record the session (asciicast v2, with kernel facts as "k" events)
    #[arg(long, value_name = "FILE")]
    pub(crate) record: Option<PathBuf>,
    /// Also record what is typed, but never while echo is off
    #[arg(long, requires = "record")]
    pub(crate) record_input: bool,
    /// Append what happens to this file, one JSON object a line
    #[arg(long, value_name = "FILE")]
    pub(crate) events: Option<PathBuf>,
    /// End the program when the terminal window is closed, instead of letting the session go on
    #[arg(long)]
    pub(crate) hup_kill: bool,
    /// Say what locum does, before and after the program
    #[arg(short, long)]
    pub(crate) verbose: bool,
    /// The program and its arguments
    #[arg(value_name = "CMD", required = true, trailing_var_arg = true)]
    pub(crate) command: Vec<OsString>,
}

/// `locum facts`
#[derive(Debug, Args)]
pub(crate) struct FactsArguments {
    /// A process id, or a session id as in LOCUM_SESSION
    #[arg(value_name = "PID|SESSION")]
    pub(crate) target: String,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// `locum recorder`: standard input is the tap, output the recording, error the events.
#[derive(Debug, Args)]
pub(crate) struct RecorderArguments {
    /// The recording's header; without it nothing is recorded
    #[arg(long)]
    pub(crate) header: Option<String>,
    /// Write events
    #[arg(long)]
    pub(crate) events: bool,
}

/// A command to follow, or one that clap has answered itself.
pub(crate) enum Parsed {
    Command(Command),
    Done(ExitCode),
}

/// Parses this process's arguments. Help goes to standard output, mistakes to standard error.
pub(crate) fn parse() -> Parsed {
    match Cli::try_parse() {
        Ok(cli) => Parsed::Command(cli.command),
        Err(error) => {
            // A reader that is gone has nothing to be told.
            let _ = error.print();
            Parsed::Done(ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2)))
        }
    }
}
