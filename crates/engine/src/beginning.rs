//! The moment of an answer that no person gave: the limits are asked, then the intent is recorded.

use std::time::Duration;

use policy::{Held, Turn};

use crate::answer::By;
use crate::clock::Now;
use crate::effect::Effect;
use crate::input::Number;
use crate::life::Step;
use crate::open::{Open, Plan};
use crate::session::Session;

/// An answer that waits longer than this, for a limit or by its rule's delay, is shown to a person.
const WAITS_ALONE: Duration = Duration::from_secs(5);

impl Session {
    /// The moment of an automatic answer may have come.
    pub(crate) fn begins(&mut self, number: Number, now: Now, effects: &mut Vec<Effect>) {
        if self.is_answering() {
            return;
        }
        let Some(open) = self.opens.iter().find(|open| open.number == number) else { return };
        let Some(plan) = open.plan.clone().filter(|plan| now.at >= plan.not_before) else { return };
        if let Some(why) = &self.manual {
            let reason = format!("the session is manual: {why}");
            return self.ask(number, vec![reason], now, effects);
        }
        // The guard would not let it pass, so no intent is recorded either.
        if let Some(hindrance) = self.situation().would_send(open).filter(|_| open.call().is_none()) {
            return match plan.by {
                // Their time is over, and it would be over again and again.
                By::Timeout => self.expire(number, now, effects),
                _ => self.ask(number, vec![hindrance.into()], now, effects),
            };
        }
        if let Err(held) = self.may(open, &plan, now) {
            return self.held(number, held, now, effects);
        }
        if self.rules.dry_run {
            let would = format!("dry run: {} would have answered `{}`", plan.by.words(), plan.answer.words());
            effects.push(Effect::Note(Some(number), would.clone()));
            return self.ask(number, vec![would], now, effects);
        }
        if let Some(open) = self.open(number)
            && open.step(Step::Record)
        {
            effects.push(Effect::Claim(number, plan.answer, plan.by));
        }
    }

    fn may(&self, open: &Open, plan: &Plan, now: Now) -> Result<(), Held> {
        match turn(open, plan, now) {
            Some(turn) => self.pace.may(&turn, &self.rules.limits),
            None => Ok(()),
        }
    }

    fn held(&mut self, number: Number, held: Held, now: Now, effects: &mut Vec<Effect>) {
        if held.manual {
            // This asks for everything that was decided.
            return self.pause(held.reason, now, effects);
        }
        match held.until.filter(|until| *until < Duration::MAX) {
            Some(until) => self.wait(number, until, held.reason, now, effects),
            None => self.ask(number, vec![held.reason], now, effects),
        }
    }

    /// The answer waits for its turn.
    fn wait(&mut self, number: Number, until: Duration, reason: String, now: Now, effects: &mut Vec<Effect>) {
        effects.push(Effect::Note(Some(number), reason.clone()));
        let Some(open) = self.open(number) else { return };
        if let Some(plan) = &mut open.plan {
            plan.not_before = until.max(now.at + Duration::from_millis(1));
        }
        self.tell_meanwhile(number, until, reason, now, effects);
    }

    /// If an answer waits long, a person is told meanwhile and may be faster.
    pub(crate) fn tell_meanwhile(
        &mut self,
        number: Number,
        until: Duration,
        reason: String,
        now: Now,
        effects: &mut Vec<Effect>,
    ) {
        let Some(open) = self.open(number) else { return };
        let long = until > now.at + WAITS_ALONE && !open.shows_later();
        if long && !std::mem::replace(&mut open.told, true) {
            effects.push(Effect::Ask(number, vec![reason]));
        }
    }

    /// A rule denied something before it was asked. That is an automatic answer to the program, and counts as one. It
    /// is no reason for a nudge: any process of the session can call a hook, also while its agent rests.
    pub(crate) fn denied_before(&mut self, rule: &str, words: u64, now: Now) {
        let (at, minute_of_day) = (now.at, now.minute_of_day);
        let turn = Turn { now: at, minute_of_day, rule, cooldown: None, per_minute: None, question: words };
        self.pace.note_answer(&turn);
    }

    /// For the limits: a rule has answered.
    pub(crate) fn note_answer(&mut self, number: Number, now: Now) {
        let Some(open) = self.opens.iter().find(|open| open.number == number) else { return };
        if let Some(turn) = open.plan.as_ref().and_then(|plan| turn(open, plan, now)) {
            self.pace.note_answer(&turn);
        }
    }
}

/// What the limits are asked about; nothing for what is no rule's answer.
fn turn<'a>(open: &Open, plan: &'a Plan, now: Now) -> Option<Turn<'a>> {
    let By::Rule(rule) = &plan.by else { return None };
    let ruling = open.ruling.as_ref();
    Some(Turn {
        now: now.at,
        minute_of_day: now.minute_of_day,
        rule,
        cooldown: ruling.and_then(|ruling| ruling.cooldown),
        per_minute: ruling.and_then(|ruling| ruling.per_minute),
        question: open.words(),
    })
}
