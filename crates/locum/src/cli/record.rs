//! Words about what was recorded.

use std::path::PathBuf;

use clap::{Args, Subcommand};

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

/// `locum record`
#[derive(Debug, Args)]
pub(crate) struct RecordArguments {
    /// Name or id; inside a session its own, else the only one
    #[arg(value_name = "SESSION")]
    pub(crate) session: Option<String>,
    /// What it showed last, without secrets, for a report (to record from the start: `locum run --record`)
    #[arg(long, required = true)]
    pub(crate) last: bool,
    /// Write it here instead of among locum's own recordings
    #[arg(long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
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
    #[arg(long, conflicts_with_all = ["svg", "json", "explain"])]
    pub(crate) ansi: bool,
    /// As a picture
    #[arg(long, conflicts_with_all = ["json", "explain"])]
    pub(crate) svg: bool,
    /// When the program waited and for what, one JSON object a line
    #[arg(long, conflicts_with = "at")]
    pub(crate) json: bool,
    /// The same for a person, with the reasons; with --json, the rows of the screen too
    #[arg(long, conflicts_with = "at")]
    pub(crate) explain: bool,
    /// Use this profile if neither the facts nor the header tell which program runs
    #[arg(long, value_name = "NAME")]
    pub(crate) agent: Option<String>,
    /// Leave out what the kernel told
    #[arg(long)]
    pub(crate) without_facts: bool,
}

/// `locum eval`
#[derive(Debug, Args)]
pub(crate) struct EvalArguments {
    /// A folder of recordings NAME.cast with NAME.labels.json, or one that holds such folders as `cli` and `agents`
    #[arg(value_name = "FOLDER", required_unless_present = "new_label", conflicts_with = "new_label")]
    pub(crate) folder: Option<PathBuf>,
    /// Print JSON, one object for programs and one for agents
    #[arg(long)]
    pub(crate) json: bool,
    /// Leave out what the kernel told
    #[arg(long)]
    pub(crate) without_facts: bool,
    /// Show at most so many misses
    #[arg(long, value_name = "N", default_value_t = 1000)]
    pub(crate) misses: usize,
    /// Also say how long a look at a screen takes
    #[arg(long)]
    pub(crate) timing: bool,
    /// Instead write a label file for this recording, to be corrected by hand
    #[arg(long, value_name = "RECORDING")]
    pub(crate) new_label: Option<PathBuf>,
}
