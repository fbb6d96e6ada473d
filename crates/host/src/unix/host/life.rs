//! The program's life as the leader and the kernel tell it, and the end of the session.

use std::collections::VecDeque;
use std::io;
use std::os::fd::AsFd;
use std::time::{Duration, Instant};

use model::Exit;
use rustix::event::{PollFd, PollFlags, Timespec};
use rustix::process::{Pid, Signal, WaitOptions, WaitStatus};
use wire::{StartStep, TapEvent, ToClient};

use super::poller::Readiness;
use super::session::Session;
use crate::pump::Terminal;
use crate::unix::leader::{self, FORSAKEN, Order, Report};

/// What can be in a PTY when its program ends is far less; a grandchild that goes on writing does not hold us.
const LAST_OUTPUT: u64 = 64 << 10;
/// How long the echo of a suspend key may take. It is under way already, so this is for a busy machine.
const ECHO_LIMIT: Timespec = Timespec { tv_sec: 0, tv_nsec: 20_000_000 };
/// How long watchers may take to fetch the last of it.
const FAREWELL: Duration = Duration::from_secs(2);

/// How long a host stays for a brain that has not come yet. It is told of a new session by the kernel, at once; it
/// may have been started together with this very session.
const AWAIT: Duration = Duration::from_secs(3);

/// Where the program is in its life.
#[derive(Debug, Default)]
pub(super) struct Life {
    pub(super) program: Option<u32>,
    /// The leader has said that the program runs, and not only that there is a process for it.
    started: bool,
    /// We stopped it because the client was stopped; its stop is no news.
    pub(super) frozen: bool,
    /// Orders to give the program the foreground that the leader has not followed yet. Until then a key would
    /// reach the leader, which is deaf, or be undone by the signal that continues the program.
    pub(super) fronts_due: u32,
    pub(super) stopped: bool,
    pub(super) exit: Option<Exit>,
    /// How it ended, as the kernel told us after the leader's death: what the leader said last is still on its way, and it may
    /// be that the process never became the program.
    buried: Option<Exit>,
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
    /// The suspend key was typed at this output number, and the terminal echoes it.
    pub(super) echo_due: Option<u64>,
    /// Somebody is expected to want to know how it ended, and has not come yet.
    awaits_somebody: bool,
    /// Until then, after the end.
    pub(super) awaited_until: Option<Instant>,
}

impl Life {
    pub(super) fn new(awaits_somebody: bool) -> Self {
        Life { awaits_somebody, ..Life::default() }
    }

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
            Report::Forked(pid) => self.life.program = Some(pid),
            Report::Started(pid) => self.program_started(pid),
            Report::Failed(what, errno) => self.program_failed(what, errno),
            Report::Stopped(signal) => self.program_stopped(signal),
            Report::Continued => self.program_continued(),
            Report::InFront => self.life.fronts_due = self.life.fronts_due.saturating_sub(1),
            Report::ExitedCode(code) => self.program_ended(Exit::Code(code)),
            Report::ExitedSignal(signal) => self.program_ended(Exit::Signal(signal)),
        }
    }

    fn program_started(&mut self, pid: u32) {
        self.life.started = true;
        self.say(&ToClient::Started { pid });
        crate::unix::forget_code();
    }

    fn program_failed(&mut self, what: StartStep, errno: i32) {
        self.say(&ToClient::Failed { errno, what });
        self.life.failed = true;
    }

    fn program_continued(&mut self) {
        self.life.stopped = false;
        self.tell(&TapEvent::Continued);
    }

    /// The leader has taken the inner foreground. What the program wrote before it stopped comes first; then the
    /// licence ends, before the client is told: nothing may be read once the shell can have the terminal.
    fn program_stopped(&mut self, signal: u8) {
        self.life.stopped = true;
        self.tell(&TapEvent::Stopped(signal));
        // A stop reported before the leader has followed an order to continue the program is undone by that.
        if self.life.frozen || self.life.fronts_due > 0 {
            return;
        }
        if self.desk.is_none() || self.leaving.is_some() {
            return self.stopped_for_nobody(signal);
        }
        self.await_echo();
        self.drain_output();
        self.detach_key.forget();
        if let Some(desk) = &mut self.desk {
            desk.license(false);
        }
        self.say(&ToClient::Stopped { signal, turn: self.turn() });
    }

    /// The kernel sends the signal first and echoes the key then; what it echoes belongs before the shell's prompt.
    fn await_echo(&mut self) {
        if self.life.echo_due.take() == Some(self.output.ring().end()) {
            let mut ready = [PollFd::new(&self.master.descriptor, PollFlags::IN)];
            let _ = rustix::event::poll(&mut ready, Some(&ECHO_LIMIT));
        }
    }

    /// No shell is there that could say `fg`. A program that stopped as a terminal asks it to goes on; one that was
    /// stopped for good stays so until a terminal comes, or a signal.
    fn stopped_for_nobody(&mut self, signal: u8) {
        if i32::from(signal) != libc::SIGSTOP {
            self.order(Order::Foreground);
        }
    }

    fn program_ended(&mut self, exit: Exit) {
        if !self.life.started && exit == Exit::Code(FORSAKEN) {
            return self.program_failed(StartStep::Leader, 0);
        }
        if self.life.exit.is_none() {
            self.life.exit = Some(exit);
            self.life.stopped = false;
            self.life.last_output_at = self.output.ring().end() + LAST_OUTPUT;
        }
    }

    /// Somebody killed the leader. The kernel hangs up on the program, and we inherit it.
    fn leader_gone(&mut self) {
        self.leader = None;
        self.life.fronts_due = 0;
        if self.life.program.is_none() && !self.life.failed {
            self.program_failed(StartStep::Leader, 0);
        }
        self.reap();
        if let Some(exit) = self.life.buried.take().filter(|_| !self.life.failed) {
            self.program_ended(exit);
        }
        self.hang_up_on_the_program();
    }

    /// The kernel hangs up on the foreground only, which the program may not have had yet. One that is not buried keeps its
    /// number, so nobody else is meant.
    fn hang_up_on_the_program(&self) {
        let program = self.life.program.filter(|_| self.life.exit.is_none());
        let Some(group) = program.and_then(|program| Pid::from_raw(program as i32)) else { return };
        for signal in [Signal::HUP, Signal::CONT] {
            let _ = rustix::process::kill_process_group(group, signal);
        }
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
            match Some(pid.as_raw_nonzero().get() as u32) == self.life.program {
                true if self.leader.is_some() => self.life.buried = Some(exit_of(status)),
                true => self.program_ended(exit_of(status)),
                false => {}
            }
        }
        if self.life.buried.is_none() {
            self.notice_a_lost_program();
        }
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
        if self.leaving.is_some() {
            return;
        }
        let Some(exit) = self.life.exit.filter(|_| !self.life.told) else { return };
        let drained = self.drain_output() || self.output.ring().end() >= self.life.last_output_at;
        if !drained || self.output.waits() || !self.preface.is_empty() {
            return;
        }
        self.make_postscript();
        self.write_postscript();
        if self.life.postscript.is_empty() {
            self.life.told = true;
            self.await_somebody();
            self.tell(&TapEvent::Exited(exit.into()));
            self.say_exited(exit.into());
        }
    }

    /// A program may end before the brain has even heard of it.
    fn await_somebody(&mut self) {
        if self.life.awaits_somebody && !self.watchers.anybody_watches() {
            self.life.awaited_until = Some(self.now + AWAIT);
        }
    }

    /// What the program left on is switched off, once; a program that cleans up gets no byte added.
    fn make_postscript(&mut self) {
        let wanted = self.desk.as_ref().is_some_and(|desk| desk.screen_is_terminal);
        if wanted && !self.life.postscript_made {
            self.life.postscript_made = true;
            self.follow_modes();
            let reset = self.terminal_reset();
            self.life.postscript.extend_from_slice(&reset);
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
        let awaits = self.life.awaited_until.is_some_and(|until| self.now < until);
        self.life.failed || (heard && self.master.ended && !self.output.waits() && !awaits)
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
