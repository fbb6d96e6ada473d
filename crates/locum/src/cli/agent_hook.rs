//! Words that agents say through their hooks, and about them.

use clap::{Args, Subcommand, ValueEnum};

/// An agent whose hooks locum understands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum HookAgent {
    Claude,
    Codex,
    Gemini,
    Opencode,
}

/// `locum agent-hook`
#[derive(Debug, Subcommand)]
pub(crate) enum AgentHookCommand {
    /// Receive an event of Claude Code on standard input (it calls this itself)
    Claude,
    /// Receive an event of Codex on standard input (it calls this itself)
    Codex,
    /// Receive an event of Gemini CLI on standard input (it calls this itself)
    Gemini,
    /// Receive an event of opencode on standard input (a plugin of ours calls this)
    Opencode,
    /// Add locum's hooks to an agent that cannot be given them for one run
    Install(InstallArguments),
    /// Take them out again
    Uninstall(InstallArguments),
}

/// `locum agent-hook install`, `locum agent-hook uninstall`
#[derive(Debug, Args)]
pub(crate) struct InstallArguments {
    /// Which agent
    #[arg(value_enum, value_name = "AGENT")]
    pub(crate) agent: HookAgent,
    /// Do it without asking
    #[arg(short, long)]
    pub(crate) yes: bool,
}
