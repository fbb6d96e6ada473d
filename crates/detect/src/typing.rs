//! When the person typed. What they typed is not known here.

use std::time::Duration;

/// So soon after a key of the person nothing is announced: they are typing, and what stands there may be half of something.
const SETTLES: Duration = Duration::from_millis(80);
/// A key that has not answered a question within this time did not answer it.
const ANSWERS_WITHIN: Duration = Duration::from_millis(1200);
/// For so long after a key, looks are close: a question may be answered and the next one drawn.
const WATCHED_FOR: Duration = Duration::from_millis(1500);

/// The last keys.
#[derive(Debug, Clone, Default)]
pub(crate) struct Typing {
    last: Option<Duration>,
    /// The last one that the person pressed themselves.
    by_hand: Option<Duration>,
    /// The key before it came long before.
    lone: bool,
}

impl Typing {
    /// The person pressed a key.
    pub(crate) fn typed(&mut self, now: Duration) {
        self.typed_for_them(now);
        self.by_hand = Some(now);
    }

    /// A key was pressed for them: one at a time, and nothing is half typed behind the last.
    pub(crate) fn typed_for_them(&mut self, now: Duration) {
        self.lone = self.last.is_none_or(|last| now >= last + ANSWERS_WITHIN);
        self.last = Some(now);
    }

    /// The last key's time.
    pub(crate) fn last(&self) -> Option<Duration> {
        self.last
    }

    /// Whether a key was pressed at this time or after.
    pub(crate) fn since(&self, time: Duration) -> bool {
        self.last.is_some_and(|last| last >= time)
    }

    /// Whether the person is at it right now.
    pub(crate) fn goes_on(&self, now: Duration) -> bool {
        self.by_hand.is_some_and(|last| now < last + SETTLES)
    }

    /// Whether the last key is so recent that looks should be close.
    pub(crate) fn is_watched(&self, now: Duration) -> bool {
        self.last.is_some_and(|last| now < last + WATCHED_FOR)
    }

    /// Whether what has stood since this time may be being answered by a key that came later.
    pub(crate) fn may_answer(&self, stood: Duration, now: Duration) -> bool {
        self.last.is_some_and(|last| stood <= last && now < last + ANSWERS_WITHIN)
    }

    /// Whether what moved at this time may have been moved by the last key, on its way to being answered: a slow program
    /// draws what it has to say above its dialog before it takes that away.
    pub(crate) fn may_have_moved(&self, moved: Duration, now: Duration) -> bool {
        self.last.is_some_and(|last| {
            let effect = if moved < last + ANSWERS_WITHIN { moved.max(last) } else { last };
            now < effect + ANSWERS_WITHIN
        })
    }

    /// One key, and no other near it, was pressed after this time, and time enough has gone by for its effect. In a
    /// burst of keys the person is at work, and there is nothing to say.
    pub(crate) fn lone_key_without_effect(&self, after: Duration, now: Duration) -> bool {
        self.lone && self.last.is_some_and(|last| last > after && now >= last + ANSWERS_WITHIN)
    }

    /// The times at which one of these changes.
    pub(crate) fn moments(&self) -> impl Iterator<Item = Duration> {
        let settled = self.by_hand.map(|last| last + SETTLES);
        settled.into_iter().chain(self.last.map(|last| last + ANSWERS_WITHIN))
    }
}
