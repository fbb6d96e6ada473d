//! What the events file says about waiting. The recorder is told all that the brain is told, and needs no brain.

use std::time::Instant;

use brain::{Lookout, Sighting, draw, identify};
use model::Size;
use screen::Screen;
use serde_json::Value;
use wire::TapFrame;

use crate::cli::RecorderArguments;
use crate::detecting::detecting;
use crate::waiting_json;

/// A screen, and who looks at it.
pub(super) struct Eye {
    screen: Screen,
    lookout: Lookout,
}

impl Eye {
    pub(super) fn new(arguments: &RecorderArguments) -> Eye {
        let words = arguments.command.iter().map(|word| word.to_string_lossy().into_owned());
        let words: Vec<String> = words.collect();
        Eye {
            screen: Screen::new(Size::cells(arguments.rows, arguments.columns)),
            lookout: Lookout::new(&words, detecting()),
        }
    }

    /// Takes note of a frame that has just come.
    pub(super) fn hear(&mut self, frame: &TapFrame) {
        draw(&mut self.screen, frame);
        let _ = self.screen.take_replies();
        self.lookout.hear(frame, Instant::now());
        if let Some(candidates) = self.lookout.take_unidentified() {
            self.lookout.identified(identify(&candidates));
        }
    }

    /// When to look next.
    pub(super) fn due(&self) -> Option<Instant> {
        self.lookout.next_look()
    }

    /// Looks, and says what is new.
    pub(super) fn look(&mut self) -> Vec<Value> {
        let sightings = self.lookout.look(&self.screen, Instant::now());
        let time = self.lookout.time().as_secs_f64();
        sightings.iter().filter_map(|sighting| event(time, sighting)).collect()
    }
}

/// The warning about an agent that nobody understands is the brain's.
fn event(time: f64, sighting: &Sighting) -> Option<Value> {
    match sighting {
        Sighting::Waiting(standing) => Some(waiting_json::waiting(time, standing)),
        Sighting::Still(standing) => Some(waiting_json::still(time, standing)),
        Sighting::Resumed => Some(waiting_json::resumed(time)),
        Sighting::Unrecognised { .. } => None,
    }
}
