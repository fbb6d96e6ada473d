//! The tap: a bounded side channel to one watcher. It never waits; a watcher that is too slow gets a gap.
//!
//! The ring is its queue: a tap is a number up to which the watcher has been served. Events are sent once the
//! output before them has been, so their order is the order in which things happened.

use std::collections::VecDeque;
use std::io::{self, IoSlice};

use wire::{OUTPUT_HEADER, TapEvent, encode_event, output_header};

use crate::output::Checkpoint;
use crate::ring::Ring;

/// The most output in one frame.
const LARGEST_FRAME: usize = 64 << 10;
/// Events that wait for a slow watcher. Facts change a few times a second: a watcher this far behind is stuck, and
/// the oldest news is worth the least to it.
const MOST_EVENTS: usize = 1024;

/// Where a tap sends to: takes what fits at once, or says `WouldBlock`.
pub trait Outlet {
    /// Sends some of `parts`, in order, without waiting.
    fn send_now(&mut self, parts: &[IoSlice<'_>]) -> io::Result<usize>;
}

/// What became of an attempt to serve a watcher.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Served {
    /// Everything has been sent.
    All,
    /// The watcher takes no more just now.
    Full,
    /// The watcher is gone.
    Gone,
}

/// One watcher's place in the stream.
#[derive(Debug)]
pub struct Tap {
    sent: u64,
    /// The rest of a frame that was sent in part; a frame is never left half sent.
    rest: Vec<u8>,
    events: VecDeque<Event>,
    /// After a gap: what was on where the output goes on.
    modes: Option<Vec<u8>>,
    /// Time of the last frame; what follows is not older.
    micros: u64,
    /// A watcher that is further behind than this skips ahead, once it has been up to date.
    most_behind: Option<u64>,
    was_up_to_date: bool,
}

/// An event on its way to the watcher.
#[derive(Debug)]
struct Event {
    /// The number of the output it follows.
    at: u64,
    micros: u64,
    frame: Vec<u8>,
}

impl Tap {
    /// A watcher that wants output from number `from` on.
    pub fn new(from: u64) -> Self {
        Tap {
            sent: from,
            rest: Vec::with_capacity(OUTPUT_HEADER + LARGEST_FRAME),
            events: VecDeque::new(),
            modes: None,
            micros: 0,
            most_behind: None,
            was_up_to_date: false,
        }
    }

    /// The same for a watcher to whom the present is worth more than the past.
    pub fn following(from: u64, most_behind: u64) -> Self {
        Tap { most_behind: Some(most_behind), ..Tap::new(from) }
    }

    /// The place to skip to, if it is time to.
    fn skips_to<'r>(&self, ring: &'r Ring) -> Option<&'r Checkpoint> {
        let late = self.was_up_to_date && self.behind(ring) > self.most_behind?;
        ring.last_checkpoint().filter(|checkpoint| late && checkpoint.at() > self.sent)
    }

    /// How much output has not been sent yet.
    pub fn behind(&self, ring: &Ring) -> u64 {
        ring.end().saturating_sub(self.sent)
    }

    /// Whether anything at all has not been sent yet.
    pub fn waits(&self, ring: &Ring) -> bool {
        !self.rest.is_empty() || !self.events.is_empty() || self.modes.is_some() || self.behind(ring) > 0
    }

    /// Queues an event that happened after output number `at`.
    pub fn happened(&mut self, at: u64, micros: u64, event: &TapEvent) {
        if self.events.len() >= MOST_EVENTS {
            self.events.pop_front();
        }
        if let Ok(frame) = encode_event(micros, event) {
            self.events.push_back(Event { at, micros, frame });
        }
    }

    /// Sends as much as the watcher takes now.
    pub fn serve(&mut self, ring: &Ring, micros: u64, outlet: &mut impl Outlet) -> Served {
        loop {
            let step = match self.next_frame(ring, micros) {
                Frame::Rest => self.send_rest(outlet),
                Frame::Event(frame) => self.send(&frame, &[], outlet),
                Frame::Output(header, run) => {
                    self.sent += run.len() as u64;
                    self.send(&header, run, outlet)
                }
                Frame::Nothing => return Served::All,
            };
            match step {
                Ok(true) => {}
                Ok(false) => return Served::Full,
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => return Served::Full,
                Err(_) => return Served::Gone,
            }
        }
    }

    fn next_frame<'r>(&mut self, ring: &'r Ring, micros: u64) -> Frame<'r> {
        if !self.rest.is_empty() {
            return Frame::Rest;
        }
        if let Some(ahead) = self.skips_to(ring) {
            return self.gap_to(ahead.at(), Some(ahead), micros);
        }
        if self.sent < ring.oldest() {
            return self.gap_in(ring, micros);
        }
        self.was_up_to_date |= self.behind(ring) == 0;
        if let Some(frame) = self.modes.take() {
            return Frame::Event(frame);
        }
        let stop = self.events.front().map_or(u64::MAX, |event| event.at);
        if stop <= self.sent {
            let Some(event) = self.events.pop_front() else { return Frame::Nothing };
            self.micros = self.micros.max(event.micros);
            return Frame::Event(event.frame);
        }
        // Output before an event came before it, whenever it is sent.
        let event = self.events.front().map_or(u64::MAX, |event| event.micros);
        self.micros = self.micros.max(micros.min(event));
        let micros = self.micros;
        let run = ring.run_from(self.sent);
        let limit = (stop - self.sent).min(LARGEST_FRAME as u64) as usize;
        match run.get(..run.len().min(limit)) {
            Some(run) if !run.is_empty() => Frame::Output(output_header(self.sent, micros, run.len()), run),
            _ => Frame::Nothing,
        }
    }

    /// The watcher goes on where it is known what was on, or its screen would be wrong from there to the end. Within a
    /// single sequence that is longer than the ring there is no such place.
    fn gap_in<'r>(&mut self, ring: &'r Ring, micros: u64) -> Frame<'r> {
        let known = ring.first_checkpoint();
        self.gap_to(known.map_or(ring.oldest(), Checkpoint::at), known, micros)
    }

    fn gap_to<'r>(&mut self, to: u64, known: Option<&Checkpoint>, micros: u64) -> Frame<'r> {
        let gap = TapEvent::Gap { from: self.sent, to };
        self.sent = to;
        self.modes = known.and_then(|known| encode_event(micros, &TapEvent::Modes(known.set())).ok());
        encode_event(micros, &gap).map_or(Frame::Nothing, Frame::Event)
    }

    /// Sends a frame, keeping what did not fit. True if all of it went.
    fn send(&mut self, head: &[u8], body: &[u8], outlet: &mut impl Outlet) -> io::Result<bool> {
        let sent = match outlet.send_now(&[IoSlice::new(head), IoSlice::new(body)]) {
            Ok(sent) => sent,
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => 0,
            Err(error) => return Err(error),
        };
        self.rest.extend_from_slice(head.get(sent..).unwrap_or_default());
        self.rest.extend_from_slice(body.get(sent.saturating_sub(head.len())..).unwrap_or_default());
        Ok(self.rest.is_empty())
    }

    fn send_rest(&mut self, outlet: &mut impl Outlet) -> io::Result<bool> {
        let sent = outlet.send_now(&[IoSlice::new(&self.rest)])?;
        self.rest.drain(..sent.min(self.rest.len()));
        Ok(self.rest.is_empty())
    }
}

enum Frame<'r> {
    Rest,
    Event(Vec<u8>),
    Output([u8; OUTPUT_HEADER], &'r [u8]),
    Nothing,
}

#[cfg(test)]
mod tests {
    use wire::{TapFrame, TapReader};

    use super::*;
    use crate::output::ModeTracker;
    use crate::ring::CAPACITY;

    /// A watcher with room for so many bytes.
    struct Room {
        left: usize,
        got: Vec<u8>,
        gone: bool,
    }

    impl Room {
        fn of(left: usize) -> Self {
            Room { left, got: Vec::new(), gone: false }
        }

        fn frames(&self) -> Vec<TapFrame> {
            let mut reader = TapReader::new();
            reader.push(&self.got);
            std::iter::from_fn(|| reader.next_frame().unwrap()).collect()
        }

        fn output(&self) -> Vec<u8> {
            let frames = self.frames();
            frames
                .iter()
                .flat_map(|f| if let TapFrame::Output { bytes, .. } = f { bytes.clone() } else { vec![] })
                .collect()
        }
    }

    impl Outlet for Room {
        fn send_now(&mut self, parts: &[IoSlice<'_>]) -> io::Result<usize> {
            if self.gone {
                return Err(io::ErrorKind::BrokenPipe.into());
            }
            let all: Vec<u8> = parts.iter().flat_map(|part| part.to_vec()).collect();
            let taken = all.len().min(self.left);
            if taken == 0 && !all.is_empty() {
                return Err(io::ErrorKind::WouldBlock.into());
            }
            self.left -= taken;
            self.got.extend_from_slice(&all[..taken]);
            Ok(taken)
        }
    }

    fn put(ring: &mut Ring, bytes: &[u8]) {
        for piece in bytes.chunks(4095) {
            let mut piece = piece;
            while !piece.is_empty() {
                let space = ring.space();
                let count = piece.len().min(space.len());
                space[..count].copy_from_slice(&piece[..count]);
                ring.commit(count);
                piece = &piece[count..];
            }
        }
    }

    #[test]
    fn a_watcher_with_any_amount_of_room_gets_every_byte_in_order() {
        for room in [1, 2, 20, 21, 22, 100, 5000] {
            let (mut ring, mut tap, mut watcher) = (Ring::new(), Tap::new(0), Room::of(0));
            let sent: Vec<u8> = (0..20_000u32).map(|n| n as u8).collect();
            for piece in sent.chunks(777) {
                put(&mut ring, piece);
                watcher.left = room;
                tap.serve(&ring, 1, &mut watcher);
            }
            watcher.left = usize::MAX;
            assert_eq!(tap.serve(&ring, 2, &mut watcher), Served::All);
            assert_eq!(watcher.output(), sent, "room {room}");
        }
    }

    #[test]
    fn an_event_comes_between_the_output_before_and_after_it() {
        let (mut ring, mut tap, mut watcher) = (Ring::new(), Tap::new(0), Room::of(usize::MAX));
        put(&mut ring, b"before");
        tap.happened(ring.end(), 5, &TapEvent::Continued);
        put(&mut ring, b"after");
        assert_eq!(tap.serve(&ring, 9, &mut watcher), Served::All);
        assert_eq!(
            watcher.frames(),
            [
                TapFrame::Output { offset: 0, micros: 5, bytes: b"before".to_vec() },
                TapFrame::Event { micros: 5, event: TapEvent::Continued },
                TapFrame::Output { offset: 6, micros: 9, bytes: b"after".to_vec() },
            ]
        );
    }

    #[test]
    fn times_never_run_backwards_however_late_it_is_sent() {
        let (mut ring, mut tap, mut watcher) = (Ring::new(), Tap::new(0), Room::of(usize::MAX));
        for step in 1..5 {
            put(&mut ring, b"output");
            tap.happened(ring.end(), step * 10, &TapEvent::Continued);
        }
        put(&mut ring, b"last");
        assert_eq!(tap.serve(&ring, 45, &mut watcher), Served::All);
        let times: Vec<u64> = watcher
            .frames()
            .iter()
            .map(|frame| match frame {
                TapFrame::Output { micros, .. } | TapFrame::Event { micros, .. } => *micros,
            })
            .collect();
        assert_eq!(times, [10, 10, 20, 20, 30, 30, 40, 40, 45]);
    }

    #[test]
    fn a_stuck_watcher_gets_a_gap_and_then_the_rest() {
        let (mut ring, mut tap, mut watcher) = (Ring::new(), Tap::new(0), Room::of(0));
        put(&mut ring, &vec![b'a'; CAPACITY]);
        put(&mut ring, b"fresh");
        assert_eq!(tap.serve(&ring, 1, &mut watcher), Served::Full);
        put(&mut ring, &vec![b'b'; 2 * CAPACITY]);
        watcher.left = usize::MAX;
        assert_eq!(tap.serve(&ring, 2, &mut watcher), Served::All);
        let frames = watcher.frames();
        assert!(
            frames.iter().any(|frame| matches!(frame, TapFrame::Event { event: TapEvent::Gap { .. }, .. }))
        );
        let after: usize = watcher.output().iter().filter(|&&byte| byte == b'b').count();
        assert_eq!(after, CAPACITY);
    }

    /// Puts bytes into the ring and follows the modes in them, as a host does.
    fn follow(ring: &mut Ring, modes: &mut ModeTracker, bytes: &[u8]) {
        for piece in bytes.chunks(4095) {
            put(ring, piece);
            modes.feed(piece);
            modes.checkpoint().into_iter().for_each(|checkpoint| ring.mark(checkpoint));
        }
    }

    #[test]
    fn after_a_gap_it_is_said_what_is_on_there() {
        let (mut ring, mut modes, mut tap) = (Ring::new(), ModeTracker::new(), Tap::new(0));
        follow(&mut ring, &mut modes, b"\x1b[?1049h\x1b[31m");
        follow(&mut ring, &mut modes, &vec![b'a'; CAPACITY]);
        // So little room that the gap is told and what is on there is not, before that place is gone, too.
        let gap = encode_event(7, &TapEvent::Gap { from: 0, to: ring.first_checkpoint().unwrap().at() });
        let mut watcher = Room::of(gap.unwrap().len());
        assert_eq!(tap.serve(&ring, 7, &mut watcher), Served::Full);
        follow(&mut ring, &mut modes, b"\x1b[?1000h");
        follow(&mut ring, &mut modes, &vec![b'b'; 2 * CAPACITY]);
        watcher.left = usize::MAX;
        assert_eq!(tap.serve(&ring, 8, &mut watcher), Served::All);
        let events: Vec<TapEvent> = watcher.frames().into_iter().filter_map(event).collect();
        let at = ring.first_checkpoint().unwrap().at();
        let [
            TapEvent::Gap { from: 0, to: first },
            TapEvent::Modes(before),
            TapEvent::Gap { from, to },
            TapEvent::Modes(modes),
        ] = events.as_slice()
        else {
            panic!("{events:?}")
        };
        assert_eq!((from, *to), (first, at));
        assert_eq!(before.escape_ascii().to_string(), "\\x1b[?1049h\\x1b[31m");
        assert_eq!(modes.escape_ascii().to_string(), "\\x1b[?1049h\\x1b[?1000h\\x1b[31m");
        assert!(at - ring.oldest() < 300 << 10, "far more is lost than has to be: {at}");
        assert_eq!(watcher.output().len() as u64, ring.end() - at);
    }

    fn event(frame: TapFrame) -> Option<TapEvent> {
        match frame {
            TapFrame::Event { event, .. } => Some(event),
            TapFrame::Output { .. } => None,
        }
    }

    #[test]
    fn a_follower_sees_all_it_finds_and_skips_ahead_when_it_lags_later() {
        let (mut ring, mut tap) = (Ring::new(), Tap::following(0, 1 << 20));
        let (mut watcher, mut modes) = (Room::of(usize::MAX), ModeTracker::new());
        let mut print = |ring: &mut Ring, count: usize| {
            let text = vec![b'x'; 64 << 10];
            for _ in 0..count {
                put(ring, &text);
                modes.feed(&text);
                if let Some(checkpoint) = modes.checkpoint() {
                    ring.mark(checkpoint);
                }
            }
        };
        print(&mut ring, 32);
        assert_eq!(tap.serve(&ring, 1, &mut watcher), Served::All);
        assert_eq!(watcher.output().len(), 2 << 20, "what was there is not skipped");
        watcher.left = 0;
        print(&mut ring, 32);
        tap.serve(&ring, 2, &mut watcher);
        watcher.left = usize::MAX;
        assert_eq!(tap.serve(&ring, 3, &mut watcher), Served::All);
        let seen = watcher.output().len() - (2 << 20);
        assert!(seen <= 600 << 10, "{seen} bytes of two MiB");
        let told = |frame: &TapFrame| matches!(frame, TapFrame::Event { event: TapEvent::Modes(_), .. });
        assert!(watcher.frames().iter().any(told));
    }

    #[test]
    fn a_watcher_that_left_is_noticed() {
        let (mut ring, mut tap) = (Ring::new(), Tap::new(0));
        put(&mut ring, b"x");
        let mut watcher = Room { gone: true, ..Room::of(9) };
        assert_eq!(tap.serve(&ring, 1, &mut watcher), Served::Gone);
    }
}
