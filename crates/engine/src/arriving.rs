//! Questions come: on the screen, through a hook, and as two sides of one.

use model::{Kind, Subject};

use crate::clock::Now;
use crate::effect::Effect;
use crate::input::{HookAsk, Number, Sight};
use crate::life::{Stage, Step};
use crate::open::{Open, is_shown_of};
use crate::session::{LENT_FOR, Session};

const DOES_NOT_FIT: &str = "what the program said through its hook does not fit what it shows";
const UNFINISHED: &str = "an answer to it was begun before, and nobody knows whether the program has it";
const SEVERAL_FIT: &str = "the program said several things through its hook that fit what it shows";

impl Session {
    pub(crate) fn asks(&mut self, sight: Sight, now: Now, effects: &mut Vec<Effect>) {
        if self.is_on_screen(sight.fingerprint) {
            return self.still_asks(&sight, now, effects);
        }
        self.leaves(now, effects);
        self.rests = None;
        match self.told_of(&sight).as_slice() {
            [number] => self.shows(*number, sight),
            [] => self.new_on_screen(sight, None, now, effects),
            _ => self.new_on_screen(sight, Some(SEVERAL_FIT), now, effects),
        }
    }

    fn is_on_screen(&self, fingerprint: u64) -> bool {
        let same = |open: &Open| open.sight.as_ref().is_some_and(|sight| sight.fingerprint == fingerprint);
        self.opens.iter().any(same)
    }

    /// The questions that a hook told of and that this may be.
    fn told_of(&self, sight: &Sight) -> Vec<Number> {
        let fits = |open: &&Open| {
            let told = open.hook.as_ref().filter(|_| open.sight.is_none());
            told.is_some_and(|told| is_shown_of(&sight.question, &told.question))
        };
        self.opens.iter().filter(fits).map(|open| open.number).collect()
    }

    /// A question that was told of is on the screen now.
    fn shows(&mut self, number: Number, sight: Sight) {
        if let Some(open) = self.open(number) {
            open.sight = Some(sight);
        }
    }

    fn new_on_screen(&mut self, sight: Sight, doubt: Option<&str>, now: Now, effects: &mut Vec<Effect>) {
        let unfit = self.opens.iter().any(|open| open.hook.is_some() && open.sight.is_none());
        let (lent, several) = self.take_lent(&sight, now);
        let doubt = doubt.or(unfit.then_some(DOES_NOT_FIT)).or(several.then_some(SEVERAL_FIT));
        let doubt = doubt.or(self.take_unfinished(sight.words).then_some(UNFINISHED));
        let mut open = Open::new(self.new_number(), now.at, self.epoch, self.has_draft());
        open.by_hand = doubt.map(str::to_owned);
        (open.sight, open.lent) = (Some(sight), lent);
        effects.push(Effect::Judge(open.number));
        self.opens.push(open);
    }

    /// Whether this was being answered before. Only the first question can be the one that stood there then.
    fn take_unfinished(&mut self, words: u64) -> bool {
        std::mem::take(&mut self.unfinished).contains(&words)
    }

    /// What a hook said of this before it was shown, if exactly one said something that fits; and whether several did.
    fn take_lent(&mut self, sight: &Sight, now: Now) -> (Option<Subject>, bool) {
        self.lent.retain(|(_, at)| now.at < *at + LENT_FOR);
        let fits = |ask: &HookAsk| is_shown_of(&sight.question, &ask.question);
        let mut fitting =
            (0..self.lent.len()).filter(|place| self.lent.get(*place).is_some_and(|(ask, _)| fits(ask)));
        match (fitting.next(), fitting.next()) {
            (Some(place), None) => (self.lent.remove(place).0.question.subject, false),
            (first, _) => (None, first.is_some()),
        }
    }

    /// The question stands although a key was pressed, or is drawn anew.
    pub(crate) fn still_asks(&mut self, sight: &Sight, now: Now, effects: &mut Vec<Effect>) {
        let Some(open) = self.on_screen() else { return };
        if open.sight.as_ref().is_none_or(|known| known.fingerprint != sight.fingerprint) {
            return;
        }
        open.sight = Some(sight.clone());
        let (number, injected) = (open.number, open.stage == Stage::Injected);
        if injected && open.plan.as_ref().is_some_and(|plan| plan.is_whole()) {
            self.did_not_land(number, now, effects);
        }
    }

    pub(crate) fn rests(&mut self, kind: Kind, now: Now, effects: &mut Vec<Effect>) {
        self.leaves(now, effects);
        self.rests = Some(kind);
        self.answered = false;
    }

    pub(crate) fn resumed(&mut self, now: Now, effects: &mut Vec<Effect>) {
        self.leaves(now, effects);
        // What was typed at a pager or into an editor is not waiting to be sent.
        if matches!(self.rests.take(), Some(Kind::Pager | Kind::Editor)) {
            self.consumed = self.epoch;
        }
    }

    /// A program asks through its hook.
    pub(crate) fn hook(&mut self, ask: HookAsk, now: Now, effects: &mut Vec<Effect>) {
        let others = self.opens.iter().filter(|open| {
            open.hook.as_ref().is_some_and(|known| known.question.subject == ask.question.subject)
        });
        let alone = others.count() == 0;
        let shown = self.on_screen().filter(|open| {
            let fits = |sight: &Sight| is_shown_of(&sight.question, &ask.question);
            open.hook.is_none() && open.sight.as_ref().is_some_and(fits)
        });
        match shown {
            Some(open) if alone && ask.shows && matches!(open.stage, Stage::Seen | Stage::Asked) => {
                open.hook = Some(ask);
                effects.push(Effect::Judge(open.number));
            }
            _ => {
                let mut open = Open::new(self.new_number(), now.at, self.epoch, self.has_draft());
                open.hook = Some(ask);
                effects.push(Effect::Judge(open.number));
                self.opens.push(open);
            }
        }
    }

    /// A hook's call has ended, by our answer or without it.
    pub(crate) fn hook_over(&mut self, call: u64, now: Now, effects: &mut Vec<Effect>) {
        let Some(open) = self.opens.iter_mut().find(|open| open.call() == Some(call)) else { return };
        let number = open.number;
        if open.sight.is_some() && open.stage != Stage::Injected {
            open.hook = None;
            return;
        }
        if open.sight.is_none() {
            self.leave(number, Step::Left, now, effects);
        }
    }
}
