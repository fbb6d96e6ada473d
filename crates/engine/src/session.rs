//! A session: inputs in, effects out.

use std::time::Duration;

use model::Kind;
use policy::{OwnLimits, Pace};

use crate::clock::Now;
use crate::draft::Bare;
use crate::effect::Effect;
use crate::guard::Situation;
use crate::input::{HookAsk, Input, Look, Number, Sight, Stands};
use crate::landing::ACTS_WITHIN;
use crate::life::Stage;
use crate::nudge::Silence;
use crate::open::{Open, Waiting};
use crate::ruling::Rules;

/// Why a session is manual after the person took over at the terminal.
pub const TOOK_OVER: &str = "Ctrl-C was pressed twice";

/// How the reason begins for which a question is a person's while a session is manual, and no longer.
pub const IS_MANUAL: &str = "the session is manual: ";

/// How long what a program said of its question counts for a dialog that comes later.
pub(crate) const LENT_FOR: Duration = Duration::from_secs(3);

/// So many rules are told of with their own limits.
const MOST_LIMITED: usize = 8;

/// One session.
#[derive(Debug, Default)]
pub struct Session {
    pub(crate) rules: Rules,
    pub(crate) opens: Vec<Open>,
    /// What programs said of questions that are not on the screen yet.
    pub(crate) lent: Vec<(HookAsk, Duration)>,
    /// What was answered through a hook with nothing on the screen, and when that was over.
    pub(crate) replied: Vec<(HookAsk, Duration)>,
    /// When the screen was last seen to ask nothing.
    pub(crate) asked_nothing: Option<Duration>,
    last_number: u64,
    pub(crate) manual: Option<String>,
    pub(crate) pace: Pace,
    pub(crate) epoch: u64,
    pub(crate) draft: bool,
    /// An Enter went somewhere with something written before it, and nobody knows whether it sent that.
    pub(crate) unsent: bool,
    /// The screen before the person began to write.
    pub(crate) bare: Option<Bare>,
    /// When the person last pressed Enter.
    pub(crate) entered: Option<Duration>,
    /// When the person last did.
    pub(crate) typed_at: Option<Duration>,
    /// What was typed up to here went into a question and is no draft.
    pub(crate) consumed: u64,
    pub(crate) offset: u64,
    pub(crate) look: Option<Look>,
    /// When that was.
    pub(crate) looked: Option<Duration>,
    /// Keys are on their way: for this question, or a nudge.
    pub(crate) under_way: Option<Option<Number>>,
    /// What was typed meanwhile, by the person or by these keys: typing as it is counted, and whether there is a draft.
    pub(crate) typed_meanwhile: Option<(u64, bool)>,
    pub(crate) silence: Silence,
    /// The prompt of its own at which the program rests.
    pub(crate) rests: Option<Kind>,
    /// Questions that were being answered when an earlier brain ended.
    pub(crate) unfinished: Vec<u64>,
    /// Text of ours may lie there without its Enter.
    pub(crate) half_typed: bool,
    /// A question that is over and may stand there still.
    pub(crate) left_standing: Option<Sight>,
    /// The limits of rules that decided, the latest first.
    pub(crate) limited: Vec<OwnLimits>,
    /// A question was answered, and the program has not rested since.
    pub(crate) answered: bool,
}

impl Session {
    /// A session under these rules, of which typing is counted from `epoch`, with or without a draft.
    /// `held_in_line`: text that was typed for the person lies in a line that the kernel puts together.
    pub fn new(rules: Rules, epoch: u64, draft: bool, held_in_line: bool) -> Self {
        // What was typed before, and where it went, nobody knows.
        Session { rules, epoch, draft, unsent: epoch > 0, half_typed: held_in_line, ..Session::default() }
    }

    /// Something happened; what is to be done about it.
    pub fn handle(&mut self, input: Input, now: Now) -> Vec<Effect> {
        let mut effects = Vec::new();
        self.take(input, now, &mut effects);
        self.advance(now, &mut effects);
        effects
    }

    fn take(&mut self, input: Input, now: Now, effects: &mut Vec<Effect>) {
        match input {
            Input::Asks(sight) => self.asks(*sight, now, effects),
            Input::StillAsks(sight) => self.still_asks(&sight, now, effects),
            Input::Rests(kind) => self.rests(kind, now, effects),
            Input::Resumed => self.resumed(now, effects),
            Input::Looked(look) => self.looked(*look, now, effects),
            Input::Wrote { offset } => self.wrote(offset, now),
            Input::Typed { epoch, draft } => self.somebody_typed(epoch, draft, now, effects),
            Input::TookOver => self.pause(TOOK_OVER.into(), now, effects),
            Input::Judged(number, ruling) => self.judged(number, *ruling, now, effects),
            Input::Claimed(number, claim) => self.claimed(number, claim, now, effects),
            Input::Pressed(pressed) => self.pressed(pressed, now, effects),
            Input::Answered(number, attempt) => self.answered(number, attempt, now, effects),
            Input::Hook(ask) => self.hook(*ask, now, effects),
            Input::DeniedBefore { rule, words } => self.denied_before(&rule, words, now),
            Input::HookOver(call) => self.hook_over(call, now, effects),
            Input::Pause { why } => self.pause(why, now, effects),
            Input::Resume => self.resume(effects),
            Input::Rules(rules) => self.other_rules(*rules, effects),
            Input::Unfinished { words, half_typed } => self.was_unfinished(words, half_typed),
            Input::AskedBefore { number, since, expires } => self.asked_before(number, since, expires),
            Input::Tick => {}
            Input::Ended => self.ended(now, effects),
            Input::Limited { over_in } => self.limited(over_in, now),
        }
    }

    /// The questions that are open.
    pub fn waiting(&self) -> impl Iterator<Item = Waiting<'_>> {
        self.opens.iter().filter_map(Open::waiting)
    }

    /// One of them.
    pub fn question(&self, number: Number) -> Option<Waiting<'_>> {
        self.opens.iter().find(|open| open.number == number)?.waiting()
    }

    /// Why nothing is answered automatically, if that is so.
    pub fn manual(&self) -> Option<&str> {
        self.manual.as_deref()
    }

    /// Automatic answers since the person did something, and how many there may be.
    pub fn consecutive(&self) -> (u32, u32) {
        (self.pace.consecutive(), self.rules.limits.consecutive)
    }

    /// How things stand with the limits, in words for a person: those for all answers, and those of the rules that decided lately.
    pub fn limits(&self, now: Now) -> Vec<String> {
        let own = self.limited.iter().flat_map(|own| self.pace.own_in_words(now.at, own));
        self.pace.in_words(now.at, &self.rules.limits).into_iter().chain(own).collect()
    }

    /// A rule with limits of its own has decided.
    pub(crate) fn note_limited(&mut self, own: OwnLimits) {
        self.limited.retain(|known| known.rule != own.rule);
        self.limited.truncate(MOST_LIMITED - 1);
        self.limited.insert(0, own);
    }

    /// When to call again with [`Input::Tick`], if nothing happens before.
    pub fn next_wake(&self) -> Option<Duration> {
        let opens = self.opens.iter().flat_map(|open| self.wakes_for(open));
        opens.chain(self.nudge_due()).min()
    }

    pub(crate) fn new_number(&mut self) -> Number {
        self.last_number += 1;
        Number(self.last_number)
    }

    pub(crate) fn open(&mut self, number: Number) -> Option<&mut Open> {
        self.opens.iter_mut().find(|open| open.number == number)
    }

    /// The one that stands on the screen.
    pub(crate) fn on_screen(&mut self) -> Option<&mut Open> {
        self.opens.iter_mut().find(|open| open.sight.is_some() && !open.left)
    }

    /// The kernel puts lines together for the program.
    pub(crate) fn is_cooked(&self) -> bool {
        self.look.as_ref().is_some_and(|look| look.cooked)
    }

    /// Whether the program is an agent that is known.
    pub(crate) fn is_agent(&self) -> bool {
        self.look.as_ref().is_some_and(|look| look.agent)
    }

    /// Whether the person has something half typed.
    pub(crate) fn has_draft(&self) -> bool {
        self.half_typed || self.draft && self.epoch > self.consumed
    }

    pub(crate) fn situation(&self) -> Situation<'_> {
        Situation {
            look: self.look.as_ref(),
            offset: self.offset,
            epoch: self.epoch,
            draft: self.has_draft(),
            unsent: self.unsent,
            looked: self.looked,
            settles: self.typed_at.map(|typed| typed + ACTS_WITHIN),
            dry_run: self.rules.dry_run,
        }
    }

    fn looked(&mut self, look: Look, now: Now, effects: &mut Vec<Effect>) {
        self.offset = self.offset.max(look.offset);
        if let Stands::Asking(seen) = &look.stands
            && let Some(open) = self.on_screen()
            && open.sight.as_ref().is_some_and(|sight| sight.fingerprint == seen.fingerprint)
        {
            open.sight = Some((**seen).clone());
        }
        if look.shows_an_empty_line() && !look.cooked {
            self.nothing_lies_there();
        }
        if matches!(look.stands, Stands::Busy | Stands::Idle(_)) {
            self.asked_nothing = Some(now.at);
        }
        (self.look, self.looked) = (Some(look), Some(now.at));
        self.notice_draft(now);
        self.answered_unseen(now, effects);
    }

    /// Text of ours is not in the line any more, or is the person's now.
    pub(crate) fn nothing_lies_there(&mut self) {
        self.half_typed = false;
        self.opens.iter_mut().for_each(|open| open.holds_text = false);
    }

    fn wrote(&mut self, offset: u64, now: Now) {
        self.offset = self.offset.max(offset);
        self.silence.wrote(now.at);
    }

    /// Nothing automatic from now on, and nothing of what was decided.
    pub(crate) fn pause(&mut self, why: String, now: Now, effects: &mut Vec<Effect>) {
        if self.manual.is_none() {
            effects.push(Effect::Manual(Some(why.clone())));
        }
        let reason = format!("{IS_MANUAL}{why}");
        self.manual = Some(why);
        self.withdraw(&reason, Open::is_automatic, now, effects);
    }

    fn resume(&mut self, effects: &mut Vec<Effect>) {
        if self.manual.take().is_some() {
            effects.push(Effect::Manual(None));
        }
        // What is on its way was held for this reason, and stays so.
        for open in self.opens.iter_mut().filter(|open| open.stage == Stage::Asked) {
            open.by_hand.take_if(|why| why.starts_with(IS_MANUAL));
        }
        self.pace.note_person();
        self.silence.nudged = 0;
    }

    /// A restart makes no question younger.
    fn asked_before(&mut self, number: Number, since: Duration, expires: Option<Duration>) {
        let Some(open) = self.open(number) else { return };
        open.since = open.since.min(since);
        open.expires = open.expires.map(|end| expires.map_or(end, |before| before.min(end)));
    }

    /// Removes a question that is over.
    pub(crate) fn forget(&mut self, number: Number) -> Option<Open> {
        let place = self.opens.iter().position(|open| open.number == number && open.stage.is_end())?;
        Some(self.opens.remove(place))
    }

    /// Whether some answer is between its intent and its landing: one at a time. One that went back through a hook, with
    /// nothing on the screen, is nobody's hindrance.
    pub(crate) fn is_answering(&self) -> bool {
        let begun = |open: &Open| match open.stage {
            Stage::Recording | Stage::Intended | Stage::Sent => true,
            Stage::Injected => open.sight.is_some(),
            _ => false,
        };
        self.under_way.is_some() || self.opens.iter().any(begun)
    }
}
