//! The measuring terminal: a wrapper with the load in it.

use std::error::Error;
use std::io;
use std::os::fd::OwnedFd;
use std::process::Child;
use std::time::{Duration, Instant};

use host::unix::pty;
use rustix::event::{PollFd, PollFlags, Timespec};
use rustix::io::Errno;
use rustix::process::{Pid, PidfdFlags};
use testkit::{Queries, Size};

/// The terminal's end, and the wrapper on the other.
pub(super) struct Window {
    pub(super) master: OwnedFd,
    child: Child,
    child_end: OwnedFd,
    queries: Queries,
    pub(super) buffer: Vec<u8>,
}

/// Larger than anything the kernel returns in one read.
const BUFFER: usize = 128 * 1024;

impl Window {
    /// Starts the command on a new terminal.
    pub(super) fn open(sandbox: &testkit::Sandbox, argv: &[String]) -> Result<Window, Box<dyn Error>> {
        let (program, arguments) = argv.split_first().ok_or("no command")?;
        let pair = pty::open_pair(Size::cells(40, 120))?;
        let mut command = sandbox.command(program);
        command.args(arguments);
        pty::on_terminal(&mut command, &pair.slave)?;
        let child = command.spawn()?;
        let child_end = rustix::process::pidfd_open(Pid::from_child(&child), PidfdFlags::empty())?;
        Ok(Window {
            master: pair.master,
            child,
            child_end,
            queries: Queries::default(),
            buffer: vec![0; BUFFER],
        })
    }

    /// Reads what is there, waiting for it; 0 at the end.
    pub(super) fn read(&mut self) -> usize {
        loop {
            match rustix::io::read(&self.master, self.buffer.as_mut_slice()) {
                Ok(len) => return len,
                Err(Errno::INTR) => {}
                // The kernel's word for the end of the programs.
                Err(_) => return 0,
            }
        }
    }

    /// Reads if something comes in time.
    pub(super) fn read_within(&mut self, limit: Duration) -> Option<usize> {
        ready(&[&self.master], limit)[0].then(|| self.read())
    }

    /// Types.
    pub(super) fn send(&self, mut bytes: &[u8]) -> io::Result<()> {
        while !bytes.is_empty() {
            let len = rustix::io::write(&self.master, bytes)?;
            bytes = &bytes[len..];
        }
        Ok(())
    }

    /// Waits for the mark of the load and until nothing more is drawn.
    pub(super) fn wait_start(&mut self, mark: &str) -> Result<(), Box<dyn Error>> {
        let end = Instant::now() + Duration::from_secs(10);
        let mut seen = Vec::new();
        while memchr::memmem::find(&seen, mark.as_bytes()).is_none() {
            let len = self.read_within(end.saturating_duration_since(Instant::now()));
            let len = len.filter(|len| *len > 0).ok_or_else(|| no_start(&seen))?;
            seen.extend_from_slice(&self.buffer[..len]);
            self.answer(len)?;
        }
        self.settle(Duration::from_millis(100))
    }

    /// Reads until it has been quiet that long, but not for ever.
    pub(super) fn settle(&mut self, quiet: Duration) -> Result<(), Box<dyn Error>> {
        let end = Instant::now() + 5 * quiet;
        while let Some(len @ 1..) = self.read_within(quiet) {
            self.answer(len)?;
            if Instant::now() > end {
                break;
            }
        }
        Ok(())
    }

    /// Answers like a terminal; some wrappers wait for that at their start.
    fn answer(&mut self, len: usize) -> io::Result<()> {
        let Window { queries, buffer, .. } = self;
        let answers: Vec<_> =
            buffer[..len].iter().filter_map(|byte| queries.push(*byte, || (0, 0))).collect();
        answers.iter().try_for_each(|answer| self.send(answer))
    }

    /// Reads until the wrapper has ended or the time is over; says whether it ended.
    pub(super) fn wait_end(&mut self, limit: Duration) -> io::Result<bool> {
        let end = Instant::now() + limit;
        let mut open = true;
        loop {
            let left = end.saturating_duration_since(Instant::now());
            let [ended, readable] = match open {
                true => ready(&[&self.child_end, &self.master], left),
                false => [ready(&[&self.child_end], left)[0], false],
            };
            if readable {
                let len = self.read();
                open = len > 0;
                self.answer(len)?;
            }
            if ended {
                self.child.wait()?;
                return Ok(true);
            }
            if left.is_zero() {
                return Ok(false);
            }
        }
    }
}

fn no_start(seen: &[u8]) -> String {
    let tail = &seen[seen.len().saturating_sub(200)..];
    format!("the load did not start; last seen: {}", tail.escape_ascii())
}

/// Which of these can be read; waits for the first.
fn ready<const N: usize>(fds: &[&OwnedFd; N], limit: Duration) -> [bool; N] {
    let timeout = Timespec::try_from(limit).ok();
    let mut polled = fds.map(|fd| PollFd::new(fd, PollFlags::IN));
    match rustix::event::poll(&mut polled, timeout.as_ref()) {
        Ok(1..) => polled.map(|one| !one.revents().is_empty()),
        _ => [false; N],
    }
}
