//! Starting the host and handing it the terminal.

use std::ffi::{OsStr, OsString};
use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

use wire::{FrameReader, Start, Streams, ToHost, encode};

use super::streams::{OwnStreams, keeps_stderr, terminal_size_hint};
use super::{RunError, RunRequest, waiting};
use crate::unix::host::ModePage;
use crate::unix::signals::{self, SignalSet};
use crate::unix::{sockets, started_as, tty};

/// What the client holds while the program runs.
#[derive(Debug)]
pub(super) struct Link {
    pub(super) control: OwnedFd,
    pub(super) terminal: Option<OwnedFd>,
    /// Where the program's output goes, for the last words of a host that died.
    pub(super) screen: OwnedFd,
    pub(super) mode_page: ModePage,
    /// The host, if it is our child.
    pub(super) host: Option<Child>,
    /// What has been received and not been read yet.
    pub(super) frames: FrameReader,
}

pub(super) fn launch(mut request: RunRequest) -> Result<Link, RunError> {
    let streams = OwnStreams::open().map_err(RunError::Terminal)?;
    let mode_page = ModePage::new().map_err(RunError::NoHost)?;
    let (control, theirs) = sockets::pair().map_err(RunError::NoHost)?;
    let host = start_host(&mut request, theirs, keeps_stderr()).map_err(RunError::NoHost)?;
    let recorder = request.recorder.take();
    let start = start_message(request, &streams, recorder.is_some()).map_err(RunError::Terminal)?;
    let mut descriptors = streams.descriptors();
    descriptors.push(mode_page.as_fd());
    descriptors.extend(recorder.as_ref().map(AsFd::as_fd));
    send_start(&control, start, &descriptors)?;
    let screen = streams.screen.unwrap_or(streams.keyboard);
    let frames = FrameReader::new();
    Ok(Link { control, terminal: streams.terminal, screen, mode_page, host: Some(host), frames })
}

/// Starts a host whose session has no terminal. Nothing of ours goes with it: a pipe that it kept would hold up
/// whoever reads from us.
pub(super) fn launch_detached(mut request: RunRequest) -> Result<(OwnedFd, Child), RunError> {
    let (control, theirs) = sockets::pair().map_err(RunError::NoHost)?;
    let host = start_host(&mut request, theirs, false).map_err(RunError::NoHost)?;
    let recorder = request.recorder.take();
    let start = detached_start(request, recorder.is_some());
    send_start(&control, start, &recorder.as_ref().map(AsFd::as_fd).into_iter().collect::<Vec<_>>())?;
    Ok((control, host))
}

fn send_start(control: &OwnedFd, start: Start, descriptors: &[BorrowedFd<'_>]) -> Result<(), RunError> {
    let frame =
        encode(&ToHost::Start(Box::new(start))).map_err(io::Error::other).map_err(RunError::NoHost)?;
    sockets::send_with(control.as_fd(), &frame, descriptors).map_err(RunError::NoHost)
}

/// The host is this same program under another word. It is executed by what the kernel holds open, so that an
/// upgrade in the middle does not mix two versions.
fn start_host(request: &mut RunRequest, control: OwnedFd, keep_stderr: bool) -> io::Result<Child> {
    let mut command = Command::new(own_executable()?);
    command.arg0("locum").args(&request.host_arguments).envs(std::mem::take(&mut request.environment));
    command.stdin(Stdio::from(control)).stdout(Stdio::null());
    if !keep_stderr {
        command.stderr(Stdio::null());
    }
    let handled = SignalSet(waiting::listened().0 & !started_as::ignored().0);
    // SAFETY: all of it is async-signal-safe.
    unsafe {
        command.pre_exec(move || {
            rustix::process::setsid()?;
            if started_as::was_closed(2) {
                libc::close(2);
            }
            signals::default(handled);
            signals::block_exactly(SignalSet::default());
            Ok(())
        });
    }
    let blocked = signals::hold_all();
    let host = command.spawn();
    signals::block_exactly(blocked);
    host
}

fn own_executable() -> io::Result<PathBuf> {
    if cfg!(target_os = "linux") { Ok(PathBuf::from("/proc/self/exe")) } else { std::env::current_exe() }
}

fn start_message(request: RunRequest, streams: &OwnStreams, recorder: bool) -> io::Result<Start> {
    let terminal = streams.terminal.as_ref().map(AsFd::as_fd);
    let foreground = terminal.is_none_or(tty::in_foreground);
    let settings = terminal.map(tty::settings).transpose()?;
    let settings = if foreground { settings } else { settings.map(tty::cooked) };
    let start = detached_start(request, recorder);
    Ok(Start { settings, streams: streams.kind, foreground, keep_stderr: keeps_stderr(), ..start })
}

fn detached_start(request: RunRequest, recorder: bool) -> Start {
    Start {
        session: request.session.as_str().to_owned(),
        program: request.program.into_os_string().into_vec(),
        arguments: request.arguments.into_iter().map(OsString::into_vec).collect(),
        folder: request.folder.map(|folder| folder.into_os_string().into_vec()),
        size: terminal_size_hint().into(),
        settings: None,
        ignored: started_as::ignored().0,
        blocked: started_as::blocked().0,
        streams: Streams::Nothing,
        recorder,
        record_input: request.record_input,
        foreground: true,
        keep_stderr: false,
        hup_kill: request.hup_kill,
        socket: request.socket.as_deref().map(|path| OsStr::as_bytes(path.as_os_str()).to_vec()),
        detach_key: request.detach_key,
        awaited: request.awaited,
        wish: request.wish,
    }
}
