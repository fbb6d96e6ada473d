//! A question that is open: what is known of it, and how far its answer is.

use std::time::Duration;

use model::{Key, Question, Role, Subject};

use crate::answer::{Answer, By};
use crate::choosing;
use crate::input::{HookAsk, Number, Sight};
use crate::life::{Stage, Step, next};
use crate::place;
use crate::ruling::Ruling;

/// A question as others see it.
#[derive(Debug, Clone, PartialEq)]
pub struct Waiting<'a> {
    /// Which.
    pub number: Number,
    /// Where it is in its life.
    pub stage: Stage,
    /// What is asked. The subject is the program's own word for it where there is one, else what the screen shows.
    pub question: Question,
    /// The program that asks.
    pub agent: &'a str,
    /// How sure that is; nothing if the program said so itself.
    pub confidence: Option<f64>,
    /// Since when.
    pub since: Duration,
    /// Until when a person may answer.
    pub expires: Option<Duration>,
    /// What the policy says.
    pub ruling: Option<&'a Ruling>,
    /// Why only a person may answer it.
    pub by_hand: Option<&'a str>,
    /// Which question on the screen it is.
    pub fingerprint: Option<u64>,
    /// The same for the same words.
    pub words: u64,
    /// What the program wants to use, by the policy's word for it.
    pub tool: Option<&'a str>,
    /// Where, if it said so.
    pub folder: Option<&'a str>,
}

/// What is to be answered.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Plan {
    pub(crate) answer: Answer,
    pub(crate) by: By,
    /// Not before this moment.
    pub(crate) not_before: Duration,
    /// What counted typing when it was decided. Who types since then has withdrawn it.
    pub(crate) epoch: u64,
    pub(crate) progress: Progress,
}

/// How far the typing of an answer is.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Progress {
    /// How often the host was asked, and since when.
    pub(crate) tries: u32,
    pub(crate) since: Option<Duration>,
    /// The host refused although nothing had happened; not before this moment again.
    pub(crate) rests_until: Option<Duration>,
    /// When keys were last typed.
    pub(crate) typed: Option<Duration>,
    /// What is on its way to the host: the keys of the answer, of which that is the first, and what stood left of the cursor.
    pub(crate) sending: Option<(Vec<Key>, String)>,
    /// The keys of the answer when the last one was typed.
    pub(crate) keys: Vec<Key>,
    /// Left of the cursor before it was.
    pub(crate) before: String,
    /// How much the program had written when keys were last sent.
    pub(crate) offset: u64,
    /// Everything was typed once more.
    pub(crate) retried: bool,
    /// Text was typed.
    pub(crate) wrote: bool,
}

impl Plan {
    /// Whether the last key of the answer has been pressed.
    pub(crate) fn is_whole(&self) -> bool {
        self.progress.typed.is_some() && self.progress.keys.len() <= 1
    }

    /// Boxes are ticked, one key each: none of them is text that lies in a line.
    fn ticks(&self) -> bool {
        matches!(self.answer, Answer::Several(_))
    }

    /// What is still to be pressed behind text, and what the screen must show before it.
    pub(crate) fn behind_text(&self) -> Option<(&[Key], String)> {
        self.progress.typed.filter(|_| !self.ticks())?;
        match self.progress.keys.as_slice() {
            [Key::Text(text), rest @ ..] if !rest.is_empty() => {
                Some((rest, format!("{}{text}", self.progress.before)))
            }
            _ => None,
        }
    }
}

impl Plan {
    /// Whether it goes back through a hook that waits. What a rule answers goes nowhere else: it was judged by what the hook
    /// said, and a hook that was forged must not press keys. A person may choose what no hook can say.
    pub(crate) fn goes_through_hook(&self) -> bool {
        let plain =
            matches!(self.answer, Answer::Choose { role: Role::Yes | Role::No, .. } | Answer::Deny { .. });
        plain || self.by.is_automatic()
    }
}

impl Progress {
    /// It is to be typed once more, and the program has said something since: it may have the key after all.
    pub(crate) fn is_overtaken(&self, offset: u64) -> bool {
        self.retried && self.typed.is_none() && self.offset != offset
    }
}

/// One question.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Open {
    pub(crate) number: Number,
    pub(crate) stage: Stage,
    /// As it stands on the screen.
    pub(crate) sight: Option<Sight>,
    /// As the program asks it through its hook.
    pub(crate) hook: Option<HookAsk>,
    /// Nothing of it stood on the screen when its hook was called, which shows nothing before it returns: whoever speaks of what
    /// stands there already is not the program.
    pub(crate) nothing_shown: bool,
    /// That hook has its answer.
    pub(crate) replied: bool,
    /// Hooks said several things of it, or none that fits: none counts any more, or the last to speak would be believed.
    pub(crate) doubted: bool,
    /// What the program said of it before it showed it.
    pub(crate) lent: Option<Subject>,
    pub(crate) since: Duration,
    /// What counted typing when it came, and whether something lay there typed and not sent.
    pub(crate) epoch: u64,
    pub(crate) draft: bool,
    /// It may be on its way out, and is known to stand only if it is seen after this moment.
    pub(crate) settles: Option<Duration>,
    /// How much had been written when the person first typed at it.
    pub(crate) touched: Option<u64>,
    /// Typing up to here went into it.
    pub(crate) took: Option<u64>,
    /// Typing up to here did not answer it: it was seen to stand there afterwards, when its hook got the answer.
    pub(crate) stood: Option<u64>,
    pub(crate) ruling: Option<Ruling>,
    /// The policy is being asked, and is to be asked once more because more is known by now.
    pub(crate) judging: bool,
    pub(crate) judge_again: bool,
    pub(crate) plan: Option<Plan>,
    /// Why only a person may answer it.
    pub(crate) by_hand: Option<String>,
    pub(crate) expires: Option<Duration>,
    /// A person has been told of it.
    pub(crate) told: bool,
    /// It left the screen while keys were on their way to it.
    pub(crate) left: bool,
    /// Another call was answered meanwhile that may have been about it.
    pub(crate) overtaken: bool,
    /// An answer was typed with its Enter, and the question stands: its text may lie in the line, as long as it does.
    pub(crate) holds_text: bool,
}

impl Open {
    pub(crate) fn new(number: Number, since: Duration, epoch: u64, draft: bool) -> Self {
        Open {
            number,
            stage: Stage::Seen,
            sight: None,
            hook: None,
            nothing_shown: false,
            replied: false,
            doubted: false,
            lent: None,
            since,
            epoch,
            draft,
            settles: None,
            touched: None,
            took: None,
            stood: None,
            ruling: None,
            judging: false,
            judge_again: false,
            plan: None,
            by_hand: None,
            expires: None,
            told: false,
            left: false,
            overtaken: false,
            holds_text: false,
        }
    }

    /// An answer of ours is being prepared or typed, and no person gave it.
    pub(crate) fn is_automatic(&self) -> bool {
        self.plan.as_ref().is_some_and(|plan| plan.by.is_automatic())
    }

    /// The program has a part of the answer, or all of it.
    pub(crate) fn is_begun(&self) -> bool {
        self.plan.as_ref().is_some_and(|plan| plan.progress.typed.is_some())
    }

    /// Which one on the screen it is.
    pub(crate) fn fingerprint(&self) -> Option<u64> {
        self.sight.as_ref().map(|sight| sight.fingerprint)
    }

    /// A line is read here, so that Enter sends whatever was typed.
    pub(crate) fn reads_lines(&self) -> bool {
        self.question().is_some_and(|question| choosing::reads_a_line(&question))
    }

    /// Nothing is shown of it before its hook returns.
    pub(crate) fn shows_later(&self) -> bool {
        self.hook.as_ref().is_some_and(|hook| !hook.shows && self.sight.is_none())
    }

    /// Keys go into it and nowhere else, whatever lies behind it.
    pub(crate) fn takes_keys_at_once(&self) -> bool {
        self.question().is_some_and(|question| choosing::takes_keys_at_once(&question))
    }

    /// Text of the answer was typed, and its Enter was not.
    pub(crate) fn leaves_text(&self) -> bool {
        let Some(plan) = &self.plan else { return false };
        let sending = plan.progress.sending.as_ref().map(|(keys, _)| keys.as_slice());
        let begins = matches!(sending, Some([Key::Text(_), _, ..])) && !plan.ticks();
        self.stage != Stage::Landed && (begins || plan.behind_text().is_some())
    }

    /// Text of the answer was typed, and the question stands: the text may lie in a line, also where keys were thought to act
    /// at once. Only of an agent's dialogs it is known that they do.
    pub(crate) fn may_hold_text(&self, agent: bool) -> bool {
        let wrote = self.plan.as_ref().is_some_and(|plan| plan.progress.wrote);
        wrote && !(agent && self.takes_keys_at_once())
    }

    /// The last key of the answer was Enter: if the question leaves, that took the line.
    pub(crate) fn is_sent(&self) -> bool {
        self.plan.as_ref().is_some_and(|plan| plan.is_whole() && plan.progress.keys == [Key::Enter])
    }

    /// A hook that has its answer waits for no other. The dialog stands all the same, so it may never have been the
    /// dialog's hook, and what it said does not count any more.
    pub(crate) fn forget_replied(&mut self) {
        if self.sight.is_some() && std::mem::take(&mut self.replied) {
            (self.hook, self.doubted) = (None, true);
        }
    }

    /// How it ends if it is gone now, with typing counted up to `epoch`. An answer has landed only if all of it was typed
    /// and nobody has typed since: otherwise nobody knows what took the question away.
    pub(crate) fn departure(&self, epoch: u64) -> Step {
        // A key may have been faster than the hook that was answered, unless the question outlasted it.
        let unanswered = self.stood.unwrap_or(self.epoch);
        let since = |plan: &Plan| if self.replied { unanswered } else { plan.epoch };
        let typed_since = self.plan.as_ref().is_some_and(|plan| since(plan) != epoch);
        let whole = self.plan.as_ref().is_some_and(Plan::is_whole);
        match self.stage {
            Stage::Injected if whole && !typed_since && !self.overtaken => Step::Left,
            Stage::Injected | Stage::Sent => Step::Break,
            Stage::Intended if self.is_begun() => Step::Break,
            _ if epoch != self.epoch => Step::LeftByPerson,
            _ => Step::Left,
        }
    }

    /// Goes one step on; false where the table has none.
    pub(crate) fn step(&mut self, step: Step) -> bool {
        match next(self.stage, step) {
            Some(stage) => {
                self.stage = stage;
                true
            }
            None => false,
        }
    }

    /// What is asked, as well as it is known.
    pub(crate) fn question(&self) -> Option<Question> {
        let shown = self.sight.as_ref().map(|sight| &sight.question);
        let told = self.hook.as_ref().map(|hook| &hook.question);
        let mut question = shown.or(told)?.clone();
        let full = told.and_then(|told| told.subject.clone()).or_else(|| self.lent.clone());
        question.subject = full.or(question.subject);
        Some(question)
    }

    /// The same for the same words.
    pub(crate) fn words(&self) -> u64 {
        let told = self.hook.as_ref().map(|hook| hook.words);
        told.or_else(|| self.sight.as_ref().map(|sight| sight.words)).unwrap_or_default()
    }

    /// The call of a hook that waits for the answer.
    pub(crate) fn call(&self) -> Option<u64> {
        self.hook.as_ref().filter(|_| !self.replied).map(|hook| hook.call)
    }

    pub(crate) fn waiting(&self) -> Option<Waiting<'_>> {
        let sight = self.sight.as_ref();
        let hook = self.hook.as_ref();
        Some(Waiting {
            number: self.number,
            stage: self.stage,
            question: self.question()?,
            agent: sight.map(|sight| sight.agent.as_str()).or(hook.map(|hook| hook.agent.as_str()))?,
            confidence: sight.filter(|_| hook.is_none()).map(|sight| sight.confidence),
            since: self.since,
            expires: self.expires,
            ruling: self.ruling.as_ref(),
            by_hand: self.by_hand.as_deref(),
            fingerprint: sight.map(|sight| sight.fingerprint),
            words: self.words(),
            tool: hook.map(|hook| hook.tool.as_str()).or(sight.and_then(|sight| sight.tool.as_deref())),
            folder: hook.and_then(|hook| hook.folder.as_deref()),
        })
    }
}

/// Whether what a screen shows of something is contained in what the program said of it through its hook, or is the same path
/// in another spelling.
pub(crate) fn is_shown_of(shown: &Question, ask: &HookAsk) -> bool {
    let dense = |question: &Question| question.subject.as_ref().map(|subject| place::dense(&subject.text));
    match (dense(shown), dense(&ask.question)) {
        (Some(text), Some(said)) if !text.is_empty() && said.contains(&text) => true,
        _ => place::is_spelled_so(shown, ask),
    }
}
