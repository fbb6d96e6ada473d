//! Keys go to the host one by one, and what became of them comes back.

use std::time::Duration;

use crate::clock::Now;
use crate::effect::Effect;
use crate::guard::{self, Hold, Injection};
use crate::input::{Number, Pressed};
use crate::landing::{ACTS_WITHIN, not_landed};
use crate::life::Step;
use crate::open::{Open, Plan, Progress};
use crate::session::Session;

/// How often and for how long one key is offered to the host.
const MOST_TRIES: u32 = 20;
const TRIED_FOR: Duration = Duration::from_secs(5);
/// A key that shows on the screen does so within this time.
const SHOWS_WITHIN: Duration = Duration::from_millis(1500);
/// A host that is in the middle of something is let be for so long: twenty tries fill the five seconds.
const LETS_BE: Duration = Duration::from_millis(250);

impl Progress {
    /// When to give up.
    fn late(&self) -> Option<Duration> {
        self.typed.map(|typed| typed + SHOWS_WITHIN).or(self.since.map(|since| since + TRIED_FOR))
    }

    /// When to try again, or to give up.
    pub(crate) fn wakes(&self) -> Option<Duration> {
        self.late().into_iter().chain(self.rests_until).min()
    }
}

impl Session {
    /// Presses the next key, if the guard lets it.
    pub(crate) fn presses(&mut self, number: Number, now: Now, effects: &mut Vec<Effect>) {
        let Some(open) = self.opens.iter().find(|open| open.number == number) else { return };
        if open.call().is_some() && open.plan.as_ref().is_some_and(Plan::goes_through_hook) {
            return self.replies(number, now, effects);
        }
        if open.call().is_some() {
            // A hook says yes or no. Anything else is chosen on the screen, and the hook must not wait for it.
            return self.release(number, effects);
        }
        if self.under_way.is_some() {
            return;
        }
        if open.plan.as_ref().is_some_and(|plan| plan.progress.is_overtaken(self.offset)) {
            let reason = not_landed(false, false);
            return self.hand_over(number, reason.into(), now, effects);
        }
        let passed = guard::pass(open, self.situation());
        let Some(progress) =
            self.open(number).and_then(|open| open.plan.as_mut()).map(|plan| &mut plan.progress)
        else {
            return;
        };
        progress.since.get_or_insert(now.at);
        let rests = progress.rests_until.is_some_and(|until| now.at < until);
        progress.rests_until = progress.rests_until.filter(|_| rests);
        let late = progress.late().is_some_and(|late| now.at >= late);
        match passed {
            Err(Hold::Never(reason)) => self.hand_over(number, reason, now, effects),
            passed if late || progress.tries >= MOST_TRIES => {
                self.gives_up(number, waited_for(&passed), now, effects);
            }
            Ok((injection, keys)) if !rests => {
                progress.tries += 1;
                self.send(number, injection, keys, effects);
            }
            _ => {}
        }
    }

    fn send(
        &mut self,
        number: Number,
        injection: Injection,
        keys: Vec<model::Key>,
        effects: &mut Vec<Effect>,
    ) {
        let before = self.look.as_ref().map(|look| look.before_cursor.clone()).unwrap_or_default();
        self.under_way = Some(Some(number));
        let offset = self.offset;
        if let Some(open) = self.open(number) {
            if let Some(plan) = &mut open.plan {
                (plan.progress.sending, plan.progress.offset) = (Some((keys, before)), offset);
            }
            open.step(Step::Send);
        }
        effects.push(Effect::Press(injection));
    }

    fn gives_up(&mut self, number: Number, waited_for: &str, now: Now, effects: &mut Vec<Effect>) {
        let begun = self.open(number).is_some_and(|open| open.is_begun());
        let reason = match begun {
            true => {
                "a part of the answer was typed, and the screen did not show it; look at the terminal".into()
            }
            false => format!("{waited_for}, so nothing was typed; answer again, or at the terminal"),
        };
        self.hand_over(number, reason, now, effects);
    }

    /// The answer goes back through the hook that asked.
    fn replies(&mut self, number: Number, now: Now, effects: &mut Vec<Effect>) {
        if self.under_way.is_some() {
            // They may be for the dialog of this very call.
            return;
        }
        let situation = self.situation();
        let Some(open) = self.opens.iter().find(|open| open.number == number) else { return };
        if open.overtaken {
            let reason =
                "a dialog was answered meanwhile that may be its own; look at the terminal".to_owned();
            return self.hand_over(number, reason, now, effects);
        }
        match guard::pass_reply(open, situation) {
            Ok(()) => {}
            Err(Hold::Wait(_)) => return,
            Err(Hold::Never(reason)) => return self.hand_over(number, reason, now, effects),
        }
        let stood = situation.outlasted_keys(open).then_some(situation.epoch);
        let Some(open) = self.open(number) else { return };
        open.stood = stood;
        let (Some(call), Some(plan)) = (open.call(), open.plan.as_mut()) else { return };
        let answer = Some((plan.answer.clone(), plan.by.clone()));
        (plan.progress.typed, plan.progress.keys) = (Some(now.at), Vec::new());
        open.replied = true;
        let _ = open.step(Step::Send) && open.step(Step::Typed);
        effects.push(Effect::Reply { call, answer, question: Some(number) });
        self.note_answer(number, now);
        // What stands there may be the dialog of this call, though it looks like another.
        if let Some(shown) = self.on_screen().filter(|shown| shown.number != number) {
            shown.settles = shown.settles.max(Some(now.at + ACTS_WITHIN));
            shown.overtaken = true;
        }
    }

    /// What became of keys.
    pub(crate) fn pressed(&mut self, pressed: Pressed, now: Now, effects: &mut Vec<Effect>) {
        let Some(target) = self.under_way.take() else { return };
        match pressed {
            Pressed::Typed { epoch } => self.typed_by_us(target, epoch, now),
            Pressed::Stale { offset, epoch } => self.was_stale(target, offset, epoch, now, effects),
            Pressed::Refused(reason) => self.was_refused(target, reason, now, effects),
            Pressed::Broken(reason) => self.was_broken(target, reason, now, effects),
        }
        // What the person typed meanwhile could be told from our keys only now.
        if let Some((epoch, draft)) = self.typed_meanwhile.take() {
            self.typed(epoch, draft, now, effects);
        }
        self.left_meanwhile(target, now, effects);
    }

    fn typed_by_us(&mut self, target: Option<Number>, epoch: u64, now: Now) {
        // The guard saw no draft, and what we typed is none of the person's.
        (self.consumed, self.bare) = (epoch, None);
        for open in self.opens.iter_mut().filter(|_| epoch > self.epoch) {
            if open.epoch == self.epoch {
                open.epoch = epoch;
            }
            open.stood = open.stood.map(|stood| if stood == self.epoch { epoch } else { stood });
        }
        self.epoch = self.epoch.max(epoch);
        match target {
            Some(number) => self.typed_for(number, epoch, now),
            None => self.silence.typed(),
        }
    }

    fn typed_for(&mut self, number: Number, epoch: u64, now: Now) {
        let Some(open) = self.open(number) else { return };
        open.step(Step::Typed);
        let Some(plan) = &mut open.plan else { return };
        plan.epoch = epoch;
        let first = plan.progress.typed.replace(now.at).is_none() && !plan.progress.retried;
        plan.progress.tries = 0;
        if let Some(sent) = plan.progress.sending.take() {
            plan.progress.wrote |= matches!(sent.0.first(), Some(model::Key::Text(_)));
            (plan.progress.keys, plan.progress.before) = sent;
        }
        if first {
            self.note_answer(number, now);
        }
        // The dialog may be that of a call which is not known to be its own.
        let unseen = |open: &&mut Open| open.number != number && open.hook.is_some() && open.sight.is_none();
        self.opens.iter_mut().filter(unseen).for_each(|open| open.overtaken = true);
    }

    fn was_stale(
        &mut self,
        target: Option<Number>,
        offset: u64,
        epoch: u64,
        now: Now,
        effects: &mut Vec<Effect>,
    ) {
        let same = offset <= self.offset && epoch <= self.epoch;
        self.offset = self.offset.max(offset);
        self.not_typed(target, now);
        if same && let Some(plan) = target.and_then(|number| self.open(number)?.plan.as_mut()) {
            plan.progress.rests_until = Some(now.at + LETS_BE);
        }
        self.typed(epoch, self.draft || epoch > self.epoch, now, effects);
    }

    fn was_refused(&mut self, target: Option<Number>, reason: String, now: Now, effects: &mut Vec<Effect>) {
        self.not_typed(target, now);
        if let Some(number) = target {
            self.hand_over(number, reason, now, effects);
        }
    }

    fn was_broken(&mut self, target: Option<Number>, reason: String, now: Now, effects: &mut Vec<Effect>) {
        effects.push(Effect::Note(target, reason));
        match target {
            Some(number) => self.leave(number, Step::Break, now, effects),
            None => self.silence.broken(),
        }
    }

    fn not_typed(&mut self, target: Option<Number>, now: Now) {
        match target.map(|number| self.open(number)) {
            None => self.silence.not_typed(now.at),
            Some(None) => {}
            Some(Some(open)) => {
                open.step(Step::Refused);
                if let Some(plan) = &mut open.plan {
                    plan.progress.sending = None;
                }
            }
        }
    }
}

/// What an answer waited for when its time was over.
fn waited_for<Passed>(passed: &Result<Passed, Hold>) -> &'static str {
    match passed {
        Err(Hold::Wait(what)) => what,
        _ => "the program wrote, or somebody typed, each time it was tried",
    }
}
