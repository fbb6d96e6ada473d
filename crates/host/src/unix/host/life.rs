//! The program's life as the leader and the kernel tell it, and the end of the session.

use std::collections::VecDeque;
use std::io;
use std::os::fd::AsFd;
use std::time::{Duration, Instant};

use model::Exit;
use rustix::process::{Pid, WaitOptions, WaitStatus};
use wire::{StartStep, TapEvent, ToClient};

use super::poller::Readiness;
use super::session::Session;
use crate::pump::Terminal;
use crate::unix::leader::{self, Order, Report};

/// What can be in a PTY when its program ends is far less; a grandchild that goes on writing does not hold us.
const LAST_OUTPUT: u64 = 64 << 10;
/// How long watchers may take to fetch the last of it.
const FAREWELL: Duration = Duration::from_secs(2);

/// Where the program is in its life.
#[derive(Debug, Default)]
pub(super) struct Life {
    pub(super) program: Option<u32>,
    /// We stopped it because the client was stopped; its stop is no news.
    pub(super) frozen: bool,
    /// Orders to give the program the foreground that the leader has not followed yet. Until then a key would
    /// reach the leader, which is deaf, or be undone by the signal that continues the program.
    pub(super) fronts_due: u32,
    pub(super) exit: Option<Exit>,
    /// The client and the watchers know that it ended.
    pub(super) told: bool,
    failed: bool,
    /// Output beyond this number came after the end, from somebody else.
    last_output_at: u64,
    /// Bytes that put the terminal's modes back, not written yet.
    pub(super) postscript: Vec<u8>,
    postscript_made: bool,
    /// Signals that the program gets at their time unless it has ended by then, in order.
    due_signals: VecDeque<(Instant, i32)>,
}

impl Life {
    /// The program is to get this signal at this time unless it has ended.
    pub(super) fn signal_at(&mut self, time: Instant, signal: i32) {
        self.due_signals.push_back((time, signal));
    }

    pub(super) fn deadline(&self) -> Option<Instant> {
        self.due_signals.front().filter(|_| self.exit.is_none()).map(|(time, _)| *time)
    }
}

impl Session {
    pub(super) fn leader_ready(&mut self, readiness: Readiness) {
        let Some(leader) = &mut self.leader else { return };
        leader.send_waiting();
        if !readiness.read && !readiness.gone {
            return;
        }
        match leader::receive(leader.socket.as_fd()) {
            Ok(Some(message)) => {
                if let Some(report) = Report::decode(message) {
                    self.leader_reports(report);
                }
            }
            Ok(None) | Err(_) => self.leader_gone(),
        }
    }

    fn leader_reports(&mut self, report: Report) {
        match report {
            Report::Started(pid) => self.program_started(pid),
            Report::Failed(what, errno) => self.program_failed(what, errno),
            Report::Stopped(signal) => self.program_stopped(signal),
            Report::Continued => self.tell(&TapEvent::Continued),
            Report::InFront => self.life.fronts_due = self.life.fronts_due.saturating_sub(1),
            Report::ExitedCode(code) => self.program_ended(Exit::Code(code)),
            Report::ExitedSignal(signal) => self.program_ended(Exit::Signal(signal)),
        }
    }

    fn program_started(&mut self, pid: u32) {
        self.life.program = Some(pid);
        self.say(&ToClient::Started { pid });
    }

    fn program_failed(&mut self, what: StartStep, errno: i32) {
        self.say(&ToClient::Failed { errno, what });
        self.life.failed = true;
    }

    /// The leader has taken the inner foreground. What the program wrote before it stopped comes first; then the
    /// licence ends, before the client is told: nothing may be read once the shell can have the terminal.
    fn program_stopped(&mut self, signal: u8) {
        self.tell(&TapEvent::Stopped(signal));
        // A stop reported before the leader has followed an order to continue the program is undone by that.
        if self.life.frozen || self.life.fronts_due > 0 {
            return;
        }
        self.drain_output();
        if let Some(desk) = &mut self.desk {
            desk.license(false);
        }
        self.say(&ToClient::Stopped { signal, turn: self.turn() });
    }

    fn program_ended(&mut self, exit: Exit) {
        if self.life.exit.is_none() {
            self.life.exit = Some(exit);
            self.life.last_output_at = self.output.ring().end() + LAST_OUTPUT;
        }
    }

    /// Somebody killed the leader. The kernel hangs up on the program, and we inherit it.
    fn leader_gone(&mut self) {
        self.leader = None;
        self.life.fronts_due = 0;
        if self.life.program.is_none() && !self.life.failed {
            // The program may have drawn already although nobody told us of it.
            self.reset_modes();
            self.program_failed(StartStep::Leader, 0);
        }
        self.reap();
    }

    pub(super) fn signals_ready(&mut self) {
        let signals = self.signals.take();
        if signals.contains(libc::SIGCHLD) {
            self.reap();
        }
        if signals.contains(libc::SIGTERM) {
            self.order(Order::Signal(libc::SIGTERM as u8));
        }
    }

    /// As a subreaper we are given every orphan of the tree, and must bury it.
    fn reap(&mut self) {
        while let Ok(Some((pid, status))) = rustix::process::wait(WaitOptions::NOHANG) {
            if Some(pid.as_raw_nonzero().get() as u32) == self.life.program {
                self.program_ended(exit_of(status));
            }
        }
        self.notice_a_lost_program();
    }

    /// Without a leader and without the program among our children, nobody will ever tell how it ended.
    fn notice_a_lost_program(&mut self) {
        let (None, None, Some(program)) = (&self.leader, self.life.exit, self.life.program) else { return };
        let exists = Pid::from_raw(program as i32).is_some_and(|pid| {
            !matches!(rustix::process::test_kill_process(pid), Err(rustix::io::Errno::SRCH))
        });
        if !exists {
            self.program_ended(Exit::Signal(libc::SIGHUP as u8));
        }
    }

    /// Brings a program that has ended to its end for everybody: last output, modes, status.
    pub(super) fn end_if_due(&mut self) {
        if self.life.deadline().is_some_and(|time| self.now >= time)
            && let Some((_, signal)) = self.life.due_signals.pop_front()
        {
            self.order(Order::SignalGroup(signal as u8));
        }
        let Some(exit) = self.life.exit.filter(|_| !self.life.told) else { return };
        let drained = self.drain_output() || self.output.ring().end() >= self.life.last_output_at;
        if !drained || self.output.waits() {
            return;
        }
        self.make_postscript();
        self.write_postscript();
        if self.life.postscript.is_empty() {
            self.life.told = true;
            self.tell(&TapEvent::Exited(exit.into()));
            self.say_exited(exit.into());
        }
    }

    /// What the program left on is switched off, once; a program that cleans up gets no byte added.
    fn make_postscript(&mut self) {
        let wanted = self.desk.as_ref().is_some_and(|desk| desk.screen_is_terminal);
        if wanted && !self.life.postscript_made {
            self.life.postscript_made = true;
            self.follow_modes();
            self.life.postscript.extend_from_slice(self.modes.reset().as_bytes());
        }
    }

    pub(super) fn write_postscript(&mut self) {
        let Some(desk) = &mut self.desk else { return self.life.postscript.clear() };
        while !self.output.waits() && !self.life.postscript.is_empty() {
            match desk.write(&self.life.postscript) {
                Ok(count) => drop(self.life.postscript.drain(..count)),
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => return,
                Err(_) => return self.life.postscript.clear(),
            }
        }
    }

    /// Over when the program could not be started, or has ended, the client has left its terminal in order (or
    /// was killed and we have done that), and nobody is left who could still write. Output
    /// of a grandchild reaches the terminal until then, without holding up the person's prompt.
    pub(super) fn is_over(&self) -> bool {
        let heard = self.life.told && self.client.is_none();
        self.life.failed || (heard && self.master.ended && !self.output.waits())
    }

    pub(super) fn farewell(&mut self) {
        let until = Instant::now() + FAREWELL;
        let micros = self.micros();
        self.watchers.finish(self.output.ring(), micros, until);
    }
}

fn exit_of(status: WaitStatus) -> Exit {
    match (status.exit_status(), status.terminating_signal()) {
        (Some(code), _) => Exit::Code(code as u8),
        (None, signal) => Exit::Signal(signal.unwrap_or_default() as u8),
    }
}
