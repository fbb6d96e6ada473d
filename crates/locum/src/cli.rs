//! The command line.

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, CommandFactory, Parser, Subcommand, ValueEnum, ValueHint};

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
    /// Return to a session that runs, on this terminal
    Attach(AttachArguments),
    /// Show what the kernel says about a session's terminal, or a process's
    Facts(FactsArguments),
    /// List sessions
    Ps(PsArguments),
    /// End a session's program, or send it another signal
    Kill(KillArguments),
    /// Take the terminal off a session; it goes on
    Detach(DetachArguments),
    /// Give a session another name
    Rename(RenameArguments),
    /// Show what a session's screen shows
    Screen(ScreenArguments),
    /// Show what happened in a session, or in all
    Log(LogArguments),
    /// Look at the record, and verify that nobody has changed it
    #[command(subcommand)]
    Audit(AuditCommand),
    /// Show the screen of a recording, at its end or at a moment
    Replay(ReplayArguments),
    /// Start, stop or look at the brain, the process behind all sessions
    #[command(subcommand)]
    Daemon(DaemonCommand),
    /// Show and check the settings
    #[command(subcommand)]
    Config(ConfigCommand),
    /// Print a script that teaches your shell to complete locum's words
    Completions(CompletionsArguments),
    /// Print the names of sessions, one a line (completion calls this)
    #[command(hide = true)]
    CompleteNames,
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
    /// Call the session this
    #[arg(long, value_name = "NAME")]
    pub(crate) name: Option<String>,
    /// Start it without a terminal, print the session's id and return
    #[arg(long, conflicts_with_all = ["pty", "hup_kill"])]
    pub(crate) detach: bool,
    /// With --detach: print the new session's id and name as JSON
    #[arg(long, requires = "detach")]
    pub(crate) json: bool,
    /// Run it in this folder
    #[arg(long, value_name = "FOLDER", value_hint = ValueHint::DirPath)]
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
    #[arg(value_name = "CMD", required = true, trailing_var_arg = true, value_hint = ValueHint::CommandWithArguments)]
    pub(crate) command: Vec<OsString>,
}

/// `locum attach`
#[derive(Debug, Args)]
#[command(after_help = "\
The exit status is 0 if you let go of the session (Ctrl-\\, alone), else the program's.")]
pub(crate) struct AttachArguments {
    /// A session's name or id; if left out, the one that has no terminal, or the only one
    #[arg(value_name = "NAME|ID")]
    pub(crate) session: Option<String>,
    /// Only look on: nothing you type reaches the program
    #[arg(long)]
    pub(crate) read_only: bool,
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

/// `locum ps`
#[derive(Debug, Args)]
pub(crate) struct PsArguments {
    /// Also those that have ended
    #[arg(short, long)]
    pub(crate) all: bool,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// `locum kill`
#[derive(Debug, Args)]
pub(crate) struct KillArguments {
    /// Names or ids
    #[arg(value_name = "SESSION", required = true)]
    pub(crate) sessions: Vec<String>,
    /// Which signal
    #[arg(short, long, default_value = "TERM")]
    pub(crate) signal: String,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// `locum detach`
#[derive(Debug, Args)]
pub(crate) struct DetachArguments {
    /// Name or id
    #[arg(value_name = "SESSION")]
    pub(crate) session: String,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// `locum rename`
#[derive(Debug, Args)]
pub(crate) struct RenameArguments {
    /// Name or id
    #[arg(value_name = "SESSION")]
    pub(crate) session: String,
    /// Its new name
    #[arg(value_name = "NAME")]
    pub(crate) name: String,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// `locum screen`
#[derive(Debug, Args)]
pub(crate) struct ScreenArguments {
    /// Name or id; inside a session its own, else the only one
    #[arg(value_name = "SESSION")]
    pub(crate) session: Option<String>,
    /// With colours
    #[arg(long, conflicts_with_all = ["svg", "json"])]
    pub(crate) ansi: bool,
    /// As a picture
    #[arg(long, conflicts_with = "json")]
    pub(crate) svg: bool,
    /// Everything, for programs
    #[arg(long)]
    pub(crate) json: bool,
}

/// `locum log`
#[derive(Debug, Args)]
pub(crate) struct LogArguments {
    /// Name or id; without one, all sessions
    #[arg(value_name = "SESSION")]
    pub(crate) session: Option<String>,
    /// How many events, the latest ones
    #[arg(short = 'n', long, default_value_t = 100)]
    pub(crate) lines: u32,
    /// One JSON object a line
    #[arg(long)]
    pub(crate) json: bool,
}

/// `locum audit`
#[derive(Debug, Subcommand)]
pub(crate) enum AuditCommand {
    /// Recompute every hash, and compare with the head kept outside the database
    Verify {
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// The latest events
    Show {
        /// How many
        #[arg(short = 'n', long, default_value_t = 50)]
        lines: u32,
        /// One JSON object a line
        #[arg(long)]
        json: bool,
    },
    /// Everything, one JSON object a line, with hashes
    Export {
        /// It is always JSON
        #[arg(long, hide = true)]
        json: bool,
    },
}

/// `locum replay`
#[derive(Debug, Args)]
pub(crate) struct ReplayArguments {
    /// A recording (asciicast version 2 or 3)
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// The screen at this moment, in seconds
    #[arg(long, value_name = "SECONDS")]
    pub(crate) at: Option<f64>,
    /// With colours
    #[arg(long, conflicts_with = "svg")]
    pub(crate) ansi: bool,
    /// As a picture
    #[arg(long)]
    pub(crate) svg: bool,
    /// Kept for the detector's events
    #[arg(long, hide = true)]
    pub(crate) json: bool,
}

/// `locum daemon`
#[derive(Debug, Subcommand)]
pub(crate) enum DaemonCommand {
    /// Start the brain in the background
    Start,
    /// End the brain; sessions go on
    Stop,
    /// End the brain and start a new one; sessions go on
    Restart,
    /// Say whether the brain runs
    Status {
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Start the brain and wait for nothing (locum does this itself)
    #[command(hide = true)]
    Kindle,
    /// Be the brain, here
    Run {
        /// Leave the terminal (locum does this itself)
        #[arg(long, hide = true)]
        background: bool,
    },
}

/// `locum config`
#[derive(Debug, Subcommand)]
pub(crate) enum ConfigCommand {
    /// Print the settings that hold
    Show(ConfigShowArguments),
    /// Look for mistakes in a settings file, and report all of them (exit status 2)
    Check(ConfigCheckArguments),
    /// Print where the settings file is, or would be
    Path(ConfigPathArguments),
}

/// `locum config show`
#[derive(Debug, Args)]
pub(crate) struct ConfigShowArguments {
    /// Say for each where it comes from
    #[arg(long)]
    pub(crate) origin: bool,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// `locum config check`
#[derive(Debug, Args)]
pub(crate) struct ConfigCheckArguments {
    /// The file, if not your settings
    #[arg(value_name = "FILE")]
    pub(crate) file: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// `locum config path`
#[derive(Debug, Args)]
pub(crate) struct ConfigPathArguments {
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// `locum completions`
#[derive(Debug, Args)]
#[command(after_help = "\
bash: locum completions bash > ~/.local/share/bash-completion/completions/locum
zsh:  locum completions zsh > a file named _locum in a folder of your fpath
fish: locum completions fish > ~/.config/fish/completions/locum.fish")]
pub(crate) struct CompletionsArguments {
    /// The shell
    #[arg(value_name = "SHELL")]
    pub(crate) shell: Shell,
}

/// Shells that can be taught.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Shell {
    Bash,
    Zsh,
    Fish,
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

/// The whole command line as data.
pub(crate) fn description() -> clap::Command {
    Cli::command()
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
