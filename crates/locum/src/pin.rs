//! The person's PIN: asked for where the brain wants it, set and cleared.

use std::io::{BufRead, IsTerminal, Write};
use std::process::ExitCode;

use rustix::termios::{LocalModes, OptionalActions, tcgetattr, tcsetattr};
use wire::{BrainAnswer, BrainRequest};

use crate::brain::{Brain, unexpected};
use crate::cli::PinCommand;
use crate::failure::Failure;
use crate::{own_session, prompts, say};

/// Where a script may have it.
const VARIABLE: &str = "LOCUM_PIN";

/// `locum pin`
pub(crate) fn pin(command: &PinCommand) -> Result<ExitCode, Failure> {
    if own_session::is_inside() {
        return Err(prompts::refused(&BrainRequest::Pin { new: None }));
    }
    let new = match command {
        PinCommand::Set => Some(new_one()?),
        PinCommand::Clear => None,
    };
    let said = if new.is_some() {
        "from now on your PIN is wanted to answer, resume, confirm and trust"
    } else {
        "no PIN is wanted any more"
    };
    match Brain::reach()?.ask(&BrainRequest::Pin { new })? {
        BrainAnswer::Done => say::line(said),
        _ => return Err(unexpected()),
    }
    Ok(ExitCode::SUCCESS)
}

/// The PIN, for the brain: from the environment, or from the person.
pub(crate) fn ask() -> Result<String, Failure> {
    if let Ok(pin) = std::env::var(VARIABLE) {
        return Ok(pin);
    }
    if !std::io::stdin().is_terminal() {
        return Err(Failure::PinWanted);
    }
    hidden("PIN: ")
}

/// A new one, twice at a terminal; a script gives it on standard input.
fn new_one() -> Result<String, Failure> {
    if !std::io::stdin().is_terminal() {
        return line().map_err(|_| Failure::NoNewPin);
    }
    let first = hidden("new PIN: ")?;
    if hidden("once more: ")? != first {
        return Err(Failure::PinsDiffer);
    }
    Ok(first)
}

/// Reads a line that the terminal does not show.
fn hidden(prompt: &str) -> Result<String, Failure> {
    let stdin = std::io::stdin();
    let mut stderr = std::io::stderr();
    let _ = write!(stderr, "{prompt}").and_then(|()| stderr.flush());
    let before = tcgetattr(&stdin).map_err(|_| Failure::PinWanted)?;
    let mut silent = before.clone();
    silent.local_modes.remove(LocalModes::ECHO);
    tcsetattr(&stdin, OptionalActions::Now, &silent).map_err(|_| Failure::PinWanted)?;
    let read = line();
    let _ = tcsetattr(&stdin, OptionalActions::Now, &before);
    let _ = writeln!(stderr);
    read
}

fn line() -> Result<String, Failure> {
    let mut text = String::new();
    match std::io::stdin().lock().read_line(&mut text) {
        Ok(count) if count > 0 => Ok(text.trim_end_matches(['\r', '\n']).to_owned()),
        _ => Err(Failure::PinWanted),
    }
}
