//! A session over time: when to look, what changed, which question is the same one. Pure: time is an argument,
//! counted from the session's beginning.

use std::sync::Arc;
use std::time::Duration;

use model::Kind;
use screen::Snapshot;

use crate::detection::{Detection, State};
use crate::facts::{Facts, Waits};
use crate::fingerprint::Fingerprint;
use crate::found::Strength;
use crate::identity::Identity;
use crate::judge::{Seen, judge, see};
use crate::profile::Profile;
use crate::progress::Progress;
use crate::view::View;

/// How a session stands, and since when.
#[derive(Debug, Clone, PartialEq)]
pub struct Standing {
    /// The state with its evidence, as the last look found it.
    pub detection: Detection,
    /// When this state began.
    pub since: Duration,
    /// Which question it is, while it waits.
    pub fingerprint: Option<Fingerprint>,
    /// The profile that was used.
    pub agent: String,
}

/// What a look found to be new.
#[derive(Debug, Clone, PartialEq)]
pub enum Change {
    /// The program waits: for something new, or again.
    Waiting(Box<Standing>),
    /// It does not wait any more.
    Resumed,
}

/// Silences after which a look may find something new: what any rule waits for, and a last one.
const STEPS: [u64; 11] = [20, 40, 60, 150, 250, 700, 1000, 1500, 2000, 3000, 5000];
/// While output flows, this much time between two looks.
const BETWEEN: Duration = Duration::from_millis(100);
/// After the person typed, looks are closer for a while: a question may be answered and the next one drawn.
const CLOSE: (Duration, Duration) = (Duration::from_millis(1500), Duration::from_millis(20));
/// A program in raw mode that looked at the terminal within this time still does: it sleeps in between.
const POLLED_WITHIN: Duration = Duration::from_millis(700);
/// So soon after a key nothing is announced: the person is typing, and what stands there may be half of something.
const TYPING: Duration = Duration::from_millis(80);
/// Output that goes on for this long without a key is an animation.
const ANIMATED_AFTER: Duration = Duration::from_millis(400);
/// A program that animates its screen must rest for so much longer before it is said to rest at it.
const ANIMATED_RESTS: Duration = Duration::from_millis(1850);
/// What is gone for this long is gone. Shorter is a redraw.
const GONE_AFTER: Duration = Duration::from_millis(120);

/// What was announced last.
#[derive(Debug, Clone)]
struct Announced {
    identity: Identity,
    fingerprint: Fingerprint,
    gone_since: Option<Duration>,
}

/// One session.
#[derive(Debug)]
pub struct Watch {
    profile: Arc<Profile>,
    threshold: f64,
    facts: Facts,
    last_output: Duration,
    /// When the output that goes on without a longer pause began.
    burst_began: Duration,
    last_facts: Duration,
    last_typed: Option<Duration>,
    last_polled: Option<Duration>,
    last_look: Option<Duration>,
    /// When something last happened, if that was after the last look.
    news: Option<Duration>,
    progress: Progress,
    /// What the last look saw, and since when it has been the same.
    seen: Option<(Identity, Duration)>,
    announced: Option<Announced>,
    asked: u64,
    standing: Option<Standing>,
}

impl Watch {
    /// A session that has shown nothing yet. Detections below `threshold` are unsure.
    pub fn new(profile: Arc<Profile>, threshold: f64) -> Self {
        Watch {
            profile,
            threshold,
            facts: Facts::none(),
            last_output: Duration::ZERO,
            burst_began: Duration::ZERO,
            last_facts: Duration::ZERO,
            last_typed: None,
            last_polled: None,
            last_look: None,
            news: None,
            progress: Progress::default(),
            seen: None,
            announced: None,
            asked: 0,
            standing: None,
        }
    }

    /// Another program is in the foreground, or its profile has changed.
    pub fn profile(&mut self, profile: Arc<Profile>) {
        self.profile = profile;
        let last = self.last_output.max(self.last_facts);
        self.news = Some(self.last_look.map_or(last, |look| look.max(last)));
    }

    /// The program wrote something.
    pub fn output(&mut self, now: Duration) {
        let typed_since = self.last_typed.is_some_and(|typed| typed >= self.last_output);
        if typed_since || now.saturating_sub(self.last_output) > ANIMATED_AFTER {
            self.burst_began = now;
        }
        self.last_output = now;
        self.news = Some(now);
    }

    /// The kernel tells something new.
    pub fn facts(&mut self, facts: Facts, now: Duration) {
        if self.facts.waits == Waits::Polls {
            self.last_polled = Some(now);
        }
        self.facts = facts;
        self.last_facts = now;
        self.news = Some(now);
    }

    /// The person did something.
    pub fn typed(&mut self, now: Duration) {
        self.last_typed = Some(now);
        self.news = Some(now);
    }

    /// When to look next, if nothing happens before.
    pub fn next_look(&self) -> Option<Duration> {
        let Some(last_look) = self.last_look else {
            return self.news;
        };
        let base = self.last_output.max(self.last_facts);
        let step = STEPS.iter().map(|step| base + Duration::from_millis(*step)).find(|due| *due > last_look);
        let flowing = self.news.map(|news| news.max(last_look + self.between(last_look)));
        let facts = self.news.filter(|news| *news == self.last_facts);
        let gone = self
            .announced
            .as_ref()
            .and_then(|announced| announced.gone_since)
            .map(|since| since + GONE_AFTER);
        let polled =
            self.last_polled.filter(|_| self.facts.waits == Waits::Nobody).map(|at| at + POLLED_WITHIN);
        let typing = self.last_typed.map(|typed| typed + TYPING);
        let later = |due: Option<Duration>| due.filter(|due| *due > last_look);
        [step, flowing, facts, later(gone), later(polled), later(typing)]
            .into_iter()
            .flatten()
            .min()
            .map(|due| due.max(last_look))
    }

    /// Right after typing, looks are closer.
    fn between(&self, last_look: Duration) -> Duration {
        let close = self.last_typed.is_some_and(|typed| last_look < typed + CLOSE.0);
        if close { CLOSE.1 } else { BETWEEN }
    }

    /// Looks at the screen. To be called when [`next_look`](Self::next_look) says so.
    pub fn look(&mut self, snapshot: &Snapshot, now: Duration) -> Option<Change> {
        (self.last_look, self.news) = (Some(now), None);
        let facts = self.effective_facts(now);
        let view = View::new(snapshot);
        self.progress.follow(&view, now);
        let seen = see(&view, &facts, &self.profile);
        let identity = self.identity(&view, &seen);
        let quiet = self.quiet(&seen, identity.as_ref(), now);
        let mut detection = judge(seen, &facts, &self.profile, quiet);
        self.doubt(&mut detection, snapshot);
        let identity = match detection.state.question() {
            Some(question) if question.kind == Kind::Unknown => Some(Identity::unknown(&view)),
            _ => identity,
        };
        let change = self.change(&detection, identity.as_ref(), &facts, now);
        self.stand(detection, now);
        change.map(|change| self.announcement(change))
    }

    /// A program that sleeps and polls is caught in between more often than not.
    fn effective_facts(&self, now: Duration) -> Facts {
        let raw = self.facts.reads_lines() == Some(false);
        let lately = self.last_polled.is_some_and(|at| now < at + POLLED_WITHIN && self.last_output <= at);
        if self.facts.waits == Waits::Nobody && raw && lately {
            return Facts { waits: Waits::Polls, ..self.facts.clone() };
        }
        self.facts.clone()
    }

    fn identity(&self, view: &View, seen: &Seen) -> Option<Identity> {
        match seen {
            Seen::Found(found) => Some(Identity::of(found, view)),
            _ => None,
        }
    }

    /// How long what is seen has stood: since the last output, or, for a structure that a clock or a spinner redraws
    /// around, since it was first seen like this.
    fn quiet(&mut self, seen: &Seen, identity: Option<&Identity>, now: Duration) -> Duration {
        let rested = now.saturating_sub(self.last_output);
        let (Seen::Found(found), Some(identity)) = (seen, identity) else {
            self.seen = None;
            return rested;
        };
        let since = match &self.seen {
            Some((last, since)) if last.is_same(identity) => *since,
            _ => now,
        };
        self.seen = Some((identity.clone(), since));
        let animated = self.last_output.saturating_sub(self.burst_began) > ANIMATED_AFTER;
        match found.strength {
            // Something moves elsewhere on the screen.
            Strength::Certain => rested.max(now.saturating_sub(since)),
            _ if found.question.kind != Kind::Editor => rested,
            _ if self.progress.is_going_on(now) => Duration::ZERO,
            _ if animated => rested.saturating_sub(ANIMATED_RESTS),
            _ => rested,
        }
    }

    /// Bytes were lost: what stands there may be anything.
    fn doubt(&self, detection: &mut Detection, snapshot: &Snapshot) {
        let weak = detection.state.is_waiting() && detection.confidence < self.threshold;
        if detection.state.is_waiting() && (weak || snapshot.gap) {
            detection.state = State::Unsure(detection.state.question().cloned());
        }
    }

    /// What is new about this look.
    fn change(
        &mut self,
        detection: &Detection,
        identity: Option<&Identity>,
        facts: &Facts,
        now: Duration,
    ) -> Option<What> {
        let typed = self.last_typed;
        if typed.is_some_and(|typed| now < typed + TYPING) {
            return None;
        }
        let rests_again = self.rests_again(detection);
        if let Some(announced) = &mut self.announced {
            let same = identity.is_some_and(|identity| announced.identity.continues_as(identity, typed))
                && !rests_again;
            let veto = facts.waits == Waits::Nobody || facts.awaits_reply;
            if same && !veto {
                announced.gone_since = None;
                return None;
            }
            if !detection.state.is_waiting() {
                let since = *announced.gone_since.get_or_insert(now);
                if now.saturating_sub(since) < GONE_AFTER {
                    return None;
                }
                self.announced = None;
                return Some(What::Resumed);
            }
        }
        let question = detection.state.question().filter(|_| detection.state.is_waiting())?;
        self.asked += 1;
        let fingerprint = Fingerprint::of(question, self.asked);
        let identity = identity.cloned().unwrap_or_default().announced_at(now);
        self.announced = Some(Announced { identity, fingerprint, gone_since: None });
        Some(What::Waiting)
    }

    /// A full-screen program that was used and rests at the same screen: it waits once more.
    fn rests_again(&self, detection: &Detection) -> bool {
        let Some(announced) = &self.announced else { return false };
        let typed = self.last_typed.filter(|typed| announced.identity.was_announced_before(*typed));
        let kind =
            detection.state.question().filter(|_| detection.state.is_waiting()).map(|question| question.kind);
        typed.is_some_and(|typed| self.last_output >= typed)
            && matches!(kind, Some(Kind::Editor | Kind::Pager))
    }

    /// Keeps the standing, with the time since when the state is this one.
    fn stand(&mut self, detection: Detection, now: Duration) {
        let fingerprint = self.announced.as_ref().map(|announced| announced.fingerprint);
        let since = match &self.standing {
            Some(last)
                if last.detection.state.word() == detection.state.word()
                    && last.fingerprint == fingerprint =>
            {
                last.since
            }
            _ => now,
        };
        self.standing =
            Some(Standing { detection, since, fingerprint, agent: self.profile.name().to_owned() });
    }

    fn announcement(&self, what: What) -> Change {
        match (what, &self.standing) {
            (What::Waiting, Some(standing)) => Change::Waiting(Box::new(standing.clone())),
            _ => Change::Resumed,
        }
    }

    /// How the session stands, as the last look found it.
    pub fn standing(&self) -> Option<&Standing> {
        self.standing.as_ref()
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum What {
    Waiting,
    Resumed,
}
