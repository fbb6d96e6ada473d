//! Questions go: answered, unanswered, or nobody knows.

use crate::answer::Outcome;
use crate::clock::Now;
use crate::effect::{Effect, Ending};
use crate::input::Number;
use crate::landing::ACTS_WITHIN;
use crate::life::{Stage, Step};
use crate::open::Open;
use crate::session::Session;

impl Session {
    /// What stood on the screen does not stand there any more.
    pub(crate) fn leaves(&mut self, now: Now, effects: &mut Vec<Effect>) {
        let (epoch, Some(open)) = (self.epoch, self.on_screen()) else { return };
        let number = open.number;
        if open.stage == Stage::Sent {
            open.left = true;
            return;
        }
        let (consumes, step) = (open.took == Some(epoch), open.departure(epoch));
        // The call may have been that of the next dialog, with the same words.
        let replied = open.hook.clone().filter(|_| open.replied);
        self.replied.extend(replied.map(|hook| (hook, now.at)));
        if consumes {
            self.consumed = epoch;
        }
        self.leave(number, step, now, effects);
    }

    /// A question is over.
    pub(crate) fn leave(&mut self, number: Number, step: Step, now: Now, effects: &mut Vec<Effect>) {
        let Some(open) = self.open(number) else { return };
        let before = open.stage;
        if !open.step(step) {
            return;
        }
        let Some(open) = self.forget(number) else { return };
        if let Some(call) = open.call() {
            effects.push(Effect::Reply { call, answer: None, question: Some(number) });
        }
        // One that is left standing keeps its line.
        let stays = matches!(step, Step::Expire | Step::Break);
        self.half_typed |= open.leaves_text() || stays && open.holds_text;
        if matches!(step, Step::Expire | Step::Break) {
            self.left_standing = open.sight.clone();
        }
        self.answered |= open.stage == Stage::Landed;
        if open.stage == Stage::Landed {
            self.silence.somebody_acted(now.at);
        }
        let plan = open.plan.as_ref();
        if let Some(outcome) = outcome(&open, before)
            && let Some(plan) = plan
        {
            effects.push(Effect::Told(number, plan.by.clone(), outcome));
        }
        let by = plan.filter(|_| open.stage == Stage::Landed).map(|plan| plan.by.clone());
        effects.push(Effect::Ended(number, Ending { stage: open.stage, by }));
    }

    /// The program has ended, and with it everything it asked.
    pub(crate) fn ended(&mut self, now: Now, effects: &mut Vec<Effect>) {
        let epoch = self.epoch;
        let ends: Vec<(Number, Step)> =
            self.opens.iter().map(|open| (open.number, open.departure(epoch))).collect();
        for (number, step) in ends {
            self.leave(number, step, now, effects);
        }
        (self.under_way, self.look) = (None, None);
    }

    /// What was to be answered cannot be: a person has to look.
    pub(crate) fn hand_over(
        &mut self,
        number: Number,
        outcome: Outcome,
        now: Now,
        effects: &mut Vec<Effect>,
    ) {
        let timeout = self.rules.defaults.timeout;
        let (agent, cooked) = (self.is_agent(), self.is_cooked());
        let Some(open) = self.open(number) else { return };
        let by = open.plan.as_ref().map(|plan| plan.by.clone());
        let reason = outcome.reason().unwrap_or_default().to_owned();
        let sent = open.is_sent();
        // What the kernel puts together it has handed over with the Enter.
        let may_hold = open.may_hold_text(agent) && !(cooked && sent);
        let leaves_text = open.leaves_text() || may_hold && !sent;
        open.holds_text |= may_hold && sent;
        // Stale means that nothing was typed.
        let began = leaves_text || may_hold || open.has_ticked();
        let outcome = if began { Outcome::Failed(reason.clone()) } else { outcome };
        if !open.step(Step::Ask) {
            return;
        }
        open.forget_replied();
        // What was typed may yet take it away.
        let typed = open.plan.as_ref().and_then(|plan| plan.progress.typed);
        open.settles = open.settles.max(typed.map(|typed| typed + ACTS_WITHIN));
        (open.plan, open.expires) = (None, Some(now.at + timeout));
        open.by_hand = Some(reason.clone());
        self.half_typed |= leaves_text;
        effects.extend(by.map(|by| Effect::Told(number, by, outcome)));
        effects.push(Effect::Reopen(number, reason.clone()));
        if self.open(number).is_some_and(|open| open.shows_later()) {
            return self.hand_to_screen(number, now, effects);
        }
        effects.push(Effect::Ask(number, vec![reason]));
    }

    /// Its time is over. Silence is never consent.
    pub(crate) fn expire(&mut self, number: Number, now: Now, effects: &mut Vec<Effect>) {
        let note = "nobody answered in time; the question was left as it is";
        effects.push(Effect::Note(Some(number), note.into()));
        self.leave(number, Step::Expire, now, effects);
    }
}

/// What whoever answered is told.
fn outcome(open: &Open, before: Stage) -> Option<Outcome> {
    match open.stage {
        Stage::Landed => Some(Outcome::Landed),
        Stage::Failed => Some(Outcome::Failed("what the program got of the answer is not known".into())),
        Stage::Stale => Some(Outcome::Stale("the question was gone before the answer could be typed".into())),
        Stage::AtTerminal if before >= Stage::Recording => {
            Some(Outcome::Stale("it was answered at the terminal".into()))
        }
        _ => None,
    }
}
