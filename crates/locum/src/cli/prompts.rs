//! Words about questions that wait for the person.

use clap::{Args, Subcommand};

/// `locum prompts`
#[derive(Debug, Args)]
pub(crate) struct PromptsArguments {
    /// Stay, and show each question as it comes
    #[arg(short, long)]
    pub(crate) watch: bool,
    /// Print JSON; with --watch one line for each change
    #[arg(long)]
    pub(crate) json: bool,
}

/// `locum answer`
#[derive(Debug, Args)]
pub(crate) struct AnswerArguments {
    /// The question's id, or the beginning of it; `last` is the latest
    #[arg(value_name = "ID")]
    pub(crate) id: String,
    /// A choice: its number, its words, or yes and no
    #[arg(value_name = "CHOICE", required_unless_present_any = ["text", "deny"], conflicts_with_all = ["text", "deny"])]
    pub(crate) choice: Option<String>,
    /// Text, for a question that wants some
    #[arg(long, conflicts_with = "deny", allow_hyphen_values = true)]
    pub(crate) text: Option<String>,
    /// No, with a reason for the program where it takes one
    #[arg(long, value_name = "WHY", num_args = 0..=1, default_missing_value = "")]
    pub(crate) deny: Option<String>,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// `locum pause`, `locum resume`
#[derive(Debug, Args)]
pub(crate) struct ManualArguments {
    /// Name or id; without it the only one, and of several `pause` means all
    #[arg(value_name = "SESSION", conflicts_with = "all")]
    pub(crate) session: Option<String>,
    /// All sessions
    #[arg(long)]
    pub(crate) all: bool,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// `locum history`
#[derive(Debug, Args)]
pub(crate) struct HistoryArguments {
    /// How far back
    #[arg(long, value_name = "TIME", default_value = "7d")]
    pub(crate) since: model::Span,
    /// How many at most
    #[arg(short = 'n', long, value_name = "COUNT", default_value_t = 50)]
    pub(crate) limit: u32,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// `locum show`
#[derive(Debug, Args)]
pub(crate) struct ShowArguments {
    /// The question's id, or `last`
    #[arg(value_name = "ID")]
    pub(crate) id: String,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// `locum stats`
#[derive(Debug, Args)]
pub(crate) struct StatsArguments {
    /// How far back
    #[arg(long, value_name = "TIME", default_value = "7d")]
    pub(crate) since: model::Span,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// `locum learn`
#[derive(Debug, Args)]
pub(crate) struct LearnArguments {
    /// How far back
    #[arg(long, value_name = "TIME", default_value = "7d")]
    pub(crate) since: model::Span,
    /// Write every rule that is proposed, without asking
    #[arg(long, conflicts_with = "json")]
    pub(crate) yes: bool,
    /// Print what is proposed as JSON, and write nothing
    #[arg(long)]
    pub(crate) json: bool,
}

/// `locum init`
#[derive(Debug, Args)]
pub(crate) struct InitArguments {
    /// Ask nothing: what is usual
    #[arg(long)]
    pub(crate) yes: bool,
}

/// `locum notify`
#[derive(Debug, Subcommand)]
pub(crate) enum NotifyCommand {
    /// Tell of something that is only made up
    Test,
}

/// `locum pin`
#[derive(Debug, Subcommand)]
pub(crate) enum PinCommand {
    /// Choose a PIN; a script gives it on standard input
    Set,
    /// Want none any more
    Clear,
}
