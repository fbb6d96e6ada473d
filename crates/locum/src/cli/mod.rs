//! The command line.

mod agent_hook;
mod policy;
mod prompts;
mod record;
mod run;
mod sessions;
mod settings;

use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};

pub(crate) use agent_hook::{AgentHookCommand, HookAgent, InstallArguments};
pub(crate) use policy::{
    PolicyCheckArguments, PolicyCommand, PolicyConfirmArguments, PolicyListArguments, PolicyShowArguments,
    PolicySimulateArguments, PolicyTestArguments, PolicyTrustArguments, PolicyUntrustArguments,
    PolicyUseArguments,
};
pub(crate) use prompts::{
    AnswerArguments, HistoryArguments, InitArguments, LearnArguments, ManualArguments, NotifyCommand,
    PinCommand, PromptsArguments, ShowArguments, StatsArguments,
};
pub(crate) use record::{AuditCommand, EvalArguments, LogArguments, RecordArguments, ReplayArguments};
pub(crate) use run::{AttachArguments, FactsArguments, RecorderArguments, RunArguments};
pub(crate) use sessions::{
    DetachArguments, KillArguments, PsArguments, RenameArguments, ScreenArguments, StatusArguments,
};
pub(crate) use settings::{
    CompletionsArguments, ConfigCheckArguments, ConfigCommand, ConfigPathArguments, ConfigShowArguments,
    DaemonCommand, Shell,
};

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
    /// Show whether a session waits for you, since when, and what it asks
    Status(StatusArguments),
    /// Show why a session is taken to wait, or not to; of a question: what it rests on, who answered, when it landed
    Explain(StatusArguments),
    /// Show what waits for you
    Prompts(PromptsArguments),
    /// Answer a question that waits
    Answer(AnswerArguments),
    /// Answer nothing automatically any more
    Pause(ManualArguments),
    /// Answer automatically again
    Resume(ManualArguments),
    /// List the questions of the past, and what became of them
    History(HistoryArguments),
    /// Show all that is known of a question
    Show(ShowArguments),
    /// Count what was asked, what was decided, and who answered
    Stats(StatsArguments),
    /// Propose rules from what you answered by hand
    Learn(LearnArguments),
    /// Set up: find agents, pick a policy, write commented files
    Init(InitArguments),
    /// How you are told that something waits
    #[command(subcommand)]
    Notify(NotifyCommand),
    /// Want a PIN for answers from elsewhere, or no more
    #[command(subcommand)]
    Pin(PinCommand),
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
    /// Save what a session showed last, without secrets, for a report
    Record(RecordArguments),
    /// Show the screen of a recording, or when its program waited and for what
    Replay(ReplayArguments),
    /// Say how well questions are recognised in recordings whose truth is known
    Eval(EvalArguments),
    /// Judge commands by your rules, and look after the rules
    #[command(subcommand)]
    Policy(PolicyCommand),
    /// Receive what an agent says through its hooks, or install them where that is needed
    #[command(subcommand)]
    AgentHook(AgentHookCommand),
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
