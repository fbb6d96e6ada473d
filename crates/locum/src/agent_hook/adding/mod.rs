//! Adding our hooks to an agent, for one run: by its command line or its environment, never in its settings.

mod claude;

use std::ffi::{OsStr, OsString};
use std::path::Path;

use crate::cli::HookAgent;

/// A command as it is to be started.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Added {
    pub(crate) command: Vec<OsString>,
    /// What was done, or why not, for who wants to know; nothing, if it is no agent of ours.
    pub(crate) note: Option<String>,
}

/// The command with our hooks, if it is an agent that can be given them. `folder` is where it will run.
pub(crate) fn add(command: Vec<OsString>, folder: &Path) -> Added {
    let name = command.first().map(Path::new).and_then(Path::file_name).unwrap_or_default();
    let done = match name {
        name if name == OsStr::new("claude") => {
            let Some(hook) = HookAgent::Claude.command() else {
                return Added { command, note: Some("no hooks: this program cannot be named".into()) };
            };
            claude::with_hooks(&command, folder, &hook)
        }
        _ => return Added { command, note: None },
    };
    match done {
        Ok(command) => Added { command, note: Some("its hooks are added for this run".into()) },
        Err(reason) => Added { command, note: Some(format!("no hooks are added: {reason}")) },
    }
}
