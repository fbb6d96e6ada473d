//! Whether an answer has done what it should: landed means that the question was seen to leave.

use std::time::Duration;

use crate::clock::Now;
use crate::effect::Effect;
use crate::input::{Look, Number};
use crate::life::Step;
use crate::open::Progress;
use crate::session::Session;

/// An answer lands within this time.
pub(crate) const LANDS_WITHIN: Duration = Duration::from_secs(4);
/// Before that nobody can say that it did nothing: a program may be slow, and a look may have been on its way.
pub(crate) const ACTS_WITHIN: Duration = Duration::from_secs(1);

impl Session {
    /// Looks whether an answer has done what it should.
    pub(crate) fn lands(&mut self, number: Number, now: Now, effects: &mut Vec<Effect>) {
        let epoch = self.epoch;
        let Some(open) = self.opens.iter_mut().find(|open| open.number == number) else { return };
        let Some(plan) = &open.plan else { return };
        let Some(typed) = plan.progress.typed else { return };
        if !plan.is_whole() {
            open.step(Step::Again);
            return self.presses(number, now, effects);
        }
        if now.at < typed + LANDS_WITHIN {
            return;
        }
        if open.sight.is_none() {
            let step = open.departure(epoch);
            return self.leave(number, step, now, effects);
        }
        self.did_not_land(number, now, effects);
    }

    /// Everything was typed, and the question stands. Once more, if it is the very same dialog of a known agent that acts on keys at
    /// once, has read them, and has not said a word since: one that has may have taken the key, and asks the next thing in the same
    /// words. Any other program may have read the key and be at work with it in silence. Then a person.
    pub(crate) fn did_not_land(&mut self, number: Number, now: Now, effects: &mut Vec<Effect>) {
        let stands = self.look.as_ref().and_then(Look::fingerprint);
        let (epoch, looked, offset, agent) = (self.epoch, self.looked, self.offset, self.is_agent());
        let (unread, cooked) = (self.look.as_ref().is_some_and(|look| look.unread), self.is_cooked());
        let Some(open) = self.open(number) else { return };
        let same = stands.is_some() && open.fingerprint() == stands;
        let holds_text = open.may_hold_text(agent) && !(cooked && open.is_sent());
        let acts_at_once = agent && open.takes_keys_at_once() && !unread;
        let Some(plan) = &mut open.plan else { return };
        let seen_since = plan.progress.typed.is_some_and(|typed| looked >= Some(typed + ACTS_WITHIN));
        let silent = plan.progress.offset == offset;
        let again = same && silent && acts_at_once && seen_since && plan.epoch == epoch && !open.replied;
        if plan.progress.retried || !again {
            let reason = not_landed(holds_text, silent);
            return self.hand_over(number, reason.into(), now, effects);
        }
        plan.progress = Progress { retried: true, offset, ..Progress::default() };
        open.step(Step::Again);
        effects.push(Effect::Note(Some(number), "the answer did nothing; it is typed once more".into()));
        self.presses(number, now, effects);
    }

    /// A question that left the screen while keys were on their way to it.
    pub(crate) fn left_meanwhile(&mut self, target: Option<Number>, now: Now, effects: &mut Vec<Effect>) {
        let epoch = self.epoch;
        let Some(open) = target.and_then(|number| self.open(number)) else { return };
        if std::mem::take(&mut open.left) {
            let (number, step) = (open.number, open.departure(epoch));
            self.leave(number, step, now, effects);
        }
    }
}

/// What the person is told of an answer that did nothing.
pub(crate) fn not_landed(holds_text: bool, silent: bool) -> &'static str {
    match (holds_text, silent) {
        (true, _) => {
            "the answer was typed, and the question stands; its text may lie in the line; look at the terminal"
        }
        (_, true) => "the answer was given, and the question stands; look at the terminal",
        (_, false) => {
            "the answer was given, and the same words stand there, perhaps anew; look at the terminal"
        }
    }
}
