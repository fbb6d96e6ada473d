//! A yes or no of the person's, at their terminal.

use std::io::{BufRead, IsTerminal, Write};

use crate::failure::Failure;
use crate::say;

/// Asks; anything but a clear yes is a no. Without a terminal nobody is there to ask.
pub(crate) fn yes(question: &str) -> Result<bool, Failure> {
    let stdin = std::io::stdin();
    if !stdin.is_terminal() {
        return Err(Failure::NobodyToAsk);
    }
    let mut stderr = std::io::stderr();
    let _ = write!(stderr, "{} [y/N] ", say::harmless(question)).and_then(|()| stderr.flush());
    let mut line = String::new();
    let _ = stdin.lock().read_line(&mut line);
    Ok(matches!(line.trim().to_lowercase().as_str(), "y" | "yes"))
}
