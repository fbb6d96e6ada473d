//! The brain's log: what locum itself did and what went wrong, for a person who looks for a reason later.
//!
//! **No child output and no secret in the log.** What a program printed, what was typed, what a question says and
//! every key, token or password stay out, at every level: a log is copied into bug reports without being read.
//! Names, ids, sizes, counts and errors are what belongs here. Names and errors can still carry text that a
//! program chose, so whatever is logged passes [`one_line`], whoever logged it: it cannot begin a line of its
//! own, nor do anything to the terminal of whoever reads the file.
//!
//! A log that cannot be written is not worth a failure: lines are counted as lost, and the count is the first
//! thing written when writing works again.

mod rotation;
#[cfg(test)]
mod tests;

use std::io;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use tracing::Subscriber;
use tracing::level_filters::LevelFilter;
use tracing::subscriber::SetGlobalDefaultError;
use tracing_subscriber::fmt::MakeWriter;

use crate::config::Level;
use crate::say;
use rotation::RotatingFile;

/// The newest log; older ones have a number behind the name.
const FILE: &str = "brain.log";
/// A longer line has something in it that does not belong here.
const LONGEST_LINE: usize = 4096;

/// Logs from now on, into `folder`: at most `keep` files of at most `size` bytes. Once a process.
pub(crate) fn start(folder: &Path, level: Level, keep: u32, size: u64) -> Result<(), SetGlobalDefaultError> {
    tracing::subscriber::set_global_default(subscriber(
        RotatingFile::new(folder.join(FILE), keep, size),
        level,
    ))
}

fn subscriber(file: RotatingFile, level: Level) -> impl Subscriber + Send + Sync {
    tracing_subscriber::fmt()
        .with_max_level(LevelFilter::from(level))
        .with_ansi(false)
        .log_internal_errors(false)
        .with_writer(Sink(Mutex::new(file)))
        .finish()
}

impl From<Level> for LevelFilter {
    fn from(level: Level) -> Self {
        match level {
            Level::Error => LevelFilter::ERROR,
            Level::Warn => LevelFilter::WARN,
            Level::Info => LevelFilter::INFO,
            Level::Debug => LevelFilter::DEBUG,
        }
    }
}

/// Where all events end up, one write each.
struct Sink(Mutex<RotatingFile>);

impl<'a> MakeWriter<'a> for Sink {
    type Writer = &'a Sink;

    fn make_writer(&'a self) -> Self::Writer {
        self
    }
}

impl io::Write for &Sink {
    fn write(&mut self, event: &[u8]) -> io::Result<usize> {
        let line = one_line(&String::from_utf8_lossy(event));
        self.0.lock().unwrap_or_else(PoisonError::into_inner).write_line(&line);
        Ok(event.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// An event as exactly one harmless line of bounded length.
fn one_line(event: &str) -> String {
    let text = event.strip_suffix('\n').unwrap_or(event);
    let mut line: String = say::harmless(text).chars().take(LONGEST_LINE).collect();
    line.push('\n');
    line
}
