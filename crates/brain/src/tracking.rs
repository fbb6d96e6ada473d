//! One session as the brain knows it: what its host told, and the screen that follows from its output. Pure: what
//! is to be done about it comes back as effects.

use std::collections::VecDeque;
use std::time::Instant;

use detect::Fingerprint;
use model::{Size, Value};
use screen::{Reply, Screen};
use wire::{Description, SessionLine, SessionPhase, TapEvent, TapFrame, WireExit};

use crate::limiter::Limiter;
use crate::sight::{Detecting, Lookout, draw};

/// What follows from something a host told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Effect {
    /// To be kept in the record.
    Record(&'static str, Vec<(&'static str, Value)>),
    /// To be typed into the program, as the answer to its query that no terminal saw.
    Reply { at: u64, bytes: Vec<u8> },
    /// The program has ended.
    Ended(WireExit),
    /// A known agent waits at a screen nobody knows.
    Warn { agent: String },
}

/// A session and its screen.
pub(crate) struct Tracked {
    pub(crate) line: SessionLine,
    pub(crate) screen: Screen,
    pub(crate) lookout: Lookout,
    /// A question was written down, and not yet that it is gone.
    pub(crate) asked: Option<Fingerprint>,
    /// Queries from here on are seen by no terminal.
    unseen_from: Option<u64>,
    replied_to: u64,
    /// Answers that a terminal was to give. It may let go before it does.
    owed: VecDeque<Reply>,
    limiter: Limiter,
}

/// More queries than this never wait for one answer.
const MOST_OWED: usize = 64;

/// A session as its host describes it.
pub(crate) fn line(description: &Description, name: String, host_pid: u32, now: u64) -> SessionLine {
    let lossy = |bytes: &Vec<u8>| String::from_utf8_lossy(bytes).into_owned();
    let phase = match description.exit {
        Some(exit) => SessionPhase::Ended(exit),
        None if description.stopped => SessionPhase::Stopped,
        None => SessionPhase::Running,
    };
    SessionLine {
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
        standing: None,
        unrecognised: None,
        manual: None,
    }
}

impl Tracked {
    pub(crate) fn new(description: &Description, line: SessionLine, detecting: Detecting) -> Self {
        Tracked {
            screen: Screen::new(description.size.into()),
            lookout: Lookout::adopted(&line.command, detecting),
            asked: None,
            line,
            unseen_from: description.unseen_from,
            replied_to: description.replied_to,
            owed: VecDeque::new(),
            limiter: Limiter::default(),
        }
    }

    /// Takes note of one frame of the session's tap. `now` is for the record, `at` for what counts time.
    pub(crate) fn follow(&mut self, frame: &TapFrame, now: u64, at: Instant) -> Vec<Effect> {
        draw(&mut self.screen, frame);
        let effects = match frame {
            TapFrame::Output { .. } => self.output(),
            TapFrame::Event { event, .. } => self.event(event, now),
        };
        self.lookout.hear(frame, at);
        effects
    }

    fn output(&mut self) -> Vec<Effect> {
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
            TapEvent::Resized(size) => self.resized((*size).into()),
            TapEvent::Attached { .. } => self.attached(now),
            TapEvent::Detached { unseen_from } => self.detached(*unseen_from, now),
            TapEvent::Guests(count) => self.guests(*count),
            TapEvent::Stopped(signal) => self.stopped(*signal, now),
            TapEvent::Continued => self.continued(now),
            TapEvent::Exited(exit) => self.exited(*exit, now),
            TapEvent::Described(description) => self.described(description),
            TapEvent::Facts(_)
            | TapEvent::Typed { .. }
            | TapEvent::Injected { .. }
            | TapEvent::TookOver
            | TapEvent::Remark(_)
            | TapEvent::Refused { .. }
            | TapEvent::Input(_)
            | TapEvent::Modes(_)
            | TapEvent::Dismissed => Vec::new(),
        }
    }

    /// How things stand now: what happened between the first word with the host and the first of its tap.
    fn described(&mut self, told: &Description) -> Vec<Effect> {
        if told.exit.is_none() {
            self.line.phase = if told.stopped { SessionPhase::Stopped } else { SessionPhase::Running };
        }
        (self.line.terminal, self.line.guests) = (told.terminal, told.guests);
        self.unseen_from = told.unseen_from;
        self.replied_to = self.replied_to.max(told.replied_to);
        self.replies()
    }

    fn gap(&mut self, from: u64, to: u64, now: u64) -> Vec<Effect> {
        self.recorded("session.gap", vec![("from", int(from)), ("to", int(to))], now)
    }

    /// Writes something down, unless too much of it was lately.
    pub(crate) fn recorded(
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

    fn resized(&mut self, size: Size) -> Vec<Effect> {
        self.line.size = size.into();
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
        (self.line.standing, self.line.unrecognised) = (None, None);
        self.line.ended = Some(now);
        vec![Effect::Ended(exit)]
    }
}

/// A number as the record keeps it.
pub(crate) fn int(number: u64) -> Value {
    Value::Int(i64::try_from(number).unwrap_or(i64::MAX))
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    pub(crate) const NOW: u64 = 1_000_000_000;

    pub(crate) fn tracked(unseen_from: Option<u64>, replied_to: u64) -> Tracked {
        let description = Description {
            session: "bbbbbbbb".into(),
            arguments: vec![b"sh".to_vec()],
            folder: b"/".to_vec(),
            pid: 7,
            began: 1,
            size: Size::cells(5, 20).into(),
            terminal: unseen_from.is_none(),
            guests: 0,
            stopped: false,
            exit: None,
            output_offset: 0,
            unseen_from,
            replied_to,
            input_epoch: 0,
            draft: false,
            half_typed: false,
            held_in_line: false,
            took_over: 0,
            manual: None,
            wish: wire::Wish::default(),
        };
        let line = line(&description, "name".into(), 8, NOW);
        Tracked::new(&description, line, Detecting::usual())
    }

    fn output(tracked: &mut Tracked, offset: u64, bytes: &[u8]) -> Vec<Effect> {
        tracked.follow(&TapFrame::Output { offset, micros: 0, bytes: bytes.to_vec() }, NOW, Instant::now())
    }

    fn happens(tracked: &mut Tracked, event: TapEvent) -> Vec<Effect> {
        tracked.follow(&TapFrame::Event { micros: 0, event }, NOW, Instant::now())
    }

    /// Offsets of the replies among these.
    fn replies(effects: &[Effect]) -> Vec<u64> {
        effects
            .iter()
            .filter_map(|effect| if let Effect::Reply { at, .. } = effect { Some(*at) } else { None })
            .collect()
    }

    #[test]
    fn queries_are_answered_only_while_no_terminal_sees_them() {
        let query = b"\x1b[6n";
        let mut alone = tracked(Some(0), 0);
        assert_eq!(replies(&output(&mut alone, 0, query)), [4]);
        assert_eq!(replies(&happens(&mut alone, TapEvent::Attached { seen_from: 4 })), [] as [u64; 0]);
        assert_eq!(replies(&output(&mut alone, 4, query)), [] as [u64; 0], "the terminal's");
        let mut attached = tracked(None, 0);
        assert_eq!(replies(&output(&mut attached, 0, b"\x1b[6n\x1b[c")), [] as [u64; 0]);
        let left = happens(&mut attached, TapEvent::Detached { unseen_from: 4 });
        assert_eq!(replies(&left), [7], "what the terminal did not answer before it went");
    }

    #[test]
    fn what_was_answered_before_is_not_answered_again() {
        let mut adopted = tracked(Some(0), 4);
        assert_eq!(replies(&output(&mut adopted, 0, b"\x1b[6n\x1b[6n")), [8]);
    }

    #[test]
    fn modes_after_a_gap_count_for_the_screen_and_not_for_the_numbers() {
        let mut tracked = tracked(Some(0), 0);
        happens(&mut tracked, TapEvent::Gap { from: 0, to: 5000 });
        happens(&mut tracked, TapEvent::Modes(b"\x1b[?1049h\x1b[?2004h".to_vec()));
        assert_eq!(tracked.screen.offset(), 5000);
        assert!(tracked.screen.is_alternate());
        output(&mut tracked, 5000, b"after");
        assert_eq!(tracked.screen.offset(), 5005);
        assert!(tracked.screen.snapshot_anyway().modes.bracketed_paste);
    }

    #[test]
    fn the_line_follows_what_happens() {
        let mut tracked = tracked(None, 0);
        output(&mut tracked, 0, b"\x1b]0;busy\x07");
        assert_eq!(tracked.line.title, "busy");
        happens(&mut tracked, TapEvent::Stopped(20));
        assert_eq!(tracked.line.phase, SessionPhase::Stopped);
        happens(&mut tracked, TapEvent::Continued);
        assert_eq!(tracked.line.phase, SessionPhase::Running);
        happens(&mut tracked, TapEvent::Detached { unseen_from: 0 });
        happens(&mut tracked, TapEvent::Guests(2));
        assert_eq!((tracked.line.terminal, tracked.line.guests), (false, 2));
        happens(&mut tracked, TapEvent::Resized(Size::cells(30, 90).into()));
        assert_eq!(tracked.screen.size(), Size::cells(30, 90));
        let ended = happens(&mut tracked, TapEvent::Exited(WireExit::Code(3)));
        assert_eq!(ended, [Effect::Ended(WireExit::Code(3))]);
        assert_eq!(tracked.line.ended, Some(NOW));
    }

    #[test]
    fn a_program_that_stops_in_a_loop_fills_no_record() {
        let mut tracked = tracked(Some(0), 0);
        let written: usize = (0..1000).map(|_| happens(&mut tracked, TapEvent::Stopped(20)).len()).sum();
        assert!(written < 10, "{written}");
    }
}
