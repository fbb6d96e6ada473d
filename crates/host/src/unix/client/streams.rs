//! What stands behind our standard input and output, and descriptors of it that are ours alone.

use std::io::{self, IsTerminal};
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};

use model::Size;
use rustix::fs::{FileType, Mode, OFlags};
use wire::Streams;

use crate::unix::{pty, tty};

/// A terminal that nobody told the size of.
const USUAL: Size = Size::cells(24, 80);

/// Whether standard input and output are terminals: without `--pty` only then a PTY is used.
pub fn stands_on_a_terminal() -> bool {
    io::stdin().is_terminal() && io::stdout().is_terminal()
}

/// What is handed to the host, and what the client keeps for itself.
#[derive(Debug)]
pub(super) struct OwnStreams {
    pub(super) kind: Streams,
    pub(super) keyboard: OwnedFd,
    pub(super) screen: Option<OwnedFd>,
    /// The person's terminal, if the keyboard is one.
    pub(super) terminal: Option<OwnedFd>,
}

impl OwnStreams {
    pub(super) fn open() -> io::Result<Self> {
        let (stdin, stdout) = (io::stdin(), io::stdout());
        if stdin.is_terminal() && stdout.is_terminal() && same_terminal(stdin.as_fd(), stdout.as_fd()) {
            let opened = tty::open_anew(stdin.as_fd())?;
            let kind = if opened.shared { Streams::SharedTerminal } else { Streams::Terminal };
            let terminal = Some(opened.tty.try_clone()?);
            return Ok(OwnStreams { kind, keyboard: opened.tty, screen: None, terminal });
        }
        let keyboard = input(stdin.as_fd())?;
        let terminal = if stdin.is_terminal() { Some(keyboard.try_clone()?) } else { None };
        Ok(OwnStreams {
            kind: Streams::InputAndOutput,
            keyboard,
            screen: Some(output(stdout.as_fd())?),
            terminal,
        })
    }

    pub(super) fn descriptors(&self) -> Vec<BorrowedFd<'_>> {
        std::iter::once(&self.keyboard).chain(&self.screen).map(AsFd::as_fd).collect()
    }
}

/// Whether the program's errors go where ours go, and not to its own terminal: they were redirected, to a file, or
/// to another terminal than the person's.
pub(super) fn keeps_stderr() -> bool {
    let (stdin, stdout, stderr) = (io::stdin(), io::stdout(), io::stderr());
    let own = |stream: BorrowedFd<'_>| stream.is_terminal() && same_terminal(stream, stderr.as_fd());
    !stderr.is_terminal() || !(is_dev_tty(stderr.as_fd()) || own(stdin.as_fd()) || own(stdout.as_fd()))
}

/// `/dev/tty` is the person's terminal under another number.
fn is_dev_tty(stream: BorrowedFd<'_>) -> bool {
    rustix::fs::stat("/dev/tty")
        .is_ok_and(|tty| rustix::fs::fstat(stream).is_ok_and(|it| it.st_rdev == tty.st_rdev))
}

fn same_terminal(one: BorrowedFd<'_>, other: BorrowedFd<'_>) -> bool {
    let device = |fd| rustix::fs::fstat(fd).map(|stat| stat.st_rdev);
    matches!((device(one), device(other)), (Ok(one), Ok(other)) if one == other)
}

fn input(stdin: BorrowedFd<'_>) -> io::Result<OwnedFd> {
    if stdin.is_terminal() { Ok(tty::open_anew(stdin)?.tty) } else { stdin.try_clone_to_owned() }
}

/// A pipe is opened anew like a terminal, so that a reader that stops does not stop the keys; a file keeps its
/// place and its append flag, and never blocks for long.
fn output(stdout: BorrowedFd<'_>) -> io::Result<OwnedFd> {
    if stdout.is_terminal() {
        return Ok(tty::open_anew(stdout)?.tty);
    }
    let kind = FileType::from_raw_mode(rustix::fs::fstat(stdout)?.st_mode);
    let anew = (kind == FileType::Fifo).then(|| {
        rustix::fs::open("/dev/fd/1", OFlags::WRONLY | OFlags::NONBLOCK | OFlags::CLOEXEC, Mode::empty())
    });
    match anew {
        Some(Ok(pipe)) => Ok(pipe),
        _ => stdout.try_clone_to_owned(),
    }
}

/// The size for a new PTY: that of the terminal at hand, else what the environment says, else the usual.
pub fn terminal_size_hint() -> Size {
    let streams = [io::stdin().as_fd().try_clone_to_owned(), io::stdout().as_fd().try_clone_to_owned()];
    let told = streams.into_iter().flatten().find_map(|stream| pty::size(stream).ok());
    told.unwrap_or_else(|| Size::cells(variable("LINES", USUAL.rows), variable("COLUMNS", USUAL.cols)))
}

fn variable(name: &str, usual: u16) -> u16 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).filter(|&number| number > 0).unwrap_or(usual)
}
