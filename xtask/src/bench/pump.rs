//! The yardstick: the least a wrapper has to do.
//!
//! One thread, poll, one read of up to 64 KiB, one blocking write. No job control, no resize, no record.

use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::process::ExitStatusExt;
use std::process::{Command, ExitCode};

use host::unix::pty;
use rustix::event::{PollFd, PollFlags};
use rustix::io::Errno;
use rustix::termios::OptionalActions;

use super::load;
use crate::Failure;

/// `pump CMD...`: runs the command on a terminal of its own and passes bytes both ways.
pub(crate) fn run(arguments: &[String]) -> Result<ExitCode, Failure> {
    load::name_process(c"bench-pump");
    let (program, rest) = arguments.split_first().ok_or("pump: a command is missing")?;
    let stdin = rustix::stdio::stdin();
    let saved = rustix::termios::tcgetattr(stdin)?;
    let pair = pty::open_pair(pty::size(stdin)?)?;
    rustix::termios::tcsetattr(&pair.slave, OptionalActions::Now, &saved)?;
    let mut command = Command::new(program);
    command.args(rest);
    pty::on_terminal(&mut command, &pair.slave)?;
    let mut child = command.spawn()?;
    // Or the end of the program would never show.
    drop(command);
    drop(pair.slave);
    let mut raw = saved.clone();
    raw.make_raw();
    rustix::termios::tcsetattr(stdin, OptionalActions::Now, &raw)?;
    let pumped = pump(&pair.master);
    rustix::termios::tcsetattr(stdin, OptionalActions::Drain, &saved)?;
    pumped?;
    let status = child.wait()?;
    let code = status.code().unwrap_or(128 + status.signal().unwrap_or(0));
    Ok(ExitCode::from(u8::try_from(code).unwrap_or(1)))
}

/// Passes bytes both ways until the program has closed its terminal.
fn pump(master: &OwnedFd) -> io::Result<()> {
    let (stdin, stdout) = (rustix::stdio::stdin(), rustix::stdio::stdout());
    let mut output = vec![0; 64 * 1024];
    let mut keys = [0; 4096];
    let mut typing = true;
    loop {
        let wanted = if typing { PollFlags::IN } else { PollFlags::empty() };
        let mut polled = [PollFd::new(&stdin, wanted), PollFd::new(master, PollFlags::IN)];
        match rustix::event::poll(&mut polled, None) {
            Ok(_) | Err(Errno::INTR) => {}
            Err(error) => return Err(error.into()),
        }
        let [from_person, from_program] = polled.map(|one| !one.revents().is_empty());
        if typing && from_person {
            typing = pass(stdin, master.as_fd(), &mut keys);
        }
        if from_program && !pass(master.as_fd(), stdout, &mut output) {
            return Ok(());
        }
    }
}

/// One read and its write; false when there is no more.
fn pass(from: BorrowedFd<'_>, to: BorrowedFd<'_>, buffer: &mut [u8]) -> bool {
    let Ok(len @ 1..) = rustix::io::read(from, &mut *buffer) else {
        return false;
    };
    let mut rest = &buffer[..len];
    while !rest.is_empty() {
        match rustix::io::write(to, rest) {
            Ok(len) => rest = &rest[len..],
            Err(Errno::INTR) => {}
            Err(_) => return false,
        }
    }
    true
}
