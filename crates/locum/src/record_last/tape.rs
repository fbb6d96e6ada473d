//! What a session's host still has, and what happens in the next moment.

use std::time::{Duration, Instant};

use model::{KernelFacts, SessionId, Size};
use wire::{Answer, Description, Request, TapEvent, TapFrame};

use crate::failure::Failure;
use crate::folders::RuntimeFolder;
use crate::line::{Line, LineError, Tap};
use crate::recorder::Utf8Stream;
use crate::sessions;

/// How long to look on: whether a program rests shows only in time.
const LOOK_ON: Duration = Duration::from_millis(1500);

/// Something that happened.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Event {
    Output(String),
    Resized(Size),
    Facts(Box<KernelFacts>),
    /// So many bytes are not there any more.
    Lost(u64),
}

/// A session's last output with the present facts. When the kept output came is not known: all of it stands at the
/// beginning.
#[derive(Debug)]
pub(super) struct Tape {
    pub(super) description: Box<Description>,
    /// The size at the beginning.
    pub(super) size: Size,
    pub(super) events: Vec<(Duration, Event)>,
    /// The program ended meanwhile.
    ended: bool,
}

impl Tape {
    /// Asks the session's host.
    pub(super) fn of_session(runtime: &RuntimeFolder, session: &SessionId) -> Result<Tape, Failure> {
        let words = |error: LineError| sessions::in_words(session, &error);
        let mut line = Line::connect(&runtime.socket(session), session.as_str()).map_err(words)?;
        let description = match line.ask(&Request::Describe).map_err(words)? {
            Answer::Description(description) => description,
            Answer::Refused { reason } => {
                return Err(Failure::Refused { session: session.to_string(), reason });
            }
            _ => return Err(words(LineError::HungUp)),
        };
        line.send(&Request::Watch { from: 0 }).map_err(words)?;
        let size = description.size.into();
        let mut tape = Tape { description, size, events: Vec::new(), ended: false };
        tape.listen(line.into_tap()).map_err(words)?;
        tape.close();
        Ok(tape)
    }

    /// The facts are told when they change: at the end they still hold. Without a last event a recording would not tell
    /// how long nothing happened.
    fn close(&mut self) {
        let last = self.events.iter().rev().find(|(_, event)| matches!(event, Event::Facts(_)));
        if let Some((_, facts)) = last.filter(|_| !self.ended).cloned() {
            self.events.push((LOOK_ON, facts));
        }
    }

    /// Takes everything up to the present, and then what happens for a moment.
    fn listen(&mut self, mut tap: Tap) -> Result<(), LineError> {
        let (mut text, mut present) = (Utf8Stream::default(), None::<(u64, Instant)>);
        loop {
            let patience = present.map(|(_, begun)| LOOK_ON.saturating_sub(begun.elapsed()));
            if patience.is_some_and(|left| left.is_zero()) {
                return Ok(());
            }
            let frame = match tap.next_frame_within(patience) {
                Ok(frame) => frame,
                Err(LineError::Silent | LineError::HungUp) if present.is_some() => return Ok(()),
                Err(error) => return Err(error),
            };
            let at = |micros: u64| {
                Duration::from_micros(present.map_or(0, |(begun, _)| micros.saturating_sub(begun)))
            };
            match frame {
                TapFrame::Output { micros, bytes, .. } => {
                    self.take(at(micros), Event::Output(text.push(&bytes)))
                }
                TapFrame::Event { micros, event: TapEvent::Described(_) } => {
                    present = Some((micros, Instant::now()));
                }
                TapFrame::Event { event: TapEvent::Exited(_), .. } => {
                    self.ended = true;
                    return Ok(());
                }
                TapFrame::Event { micros, event } => {
                    let event = happened(&event, &mut text);
                    event.into_iter().for_each(|event| self.take(at(micros), event));
                }
            }
        }
    }

    /// A size that comes before anything was shown is that of the beginning.
    fn take(&mut self, at: Duration, event: Event) {
        let begun = self.events.iter().any(|(_, event)| matches!(event, Event::Output(_)));
        match event {
            Event::Resized(size) if !begun => self.size = size,
            event => self.events.push((at, event)),
        }
    }
}

fn happened(event: &TapEvent, text: &mut Utf8Stream) -> Option<Event> {
    match event {
        TapEvent::Facts(facts) => Some(Event::Facts(Box::new((**facts).clone().into()))),
        TapEvent::Resized(size) => Some(Event::Resized((*size).into())),
        TapEvent::Gap { from, to } => Some(Event::Lost(to - from)),
        TapEvent::Modes(bytes) => Some(Event::Output(text.push(bytes))),
        _ => None,
    }
}
