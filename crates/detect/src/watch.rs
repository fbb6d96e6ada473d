//! A session over time: when to look, what changed, which question is the same one. Pure: time is an argument,
//! counted from the session's beginning.

use std::sync::Arc;
use std::time::Duration;

use model::{Kind, Size};
use screen::Snapshot;

use crate::announced::Announced;
use crate::detection::{Detection, State};
use crate::facts::{Facts, Waits};
use crate::fingerprint::Fingerprint;
use crate::found::Strength;
use crate::identity::Identity;
use crate::judge::{Seen, judge, see};
use crate::profile::Profile;
use crate::progress::Progress;
use crate::schedule::Schedule;
use crate::typing::Typing;
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
    /// It still waits for the same, after the screen got another size or a key was typed that did not answer it. Where
    /// the person moves the selection is in the [standing](Watch::standing), and no news.
    Still(Box<Standing>),
    /// It does not wait any more.
    Resumed,
}

/// A program in raw mode that looked at the terminal within this time still does: it sleeps in between.
const POLLED_WITHIN: Duration = Duration::from_millis(700);
/// The same for an agent, which draws and computes between two looks at the terminal while its dialog stands.
const AGENT_POLLED_WITHIN: Duration = Duration::from_millis(3000);
/// A program that animates its screen must rest for so much longer before it is said to rest at it.
const ANIMATED_RESTS: Duration = Duration::from_millis(1850);

/// One session.
#[derive(Debug)]
pub struct Watch {
    profile: Arc<Profile>,
    threshold: f64,
    facts: Facts,
    schedule: Schedule,
    typing: Typing,
    progress: Progress,
    last_polled: Option<Duration>,
    /// What the last look saw, and since when it has been the same.
    seen: Option<(Identity, Duration)>,
    announced: Option<Announced>,
    /// What was announced before, and is gone.
    before: Option<Identity>,
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
            schedule: Schedule::default(),
            typing: Typing::default(),
            progress: Progress::default(),
            last_polled: None,
            seen: None,
            announced: None,
            before: None,
            asked: 0,
            standing: None,
        }
    }

    /// Another program is in the foreground, or its profile has changed.
    pub fn profile(&mut self, profile: Arc<Profile>, now: Duration) {
        self.profile = profile;
        self.schedule.news(now);
    }

    /// The program wrote something.
    pub fn output(&mut self, now: Duration) {
        let typed_before = self.typing.since(self.schedule.last_output());
        self.schedule.output(now, typed_before);
    }

    /// The kernel tells something new.
    pub fn facts(&mut self, facts: Facts, now: Duration) {
        let at_work = self.facts.comes_back && !self.profile.is_generic();
        if self.facts.waits == Waits::Polls || at_work {
            self.last_polled = Some(now);
        }
        self.facts = facts;
        self.schedule.facts(now);
    }

    /// The person did something.
    pub fn typed(&mut self, now: Duration) {
        self.typing.typed(now);
        self.schedule.news(now);
    }

    /// Something was typed for the person.
    pub fn typed_for_them(&mut self, now: Duration) {
        self.typing.typed_for_them(now);
        self.schedule.news(now);
    }

    /// When to look next, if nothing happens before.
    pub fn next_look(&self) -> Option<Duration> {
        let gone = self.announced.as_ref().and_then(Announced::gone_at);
        let nobody = self.facts.waits == Waits::Nobody;
        let polled = self.last_polled.filter(|_| nobody).into_iter();
        let polled = polled.flat_map(|at| [at + POLLED_WITHIN, at + AGENT_POLLED_WITHIN]);
        let moments = gone.into_iter().chain(polled).chain(self.typing.moments());
        let watched = self.typing.is_watched(self.schedule.last_output());
        self.schedule.next(watched, moments)
    }

    /// Looks at the screen. To be called when [`next_look`](Self::next_look) says so.
    pub fn look(&mut self, snapshot: &Snapshot, now: Duration) -> Option<Change> {
        self.schedule.looked(now);
        let facts = self.effective_facts(now);
        let view = View::new(snapshot);
        self.progress.follow(&view, now);
        let seen = see(&view, &facts, &self.profile);
        let identity = identity(&view, &seen);
        let quiet = self.quiet(&seen, identity.as_ref(), now);
        let mut detection = judge(seen, &facts, &self.profile, quiet);
        self.doubt(&mut detection, snapshot);
        let identity = match detection.state.question() {
            Some(question) if question.kind == Kind::Unknown => Some(Identity::unknown(&view)),
            _ => identity.or_else(|| self.draft(&view, &facts)),
        };
        self.leave_out_draft(&mut detection, identity.as_ref());
        self.leave_out_answered(&mut detection, identity.as_ref(), &facts);
        let change = self.change(&detection, identity, &facts, now, snapshot.size);
        self.stand(detection, now);
        change.map(|change| self.announcement(change))
    }

    /// A program that sleeps and polls is caught in between more often than not.
    fn effective_facts(&self, now: Duration) -> Facts {
        let raw = self.facts.reads_lines() == Some(false);
        let wrote = self.schedule.last_output();
        let agent = !self.profile.is_generic();
        let within = if agent { AGENT_POLLED_WITHIN } else { POLLED_WITHIN };
        let lately = self.last_polled.is_some_and(|at| now < at + within && (wrote <= at || agent));
        // An agent draws and computes while its dialog stands, and on a busy machine it is found at that for long.
        let looks = lately || agent && self.facts.comes_back;
        if self.facts.waits == Waits::Nobody && raw && looks {
            return Facts { waits: Waits::Polls, ..self.facts.clone() };
        }
        self.facts.clone()
    }

    /// How long what is seen has stood: since the last output, or, for a structure that a clock or a spinner redraws
    /// around, since it was first seen like this.
    fn quiet(&mut self, seen: &Seen, identity: Option<&Identity>, now: Duration) -> Duration {
        let wrote = self.schedule.last_output();
        let rested = now.saturating_sub(wrote);
        let (Seen::Found(found), Some(identity)) = (seen, identity) else {
            self.seen = None;
            return rested;
        };
        let since = match &self.seen {
            Some((last, since)) if last.is_same(identity) => *since,
            _ => wrote.min(now),
        };
        self.seen = Some((identity.clone(), since));
        match found.strength {
            // Something moves elsewhere on the screen.
            Strength::Certain => rested.max(now.saturating_sub(since)),
            _ if found.question.kind != Kind::Editor => rested,
            _ if self.progress.is_going_on(now) => Duration::ZERO,
            _ if self.schedule.is_animated() => rested.saturating_sub(ANIMATED_RESTS),
            _ => rested,
        }
    }

    /// Below the threshold nothing is certain. Where bytes were lost, what stands there may be anything.
    fn doubt(&self, detection: &mut Detection, snapshot: &Snapshot) {
        let weak = detection.confidence < self.threshold;
        if detection.state.is_waiting() && (weak || snapshot.gap) {
            detection.state = State::Unsure(detection.state.question().cloned());
        }
    }

    /// What is new about this look.
    fn change(
        &mut self,
        detection: &Detection,
        identity: Option<Identity>,
        facts: &Facts,
        now: Duration,
        size: Size,
    ) -> Option<What> {
        if self.typing.goes_on(now) || self.is_being_answered(identity.as_ref(), now) {
            return None;
        }
        let rests_again = self.rests_again(detection);
        if let Some(announced) = &mut self.announced {
            let typed = self.typing.last();
            let same = identity.as_ref().is_some_and(|seen| announced.identity.continues_as(seen, typed));
            if same && facts.waits != Waits::Nobody && !rests_again {
                return announced.stands(detection, &self.typing, now, size).then_some(What::Still);
            }
            if !detection.state.is_waiting() {
                return announced.is_gone(now).then(|| self.forget());
            }
        }
        if !detection.state.is_waiting() {
            return None;
        }
        self.asked += 1;
        let identity = identity.unwrap_or_default();
        self.before = self.announced.take().map(|announced| announced.identity).or(self.before.take());
        self.announced = Announced::new(&detection.state, identity, self.asked, now, size);
        self.announced.is_some().then_some(What::Waiting)
    }

    /// What the person has typed behind a question and not sent is theirs: the question is told as it was.
    fn leave_out_draft(&self, detection: &mut Detection, identity: Option<&Identity>) {
        let (Some(announced), Some(identity)) = (&self.announced, identity) else { return };
        let text = announced.state.question().is_some_and(|question| question.kind == Kind::FreeText);
        let typed = self.typing.last();
        let drafted = text || announced.identity.has_an_echo(identity);
        let same = drafted && typed.is_some() && announced.identity.continues_as(identity, typed);
        if detection.state.is_waiting() && (same || announced.identity.is_drafted_in(identity)) {
            let kind = detection.state.question().map(|question| question.kind);
            detection.state.take_words_of(&announced.state);
            // The tool belongs to what this look found.
            let same_kind = detection.state.question().map(|question| question.kind) == kind;
            detection.tool = detection.tool.filter(|_| same_kind);
        }
    }

    /// What was answered by a key and stands before what is asked now, in the same line, is not asked any more. Where nothing
    /// stands behind that key, nobody can say what the next one would do.
    fn leave_out_answered(&self, detection: &mut Detection, identity: Option<&Identity>, facts: &Facts) {
        let by_keys = facts.reads_lines() == Some(false);
        let (Some(before), Some(identity)) = (&self.before, identity) else { return };
        if by_keys && before.was_typed_at(self.typing.last()) && before.has_an_echo(identity) {
            detection.state.leave_out(before.words_behind(identity));
        }
    }

    fn forget(&mut self) -> What {
        self.before = self.announced.take().map(|announced| announced.identity);
        What::Resumed
    }

    /// The line that was announced, with something typed behind it that is no form of its own.
    fn draft(&self, view: &View, facts: &Facts) -> Option<Identity> {
        let announced = self.announced.as_ref().filter(|_| facts.waits != Waits::Nobody)?;
        announced.identity.with_draft(view)
    }

    /// What stands there was there when the person typed: a key may be answering it, also if it has moved since.
    fn is_being_answered(&self, identity: Option<&Identity>, now: Duration) -> bool {
        match (&self.announced, &self.seen) {
            (None, Some((_, since))) => self.typing.may_answer(*since, now),
            (Some(announced), Some((_, since))) => {
                let moved = identity.is_some_and(|seen| announced.identity.may_have_moved_to(seen));
                moved && self.typing.may_have_moved(*since, now)
            }
            _ => false,
        }
    }

    /// A full-screen program that was used and rests at the same screen: it waits once more.
    fn rests_again(&self, detection: &Detection) -> bool {
        let Some(announced) = &self.announced else { return false };
        let typed = self.typing.last().filter(|typed| announced.identity.was_announced_before(*typed));
        let waits = detection.state.question().filter(|_| detection.state.is_waiting());
        let full_screen = waits.is_some_and(|found| matches!(found.kind, Kind::Editor | Kind::Pager));
        full_screen && typed.is_some_and(|typed| self.schedule.last_output() >= typed)
    }

    /// Keeps the standing, with the time since when the state is this one.
    fn stand(&mut self, detection: Detection, now: Duration) {
        let fingerprint = self.announced.as_ref().map(|announced| announced.fingerprint);
        let before = self.standing.as_ref().filter(|last| {
            last.detection.state.word() == detection.state.word() && last.fingerprint == fingerprint
        });
        let since = before.map_or(now, |last| last.since);
        let agent = self.profile.name().to_owned();
        self.standing = Some(Standing { detection, since, fingerprint, agent });
    }

    fn announcement(&self, what: What) -> Change {
        match (what, &self.standing) {
            (What::Waiting, Some(standing)) => Change::Waiting(Box::new(standing.clone())),
            (What::Still, Some(standing)) => Change::Still(Box::new(standing.clone())),
            _ => Change::Resumed,
        }
    }

    /// How the session stands, as the last look found it.
    pub fn standing(&self) -> Option<&Standing> {
        self.standing.as_ref()
    }
}

fn identity(view: &View, seen: &Seen) -> Option<Identity> {
    match seen {
        Seen::Found(found) => Some(Identity::of(found, view)),
        _ => None,
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum What {
    Waiting,
    Still,
    Resumed,
}

#[cfg(test)]
mod tests;
