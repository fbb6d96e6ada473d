//! What runs inside the leader process.

use std::io::{self, Write};
use std::os::fd::{AsFd, AsRawFd, OwnedFd, RawFd};

use rustix::event::{PollFd, PollFlags};
use rustix::pipe::PipeFlags;
use rustix::process::{Pid, Signal, WaitOptions, WaitStatus};
use wire::StartStep;

use super::{FORSAKEN, Order, Program, Report, close_all_but, receive, silence};
use crate::unix::signals::{self, SignalSet, Signals};
use crate::unix::sockets;

struct Watch {
    slave: Option<OwnedFd>,
    socket: OwnedFd,
    program: Pid,
    /// The inner foreground group at the moment we took it: an inner shell's job, as a rule the program itself.
    displaced: Option<Pid>,
    /// We have the inner foreground.
    holds: bool,
    /// The program was started in the foreground and no order about that has come yet.
    fresh: bool,
    /// The signal that holds the program stopped.
    stopped: Option<u8>,
}

/// Leads the session until the host is gone. Returns the code to exit with.
pub(super) fn run(program: &Program, slave: OwnedFd, socket: OwnedFd, keep: &[RawFd]) -> i32 {
    match enter_session(&slave, &socket, keep)
        .and_then(|signals| Ok((signals, launch(program, &slave, &socket)?)))
    {
        Ok((signals, Launch::Runs(pid))) => {
            forget_inherited(&slave, &socket, &signals, keep);
            let mut watch = Watch {
                slave: Some(slave),
                socket,
                program: pid,
                displaced: None,
                holds: !program.foreground,
                fresh: program.foreground,
                stopped: None,
            };
            if watch.report(Report::Started(number(pid))).is_ok() {
                watch.until_host_is_gone(&signals);
            }
            watch.hang_up();
            0
        }
        Ok((_, Launch::Failed(step, errno))) => last_words(&socket, Report::Failed(step, errno)),
        Err(error) => {
            last_words(&socket, Report::Failed(StartStep::Fork, error.raw_os_error().unwrap_or_default()))
        }
    }
}

fn last_words(socket: &OwnedFd, report: Report) -> i32 {
    let _ = sockets::send_all(socket.as_fd(), &report.encode());
    1
}

fn enter_session(slave: &OwnedFd, socket: &OwnedFd, keep: &[RawFd]) -> io::Result<Signals> {
    crate::unix::name_process(c"locum-leader");
    let kept: Vec<RawFd> = keep.iter().copied().chain([slave.as_raw_fd(), socket.as_raw_fd()]).collect();
    close_all_but(&kept);
    rustix::process::setsid()?;
    rustix::process::ioctl_tiocsctty(slave)?;
    signals::ignore(signals::disturbances());
    signals::default(SignalSet::of(&[libc::SIGTERM, libc::SIGCHLD, libc::SIGCONT, libc::SIGWINCH]));
    signals::block_exactly(SignalSet::default());
    Signals::listen(SignalSet::of(&[libc::SIGCHLD]), SignalSet::default())
}

/// What the program inherits the leader must not hold: a pipe would never end.
fn forget_inherited(slave: &OwnedFd, socket: &OwnedFd, signals: &Signals, keep: &[RawFd]) {
    let own = [slave.as_raw_fd(), socket.as_raw_fd(), signals.wake().as_raw_fd()];
    for &descriptor in keep.iter().filter(|descriptor| !own.contains(descriptor)) {
        // SAFETY: inherited by this process and used by nothing in it.
        unsafe { libc::close(descriptor) };
    }
    silence(&[0, 1, 2]);
}

enum Launch {
    Runs(Pid),
    Failed(StartStep, i32),
}

/// Forks the program. It waits at a gate until its group has (or has not) the foreground, so that its first read
/// finds the right place; a failed exec is told through a pipe that a successful one closes. The host hears of the
/// process before that, so that it can tell how the program ended should nobody else be left to do so.
fn launch(program: &Program, slave: &OwnedFd, socket: &OwnedFd) -> io::Result<Launch> {
    let (gate, open_gate) = rustix::pipe::pipe_with(PipeFlags::CLOEXEC)?;
    let (verdict, tell) = rustix::pipe::pipe_with(PipeFlags::CLOEXEC)?;
    let blocked = signals::hold_all();
    // SAFETY: the leader has one thread.
    let forked = unsafe { libc::fork() };
    if forked == 0 {
        drop((open_gate, verdict));
        let code = behind_the_gate(program, slave, &gate, tell);
        // SAFETY: ends the forked process without touching anything of the leader's.
        unsafe { libc::_exit(code) }
    }
    signals::block_exactly(blocked);
    let pid = Pid::from_raw(forked).filter(|_| forked > 0).ok_or_else(io::Error::last_os_error)?;
    drop((gate, tell));
    sockets::send_all(socket.as_fd(), &Report::Forked(number(pid)).encode())?;
    let _ = rustix::process::setpgid(Some(pid), Some(pid));
    let foreground = if program.foreground { pid } else { rustix::process::getpid() };
    rustix::termios::tcsetpgrp(slave, foreground)?;
    rustix::io::write(&open_gate, b"g")?;
    match receive(verdict.as_fd())?.and_then(Report::decode) {
        Some(Report::Failed(step, errno)) => Ok(Launch::Failed(step, errno)),
        _ => Ok(Launch::Runs(pid)),
    }
}

/// Returns only if the process does not become the program, with the code to end with.
fn behind_the_gate(program: &Program, slave: &OwnedFd, gate: &OwnedFd, tell: OwnedFd) -> i32 {
    let _ = rustix::process::setpgid(None, None);
    let Ok(1) = rustix::io::retry_on_intr(|| rustix::io::read(gate, &mut [0; 1])) else {
        return FORSAKEN.into();
    };
    let (step, errno) = program.become_it(slave);
    let _ = std::fs::File::from(tell).write_all(&Report::Failed(step, errno).encode());
    127
}

fn number(pid: Pid) -> u32 {
    pid.as_raw_nonzero().get() as u32
}

impl Watch {
    fn until_host_is_gone(&mut self, signals: &Signals) {
        loop {
            let mut ready =
                [PollFd::new(&self.socket, PollFlags::IN), PollFd::new(signals.wake(), PollFlags::IN)];
            let _ = rustix::event::poll(&mut ready, None);
            let ordered = !ready[0].revents().is_empty();
            if signals.take().contains(libc::SIGCHLD) && self.look_at_program().is_err() {
                break;
            }
            if ordered && !self.next_order() {
                break;
            }
        }
    }

    /// Reads and follows one order; false when the host is gone.
    fn next_order(&mut self) -> bool {
        match receive(self.socket.as_fd()) {
            Ok(Some(message)) => Order::decode(message).is_none_or(|order| self.follow(order).is_ok()),
            Ok(None) | Err(_) => false,
        }
    }

    fn follow(&mut self, order: Order) -> io::Result<()> {
        self.fresh &= !matches!(order, Order::Background | Order::Hold);
        match order {
            Order::Foreground if std::mem::take(&mut self.fresh) => return self.confirm_start(),
            Order::Foreground => {
                self.give_foreground();
                return self.report(Report::InFront);
            }
            Order::Background => self.continue_program(),
            Order::Hold => self.take_foreground(),
            Order::Signal(signal) => self.signal_program(signal.into()),
            Order::SignalGroup(signal) => self.signal_group(signal.into()),
        }
        Ok(())
    }

    /// The program has had the foreground since its start. If it has stopped itself meanwhile, nobody who has
    /// the terminal knows yet.
    fn confirm_start(&self) -> io::Result<()> {
        self.report(Report::InFront)?;
        self.stopped.map_or(Ok(()), |signal| self.report(Report::Stopped(signal)))
    }

    /// The order matters: foreground first, so that a program which reads at once is not stopped again. A program
    /// that has the foreground, or has given it to a job of its own, is left alone.
    fn give_foreground(&mut self) {
        let wanted = self.displaced.unwrap_or(self.program);
        if let Some(slave) = self.slave.as_ref().filter(|_| self.holds)
            && rustix::termios::tcsetpgrp(slave, wanted).is_err()
        {
            let _ = rustix::termios::tcsetpgrp(slave, self.program);
        }
        self.continue_program();
        (self.holds, self.displaced) = (false, None);
    }

    fn take_foreground(&mut self) {
        let own = rustix::process::getpid();
        if let Some(slave) = &self.slave {
            match rustix::termios::tcgetpgrp(slave) {
                Ok(group) if group != own => self.displaced = Some(group),
                _ => {}
            }
            let _ = rustix::termios::tcsetpgrp(slave, own);
            self.holds = true;
        }
    }

    /// Only what may have been stopped while we held the foreground is continued: a program that runs hears
    /// nothing, as without us.
    fn continue_program(&self) {
        if self.holds {
            self.signal_group(libc::SIGCONT);
        }
    }

    fn signal_program(&self, signal: i32) {
        // SAFETY: a plain system call; the program is our child and not reaped, so the number is its own.
        unsafe { libc::kill(self.program.as_raw_nonzero().get(), signal) };
    }

    /// A job that the program has put into a group of its own is the program's business, as without us.
    fn signal_group(&self, signal: i32) {
        // SAFETY: as above, for its group.
        unsafe { libc::kill(-self.program.as_raw_nonzero().get(), signal) };
    }

    fn look_at_program(&mut self) -> io::Result<()> {
        let options = WaitOptions::NOHANG | WaitOptions::UNTRACED | WaitOptions::CONTINUED;
        while let Ok(Some((_, status))) = rustix::process::waitpid(Some(self.program), options) {
            self.program_changed(status)?;
        }
        Ok(())
    }

    fn program_changed(&mut self, status: WaitStatus) -> io::Result<()> {
        self.stopped = status.stopping_signal().map(|signal| signal as u8);
        if let Some(signal) = self.stopped {
            self.take_foreground();
            return self.report(Report::Stopped(signal));
        }
        if status.continued() {
            return self.report(Report::Continued);
        }
        // The slave is closed, so that the host sees the end of the terminal when the last other holder is gone;
        // the leader itself stays, or the kernel would hang up on background programs.
        self.take_foreground();
        self.slave = None;
        self.report(match (status.exit_status(), status.terminating_signal()) {
            (Some(code), _) => Report::ExitedCode(code as u8),
            (None, signal) => Report::ExitedSignal(signal.unwrap_or_default() as u8),
        })
    }

    fn report(&self, report: Report) -> io::Result<()> {
        sockets::send_all(self.socket.as_fd(), &report.encode())
    }

    /// The host is gone, and with it the terminal: the program hears what it would hear from a closed window.
    fn hang_up(&self) {
        if self.slave.is_some() {
            let _ = rustix::process::kill_process_group(self.program, Signal::HUP);
            let _ = rustix::process::kill_process_group(self.program, Signal::CONT);
        }
    }
}
