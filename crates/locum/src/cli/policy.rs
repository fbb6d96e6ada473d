//! Words about rules.

use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Subcommand, ValueHint};
use policy::{SHIPPED, Tool};

/// `locum policy`
#[derive(Debug, Subcommand)]
pub(crate) enum PolicyCommand {
    /// Judge a command without running it: exit status 0 allow, 10 ask, 11 deny
    Check(PolicyCheckArguments),
    /// Judge a command, and show all that led to the verdict
    Explain(PolicyCheckArguments),
    /// Try every example of every policy in force, and of those that come with locum
    Test(PolicyTestArguments),
    /// Show the policy in force: its files, whether you confirmed it, its rules
    Show(PolicyShowArguments),
    /// Write a policy file that builds on one that comes with locum
    Use(PolicyUseArguments),
    /// Open your policy in your editor, and check it afterwards
    Edit,
    /// Accept your policy as it is now, also where it allows more than before
    Confirm(PolicyConfirmArguments),
    /// Let a project's .locum.toml, as it is now, loosen your policy too
    Trust(PolicyTrustArguments),
    /// Trust a project's .locum.toml no more
    Untrust(PolicyUntrustArguments),
    /// List the project files you trust
    List(PolicyListArguments),
    /// Print the JSON schema of policy files, for editors
    Schema,
}

/// `locum policy check`
#[derive(Debug, Args)]
#[command(after_help = "\
One argument is a line of shell, several are a program and its arguments, and `-` reads shell from standard input.
Nothing is run. Without --policy your own policy counts, and the .locum.toml of the project around the folder.")]
pub(crate) struct PolicyCheckArguments {
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
    /// As if run in this folder
    #[arg(long, value_name = "FOLDER", value_hint = ValueHint::DirPath)]
    pub(crate) cwd: Option<PathBuf>,
    /// Judge by this file instead of your policy
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) policy: Option<PathBuf>,
    /// What is to be used: then the words are files (write, edit, read), an address (fetch), a name (mcp), or a question
    #[arg(long, default_value = Tool::Shell.word(), value_parser = tool())]
    pub(crate) tool: Tool,
    /// As if this agent asked
    #[arg(long, value_name = "NAME", default_value = "")]
    pub(crate) agent: String,
    /// As in this session, by the brain's own word and in the folder where it began; `.` is the one you are in
    #[arg(long, value_name = "NAME|ID", conflicts_with = "policy")]
    pub(crate) session: Option<String>,
    /// The command
    #[arg(value_name = "COMMAND", required = true, trailing_var_arg = true)]
    pub(crate) command: Vec<String>,
}

/// The words of the tools are those of rules.
fn tool() -> impl TypedValueParser<Value = Tool> {
    let words = PossibleValuesParser::new(Tool::ALL.map(Tool::word));
    words.try_map(|word| Tool::of_word(&word).ok_or("there is no such tool"))
}

/// `locum policy test`
#[derive(Debug, Args)]
pub(crate) struct PolicyTestArguments {
    /// These files instead of your policy and the project's
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) files: Vec<PathBuf>,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// `locum policy show`
#[derive(Debug, Args)]
pub(crate) struct PolicyShowArguments {
    /// Instead, a policy that comes with locum (builder), or a set of commands (@rust)
    #[arg(value_name = "NAME|@SET")]
    pub(crate) name: Option<String>,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// `locum policy list`
#[derive(Debug, Args)]
pub(crate) struct PolicyListArguments {
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// `locum policy use`
#[derive(Debug, Args)]
pub(crate) struct PolicyUseArguments {
    /// The policy to build on
    #[arg(value_name = "NAME", value_parser = PossibleValuesParser::new(SHIPPED.iter().copied()))]
    pub(crate) name: String,
    /// Take the place of a policy file that is there; a copy of it is kept
    #[arg(long)]
    pub(crate) force: bool,
}

/// `locum policy confirm`
#[derive(Debug, Args)]
pub(crate) struct PolicyConfirmArguments {
    /// Do not ask
    #[arg(long)]
    pub(crate) yes: bool,
}

/// `locum policy trust`
#[derive(Debug, Args)]
pub(crate) struct PolicyTrustArguments {
    /// The project's folder, or its .locum.toml; if neither, this folder's
    #[arg(value_name = "FOLDER|FILE", value_hint = ValueHint::AnyPath)]
    pub(crate) place: Option<PathBuf>,
    /// Do not ask
    #[arg(long)]
    pub(crate) yes: bool,
}

/// `locum policy untrust`
#[derive(Debug, Args)]
pub(crate) struct PolicyUntrustArguments {
    /// The project's folder, or its .locum.toml; if neither, this folder's
    #[arg(value_name = "FOLDER|FILE", value_hint = ValueHint::AnyPath)]
    pub(crate) place: Option<PathBuf>,
}
