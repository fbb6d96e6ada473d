//! Sessions as their hosts tell of them, and what is seen of them.

use std::time::Instant;

use detect::State;
use model::{KernelFacts, LineMode, Process, Reader, Size};
use screen::Screen;
use wire::{TapEvent, TapFrame};

use super::*;
const SECOND: u64 = 1_000_000;

/// A session whose host is heard of without any delay.
struct Heard {
    screen: Screen,
    lookout: Lookout,
    began: Instant,
}

impl Heard {
    fn of(lookout: Lookout) -> Heard {
        let began = Instant::now() + Duration::from_secs(1000);
        Heard { screen: Screen::new(Size::cells(10, 40)), lookout, began }
    }

    fn new() -> Heard {
        Heard::of(Lookout::new(&["bash".into()], Detecting::usual()))
    }

    fn at(&self, micros: u64) -> Instant {
        self.began + Duration::from_micros(micros)
    }

    /// A frame that was made at `made` and arrives at `arrives`.
    fn frame(&mut self, made: u64, arrives: u64, frame: impl FnOnce(u64) -> TapFrame) {
        let (frame, at) = (frame(made), self.at(arrives));
        draw(&mut self.screen, &frame);
        self.lookout.hear(&frame, at);
    }

    fn output(&mut self, micros: u64, text: &str) {
        let (offset, bytes) = (self.screen.offset(), text.as_bytes().to_vec());
        self.frame(micros, micros, |micros| TapFrame::Output { offset, micros, bytes });
    }

    fn event(&mut self, micros: u64, event: TapEvent) {
        self.frame(micros, micros, |micros| TapFrame::Event { micros, event });
    }

    fn facts(&mut self, micros: u64, reader: Reader) {
        let facts = KernelFacts {
            mode: Some(LineMode { canonical: true, echo: true, signals: true }),
            foreground: Some(Process { pid: 7, name: "bash".into() }),
            reader,
            reader_thread: (reader == Reader::Read).then_some(7),
            unread: Some(0),
            ..KernelFacts::default()
        };
        self.event(micros, TapEvent::Facts(Box::new((&facts).into())));
    }

    /// Looks whenever it is due until this time; what is new, and how many looks it took.
    fn until(&mut self, micros: u64) -> (Vec<Sighting>, usize) {
        let (mut seen, mut looks) = (Vec::new(), 0);
        while let Some(due) = self.lookout.next_look().filter(|due| *due <= self.at(micros)) {
            seen.extend(self.lookout.look(&self.screen, due));
            looks += 1;
        }
        (seen, looks)
    }
}

fn waits(seen: &[Sighting]) -> Vec<&str> {
    let question = |sighting: &Sighting| match sighting {
        Sighting::Waiting(standing) => standing.detection.state.question().map(|found| found.kind.word()),
        Sighting::Still(_) => Some("still"),
        Sighting::Resumed => Some("resumed"),
        Sighting::Unrecognised { .. } => Some("unrecognised"),
    };
    // What is asked is borrowed from a constant table, not from the sighting.
    seen.iter().filter_map(question).collect()
}

#[test]
fn a_question_is_seen_once_and_a_quiet_session_is_left_alone() {
    let mut heard = Heard::new();
    heard.output(SECOND, "Proceed? [y/N] ");
    heard.facts(SECOND + 20_000, Reader::Read);
    let (seen, looks) = heard.until(100 * SECOND);
    assert_eq!(waits(&seen), ["yes_no"]);
    assert!(looks < 30, "{looks} looks at a screen that stands still");
    heard.output(200 * SECOND, "y\r\nworking\r\n");
    heard.facts(200 * SECOND + 20_000, Reader::None);
    assert_eq!(waits(&heard.until(300 * SECOND).0), ["resumed"]);
}

#[test]
fn nothing_is_looked_at_before_the_present_and_then_what_is_old_is_known_to_be() {
    let mut heard = Heard::of(Lookout::adopted(&["bash".into()], Detecting::usual()));
    let hour = 3600 * SECOND;
    let old = TapFrame::Output { offset: 0, micros: 5 * SECOND, bytes: b"Proceed? [y/N] ".to_vec() };
    heard.frame(5 * SECOND, hour, |_| old);
    assert_eq!(heard.lookout.next_look(), None);
    heard.facts(hour, Reader::Read);
    assert_eq!((heard.until(2 * hour).1, heard.lookout.take_unidentified()), (0, None));
    heard.event(hour, TapEvent::Described(Box::new(description())));
    let (seen, _) = heard.until(hour + SECOND);
    let [Sighting::Waiting(standing)] = seen.as_slice() else { panic!("{seen:?}") };
    assert_eq!(standing.since, Duration::from_secs(5));
    assert_eq!(heard.lookout.quiet(heard.at(hour)), Duration::from_secs(3595));
    assert!(heard.lookout.take_unidentified().is_some());
}

#[test]
fn after_a_gap_it_is_unsure_until_the_screen_is_whole() {
    let mut heard = Heard::new();
    heard.event(SECOND, TapEvent::Gap { from: 0, to: 5000 });
    heard.output(SECOND, "Proceed? [y/N] ");
    heard.facts(SECOND + 20_000, Reader::Read);
    assert_eq!(waits(&heard.until(60 * SECOND).0), [] as [&str; 0]);
    let state = heard.lookout.standing().unwrap().detection.state;
    assert!(matches!(state, State::Unsure(Some(_))), "{state:?}");
    heard.output(61 * SECOND, "\x1b[2J\x1b[HProceed? [y/N] ");
    assert_eq!(waits(&heard.until(120 * SECOND).0), ["yes_no"]);
}

/// When a question is announced that stood before this happened.
fn announced_after(event: Option<TapEvent>) -> Duration {
    let mut heard = Heard::new();
    heard.output(SECOND, "Proceed? [y/N] ");
    heard.facts(SECOND + 1_000, Reader::Read);
    if let Some(event) = event {
        heard.event(SECOND + 2_000, event);
    }
    let began = heard.began;
    while let Some(due) = heard.lookout.next_look() {
        if !heard.lookout.look(&heard.screen, due).is_empty() {
            return due - began;
        }
    }
    panic!("it is never announced");
}

#[test]
fn a_key_is_a_key_whoever_pressed_it() {
    let by_the_person = announced_after(Some(TapEvent::Typed { epoch: 1, draft: false }));
    assert_eq!(announced_after(Some(TapEvent::Injected { epoch: 1 })), by_the_person);
    assert!(announced_after(None) < by_the_person, "a key makes no difference");
}

#[test]
fn half_a_frame_is_not_looked_at_for_a_while_and_then_it_is() {
    let mut heard = Heard::new();
    heard.output(SECOND, "\x1b[?2026hProceed? [y/N] ");
    heard.facts(SECOND + 20_000, Reader::Read);
    heard.until(SECOND + 140_000);
    assert_eq!(heard.lookout.standing(), None);
    assert_eq!(waits(&heard.until(2 * SECOND).0), ["yes_no"], "the rest of it never came");
}

#[test]
fn processes_are_read_when_they_are_others_and_not_before() {
    let mut heard = Heard::new();
    heard.facts(SECOND, Reader::None);
    assert_eq!(heard.lookout.take_unidentified().map(|found| found.len()), Some(1));
    heard.facts(2 * SECOND, Reader::Read);
    assert_eq!(heard.lookout.take_unidentified(), None, "an answer is awaited");
    heard.lookout.identified(Vec::new());
    assert_eq!(heard.lookout.take_unidentified().map(|found| found.len()), Some(2));
    heard.lookout.identified(Vec::new());
    heard.output(3 * SECOND, "x");
    heard.facts(4 * SECOND, Reader::Read);
    assert_eq!(heard.lookout.take_unidentified(), None);
}

fn description() -> wire::Description {
    wire::Description {
        session: "bbbbbbbb".into(),
        arguments: Vec::new(),
        folder: Vec::new(),
        pid: 7,
        began: 1,
        size: Size::cells(10, 40).into(),
        terminal: false,
        guests: 0,
        stopped: false,
        exit: None,
        output_offset: 0,
        unseen_from: None,
        replied_to: 0,
        input_epoch: 0,
        draft: false,
        half_typed: false,
        held_in_line: false,
        took_over: 0,
        manual: None,
        wish: wire::Wish::default(),
    }
}
