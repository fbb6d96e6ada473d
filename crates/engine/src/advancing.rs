//! What is due: answers whose moment has come, keys that the guard lets pass, times that are over.

use std::time::Duration;

use model::Key;
use policy::{OnTimeout, Turn};

use crate::answer::{By, Outcome};
use crate::choosing;
use crate::clock::Now;
use crate::effect::Effect;
use crate::guard::{self, Hold};
use crate::input::{Number, Pressed, Stands};
use crate::life::{Stage, Step};
use crate::open::{Open, Plan, Progress};
use crate::session::Session;

/// How often and for how long keys are offered to the host for one answer.
const MOST_TRIES: u32 = 20;
const TRIED_FOR: Duration = Duration::from_secs(5);
/// A key that shows on the screen does so within this time.
const SHOWS_WITHIN: Duration = Duration::from_millis(1500);
/// An answer lands within this time.
const LANDS_WITHIN: Duration = Duration::from_secs(4);
/// The word that lets a program go on after a limit.
const GO_ON: &str = "continue";

impl Session {
    pub(crate) fn advance(&mut self, now: Now, effects: &mut Vec<Effect>) {
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
        self.nudges(now, effects);
    }

    /// When something is due for a question.
    pub(crate) fn wakes_for(&self, open: &Open) -> Option<Duration> {
        let plan = open.plan.as_ref();
        match open.stage {
            Stage::Asked => open.expires,
            Stage::Decided if !self.is_answering() => plan.map(|plan| plan.not_before),
            Stage::Intended => {
                let shows = plan.and_then(|plan| plan.progress.typed).map(|typed| typed + SHOWS_WITHIN);
                let tried = plan.and_then(|plan| plan.progress.since).map(|since| since + TRIED_FOR);
                shows.or(tried)
            }
            Stage::Injected => plan.and_then(|plan| plan.progress.typed).map(|typed| typed + LANDS_WITHIN),
            _ => None,
        }
    }

    fn expires(&mut self, number: Number, now: Now, effects: &mut Vec<Effect>) {
        let (epoch, manual) = (self.epoch, self.manual.is_some());
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
        let epoch = if open.epoch == epoch { epoch } else { open.epoch };
        open.expires = None;
        open.plan =
            Some(Plan { answer, by: By::Timeout, not_before: now.at, epoch, progress: Progress::default() });
        open.step(Step::Decide);
        self.begins(number, now, effects);
    }

    /// The moment of an automatic answer may have come.
    fn begins(&mut self, number: Number, now: Now, effects: &mut Vec<Effect>) {
        if self.is_answering() {
            return;
        }
        let Some(open) = self.opens.iter().find(|open| open.number == number) else { return };
        let Some(plan) = open.plan.clone().filter(|plan| now.at >= plan.not_before) else { return };
        if let Some(why) = self.manual.clone() {
            return self.ask(number, vec![format!("the session is manual: {why}")], now, effects);
        }
        if let Err(held) = self.may(open, &plan, now) {
            return self.held(number, held, now, effects);
        }
        if self.rules.dry_run {
            let would = format!("dry run: {} would have answered {:?}", plan.by.words(), plan.answer);
            effects.push(Effect::Note(Some(number), would.clone()));
            return self.ask(number, vec![would], now, effects);
        }
        if let Some(open) = self.open(number)
            && open.step(Step::Record)
        {
            effects.push(Effect::Claim(number, plan.answer, plan.by));
        }
    }

    fn may(&self, open: &Open, plan: &Plan, now: Now) -> Result<(), policy::Held> {
        match turn(open, plan, now) {
            Some(turn) => self.pace.may(&turn, &self.rules.limits),
            None => Ok(()),
        }
    }

    fn held(&mut self, number: Number, held: policy::Held, now: Now, effects: &mut Vec<Effect>) {
        if held.manual {
            self.go_manual(held.reason.clone(), effects);
        }
        match held.until {
            Some(until) => {
                effects.push(Effect::Note(Some(number), held.reason));
                if let Some(plan) = self.open(number).and_then(|open| open.plan.as_mut()) {
                    plan.not_before = until.max(now.at + Duration::from_millis(1));
                }
            }
            None => self.ask(number, vec![held.reason], now, effects),
        }
    }

    /// Presses the next key, if the guard lets it.
    fn presses(&mut self, number: Number, now: Now, effects: &mut Vec<Effect>) {
        let Some(open) = self.opens.iter().find(|open| open.number == number) else { return };
        if open.hook.is_some() {
            return self.replies(number, now, effects);
        }
        if self.under_way.is_some() {
            return;
        }
        let passed = guard::pass(open, self.situation());
        let Some(progress) =
            self.open(number).and_then(|open| open.plan.as_mut()).map(|plan| &mut plan.progress)
        else {
            return;
        };
        let since = *progress.since.get_or_insert(now.at);
        let late = progress.typed.map_or(since + TRIED_FOR, |typed| typed + SHOWS_WITHIN);
        match passed {
            Err(Hold::Never(reason)) => self.hand_over(number, Outcome::Stale(reason), now, effects),
            _ if now.at >= late || progress.tries >= MOST_TRIES => self.gives_up(number, now, effects),
            Err(Hold::Wait) => {}
            Ok((injection, keys)) => {
                progress.tries += 1;
                progress.keys = keys;
                self.send(number, effects, injection);
            }
        }
    }

    fn send(&mut self, number: Number, effects: &mut Vec<Effect>, injection: guard::Injection) {
        let before = self.look.as_ref().map(|look| look.before_cursor.clone()).unwrap_or_default();
        self.under_way = Some(Some(number));
        if let Some(open) = self.open(number) {
            if let Some(plan) = &mut open.plan {
                plan.progress.before = before;
            }
            open.step(Step::Send);
        }
        effects.push(Effect::Press(injection));
    }

    fn gives_up(&mut self, number: Number, now: Now, effects: &mut Vec<Effect>) {
        let typed = self.open(number).and_then(|open| open.plan.as_ref()?.progress.typed).is_some();
        let reason = match typed {
            true => "a part of the answer was typed, and the screen did not show it; look at the terminal",
            false => "the screen would not rest, so nothing was typed",
        };
        self.hand_over(number, Outcome::Failed(reason.into()), now, effects);
    }

    /// The answer goes back through the hook that asked.
    fn replies(&mut self, number: Number, now: Now, effects: &mut Vec<Effect>) {
        let Some(open) = self.open(number) else { return };
        let (Some(call), Some(plan)) = (open.call(), open.plan.as_mut()) else { return };
        let answer = Some(plan.answer.clone());
        (plan.progress.typed, plan.progress.keys) = (Some(now.at), Vec::new());
        let (automatic, plan) = (plan.by.is_automatic(), plan.clone());
        let _ = open.step(Step::Send) && open.step(Step::Typed);
        effects.push(Effect::Reply { call, answer, question: Some(number) });
        if automatic {
            self.note_answer(number, &plan, now);
        }
    }

    /// What became of keys.
    pub(crate) fn pressed(&mut self, pressed: Pressed, now: Now, effects: &mut Vec<Effect>) {
        let Some(target) = self.under_way.take() else { return };
        let before = self.epoch;
        match pressed {
            Pressed::Typed { epoch } => {
                self.epoch = self.epoch.max(epoch);
                for open in self.opens.iter_mut().filter(|open| open.epoch == before) {
                    open.epoch = epoch;
                }
                if let Some(number) = target {
                    self.typed_for(number, epoch, now);
                }
            }
            Pressed::Stale { offset, epoch } => {
                self.offset = self.offset.max(offset);
                self.refused(target);
                self.typed(epoch, self.draft || epoch > before, now, effects);
            }
            Pressed::Refused(reason) => {
                self.refused(target);
                if let Some(number) = target {
                    self.hand_over(number, Outcome::Failed(reason), now, effects);
                }
            }
            Pressed::Broken(reason) => {
                effects.push(Effect::Note(target, reason));
                if let Some(number) = target {
                    self.leave(number, Step::Break, now, effects);
                }
            }
        }
        self.left_meanwhile(target, now, effects);
    }

    fn typed_for(&mut self, number: Number, epoch: u64, now: Now) {
        let Some(open) = self.open(number) else { return };
        open.step(Step::Typed);
        let Some(plan) = &mut open.plan else { return };
        plan.epoch = epoch;
        let first = plan.progress.typed.replace(now.at).is_none() && !plan.progress.retried;
        let plan = plan.clone();
        if first && plan.by.is_automatic() {
            self.note_answer(number, &plan, now);
        }
    }

    fn note_answer(&mut self, number: Number, plan: &Plan, now: Now) {
        let Some(open) = self.opens.iter().find(|open| open.number == number).cloned() else { return };
        if let Some(turn) = turn(&open, plan, now) {
            self.pace.note_answer(&turn);
        }
    }

    fn refused(&mut self, target: Option<Number>) {
        if let Some(open) = target.and_then(|number| self.open(number)) {
            open.step(Step::Refused);
        }
    }

    /// A question that left the screen while keys were on their way to it.
    fn left_meanwhile(&mut self, target: Option<Number>, now: Now, effects: &mut Vec<Effect>) {
        let Some(open) = target.and_then(|number| self.open(number)) else { return };
        if let Some(step) = open.left.take() {
            let (number, step) = (open.number, if open.stage == Stage::Injected { Step::Left } else { step });
            self.leave(number, step, now, effects);
        }
    }

    /// Looks whether an answer has done what it should.
    fn lands(&mut self, number: Number, now: Now, effects: &mut Vec<Effect>) {
        let Some(open) = self.opens.iter_mut().find(|open| open.number == number) else { return };
        let Some(plan) = &open.plan else { return };
        let Some(typed) = plan.progress.typed else { return };
        if !plan.is_whole() && open.hook.is_none() {
            open.step(Step::Again);
            return self.presses(number, now, effects);
        }
        if now.at < typed + LANDS_WITHIN {
            return;
        }
        if open.hook.is_some() && open.sight.is_none() {
            return self.leave(number, Step::Left, now, effects);
        }
        self.did_not_land(number, now, effects);
    }

    /// Everything was typed, and the question stands. Once more, if it is the very same and nobody typed; then a person.
    pub(crate) fn did_not_land(&mut self, number: Number, now: Now, effects: &mut Vec<Effect>) {
        let stands = match self.look.as_ref().map(|look| &look.stands) {
            Some(Stands::Asking(standing)) => Some(standing.fingerprint),
            _ => None,
        };
        let epoch = self.epoch;
        let Some(open) = self.open(number) else { return };
        let same = stands.is_some() && open.sight.as_ref().map(|sight| sight.fingerprint) == stands;
        let Some(plan) = &mut open.plan else { return };
        if plan.progress.retried || !same || plan.epoch != epoch || open.hook.is_some() {
            let reason = "the answer was typed, and the question stands; look at the terminal";
            return self.hand_over(number, Outcome::Failed(reason.into()), now, effects);
        }
        plan.progress = Progress { retried: true, ..Progress::default() };
        open.step(Step::Again);
        effects.push(Effect::Note(Some(number), "the answer did nothing; it is typed once more".into()));
    }

    /// A program that has gone silent, or whose limit is over.
    fn nudges(&mut self, now: Now, effects: &mut Vec<Effect>) {
        if self.rules.dry_run || !self.may_nudge() || !self.look.as_ref().is_some_and(|look| look.agent) {
            return;
        }
        if self.silence.resuming.is_some() || self.silence.limit_over.is_some_and(|over| now.at >= over) {
            return self.goes_on(effects);
        }
        if self.silence.limit_over.is_some()
            || self.silence.due(&self.rules.nudge).is_none_or(|due| now.at < due)
        {
            return;
        }
        if self.silence.nudged >= self.rules.nudge.times {
            let why = format!("nothing happened after {} nudges", self.silence.nudged);
            return self.go_manual(why, effects);
        }
        let Some(key) = self.silence.key(&self.rules.nudge) else { return };
        let passed = guard::pass_nudge(&key, self.situation());
        let times = self.silence.nudges(now.at);
        if let Ok(injection) = passed {
            self.under_way = Some(None);
            effects.extend([Effect::Nudged(times), Effect::Press(injection)]);
        }
    }

    /// After a limit: the word, and Enter once it shows.
    fn goes_on(&mut self, effects: &mut Vec<Effect>) {
        let before = self.look.as_ref().map(|look| look.before_cursor.clone()).unwrap_or_default();
        let key = match &self.silence.resuming {
            None => Key::Text(GO_ON.into()),
            Some(began) if before.trim_end() == format!("{began}{GO_ON}").trim_end() => Key::Enter,
            Some(_) => return,
        };
        let Ok(injection) = guard::pass_nudge(&key, self.situation()) else { return };
        self.silence.limit_over = None;
        self.silence.resuming = matches!(key, Key::Text(_)).then_some(before);
        self.under_way = Some(None);
        effects
            .extend([Effect::Note(None, "the limit is over; it goes on".into()), Effect::Press(injection)]);
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
