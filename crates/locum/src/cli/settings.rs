//! Words about locum itself: the brain, settings, completion.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};

/// `locum daemon`
#[derive(Debug, Subcommand)]
pub(crate) enum DaemonCommand {
    /// Start the brain in the background
    Start {
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// End the brain; sessions go on
    Stop {
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// End the brain and start a new one; sessions go on
    Restart {
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
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
