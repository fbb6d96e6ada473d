//! The recorder: a process of its own that turns a session's tap into files. A full disk, a slow one or a killed
//! recorder costs the recording, never the terminal.

mod cast;
mod events;
mod eye;
mod file;
mod process;

use std::fs::File;
use std::io::{self, Read};
use std::os::fd::OwnedFd;
use std::os::unix::fs::OpenOptionsExt;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use serde_json::{Value, json};

pub(crate) use cast::Utf8Stream;
pub(crate) use process::become_recorder;

use crate::cli::RunArguments;
use crate::failure::Failure;

/// What the recorder exits with if something could not be written.
const INCOMPLETE: i32 = 3;
/// How long the end of a run may wait for the last of its recording.
const PATIENCE: Duration = Duration::from_secs(5);

/// A recorder at work, seen from the client.
#[derive(Debug)]
pub(crate) struct Recording {
    process: Child,
    socket: Option<OwnedFd>,
}

/// Starts a recorder if one is wanted. The files are opened here, so that a bad name fails before anything runs.
pub(crate) fn start(arguments: &RunArguments) -> Result<Option<Recording>, Failure> {
    if arguments.record.is_none() && arguments.events.is_none() {
        return Ok(None);
    }
    let record = arguments.record.as_deref().map(open_recording).transpose()?;
    let events = arguments.events.as_deref().map(open_events).transpose()?;
    let (socket, theirs) = host::unix::sockets::pair().map_err(Failure::Recorder)?;
    let mut command = Command::new(own_executable());
    command.arg0("locum").arg("recorder").stdin(Stdio::from(theirs));
    if record.is_some() {
        command.arg("--header").arg(header(arguments));
    }
    if events.is_some() {
        let size = host::unix::client::terminal_size_hint();
        command.arg("--events").args(["--rows", &size.rows.to_string()]);
        command.args(["--columns", &size.cols.to_string(), "--"]).args(&arguments.command);
    }
    command.stdout(record.map_or_else(Stdio::null, Stdio::from));
    command.stderr(events.map_or_else(Stdio::null, Stdio::from));
    let process = command.spawn().map_err(Failure::Recorder)?;
    Ok(Some(Recording { process, socket: Some(socket) }))
}

fn own_executable() -> &'static Path {
    Path::new("/proc/self/exe")
}

/// A recording may hold anything that was on the screen: it is the person's alone. An existing file is replaced
/// only if it is a recording, so that a slip of the fingers costs nothing.
fn open_recording(path: &Path) -> Result<File, Failure> {
    let failed = |error| Failure::RecordFile { file: path.to_owned(), error };
    let mut options = File::options();
    options.write(true).create(true).truncate(false).mode(0o600);
    // A pipe or a device may be written to but not read.
    let mut file = options.clone().read(true).open(path).or_else(|_| options.open(path)).map_err(failed)?;
    if file.metadata().map_err(failed)?.is_file() {
        if !is_recording(&mut file).map_err(failed)? {
            return Err(Failure::NotARecording { file: path.to_owned() });
        }
        file.set_len(0).and_then(|()| io::Seek::rewind(&mut file)).map_err(failed)?;
    }
    Ok(file)
}

/// Whether a file is empty or begins as recordings do.
fn is_recording(file: &mut File) -> io::Result<bool> {
    let mut start = Vec::new();
    file.take(64).read_to_end(&mut start)?;
    let versioned = start.windows(9).any(|part| part == b"\"version\"");
    Ok(start.is_empty() || (start.starts_with(b"{") && versioned))
}

fn open_events(path: &Path) -> Result<File, Failure> {
    File::options()
        .append(true)
        .create(true)
        .mode(0o600)
        .open(path)
        .map_err(|error| Failure::RecordFile { file: path.to_owned(), error })
}

fn header(arguments: &RunArguments) -> String {
    let size = host::unix::client::terminal_size_hint();
    let words: Vec<_> = arguments.command.iter().map(|word| quoted(&word.to_string_lossy())).collect();
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
    let variable = |name| std::env::var(name).unwrap_or_default();
    let env = json!({"SHELL": variable("SHELL"), "TERM": variable("TERM")});
    object(&[
        ("version", 2.into()),
        ("width", size.cols.into()),
        ("height", size.rows.into()),
        ("timestamp", now.into()),
        ("command", words.join(" ").into()),
        ("env", env),
    ])
}

/// An object with its members in this order, for readers that are people.
pub(crate) fn object(members: &[(&str, Value)]) -> String {
    let member = |(name, value): &(&str, Value)| format!("{}:{value}", Value::from(*name));
    format!("{{{}}}", members.iter().map(member).collect::<Vec<_>>().join(","))
}

/// A word as a shell would need it.
pub(crate) fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./=:,+@%".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', "'\\''"))
    }
}

impl Recording {
    /// The socket for the host, once.
    pub(crate) fn take_socket(&mut self) -> Option<OwnedFd> {
        self.socket.take()
    }

    /// Waits until everything is written. The error is for the person.
    pub(crate) fn finish(mut self) -> Result<(), String> {
        drop(self.socket.take());
        let until = Instant::now() + PATIENCE;
        loop {
            match self.process.try_wait() {
                Ok(Some(status)) if status.success() => return Ok(()),
                Ok(Some(status)) if status.code() == Some(INCOMPLETE) => {
                    return Err("the recording is incomplete: writing it failed".into());
                }
                Ok(Some(status)) => {
                    return Err(format!("the recording is incomplete: the recorder ended with {status}"));
                }
                Ok(None) if Instant::now() >= until => {
                    return Err(
                        "the recording is still being written: the recorder is slow, and goes on".into()
                    );
                }
                Ok(None) => std::thread::sleep(Duration::from_millis(1)),
                Err(error) => return Err(format!("the recorder cannot be waited for: {error}")),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::quoted;

    #[test]
    fn words_are_quoted_only_where_a_shell_needs_it() {
        for (word, shown) in [
            ("ls", "ls"),
            ("a b", "'a b'"),
            ("", "''"),
            ("it's", "'it'\\''s'"),
            ("--x=1,2", "--x=1,2"),
            ("$HOME", "'$HOME'"),
        ] {
            assert_eq!(quoted(word), shown);
        }
    }
}
