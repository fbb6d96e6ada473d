//! Adding our hooks to an agent, for one run: by its command line or its environment, never in its settings.

mod claude;
mod opencode;

use std::ffi::OsString;
use std::path::Path;

use crate::cli::HookAgent;

/// A command as it is to be started.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Added {
    pub(crate) command: Vec<OsString>,
    /// What its environment gets besides.
    pub(crate) environment: Vec<(OsString, OsString)>,
    /// What was done, or why not, for who wants to know; nothing, if it is no agent of ours.
    pub(crate) note: Option<String>,
}

/// The command with our hooks, if it is an agent that can be given them. It will run in `folder`; what it is to read goes
/// into `runtime`.
pub(crate) fn add(command: Vec<OsString>, folder: &Path, runtime: &Path) -> Added {
    let name = command.first().map(Path::new).and_then(Path::file_name).unwrap_or_default();
    let done = match name.to_str() {
        Some("claude") => to_claude(&command, folder),
        Some("opencode") => to_opencode(&command, runtime),
        _ => return Added { command, environment: Vec::new(), note: None },
    };
    match done {
        Ok(added) => added,
        Err(reason) => {
            Added { command, environment: Vec::new(), note: Some(format!("no hooks are added: {reason}")) }
        }
    }
}

const NAMELESS: &str = "this program cannot be named";

fn to_claude(command: &[OsString], folder: &Path) -> Result<Added, String> {
    let hook = HookAgent::Claude.command().ok_or(NAMELESS)?;
    Ok(added(claude::with_hooks(command, folder, &hook)?, Vec::new()))
}

fn to_opencode(command: &[OsString], runtime: &Path) -> Result<Added, String> {
    let program = super::own_program().ok_or(NAMELESS)?;
    let own = std::env::var_os(opencode::VARIABLE);
    let settings = opencode::settings(command, own.as_deref(), runtime, &program)?;
    Ok(added(command.to_vec(), vec![(opencode::VARIABLE.into(), settings)]))
}

fn added(command: Vec<OsString>, environment: Vec<(OsString, OsString)>) -> Added {
    Added { command, environment, note: Some("its hooks are added for this run".into()) }
}
