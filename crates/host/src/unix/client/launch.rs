//! Starting the host and handing it the terminal.

use std::ffi::{OsStr, OsString};
use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

use wire::{Start, ToHost, encode};

use super::streams::{OwnStreams, keeps_stderr, terminal_size_hint};
use super::{RunError, RunRequest};
use crate::unix::host::ModePage;
use crate::unix::{sockets, started_as, tty};

/// What the client holds while the program runs.
#[derive(Debug)]
pub(super) struct Link {
    pub(super) control: OwnedFd,
    pub(super) terminal: Option<OwnedFd>,
    /// Where the program's output goes, for the last words of a host that died.
    pub(super) screen: OwnedFd,
    pub(super) mode_page: ModePage,
    pub(super) host: Child,
}

pub(super) fn launch(mut request: RunRequest) -> Result<Link, RunError> {
    let streams = OwnStreams::open().map_err(RunError::Terminal)?;
    let mode_page = ModePage::new().map_err(RunError::NoHost)?;
    let (control, theirs) = sockets::pair().map_err(RunError::NoHost)?;
    let host = start_host(&request.host_arguments, std::mem::take(&mut request.environment), theirs)
        .map_err(RunError::NoHost)?;
    let recorder = request.recorder.take();
    let start = start_message(request, &streams, recorder.is_some()).map_err(RunError::Terminal)?;
    let frame =
        encode(&ToHost::Start(Box::new(start))).map_err(io::Error::other).map_err(RunError::NoHost)?;
    let mut descriptors = streams.descriptors();
    descriptors.push(mode_page.as_fd());
    descriptors.extend(recorder.as_ref().map(AsFd::as_fd));
    sockets::send_with(control.as_fd(), &frame, &descriptors).map_err(RunError::NoHost)?;
    let screen = streams.screen.unwrap_or(streams.keyboard);
    Ok(Link { control, terminal: streams.terminal, screen, mode_page, host })
}

/// The host is this same program under another word. It is executed by what the kernel holds open, so that an
/// upgrade in the middle does not mix two versions.
fn start_host(
    arguments: &[OsString],
    environment: Vec<(OsString, OsString)>,
    control: OwnedFd,
) -> io::Result<Child> {
    let mut command = Command::new(own_executable()?);
    command.arg0("locum").args(arguments).envs(environment).stdin(Stdio::from(control)).stdout(Stdio::null());
    if !keeps_stderr() {
        command.stderr(Stdio::null());
    }
    // SAFETY: setsid and close are async-signal-safe.
    unsafe {
        command.pre_exec(|| {
            rustix::process::setsid()?;
            if started_as::was_closed(2) {
                libc::close(2);
            }
            Ok(())
        });
    }
    command.spawn()
}

fn own_executable() -> io::Result<PathBuf> {
    if cfg!(target_os = "linux") { Ok(PathBuf::from("/proc/self/exe")) } else { std::env::current_exe() }
}

fn start_message(request: RunRequest, streams: &OwnStreams, recorder: bool) -> io::Result<Start> {
    let terminal = streams.terminal.as_ref().map(AsFd::as_fd);
    let foreground = terminal.is_none_or(tty::in_foreground);
    let settings = terminal.map(tty::settings).transpose()?;
    let settings = if foreground { settings } else { settings.map(tty::cooked) };
    Ok(Start {
        session: request.session.as_str().to_owned(),
        program: request.program.into_os_string().into_vec(),
        arguments: request.arguments.into_iter().map(OsString::into_vec).collect(),
        folder: request.folder.map(|folder| folder.into_os_string().into_vec()),
        size: terminal_size_hint().into(),
        settings,
        ignored: started_as::ignored().0,
        blocked: started_as::blocked().0,
        streams: streams.kind,
        recorder,
        record_input: request.record_input,
        foreground,
        keep_stderr: keeps_stderr(),
        hup_kill: request.hup_kill,
        socket: request.socket.as_deref().map(|path| OsStr::as_bytes(path.as_os_str()).to_vec()),
    })
}
