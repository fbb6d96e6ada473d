//! A screen of which output was lost: what stands on it may be old, or half of something.

use detect::{Standing, State};
use model::{Evidence, Source};

/// The same standing, believed only so far.
pub(super) fn doubted(mut standing: Standing) -> Standing {
    let detection = &mut standing.detection;
    detection.state = match std::mem::replace(&mut detection.state, State::Busy) {
        State::Asking(question) | State::Idle(question) => State::Unsure(Some(question)),
        other => other,
    };
    let says = "output was lost, and the screen has not been drawn anew since".to_owned();
    detection.evidence.push(Evidence { source: Source::Screen, says, speaks_for: false });
    standing
}
