//! Words about one program: running it, returning to it, looking at it.

use std::ffi::OsString;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use clap::{Args, ValueHint};
use model::Span;
use wire::WishedIdle;

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
    /// Judge what this session asks by this file instead of your policy
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) policy: Option<PathBuf>,
    /// Press no key but yours at the terminal: what would be answered is only said (`locum prompts`, `locum explain`)
    #[arg(long)]
    pub(crate) dry_run: bool,
    /// Nudge a known agent that is silent in the middle of its work
    #[arg(long)]
    pub(crate) nudge: bool,
    /// With --nudge: how long a silence is too long; `auto` learns it from the session
    #[arg(long, value_name = "TIME", requires = "nudge", default_value = "auto")]
    pub(crate) idle: IdleTime,
    /// Add no hooks to an agent: what it asks is read from its screen alone
    #[arg(long)]
    pub(crate) no_hooks: bool,
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

/// How long a silence is too long.
#[derive(Debug, Clone, Copy)]
pub(crate) enum IdleTime {
    Auto,
    After(Span),
}

/// Shorter than this nobody can tell silence from thinking.
const SHORTEST_IDLE: Duration = Duration::from_secs(1);

impl FromStr for IdleTime {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text == "auto" {
            return Ok(IdleTime::Auto);
        }
        let span: Span = text.parse().map_err(|error| format!("{error}"))?;
        if span.as_duration() < SHORTEST_IDLE {
            return Err("it is at least 1s".to_owned());
        }
        Ok(IdleTime::After(span))
    }
}

impl RunArguments {
    /// How the program is to be nudged, if it is.
    pub(crate) fn nudge(&self) -> Option<WishedIdle> {
        self.nudge.then_some(match self.idle {
            IdleTime::Auto => WishedIdle::Auto,
            IdleTime::After(span) => WishedIdle::Millis(span.as_duration().as_millis() as u64),
        })
    }
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

/// `locum recorder`: standard input is the tap, output the recording, error the events.
#[derive(Debug, Args)]
pub(crate) struct RecorderArguments {
    /// The recording's header; without it nothing is recorded
    #[arg(long)]
    pub(crate) header: Option<String>,
    /// Write events
    #[arg(long)]
    pub(crate) events: bool,
    /// The terminal's size
    #[arg(long, default_value_t = 24)]
    pub(crate) rows: u16,
    #[arg(long, default_value_t = 80)]
    pub(crate) columns: u16,
    /// What is recorded
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    pub(crate) command: Vec<OsString>,
}
