//! The bytes that make a terminal show a session's screen: from the brain, or without one from what the host still
//! has of the output.

use std::time::{Duration, Instant};

use model::{SessionId, Size};
use screen::Screen;
use wire::{Answer, BrainAnswer, BrainRequest, Request, TapEvent, TapFrame};

use crate::brain::Brain;
use crate::folders::RuntimeFolder;
use crate::line::Line;

/// Reading 4 MiB from a host and drawing them takes a tenth of this.
const PATIENCE: Duration = Duration::from_secs(2);

/// A brain that is there greets at once. One that is stopped must not hold up the person.
const HELLO: Duration = Duration::from_millis(200);

/// What to write to a terminal of this size, and how much of the output it then shows. Not before the session's
/// screen has come to `at_least`.
pub(crate) fn restore(session: &SessionId, size: Size, at_least: u64) -> Option<(Vec<u8>, u64)> {
    let runtime = RuntimeFolder::open().ok()?;
    from_brain(&runtime, session, size, at_least).or_else(|| from_host(&runtime, session, at_least))
}

fn from_brain(
    runtime: &RuntimeFolder,
    session: &SessionId,
    size: Size,
    at_least: u64,
) -> Option<(Vec<u8>, u64)> {
    let request = BrainRequest::Restore { session: session.to_string(), size: size.into(), at_least };
    match Brain::connect_within(runtime, HELLO).ok()?.ask(&request).ok()? {
        BrainAnswer::Restore { bytes, offset } if offset >= at_least => Some((bytes, offset)),
        _ => None,
    }
}

/// Draws what the host has kept. What it has not kept is missing, until the program draws it again.
fn from_host(runtime: &RuntimeFolder, session: &SessionId, at_least: u64) -> Option<(Vec<u8>, u64)> {
    let mut line = Line::connect(&runtime.socket(session), session.as_str()).ok()?;
    let Answer::Description(description) = line.ask(&Request::Describe).ok()? else { return None };
    line.send(&Request::Watch { from: 0 }).ok()?;
    let mut tap = line.into_tap();
    let mut screen = Screen::new(description.size.into());
    let until = Instant::now() + PATIENCE;
    while Instant::now() < until {
        match tap.next_frame().ok()? {
            TapFrame::Output { offset, bytes, .. } => {
                screen.set_offset(offset);
                screen.feed(&bytes);
            }
            // The facts of the moment come behind everything that was there when we asked.
            TapFrame::Event { event: TapEvent::Facts(_), .. } if screen.offset() >= at_least => {
                return Some((screen.restore(), screen.offset()));
            }
            TapFrame::Event { event, .. } => happened(&mut screen, &event),
        }
    }
    None
}

fn happened(screen: &mut Screen, event: &TapEvent) {
    match event {
        TapEvent::Gap { to, .. } => {
            screen.gap();
            screen.set_offset(*to);
        }
        TapEvent::Modes(bytes) => {
            let offset = screen.offset();
            screen.feed(bytes);
            screen.set_offset(offset);
        }
        TapEvent::Resized(size) => screen.resize((*size).into()),
        _ => {}
    }
}
