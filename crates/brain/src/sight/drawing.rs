//! What a frame of a tap does to the screen.

use screen::Screen;
use wire::{TapEvent, TapFrame};

/// Draws it.
pub fn draw(screen: &mut Screen, frame: &TapFrame) {
    match frame {
        TapFrame::Output { offset, bytes, .. } => {
            screen.set_offset(*offset);
            screen.feed(bytes);
        }
        TapFrame::Event { event: TapEvent::Gap { to, .. }, .. } => {
            screen.gap();
            screen.set_offset(*to);
        }
        TapFrame::Event { event: TapEvent::Modes(bytes), .. } => modes(screen, bytes),
        TapFrame::Event { event: TapEvent::Resized(size), .. } => screen.resize((*size).into()),
        TapFrame::Event { .. } => {}
    }
}

/// Modes are no output: they do not count in the numbering, and ask nothing.
fn modes(screen: &mut Screen, bytes: &[u8]) {
    let offset = screen.offset();
    screen.feed(bytes);
    screen.set_offset(offset);
    let _ = screen.take_replies();
}
