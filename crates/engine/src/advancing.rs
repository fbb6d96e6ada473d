//! What is due: answers whose moment has come, keys that the guard lets pass, times that are over.

use std::time::Duration;

use policy::OnTimeout;

use crate::answer::By;
use crate::choosing;
use crate::clock::Now;
use crate::effect::Effect;
use crate::input::Number;
use crate::landing::LANDS_WITHIN;
use crate::life::{Stage, Step};
use crate::open::{Open, Plan, Progress};
use crate::session::Session;

impl Session {
    pub(crate) fn advance(&mut self, now: Now, effects: &mut Vec<Effect>) {
        let answering = self.is_answering();
        self.advance_all(now, effects);
        if answering && !self.is_answering() {
            // One that had to wait for that one may be due.
            self.advance_all(now, effects);
        }
        self.nudges(now, effects);
    }

    fn advance_all(&mut self, now: Now, effects: &mut Vec<Effect>) {
        let numbers: Vec<Number> = self.opens.iter().map(|open| open.number).collect();
        for number in numbers {
            match self.open(number).map(|open| open.stage) {
                Some(Stage::Asked) => self.expires(number, now, effects),
                Some(Stage::Decided) => self.begins(number, now, effects),
                Some(Stage::Intended) => self.presses(number, now, effects),
                Some(Stage::Injected) => self.lands(number, now, effects),
                _ => {}
            }
        }
    }

    /// When something is due for a question.
    pub(crate) fn wakes_for(&self, open: &Open) -> Option<Duration> {
        let plan = open.plan.as_ref();
        match open.stage {
            Stage::Asked => open.expires,
            Stage::Decided if !self.is_answering() => plan.map(|plan| plan.not_before),
            Stage::Intended if self.under_way.is_none() && open.call().is_none() => {
                plan.and_then(|plan| plan.progress.wakes())
            }
            Stage::Injected => plan.and_then(|plan| plan.progress.typed).map(|typed| typed + LANDS_WITHIN),
            _ => None,
        }
    }

    fn expires(&mut self, number: Number, now: Now, effects: &mut Vec<Effect>) {
        let manual = self.manual.is_some();
        let safe = self.rules.defaults.on_timeout == OnTimeout::Safe && !manual && !self.rules.dry_run;
        let Some(open) = self.open(number) else { return };
        if open.expires.is_none_or(|expires| now.at < expires) {
            return;
        }
        let answer = open.question().filter(|_| safe && open.by_hand.is_none());
        let Some(answer) = answer.and_then(|question| choosing::safe(&question)) else {
            return self.expire(number, now, effects);
        };
        // Nobody may have typed since the question came, not only since now.
        let epoch = open.epoch;
        open.expires = None;
        open.plan =
            Some(Plan { answer, by: By::Timeout, not_before: now.at, epoch, progress: Progress::default() });
        open.step(Step::Decide);
        self.begins(number, now, effects);
    }
}
