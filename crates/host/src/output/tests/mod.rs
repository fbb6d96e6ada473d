//! What is put back and what is asked, as tables, and what must hold for any bytes.

mod properties;
mod questions;
mod resets;
mod sets;

use super::*;

fn fed(bytes: &[u8]) -> ModeTracker {
    fed_in(bytes.chunks(bytes.len().max(1)))
}

fn fed_in<'a>(chunks: impl Iterator<Item = &'a [u8]>) -> ModeTracker {
    let mut tracker = ModeTracker::new();
    for chunk in chunks {
        tracker.feed(chunk);
    }
    tracker
}

/// The reset in a form that can be read in a failure.
fn reset(tracker: &ModeTracker) -> String {
    tracker.reset().as_bytes().escape_ascii().to_string()
}
