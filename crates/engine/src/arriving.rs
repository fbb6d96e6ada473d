//! Questions come on the screen, and a hook may have told of them before.

use std::time::Duration;

use model::{Key, Kind};

use crate::choosing;
use crate::clock::Now;
use crate::effect::Effect;
use crate::input::{HookAsk, Number, Sight};
use crate::landing::ACTS_WITHIN;
use crate::life::Stage;
use crate::open::{Open, Plan, is_shown_of};
use crate::session::{LENT_FOR, Session};

const DOES_NOT_FIT: &str = "what the program said through its hook does not fit what it shows";
const JUST_ANSWERED: &str = "it was answered through its hook a moment ago";
pub(crate) const UNFINISHED: &str =
    "an answer to it was begun before, and nobody knows whether the program has it";
const SAID_BY_HOOK: &str = "it was asked through its hook before, and not allowed there";
pub(crate) const SEVERAL_FIT: &str =
    "the program said several things through its hook that fit what it shows";

impl Session {
    pub(crate) fn asks(&mut self, sight: Sight, now: Now, effects: &mut Vec<Effect>) {
        self.comes_back(sight.fingerprint);
        if self.is_on_screen(sight.fingerprint) {
            return self.still_asks(&sight, now, effects);
        }
        if self.is_echo_of_ours(&sight) {
            return;
        }
        self.leaves(now, effects);
        self.rests = None;
        if self.left_standing.as_ref().is_some_and(|left| left.fingerprint == sight.fingerprint) {
            return;
        }
        self.left_standing = None;
        match self.told_of(&sight).as_slice() {
            [number] => self.shows(*number, sight, now, effects),
            [] => self.new_on_screen(sight, None, now, effects),
            _ => self.new_on_screen(sight, Some(SEVERAL_FIT), now, effects),
        }
    }

    /// One that seemed to have left while keys were on their way to it.
    fn comes_back(&mut self, fingerprint: u64) {
        for open in self.opens.iter_mut().filter(|open| open.fingerprint() == Some(fingerprint)) {
            open.left = false;
        }
    }

    fn is_on_screen(&self, fingerprint: u64) -> bool {
        let same = |open: &Open| {
            let sight = open.sight.as_ref().filter(|_| !open.left);
            sight.is_some_and(|sight| sight.fingerprint == fingerprint)
        };
        self.opens.iter().any(same)
    }

    /// Whether this is the question that was given its key, with the key behind its words: they may have another form with it,
    /// and end elsewhere. Nothing has landed then, and nothing is asked anew.
    fn is_echo_of_ours(&mut self, sight: &Sight) -> bool {
        let agent = self.is_agent();
        let Some(open) = self.on_screen().filter(|open| !agent && open.stage == Stage::Injected) else {
            return false;
        };
        let (Some(asked), Some(plan)) = (&open.sight, &open.plan) else { return false };
        let [Key::Text(key)] = plan.progress.keys.as_slice() else { return false };
        let (words, before) = (sight.question.text.trim(), asked.question.text.trim());
        let shown = format!("{}{key}", plan.progress.before);
        let shorter = !words.is_empty() && words.len() < before.len() && before.starts_with(words);
        shorter || words == shown.trim() || words == format!("{before}{key}")
    }

    /// The questions that a hook told of and that this may be.
    fn told_of(&self, sight: &Sight) -> Vec<Number> {
        let fits = |open: &&Open| {
            let told = open.hook.as_ref().filter(|hook| hook.shows && open.sight.is_none());
            told.is_some_and(|told| is_shown_of(&sight.question, told))
        };
        self.opens.iter().filter(fits).map(|open| open.number).collect()
    }

    /// A question that was told of is on the screen now.
    fn shows(&mut self, number: Number, sight: Sight, now: Now, effects: &mut Vec<Effect>) {
        let (doubt, settles) = self.doubt(&sight, now);
        let lent = self.lent.iter().any(|(ask, _)| is_shown_of(&sight.question, ask));
        if let Some(open) = self.open(number) {
            (open.sight, open.settles) = (Some(sight), settles);
        }
        if let Some(doubt) = doubt.or(lent.then_some(SEVERAL_FIT)) {
            self.withdraw(doubt, |open| open.number == number, now, effects);
        }
    }

    fn new_on_screen(&mut self, sight: Sight, doubt: Option<&str>, now: Now, effects: &mut Vec<Effect>) {
        let unfit = self.opens.iter().any(|open| open.call().is_some() && open.sight.is_none());
        let (lent, several) = self.take_lent(&sight, now);
        let doubt = doubt.or(unfit.then_some(DOES_NOT_FIT)).or(several.then_some(SEVERAL_FIT));
        let doubted = doubt.is_some();
        let (begun, answered) = self.doubt(&sight, now);
        // A yes would have gone through the hook. Any process can have said it, and its own dialog may have come and gone unseen:
        // nothing is allowed by it here, where it says more than the dialog does.
        let says_more = sight.question.subject.as_ref().is_none_or(|subject| subject.partial);
        let denied_yes = lent.as_ref().is_some_and(|hook| hook.takes_yes || says_more);
        let doubt = doubt.or(begun).or(denied_yes.then_some(SAID_BY_HOOK));
        let mut open = Open::new(self.new_number(), now.at, self.epoch, self.has_draft());
        (open.by_hand, open.doubted) = (doubt.map(str::to_owned), doubted);
        let lent = lent.and_then(|hook| hook.question.subject);
        (open.sight, open.lent, open.settles) = (Some(sight), lent, answered);
        self.comes(open, effects);
    }

    /// Why this may have its answer already, and when that would show.
    fn doubt(&mut self, sight: &Sight, now: Now) -> (Option<&'static str>, Option<Duration>) {
        self.lent.retain(|(_, at)| now.at < *at + LENT_FOR);
        let (answered, begun) = (self.just_answered(sight, now), self.take_unfinished(sight));
        (answered.and(Some(JUST_ANSWERED)).or(begun.then_some(UNFINISHED)), answered)
    }

    /// Whether this was being answered before. Only the first question can be the one that stood there then.
    fn take_unfinished(&mut self, sight: &Sight) -> bool {
        let unfinished = std::mem::take(&mut self.unfinished);
        if unfinished.contains(&sight.words) && choosing::takes_keys_at_once(&sight.question) {
            self.half_typed = false;
        }
        // Its words may be others than the hook said, so any is reason enough.
        !unfinished.is_empty()
    }

    /// An earlier brain was answering this. What it typed may lie there without its Enter, until somebody types.
    pub(crate) fn was_unfinished(&mut self, words: u64, half_typed: bool) {
        self.unfinished.push(words);
        self.half_typed |= half_typed;
    }

    pub(crate) fn comes(&mut self, open: Open, effects: &mut Vec<Effect>) {
        let number = open.number;
        self.opens.push(open);
        self.judge(number, effects);
    }

    /// A hook that said something that fits got its answer a moment ago: this may be its dialog, on its way out. When it would
    /// be gone.
    fn just_answered(&mut self, sight: &Sight, now: Now) -> Option<Duration> {
        // Its dialog may stand there for long, and not be recognised before.
        let stands = |at: Duration| self.asked_nothing.is_none_or(|seen| seen < at);
        self.replied.retain(|(_, at)| now.at < *at + ACTS_WITHIN || stands(*at));
        let fits = |(ask, _): &&(HookAsk, Duration)| is_shown_of(&sight.question, ask);
        let over = self.replied.iter().find(fits).map(|(_, at)| *at + ACTS_WITHIN);
        let replied = |open: &Open| open.replied && open.sight.is_none();
        let fits = |open: &Open| open.hook.as_ref().is_some_and(|ask| is_shown_of(&sight.question, ask));
        let on_its_way = self.opens.iter().any(|open| replied(open) && fits(open));
        over.max(on_its_way.then_some(now.at + ACTS_WITHIN))
    }

    /// What a hook said of this before it was shown, if exactly one said something that fits; and whether several did.
    fn take_lent(&mut self, sight: &Sight, now: Now) -> (Option<HookAsk>, bool) {
        self.lent.retain(|(_, at)| now.at < *at + LENT_FOR);
        let fits = |ask: &HookAsk| is_shown_of(&sight.question, ask);
        let mut fitting =
            (0..self.lent.len()).filter(|place| self.lent.get(*place).is_some_and(|(ask, _)| fits(ask)));
        match (fitting.next(), fitting.next()) {
            (Some(place), None) => (Some(self.lent.remove(place).0), false),
            (first, _) => (None, first.is_some()),
        }
    }

    /// The question stands although a key was pressed, or is drawn anew.
    pub(crate) fn still_asks(&mut self, sight: &Sight, now: Now, effects: &mut Vec<Effect>) {
        let looked = self.looked;
        let Some(open) = self.on_screen() else { return };
        if open.sight.as_ref().is_none_or(|known| known.fingerprint != sight.fingerprint) {
            return;
        }
        open.sight = Some(sight.clone());
        // Only a look that is late enough shows that the answer did nothing; without one, time will tell.
        let acted = |plan: &Plan| {
            let seen = |typed: Duration| looked >= Some(typed + ACTS_WITHIN);
            plan.is_whole() && plan.progress.typed.is_some_and(seen)
        };
        let (number, injected) = (open.number, open.stage == Stage::Injected);
        if injected && open.plan.as_ref().is_some_and(acted) {
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
}
