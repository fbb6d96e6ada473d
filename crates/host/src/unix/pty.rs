//! Opening pseudo-terminals, and starting a process in the session of one.

use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::process::CommandExt;
use std::process::{Command, Stdio};

use model::Size;
use rustix::fs::{Mode, OFlags};
use rustix::pty::OpenptFlags;
use rustix::termios::Winsize;

/// Both ends of a new pseudo-terminal, closed on exec.
#[derive(Debug)]
pub struct PtyPair {
    /// The end that plays the terminal.
    pub master: OwnedFd,
    /// The end that programs see as their terminal.
    pub slave: OwnedFd,
}

/// Opens a pseudo-terminal of the given size.
pub fn open_pair(size: Size) -> io::Result<PtyPair> {
    let master = rustix::pty::openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC)?;
    rustix::pty::grantpt(&master)?;
    rustix::pty::unlockpt(&master)?;
    let slave = open_slave(&master)?;
    set_size(&master, size)?;
    Ok(PtyPair { master, slave })
}

/// Opens the other end by the descriptor, not by name: `/dev/pts` may be another one in a container.
#[cfg(target_os = "linux")]
fn open_slave(master: &OwnedFd) -> io::Result<OwnedFd> {
    let flags = OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC;
    match rustix::pty::ioctl_tiocgptpeer(master, flags) {
        Ok(slave) => Ok(slave),
        Err(_) => open_slave_by_name(master),
    }
}

#[cfg(not(target_os = "linux"))]
fn open_slave(master: &OwnedFd) -> io::Result<OwnedFd> {
    open_slave_by_name(master)
}

fn open_slave_by_name(master: &OwnedFd) -> io::Result<OwnedFd> {
    let name = rustix::pty::ptsname(master, Vec::new())?;
    Ok(rustix::fs::open(name, OFlags::RDWR | OFlags::NOCTTY | OFlags::CLOEXEC, Mode::empty())?)
}

/// Tells a terminal (either end) its size.
pub fn set_size(tty: impl AsFd, size: Size) -> io::Result<()> {
    let winsize =
        Winsize { ws_row: size.rows, ws_col: size.cols, ws_xpixel: size.xpixel, ws_ypixel: size.ypixel };
    Ok(rustix::termios::tcsetwinsize(tty, winsize)?)
}

/// Reads a terminal's size.
pub fn size(tty: impl AsFd) -> io::Result<Size> {
    let size = rustix::termios::tcgetwinsize(tty)?;
    Ok(Size { rows: size.ws_row, cols: size.ws_col, xpixel: size.ws_xpixel, ypixel: size.ws_ypixel })
}

/// Makes `command` start as the leader of a new session whose terminal is `slave`, as a terminal window does.
pub fn on_terminal(command: &mut Command, slave: &OwnedFd) -> io::Result<()> {
    command.stdin(Stdio::from(slave.try_clone()?));
    command.stdout(Stdio::from(slave.try_clone()?));
    command.stderr(Stdio::from(slave.try_clone()?));
    // SAFETY: between fork and exec only two system calls are made, both async-signal-safe.
    unsafe {
        command.pre_exec(|| {
            rustix::process::setsid()?;
            rustix::process::ioctl_tiocsctty(rustix::stdio::stdin())?;
            Ok(())
        });
    }
    Ok(())
}
