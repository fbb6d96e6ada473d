//! From what a look found to what the engine is told.

use detect::{Fingerprint, Standing, State};
use engine::{Input, Look, Sight, Stands, Terminal};

use crate::sight::{Lookout, Sighting};

/// A sighting as an input.
pub(super) fn sighted(sighting: &Sighting) -> Option<Input> {
    match sighting {
        Sighting::Waiting(standing) => waiting(standing),
        Sighting::Still(standing) => sight(standing).map(|sight| Input::StillAsks(Box::new(sight))),
        Sighting::Resumed => Some(Input::Resumed),
        Sighting::Unrecognised { .. } => None,
    }
}

fn waiting(standing: &Standing) -> Option<Input> {
    match &standing.detection.state {
        State::Idle(question) => Some(Input::Rests(question.kind)),
        State::Asking(_) => sight(standing).map(|sight| Input::Asks(Box::new(sight))),
        State::Busy | State::Unsure(_) => None,
    }
}

/// A question that stands.
fn sight(standing: &Standing) -> Option<Sight> {
    let State::Asking(question) = &standing.detection.state else { return None };
    Some(Sight {
        fingerprint: standing.fingerprint?.number(),
        words: Fingerprint::of(question, 0).number(),
        question: question.clone(),
        confidence: standing.detection.confidence,
        agent: standing.agent.clone(),
        tool: standing.detection.tool.map(str::to_owned),
    })
}

/// The last look.
pub(super) fn look(lookout: &Lookout) -> Option<Look> {
    let (standing, picture) = lookout.last_look()?;
    let stands = match &standing.detection.state {
        State::Asking(_) => sight(standing).map_or(Stands::Unsure, |sight| Stands::Asking(Box::new(sight))),
        State::Idle(question) => Stands::Idle(question.kind),
        State::Busy => Stands::Busy,
        State::Unsure(_) => Stands::Unsure,
    };
    Some(Look {
        offset: picture.offset,
        stands,
        before_cursor: picture.before_cursor.clone(),
        terminal: Terminal {
            application_cursor: picture.application_cursor,
            bracketed_paste: picture.bracketed_paste,
            disambiguates: picture.disambiguates,
        },
        agent: lookout.is_agent(),
    })
}
