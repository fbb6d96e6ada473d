//! What was said last: which question, and what was told about it.

use std::time::Duration;

use model::{Choice, Key, Question, Size};

use crate::detection::{Detection, State};
use crate::fingerprint::Fingerprint;
use crate::identity::Identity;
use crate::typing::Typing;

/// What is gone for this long is gone. Shorter is a redraw.
pub(crate) const GONE_AFTER: Duration = Duration::from_millis(120);

/// The question that was announced last.
#[derive(Debug, Clone)]
pub(crate) struct Announced {
    pub(crate) identity: Identity,
    pub(crate) fingerprint: Fingerprint,
    /// As it was without a draft.
    pub(crate) state: State,
    /// Since when it cannot be seen.
    gone_since: Option<Duration>,
    told: Told,
}

/// What was told about it, and when.
#[derive(Debug, Clone, PartialEq)]
struct Told {
    at: Duration,
    size: Size,
    choices: Vec<Choice>,
}

impl Announced {
    /// A question asked for the `asked`th time.
    pub(crate) fn new(
        state: &State,
        identity: Identity,
        asked: u64,
        now: Duration,
        size: Size,
    ) -> Option<Self> {
        let question = state.question()?;
        Some(Announced {
            state: state.clone(),
            identity: identity.announced_at(now),
            fingerprint: Fingerprint::of(question, asked),
            gone_since: None,
            told: Told { at: now, size, choices: question.choices.clone() },
        })
    }

    /// It is there. Whether there is a reason to say once more that it waits.
    pub(crate) fn stands(
        &mut self,
        detection: &Detection,
        typing: &Typing,
        now: Duration,
        size: Size,
    ) -> bool {
        self.gone_since = None;
        let Some(question) = detection.state.question().filter(|question| question.kind.is_asking()) else {
            return false;
        };
        let told = Told { at: now, size, choices: question.choices.clone() };
        let moved = told.choices != self.told.choices;
        let unanswered = acts_at_once(question) && typing.lone_key_without_effect(self.told.at, now);
        let tell = !moved && (unanswered || size != self.told.size);
        if moved || tell {
            self.told = told;
        }
        tell
    }

    /// It is not there. Whether it has been gone for long enough.
    pub(crate) fn is_gone(&mut self, now: Duration) -> bool {
        let since = *self.gone_since.get_or_insert(now);
        now.saturating_sub(since) >= GONE_AFTER
    }

    /// When it will have been gone for long enough, if it is.
    pub(crate) fn gone_at(&self) -> Option<Duration> {
        self.gone_since.map(|since| since + GONE_AFTER)
    }
}

/// Whether a single key answers it. A key that waits for Enter has no effect yet.
fn acts_at_once(question: &Question) -> bool {
    question.choices.iter().any(|choice| matches!(choice.keys.as_slice(), [key] if *key != Key::Enter))
}
