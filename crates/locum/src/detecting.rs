//! How questions are recognised for this person: the profiles and the threshold in force.

use std::sync::Arc;

use brain::{Agents, Detecting};
use detect::Profiles;

use crate::{config, folders};

/// Settings with mistakes are refused where a session begins; here the usual ones hold instead, and the profiles that
/// are without mistakes.
pub(crate) fn detecting() -> Detecting {
    let usual = Detecting::usual();
    let settings = config::load().ok().map(|settings| settings.detect);
    let own = folders::agents_folder().map(|folder| Agents::of_folder(folder).load().0);
    Detecting {
        profiles: Arc::new(own.unwrap_or_else(Profiles::embedded)),
        threshold: settings.map_or(usual.threshold, |settings| settings.detection_threshold),
        ..usual
    }
}
