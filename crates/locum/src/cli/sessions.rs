//! Words about sessions as a whole.

use clap::Args;

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

/// `locum status`
#[derive(Debug, Args)]
pub(crate) struct StatusArguments {
    /// Name or id; inside a session its own, else the only one
    #[arg(value_name = "SESSION")]
    pub(crate) session: Option<String>,
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
    /// Send this signal and no other; without it the program is asked to end as by a closed window (TERM and HUP)
    #[arg(short, long)]
    pub(crate) signal: Option<String>,
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
