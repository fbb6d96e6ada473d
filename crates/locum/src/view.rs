//! `locum screen`: what a session shows.

use std::process::ExitCode;

use wire::{BrainAnswer, BrainRequest, View, Wanted};

use crate::brain::{Brain, unexpected};
use crate::cli::ScreenArguments;
use crate::failure::Failure;
use crate::folders::RuntimeFolder;
use crate::{own_session, say, target};

pub(crate) fn screen(arguments: &ScreenArguments) -> Result<ExitCode, Failure> {
    let view = match (arguments.ansi, arguments.svg, arguments.json) {
        (true, ..) => View::Ansi,
        (_, true, _) => View::Svg,
        (.., true) => View::Json,
        _ => View::Text,
    };
    let runtime = RuntimeFolder::open()?;
    let session = match &arguments.session {
        Some(name) => Wanted::Session(target::running(&runtime, name)?.to_string()),
        None if own_session::is_inside() => Wanted::Own,
        None => Wanted::Session(target::the_only_one(&runtime)?.to_string()),
    };
    match Brain::reach()?.ask(&BrainRequest::Screen { session, view })? {
        BrainAnswer::Screen(bytes) if view == View::Json => say::json(String::from_utf8_lossy(&bytes)),
        BrainAnswer::Screen(bytes) => say::rendered(&bytes),
        BrainAnswer::NoSession => {
            return Err(target::unknown_to_brain(&runtime, arguments.session.as_deref().unwrap_or("")));
        }
        _ => return Err(unexpected()),
    }
    Ok(ExitCode::SUCCESS)
}
