//! `locum run`.

use std::ffi::OsString;
use std::fs::File;
use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::ffi::OsStringExt;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use host::unix::client::{self, Ending, RunError, RunRequest};
use host::unix::leader::{Program, SESSION_VARIABLE};
use model::SessionId;
use wire::StartStep;

use crate::cli::RunArguments;
use crate::failure::Failure;
use crate::folders::RuntimeFolder;
use crate::recorder::{self, Recording};
use crate::{folders, program, say};

/// Runs a program: on a terminal of its own, or in our place.
pub(crate) fn run(arguments: RunArguments) -> Result<ExitCode, Failure> {
    let folder = working_folder(arguments.cwd.as_deref())?;
    let name = arguments.command.first().cloned().unwrap_or_default();
    let program = program::find(&name, &folder)?;
    if arguments.pty || client::stands_on_a_terminal() {
        return supervise(arguments, program);
    }
    if arguments.record.is_some() || arguments.events.is_some() {
        return Err(Failure::NothingToRecord);
    }
    if arguments.verbose {
        say::note("no terminal on standard input and output: running on plain pipes");
    }
    run_in_place(arguments, program)
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

fn supervise(arguments: RunArguments, program: PathBuf) -> Result<ExitCode, Failure> {
    let runtime = RuntimeFolder::open()?;
    let session = new_session();
    let name = shown(&arguments.command);
    announce(&arguments, &session);
    let mut recording = recorder::start(&arguments)?;
    let request = RunRequest {
        session: session.clone(),
        program,
        arguments: arguments.command,
        folder: arguments.cwd,
        recorder: recording.as_mut().and_then(Recording::take_socket),
        record_input: arguments.record_input,
        hup_kill: arguments.hup_kill,
        socket: Some(runtime.socket(&session)),
        environment: folders::lasting_variables(),
        host_arguments: vec!["host".into()],
    };
    let ending = client::run(request).map_err(|error| in_words(error, name));
    if let Some(recording) = recording {
        finish(recording, &ending);
    }
    runtime.sweep();
    let ending = ending?;
    if arguments.verbose {
        say::note(in_the_end(ending, &session));
    }
    Ok(ExitCode::from(client::leave(ending)))
}

fn new_session() -> SessionId {
    let mut random = [0; 8];
    // Early in a boot the kernel may have none to give; a clock is then unique enough for a name.
    if rustix::rand::getrandom(&mut random, rustix::rand::GetRandomFlags::empty()).is_err() {
        let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
        random = (since.as_nanos() as u64 ^ u64::from(std::process::id())).to_le_bytes();
    }
    SessionId::from_random(random)
}

fn announce(arguments: &RunArguments, session: &SessionId) {
    if !arguments.verbose {
        return;
    }
    match std::env::var(SESSION_VARIABLE) {
        Ok(outer) => say::note(format!("session {session}, inside session {outer}")),
        Err(_) => say::note(format!("session {session}")),
    }
}

/// A recorder that goes on is waited for, but not after a hang-up: the session lives on, and so does it.
fn finish(recording: Recording, ending: &Result<Ending, Failure>) {
    if matches!(ending, Ok(Ending::Detached)) {
        return;
    }
    if let Err(problem) = recording.finish() {
        say::note(problem);
    }
}

fn in_words(error: RunError, name: String) -> Failure {
    match error {
        RunError::NotStarted { step: StartStep::Execute, error } => Failure::Execute { name, error },
        other => other.into(),
    }
}

fn in_the_end(ending: Ending, session: &SessionId) -> String {
    match ending {
        Ending::Exited(exit) => format!("session {session} ended with status {}", exit.status()),
        Ending::DieOf(signal) => format!("session {session} ended by signal {signal}"),
        Ending::Detached => format!("session {session} goes on without a terminal"),
    }
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
