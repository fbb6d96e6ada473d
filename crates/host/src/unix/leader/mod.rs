//! The leader: a tiny process inside the PTY that makes job control work.
//!
//! It leads the inner session, keeps the program in a process group of its own, and watches it for stops. Without
//! it the program would be an orphaned group, in which Ctrl-Z does nothing. It holds no secrets and no state that
//! matters: the host can live on when it is gone.

mod process;
mod program;

use std::collections::VecDeque;
use std::io;
use std::os::fd::{AsRawFd, BorrowedFd, OwnedFd, RawFd};

pub use program::{Program, SESSION_VARIABLE};

use super::pty::PtyPair;
use super::{signals, sockets};
use wire::StartStep;

/// The code with which the program's process ends if the leader dies before it may become the program.
pub const FORSAKEN: u8 = 125;

/// Length of every message between host and leader.
const MESSAGE: usize = 8;

/// Host to leader.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Order {
    /// Give the inner foreground back to the program and continue it.
    Foreground,
    /// Keep the inner foreground, and continue the program.
    Background,
    /// Take the inner foreground.
    Hold,
    /// Send this signal to the program.
    Signal(u8),
    /// Send this signal to the program's whole group.
    SignalGroup(u8),
}

/// Leader to host.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Report {
    /// The program has a process, which waits to become it.
    Forked(u32),
    /// The program runs.
    Started(u32),
    /// It could not be started.
    Failed(StartStep, i32),
    /// A signal stopped it.
    Stopped(u8),
    /// It goes on.
    Continued,
    /// The order to give it the foreground was followed: keys reach it now.
    InFront,
    /// It ended with this code.
    ExitedCode(u8),
    /// This signal ended it.
    ExitedSignal(u8),
}

/// The host's end of the wire to its leader.
#[derive(Debug)]
pub struct Leader {
    /// The socket.
    pub socket: OwnedFd,
    /// Orders that a leader which is stopped has no room for.
    waiting: VecDeque<Order>,
}

/// Orders kept for a leader that takes none. More would be the same few over and over.
const MOST_WAITING: usize = 64;

/// Starts the leader, and through it the program. `keep` are descriptors that the program inherits.
///
/// Must be called while the process has one thread: it forks without executing anything else.
pub fn start(program: Program, pair: PtyPair, keep: &[RawFd]) -> io::Result<(Leader, OwnedFd)> {
    let (ours, theirs) = sockets::pair()?;
    let (master, slave) = (pair.master, pair.slave);
    let blocked = signals::hold_all();
    // SAFETY: the process has one thread, so the child may do whatever this process could.
    let forked = unsafe { libc::fork() };
    if forked != 0 {
        signals::block_exactly(blocked);
    }
    match forked {
        -1 => Err(io::Error::last_os_error()),
        0 => {
            drop((ours, master));
            let code = process::run(&program, slave, theirs, keep);
            // SAFETY: ends the process without running what belongs to the host.
            unsafe { libc::_exit(code) }
        }
        _ => Ok((Leader { socket: ours, waiting: VecDeque::new() }, master)),
    }
}

impl Leader {
    /// Gives an order, without waiting: a leader that somebody stopped gets it when it goes on. False if it is
    /// gone, or has so many orders waiting that this one is dropped.
    pub fn order(&mut self, order: Order) -> bool {
        if self.waiting.back() == Some(&order) && order != Order::Foreground {
            return true;
        }
        if self.waiting.len() >= MOST_WAITING {
            return false;
        }
        self.waiting.push_back(order);
        self.send_waiting()
    }

    /// Whether orders wait for room.
    pub fn is_behind(&self) -> bool {
        !self.waiting.is_empty()
    }

    /// Sends what waits, as far as there is room. False if the leader is gone.
    pub fn send_waiting(&mut self) -> bool {
        while let Some(order) = self.waiting.front() {
            match sockets::send_now(&self.socket, &[io::IoSlice::new(&order.encode())]) {
                Ok(_) => drop(self.waiting.pop_front()),
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => return true,
                Err(_) => {
                    self.waiting.clear();
                    return false;
                }
            }
        }
        true
    }
}

/// Reads one message; `None` at the end of the stream.
pub fn receive(socket: BorrowedFd<'_>) -> io::Result<Option<[u8; MESSAGE]>> {
    let mut message = [0; MESSAGE];
    let mut filled = 0;
    while filled < MESSAGE {
        let rest = message.get_mut(filled..).unwrap_or_default();
        match rustix::io::retry_on_intr(|| rustix::io::read(socket, &mut *rest))? {
            0 => return Ok(None),
            count => filled += count,
        }
    }
    Ok(Some(message))
}

impl Order {
    fn encode(self) -> [u8; MESSAGE] {
        let (kind, signal) = match self {
            Order::Foreground => (0, 0),
            Order::Background => (1, 0),
            Order::Hold => (2, 0),
            Order::Signal(signal) => (3, signal),
            Order::SignalGroup(signal) => (4, signal),
        };
        [kind, signal, 0, 0, 0, 0, 0, 0]
    }

    /// Reads an order back; `None` for what is none.
    pub fn decode([kind, signal, ..]: [u8; MESSAGE]) -> Option<Self> {
        match kind {
            0 => Some(Order::Foreground),
            1 => Some(Order::Background),
            2 => Some(Order::Hold),
            3 => Some(Order::Signal(signal)),
            4 => Some(Order::SignalGroup(signal)),
            _ => None,
        }
    }
}

impl Report {
    fn encode(self) -> [u8; MESSAGE] {
        let (kind, small, number) = match self {
            Report::Started(pid) => (0, 0, pid as i32),
            Report::Failed(step, errno) => (1, step_number(step), errno),
            Report::Stopped(signal) => (2, signal, 0),
            Report::Continued => (3, 0, 0),
            Report::ExitedCode(code) => (4, code, 0),
            Report::ExitedSignal(signal) => (5, signal, 0),
            Report::InFront => (6, 0, 0),
            Report::Forked(pid) => (7, 0, pid as i32),
        };
        let [a, b, c, d] = number.to_le_bytes();
        [kind, small, 0, 0, a, b, c, d]
    }

    /// Reads a report back; `None` for what is none.
    pub fn decode([kind, small, _, _, a, b, c, d]: [u8; MESSAGE]) -> Option<Self> {
        let number = i32::from_le_bytes([a, b, c, d]);
        match kind {
            0 => Some(Report::Started(number as u32)),
            1 => STEPS.get(usize::from(small)).map(|&step| Report::Failed(step, number)),
            2 => Some(Report::Stopped(small)),
            3 => Some(Report::Continued),
            4 => Some(Report::ExitedCode(small)),
            5 => Some(Report::ExitedSignal(small)),
            6 => Some(Report::InFront),
            7 => Some(Report::Forked(number as u32)),
            _ => None,
        }
    }
}

const STEPS: [StartStep; 5] =
    [StartStep::Pty, StartStep::Fork, StartStep::Folder, StartStep::Execute, StartStep::Leader];

fn step_number(step: StartStep) -> u8 {
    STEPS.iter().position(|&known| known == step).unwrap_or_default() as u8
}

/// Closes every descriptor of this process from 3 on, but for those named.
pub(crate) fn close_all_but(keep: &[RawFd]) {
    for descriptor in open_descriptors() {
        if descriptor > 2 && !keep.contains(&descriptor) {
            // SAFETY: nothing of this process uses the descriptor any more; a wrong number is refused.
            unsafe { libc::close(descriptor) };
        }
    }
}

/// The numbers of this process's open descriptors.
pub(crate) fn open_descriptors() -> Vec<RawFd> {
    let names = std::fs::read_dir("/dev/fd").into_iter().flatten().flatten();
    names.filter_map(|entry| entry.file_name().to_str()?.parse().ok()).collect()
}

/// Makes a standard descriptor of this process `/dev/null`.
pub(crate) fn silence(descriptors: &[RawFd]) {
    if let Ok(null) = std::fs::File::options().read(true).write(true).open("/dev/null") {
        for &descriptor in descriptors {
            // SAFETY: both descriptors are open or the call is refused.
            unsafe { libc::dup2(null.as_raw_fd(), descriptor) };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_and_reports_survive_the_wire() {
        for order in
            [Order::Foreground, Order::Background, Order::Hold, Order::Signal(64), Order::SignalGroup(1)]
        {
            assert_eq!(Order::decode(order.encode()), Some(order));
        }
        for report in [
            Report::Forked(4_000_000),
            Report::Started(4_000_000),
            Report::Failed(StartStep::Execute, 13),
            Report::Failed(StartStep::Folder, 2),
            Report::Stopped(20),
            Report::Continued,
            Report::ExitedCode(255),
            Report::ExitedSignal(9),
            Report::InFront,
        ] {
            assert_eq!(Report::decode(report.encode()), Some(report));
        }
        assert_eq!(Order::decode([9; 8]), None);
        assert_eq!(Report::decode([9; 8]), None);
    }
}
