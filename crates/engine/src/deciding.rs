//! What is to be answered, and by whom.

use std::time::Duration;

use model::Verdict;

use crate::answer::{Answer, Attempt, By, Outcome};
use crate::choosing;
use crate::clock::Now;
use crate::effect::{Effect, Ending};
use crate::input::{Claim, Number};
use crate::life::{Stage, Step};
use crate::open::{Open, Plan, Progress};
use crate::ruling::{Rules, Ruling};
use crate::session::{IS_MANUAL, Session};

const OTHERWISE: &str = "while it was being answered the verdict became another";

impl Session {
    /// The policy has spoken.
    pub(crate) fn judged(&mut self, number: Number, ruling: Ruling, now: Now, effects: &mut Vec<Effect>) {
        let free_text = self.rules.defaults.free_text_enabled;
        if self.is_outdated(number, effects) {
            return;
        }
        if ruling.manual {
            self.pause(danger(&ruling), now, effects);
        }
        ruling.own_limits().into_iter().for_each(|own| self.note_limited(own));
        let manual = self.manual.clone();
        let Some(open) = self.open(number) else { return };
        let first = open.stage == Stage::Seen;
        let told = open.told && !first;
        let open_still = first || open.stage == Stage::Asked && open.by_hand.is_none();
        open.ruling = Some(ruling.clone());
        let decided = decide(open, &ruling, manual.as_deref(), free_text);
        if !open_still {
            return open.confirm(&decided);
        }
        match decided {
            Decided::Answer(answer) => self.plan(number, answer, &ruling, now, effects),
            // Who has been told is not told again.
            Decided::Ask(_) if told => {}
            Decided::Ask(reasons) => self.ask(number, reasons, now, effects),
            Decided::Ignore => self.ignore(number, effects),
        }
    }

    /// The policy is to be asked. One verdict at a time, so that an old one is never taken for a new one.
    pub(crate) fn judge(&mut self, number: Number, effects: &mut Vec<Effect>) {
        let Some(open) = self.open(number) else { return };
        open.judge_again = open.judging;
        if !std::mem::replace(&mut open.judging, true) {
            effects.push(Effect::Judge(number));
        }
    }

    /// A verdict about less than is known by now counts for nothing.
    fn is_outdated(&mut self, number: Number, effects: &mut Vec<Effect>) -> bool {
        let Some(open) = self.open(number) else { return true };
        open.judging = false;
        let outdated = std::mem::take(&mut open.judge_again);
        if outdated {
            self.judge(number, effects);
        }
        outdated
    }

    /// What was decided was decided by something that does not hold any more.
    pub(crate) fn judge_anew(&mut self, number: Number, effects: &mut Vec<Effect>) {
        let Some(open) = self.open(number) else { return };
        if open.stage == Stage::Decided && open.is_automatic() {
            open.step(Step::Ask);
            open.plan = None;
        }
        self.judge(number, effects);
    }

    pub(crate) fn other_rules(&mut self, rules: Rules, effects: &mut Vec<Effect>) {
        // They are told with every verdict, and a verdict must not undo itself.
        if rules == self.rules {
            return;
        }
        self.rules = rules;
        self.limited.clear();
        let undecided = |open: &&Open| open.stage == Stage::Seen || open.is_automatic() && !open.is_begun();
        let numbers: Vec<Number> = self.opens.iter().filter(undecided).map(|open| open.number).collect();
        for number in numbers {
            self.judge_anew(number, effects);
        }
    }

    fn plan(&mut self, number: Number, answer: Answer, ruling: &Ruling, now: Now, effects: &mut Vec<Effect>) {
        let epoch = self.epoch;
        let Some(open) = self.open(number) else { return };
        let by = By::Rule(ruling.rule.clone().unwrap_or_else(|| "danger".to_owned()));
        let not_before = (open.since + delay(ruling)).max(now.at);
        let comes = format!("{} answers it {} s after it came", by.words(), delay(ruling).as_secs());
        open.plan = Some(Plan { answer, by, not_before, epoch, progress: Progress::default() });
        open.step(Step::Decide);
        self.tell_meanwhile(number, not_before, comes, now, effects);
    }

    /// A person is to answer.
    pub(crate) fn ask(&mut self, number: Number, reasons: Vec<String>, now: Now, effects: &mut Vec<Effect>) {
        let timeout = self.rules.defaults.timeout;
        let Some(open) = self.open(number) else { return };
        open.step(Step::Ask);
        open.plan = None;
        if open.shows_later() {
            return self.hand_to_screen(number, now, effects);
        }
        open.expires.get_or_insert(now.at + timeout);
        open.told = true;
        effects.push(Effect::Ask(number, reasons));
    }

    /// Nothing is shown before the hook returns: the question comes again, on the screen.
    pub(crate) fn hand_to_screen(&mut self, number: Number, now: Now, effects: &mut Vec<Effect>) {
        let Some(place) = self.opens.iter().position(|open| open.number == number) else { return };
        let open = self.opens.remove(place);
        let Some(hook) = open.hook else { return };
        effects.push(Effect::Reply { call: hook.call, answer: None, question: None });
        if open.nothing_shown {
            self.lent.push((hook, now.at));
        }
        effects.push(Effect::Ended(number, Ending { stage: Stage::Gone, by: None }));
    }

    /// Nothing is typed, and nobody is told.
    fn ignore(&mut self, number: Number, effects: &mut Vec<Effect>) {
        let Some(open) = self.open(number) else { return };
        open.step(Step::Ask);
        open.by_hand = Some("the policy says to leave it alone".into());
        if let Some(hook) = open.hook.take() {
            effects.push(Effect::Reply { call: hook.call, answer: None, question: Some(number) });
        }
    }

    /// These are for a person from now on. What is decided is asked; what is being recorded the guard will hold.
    pub(crate) fn withdraw(
        &mut self,
        why: &str,
        which: impl Fn(&Open) -> bool,
        now: Now,
        effects: &mut Vec<Effect>,
    ) {
        let mut asked = Vec::new();
        for open in self.opens.iter_mut().filter(|open| which(open)) {
            // That it is manual is over some time; other reasons stay.
            if open.by_hand.as_ref().is_none_or(|known| known.starts_with(IS_MANUAL)) {
                open.by_hand = Some(why.to_owned());
            }
            if open.stage == Stage::Decided && open.is_automatic() {
                asked.push(open.number);
            }
        }
        for number in asked {
            self.ask(number, vec![why.to_owned()], now, effects);
        }
    }

    /// A person answers from elsewhere. They were the first: that is recorded.
    pub(crate) fn answered(&mut self, number: Number, attempt: Attempt, now: Now, effects: &mut Vec<Effect>) {
        let epoch = self.epoch;
        self.pace.note_person();
        let Attempt { answer, by } = attempt;
        let open = self.open(number).filter(|open| {
            matches!(open.stage, Stage::Seen | Stage::Asked | Stage::Decided | Stage::Recording)
        });
        let Some(open) = open else {
            let outcome = Outcome::Stale("the question is not open any more".into());
            return effects.push(Effect::Told(number, by, outcome));
        };
        // Who is the first was settled by the record: an automatic intent that is still on its way there has lost.
        if matches!(open.stage, Stage::Decided | Stage::Recording) {
            open.step(Step::Ask);
        }
        let not_before = now.at;
        open.plan = Some(Plan { answer, by, not_before, epoch, progress: Progress::default() });
        let _ = open.step(Step::Decide) && open.step(Step::Record) && open.step(Step::Recorded);
    }

    /// The intent of an automatic answer is in the record, or is not.
    pub(crate) fn claimed(&mut self, number: Number, claim: Claim, now: Now, effects: &mut Vec<Effect>) {
        let timeout = self.rules.defaults.timeout;
        let Some(open) = self.open(number).filter(|open| open.stage == Stage::Recording) else { return };
        match claim {
            Claim::Won => drop(open.step(Step::Recorded)),
            Claim::Lost(reason) => {
                (open.by_hand, open.plan) = (Some(reason), None);
                open.expires.get_or_insert(now.at + timeout);
                open.step(Step::Ask);
            }
            Claim::Unrecorded(reason) => {
                let reason = format!("it cannot be recorded, so it is not answered: {reason}");
                open.by_hand = Some(reason.clone());
                self.ask(number, vec![reason], now, effects);
            }
        }
    }
}

impl Open {
    /// The policy was asked anew while an automatic answer was on its way: it goes on only if it is still the answer.
    fn confirm(&mut self, decided: &Decided) {
        let plan = self.plan.as_ref().filter(|plan| matches!(plan.by, By::Rule(_)));
        let before_keys = matches!(self.stage, Stage::Recording | Stage::Intended) && !self.is_begun();
        let same =
            matches!(decided, Decided::Answer(answer) if plan.is_some_and(|plan| plan.answer == *answer));
        if plan.is_some() && before_keys && !same {
            self.by_hand.get_or_insert_with(|| OTHERWISE.to_owned());
        }
    }
}

enum Decided {
    Answer(Answer),
    Ask(Vec<String>),
    Ignore,
}

fn decide(open: &Open, ruling: &Ruling, manual: Option<&str>, free_text: bool) -> Decided {
    let because = |reason: String| {
        let reasons = ruling.reasons.iter().cloned();
        Decided::Ask(std::iter::once(reason).chain(reasons).collect())
    };
    if ruling.verdict == Verdict::Ask {
        return Decided::Ask(ruling.reasons.clone());
    }
    if ruling.verdict == Verdict::Ignore {
        return Decided::Ignore;
    }
    if let Some(reason) = &open.by_hand {
        return because(reason.clone());
    }
    if let Some(why) = manual {
        return because(format!("the session is manual: {why}"));
    }
    if open.hook.as_ref().is_some_and(|hook| !hook.takes_yes) && ruling.verdict.allows() {
        return because("it is answered on the screen".into());
    }
    match open.question().map(|question| choosing::automatic(&question, ruling, free_text)) {
        Some(Ok(answer)) => Decided::Answer(answer),
        Some(Err(reason)) => because(reason),
        None => because("nothing is known of it".into()),
    }
}

/// Who is denied need not wait; who is allowed may be stopped meanwhile.
fn delay(ruling: &Ruling) -> Duration {
    if ruling.verdict.allows() { ruling.delay } else { Duration::ZERO }
}

fn danger(ruling: &Ruling) -> String {
    match ruling.reasons.first() {
        Some(reason) => format!("something dangerous was asked ({reason})"),
        None => "something dangerous was asked".to_owned(),
    }
}
