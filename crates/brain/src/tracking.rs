//! One session as the brain knows it: what its host told, and the screen that follows from its output. Pure: what
//! is to be done about it comes back as effects.

use std::collections::VecDeque;

use model::{Size, Value};
use screen::{Reply, Screen};
use wire::{Description, SessionLine, SessionPhase, TapEvent, TapFrame, WireExit};

use crate::limiter::Limiter;

/// What follows from something a host told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Effect {
    /// To be kept in the record.
    Record(&'static str, Vec<(&'static str, Value)>),
    /// To be typed into the program, as the answer to its query that no terminal saw.
    Reply { at: u64, bytes: Vec<u8> },
    /// The program has ended.
    Ended(WireExit),
}

/// A session and its screen.
pub(crate) struct Tracked {
    pub(crate) line: SessionLine,
    pub(crate) screen: Screen,
    /// Queries from here on are seen by no terminal.
    unseen_from: Option<u64>,
    replied_to: u64,
    /// Answers that a terminal was to give. It may let go before it does.
    owed: VecDeque<Reply>,
    limiter: Limiter,
}

/// More queries than this never wait for one answer.
const MOST_OWED: usize = 64;

impl Tracked {
    pub(crate) fn new(description: &Description, name: String, host_pid: u32, now: u64) -> Self {
        let lossy = |bytes: &Vec<u8>| String::from_utf8_lossy(bytes).into_owned();
        let phase = match description.exit {
            Some(exit) => SessionPhase::Ended(exit),
            None if description.stopped => SessionPhase::Stopped,
            None => SessionPhase::Running,
        };
        let line = SessionLine {
            id: description.session.clone(),
            name,
            phase,
            pid: description.pid,
            host_pid,
            terminal: description.terminal,
            guests: description.guests,
            command: description.arguments.iter().map(lossy).collect(),
            folder: lossy(&description.folder),
            began: description.began,
            ended: None,
            place_since: now,
            size: description.size,
            title: String::new(),
        };
        Tracked {
            line,
            screen: Screen::new(description.size.into()),
            unseen_from: description.unseen_from,
            replied_to: description.replied_to,
            owed: VecDeque::new(),
            limiter: Limiter::default(),
        }
    }

    /// Takes note of one frame of the session's tap.
    pub(crate) fn follow(&mut self, frame: &TapFrame, now: u64) -> Vec<Effect> {
        match frame {
            TapFrame::Output { offset, bytes, .. } => self.output(*offset, bytes),
            TapFrame::Event { event, .. } => self.event(event, now),
        }
    }

    fn output(&mut self, offset: u64, bytes: &[u8]) -> Vec<Effect> {
        self.screen.set_offset(offset);
        self.screen.feed(bytes);
        if self.line.title != self.screen.title() {
            self.line.title = self.screen.title().to_owned();
        }
        self.replies()
    }

    /// What the program is owed. With a terminal attached that is the terminal's business; the host has the last
    /// word, since an attach may be on its way.
    fn replies(&mut self) -> Vec<Effect> {
        self.owed.extend(self.screen.take_replies());
        let surplus = self.owed.len().saturating_sub(MOST_OWED);
        self.owed.drain(..surplus);
        let Some(from) = self.unseen_from.map(|from| from.max(self.replied_to)) else { return Vec::new() };
        let due: Vec<Reply> = self.owed.drain(..).filter(|reply| reply.at > from).collect();
        self.replied_to = due.last().map_or(self.replied_to, |reply| reply.at);
        due.into_iter().map(|reply| Effect::Reply { at: reply.at, bytes: reply.bytes }).collect()
    }

    fn event(&mut self, event: &TapEvent, now: u64) -> Vec<Effect> {
        match event {
            TapEvent::Gap { from, to } => self.gap(*from, *to, now),
            TapEvent::Modes(bytes) => self.modes(bytes),
            TapEvent::Resized(size) => self.resized((*size).into()),
            TapEvent::Attached { .. } => self.attached(now),
            TapEvent::Detached { unseen_from } => self.detached(*unseen_from, now),
            TapEvent::Guests(count) => self.guests(*count),
            TapEvent::Stopped(signal) => self.stopped(*signal, now),
            TapEvent::Continued => self.continued(now),
            TapEvent::Exited(exit) => self.exited(*exit, now),
            TapEvent::Facts(_) | TapEvent::Typed { .. } | TapEvent::Input(_) | TapEvent::Dismissed => {
                Vec::new()
            }
        }
    }

    fn gap(&mut self, from: u64, to: u64, now: u64) -> Vec<Effect> {
        self.screen.gap();
        self.screen.set_offset(to);
        self.recorded("session.gap", vec![("from", int(from)), ("to", int(to))], now)
    }

    /// Writes something down, unless too much of it was lately.
    fn recorded(
        &mut self,
        kind: &'static str,
        mut fields: Vec<(&'static str, Value)>,
        now: u64,
    ) -> Vec<Effect> {
        let Some(left_out) = self.limiter.admit(kind, now) else { return Vec::new() };
        if left_out > 0 {
            fields.push(("left_out", Value::Int(left_out.into())));
        }
        vec![Effect::Record(kind, fields)]
    }

    /// Modes are no output: they do not count in the numbering.
    fn modes(&mut self, bytes: &[u8]) -> Vec<Effect> {
        let offset = self.screen.offset();
        self.screen.feed(bytes);
        self.screen.set_offset(offset);
        let _ = self.screen.take_replies();
        Vec::new()
    }

    fn resized(&mut self, size: Size) -> Vec<Effect> {
        self.line.size = size.into();
        self.screen.resize(size);
        Vec::new()
    }

    fn attached(&mut self, now: u64) -> Vec<Effect> {
        self.unseen_from = None;
        (self.line.terminal, self.line.place_since) = (true, now);
        self.recorded("session.attached", Vec::new(), now)
    }

    fn detached(&mut self, unseen_from: u64, now: u64) -> Vec<Effect> {
        self.unseen_from = Some(unseen_from);
        (self.line.terminal, self.line.place_since) = (false, now);
        let mut effects = self.recorded("session.detached", Vec::new(), now);
        effects.extend(self.replies());
        effects
    }

    fn guests(&mut self, count: u32) -> Vec<Effect> {
        self.line.guests = count;
        Vec::new()
    }

    fn stopped(&mut self, signal: u8, now: u64) -> Vec<Effect> {
        self.line.phase = SessionPhase::Stopped;
        self.recorded("session.stopped", vec![("signal", int(signal.into()))], now)
    }

    fn continued(&mut self, now: u64) -> Vec<Effect> {
        self.line.phase = SessionPhase::Running;
        self.recorded("session.continued", Vec::new(), now)
    }

    fn exited(&mut self, exit: WireExit, now: u64) -> Vec<Effect> {
        self.line.phase = SessionPhase::Ended(exit);
        self.line.ended = Some(now);
        vec![Effect::Ended(exit)]
    }
}

/// A number as the record keeps it.
pub(crate) fn int(number: u64) -> Value {
    Value::Int(i64::try_from(number).unwrap_or(i64::MAX))
}
