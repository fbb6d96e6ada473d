//! What a program asks through its hook, and how that is one question with the dialog that it shows.

use crate::arriving::{SEVERAL_FIT, UNFINISHED};
use crate::clock::Now;
use crate::effect::Effect;
use crate::input::{HookAsk, Number, Stands};
use crate::landing::ACTS_WITHIN;
use crate::life::{Stage, Step};
use crate::open::{Open, is_shown_of};
use crate::session::Session;

impl Session {
    /// A program asks through its hook.
    pub(crate) fn hook(&mut self, ask: HookAsk, now: Now, effects: &mut Vec<Effect>) {
        match self.shown_for(&ask) {
            Some(number) if ask.shows => self.second_side(number, ask, now, effects),
            _ => {
                let mut open = Open::new(self.new_number(), now.at, self.epoch, self.has_draft());
                // Its dialog may be one that was being answered, and is only not seen yet.
                let begun = ask.shows && !self.unfinished.is_empty() || self.is_of_one_over(&ask);
                open.nothing_shown = !ask.shows && self.shown_for(&ask).is_none();
                open.by_hand = begun.then(|| UNFINISHED.to_owned());
                open.hook = Some(ask);
                self.comes(open, effects);
            }
        }
    }

    /// Whether this may be about a question that is over for us and still stands there.
    fn is_of_one_over(&self, ask: &HookAsk) -> bool {
        let left = self.left_standing.as_ref();
        left.is_some_and(|sight| is_shown_of(&sight.question, ask))
    }

    /// The dialog on the screen that this may be about.
    fn shown_for(&mut self, ask: &HookAsk) -> Option<Number> {
        let open = self.on_screen().filter(|open| !open.replied)?;
        let shown = &open.sight.as_ref()?.question;
        is_shown_of(shown, ask).then_some(open.number)
    }

    /// The dialog is there already.
    fn second_side(&mut self, number: Number, ask: HookAsk, now: Now, effects: &mut Vec<Effect>) {
        let Some(open) = self.open(number) else { return };
        // What a person answered to the dialog that they saw goes to that dialog.
        let persons = open.plan.as_ref().is_some_and(|plan| !plan.by.is_automatic());
        let under_way = persons || open.is_begun() || matches!(open.stage, Stage::Sent | Stage::Injected);
        if open.doubted {
            return effects.push(Effect::Reply { call: ask.call, answer: None, question: Some(number) });
        }
        if open.call().is_some() {
            open.doubted = true;
            self.release(number, effects);
            effects.push(Effect::Reply { call: ask.call, answer: None, question: Some(number) });
            return self.withdraw(SEVERAL_FIT, |open| open.number == number, now, effects);
        }
        let several = open.by_hand.as_deref() == Some(SEVERAL_FIT);
        if under_way || several {
            // It is being answered by keys, or nobody knows which call is its own. The program goes on as if nobody had heard of its hook.
            return effects.push(Effect::Reply { call: ask.call, answer: None, question: Some(number) });
        }
        open.hook = Some(ask);
        self.judge_anew(number, effects);
    }

    /// The hook of a question gets no answer from us.
    pub(crate) fn release(&mut self, number: Number, effects: &mut Vec<Effect>) {
        let hook = self.open(number).and_then(|open| open.hook.take());
        effects.extend(hook.map(|hook| Effect::Reply {
            call: hook.call,
            answer: None,
            question: Some(number),
        }));
    }

    /// A hook's call has ended, by our answer or without it.
    pub(crate) fn hook_over(&mut self, call: u64, now: Now, effects: &mut Vec<Effect>) {
        let epoch = self.epoch;
        let of_call = |open: &&mut Open| open.hook.as_ref().is_some_and(|hook| hook.call == call);
        let Some(open) = self.opens.iter_mut().find(of_call) else { return };
        let number = open.number;
        if open.sight.is_none() {
            // Nobody waits for a reply any more. If one was given, its dialog may still come to be seen.
            let replied = std::mem::replace(&mut open.replied, true);
            let step = if replied { open.departure(epoch) } else { Step::Left };
            if let Some(hook) = open.hook.clone().filter(|_| replied) {
                self.may_leave(&hook, now);
                self.replied.push((hook, now.at));
            }
            return self.leave(number, step, now, effects);
        }
        // What it said counts for the dialog only as long as it is said.
        if !open.replied {
            open.hook = None;
            self.judge_anew(number, effects);
        }
    }

    /// A call has its answer: what stands on the screen may be its dialog, on its way out.
    fn may_leave(&mut self, hook: &HookAsk, now: Now) {
        let fits = |open: &&mut Open| {
            let shown = open.sight.as_ref().map(|sight| &sight.question);
            shown.is_some_and(|shown| is_shown_of(shown, hook))
        };
        if let Some(open) = self.on_screen().filter(fits) {
            open.settles = open.settles.max(Some(now.at + ACTS_WITHIN));
        }
    }

    /// A dialog that was not recognised may stand behind a call. If the person has typed and nothing is asked any more,
    /// they have answered it, and the call is held for nothing.
    pub(crate) fn answered_unseen(&mut self, now: Now, effects: &mut Vec<Effect>) {
        let asks_nothing =
            matches!(self.look.as_ref().map(|look| &look.stands), Some(Stands::Busy | Stands::Idle(_)));
        let epoch = self.epoch;
        let held = |open: &&Open| {
            open.stage == Stage::Asked && open.sight.is_none() && open.call().is_some() && open.epoch != epoch
        };
        let numbers: Vec<Number> =
            self.opens.iter().filter(|_| asks_nothing).filter(held).map(|open| open.number).collect();
        for number in numbers {
            self.leave(number, Step::LeftByPerson, now, effects);
        }
    }
}
