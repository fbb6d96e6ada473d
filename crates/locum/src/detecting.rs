//! How questions are recognised for this person: the profiles and the threshold in force.

use std::sync::Arc;

use brain::{Agents, Detecting};
use detect::Profiles;

use crate::failure::Failure;
use crate::{config, folders, say};

/// The same for a person who asks at a terminal: settings with mistakes are refused, and so are profiles, which is said.
pub(crate) fn detecting_aloud() -> Result<Detecting, Failure> {
    let settings = config::load()?.detect;
    let (profiles, refused) = match folders::agents_folder() {
        Some(folder) => Agents::of_folder(folder).load(),
        None => (Profiles::embedded(), Vec::new()),
    };
    refused.iter().for_each(|error| say::note(format_args!("profile refused: {error}")));
    Ok(Detecting {
        profiles: Arc::new(profiles),
        threshold: settings.detection_threshold,
        ..Detecting::usual()
    })
}

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
