//! `locum run`.

mod session;

use std::ffi::OsString;
use std::fs::File;
use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::ffi::OsStringExt;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use host::unix::client;
use host::unix::kin::{self, Mark};
use host::unix::leader::Program;
use wire::StartStep;

use crate::cli::RunArguments;
use crate::failure::Failure;
use crate::{policy, program, say};

pub(crate) use session::say_how_to_return;

/// Runs a program: on a terminal of its own, or in our place.
pub(crate) fn run(arguments: RunArguments) -> Result<ExitCode, Failure> {
    let folder = working_folder(arguments.cwd.as_deref())?;
    let name = arguments.command.first().cloned().unwrap_or_default();
    let program = program::find(&name, &folder)?;
    if let Some(outer) = kin::own_mark() {
        tell_of_the_outer(&arguments, &outer);
        return run_in_place(arguments, program);
    }
    if arguments.detach {
        return session::start_detached(arguments, program);
    }
    if arguments.pty || client::stands_on_a_terminal() {
        return session::supervise(arguments, program);
    }
    if arguments.record.is_some() || arguments.events.is_some() {
        return Err(Failure::NothingToRecord);
    }
    if let Some(file) = &arguments.policy {
        policy::readable(file)?;
    }
    if arguments.verbose {
        say::note(
            "no terminal on standard input and output: running on plain pipes, where nothing is judged",
        );
    }
    run_in_place(arguments, program)
}

/// Inside of a session there is no second one: the outer one sees all there is to see, and its rules are the ones
/// that count.
fn tell_of_the_outer(arguments: &RunArguments, outer: &Mark) {
    let outer = match outer {
        Mark::Session(session) => format!("session {session}"),
        Mark::Ours | Mark::Illegible => "a session".into(),
    };
    if arguments.record.is_some() || arguments.events.is_some() {
        say::note(format!("inside {outer}: nothing is recorded here, only the outer session can be"));
    }
    if arguments.policy.is_some() {
        say::note(format!("inside {outer}: its own rules count, no others"));
    }
    if arguments.verbose {
        say::note(format!("inside {outer}: the program simply takes our place"));
    }
}

fn working_folder(wanted: Option<&Path>) -> Result<PathBuf, Failure> {
    let Some(folder) = wanted else { return Ok(PathBuf::from(".")) };
    let refused = |error| Failure::Folder { folder: folder.to_owned(), error };
    let about = std::fs::metadata(folder).map_err(refused)?;
    if !about.is_dir() {
        return Err(refused(io::ErrorKind::NotADirectory.into()));
    }
    rustix::fs::access(folder, rustix::fs::Access::EXEC_OK).map_err(|error| refused(error.into()))?;
    Ok(folder.to_owned())
}

fn run_in_place(arguments: RunArguments, path: PathBuf) -> Result<ExitCode, Failure> {
    let name = shown(&arguments.command);
    let words = arguments.command.into_iter().map(OsString::into_vec).collect();
    let folder = arguments.cwd.clone().map(|folder| folder.into_os_string().into_vec());
    let program = Program::new(path.into_os_string().into_vec(), words, folder, None)
        .map_err(|error| Failure::Execute { name: name.clone(), error: error.into() })?;
    let (step, errno) = program.become_in_place();
    let error = io::Error::from_raw_os_error(errno);
    Err(match (step, arguments.cwd) {
        (StartStep::Folder, Some(folder)) => Failure::Folder { folder, error },
        _ => Failure::Execute { name, error },
    })
}

fn shown(command: &[OsString]) -> String {
    command.first().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}

/// Turns this process into a host. The client's socket is standard input.
pub(crate) fn become_host() -> ExitCode {
    let Ok(control) = take_stdin() else { return ExitCode::from(2) };
    ExitCode::from(host::unix::host::run(control) as u8)
}

/// Moves standard input to a descriptor of its own; `/dev/null` takes its place.
pub(crate) fn take_stdin() -> io::Result<OwnedFd> {
    let stdin = io::stdin().as_fd().try_clone_to_owned()?;
    rustix::stdio::dup2_stdin(File::open("/dev/null")?)?;
    Ok(stdin)
}
