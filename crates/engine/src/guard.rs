//! The guard. It lets an answer pass only if the very question it answers stands on the screen as it was last seen,
//! nobody has typed since, no draft lies there, and the intent is in the record. Nothing else makes an [`Injection`].

use std::time::Duration;

use model::Key;

use crate::answer::{Answer, By};
use crate::choosing;
use crate::input::{Look, Number, Stands};
use crate::keys;
use crate::life::Stage;
use crate::line;
use crate::open::{Open, Plan};

// What keeps an answer away, and what the person can do about it.
const DRAFT: &str =
    "something was typed at the terminal and not sent; send it or take it back there, then answer again";
const FILLED: &str = "something stands in the line already, and the answer would be written behind it; answer at the terminal, or \
                      empty the line there first";
const TYPED: &str =
    "somebody typed at the terminal meanwhile, so nothing was typed for you; look, and answer again";
const DRY_RUN: &str = "this is a dry run, and nothing is typed; answer at the terminal";
const NOT_THERE: &str = "that choice is not there any more, or no key chooses it as the screen stands; look at the question again";
const UNTYPABLE: &str = "the answer has characters in it that are keys of their own; type it at the terminal";
// What it waits for.
const JUST_TYPED: &str = "a key typed at the terminal may be answering it";
const JUDGED: &str = "the policy is being asked about it anew";
const WRITES: &str = "the program wrote all the time";
const ELSEWHERE: &str = "the screen did not show it as it was";

/// What must not have changed when the host types.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Expectation {
    /// Output so far.
    pub offset: u64,
    /// What counts typing.
    pub epoch: u64,
}

/// Keys that may be pressed. Made by the guard alone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Injection {
    question: Option<Number>,
    bytes: Vec<u8>,
    expect: Expectation,
}

impl Injection {
    /// The question that is answered; none for a nudge.
    pub fn question(&self) -> Option<Number> {
        self.question
    }

    /// What to type.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Under which condition.
    pub fn expect(&self) -> Expectation {
        self.expect
    }
}

/// How things stand at this moment.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Situation<'a> {
    /// The last look.
    pub(crate) look: Option<&'a Look>,
    /// Output so far, as far as it was told.
    pub(crate) offset: u64,
    /// What counts typing.
    pub(crate) epoch: u64,
    /// Something was typed at the terminal and not sent.
    pub(crate) draft: bool,
    /// Something may lie in the program's input box, though the host takes it for sent.
    pub(crate) unsent: bool,
    /// When that was.
    pub(crate) looked: Option<Duration>,
    /// The person's last key has done what it does by this moment.
    pub(crate) settles: Option<Duration>,
    /// Everything happens but the keys.
    pub(crate) dry_run: bool,
}

impl Situation<'_> {
    /// What keys of an answer would send with it, if anything. In an agent a line may lie behind a dialog that took the Enter which
    /// was meant for it; where all dialogs are lines, what took the Enter took the line.
    pub(crate) fn would_send(&self, open: &Open) -> Option<&'static str> {
        let behind = self.look.is_some_and(|look| look.agent && !look.by_lines);
        let draft = self.draft || open.holds_text || self.unsent && behind && !open.takes_keys_at_once();
        draft.then_some(DRAFT).or_else(|| self.is_filled(open).then_some(FILLED))
    }

    /// The person's last key has been read, and has done what it does, and the question was seen to stand there after that.
    pub(crate) fn outlasted_keys(&self, open: &Open) -> bool {
        let stands = |look: &Look| look.fingerprint() == open.fingerprint() && !look.unread;
        open.sight.is_some() && self.looked >= self.settles && self.look.is_some_and(stands)
    }

    /// Something stands in the line to be edited, none of it is ours, and more than Enter would be written.
    fn is_filled(&self, open: &Open) -> bool {
        let filled = |look: &Look| !look.cooked && line::is_filled(&look.before_cursor);
        let writes = open.plan.as_ref().is_none_or(|plan| !plan.answer.is_only_enter());
        writes && open.reads_lines() && !open.is_begun() && self.look.is_some_and(filled)
    }
}

/// Why no key is pressed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Hold {
    /// Not now, because of this.
    Wait(&'static str),
    /// Not at all.
    Never(String),
}

/// Whether the next key of an answer may be pressed, and which that is. With the keys of the whole answer as they are
/// now.
pub(crate) fn pass(open: &Open, situation: Situation<'_>) -> Result<(Injection, Vec<Key>), Hold> {
    let plan = open.plan.as_ref().filter(|_| open.stage == Stage::Intended).ok_or(Hold::Wait(ELSEWHERE))?;
    nobody_objects(open, plan, situation)?;
    nobody_typed(plan.epoch, situation)?;
    if let Some(hindrance) = situation.would_send(open) {
        return Err(Hold::Never(hindrance.into()));
    }
    let typed = situation.settles.filter(|_| open.epoch != situation.epoch);
    if situation.looked < typed.max(open.settles) {
        // Their key, or an answer through its hook, may just be taking it away.
        return Err(Hold::Wait(JUST_TYPED));
    }
    let look = current(situation)?;
    let keys = remaining(open, plan, look)?;
    let first = keys.first().ok_or(Hold::Wait(ELSEWHERE))?;
    let bytes = keys::bytes(first, look.terminal).ok_or_else(|| Hold::Never(UNTYPABLE.into()))?;
    Ok((injection(Some(open.number), bytes, situation), keys))
}

/// The same for an answer that goes back through a hook, where no key is pressed.
pub(crate) fn pass_reply(open: &Open, situation: Situation<'_>) -> Result<(), Hold> {
    let plan = open.plan.as_ref().filter(|_| open.stage == Stage::Intended).ok_or(Hold::Wait(ELSEWHERE))?;
    nobody_objects(open, plan, situation)
}

/// The same for keys that answer nothing: where no question stands, and nothing that somebody began to write.
pub(crate) fn pass_nudge(key: &Key, situation: Situation<'_>) -> Result<Injection, Hold> {
    if situation.draft || situation.unsent || situation.dry_run {
        return Err(Hold::Never("something was typed and not sent".into()));
    }
    let look = current(situation)?;
    if !look.reads_keys {
        return Err(Hold::Never("keys may reach another program than the agent".into()));
    }
    match look.stands {
        Stands::Busy if look.input_box => {}
        Stands::Idle(model::Kind::Composer) => {}
        _ => return Err(Hold::Never("the program is not at work".into())),
    }
    let bytes = keys::bytes(key, look.terminal).ok_or_else(|| Hold::Never("it cannot be typed".into()))?;
    Ok(injection(None, bytes, situation))
}

fn injection(question: Option<Number>, bytes: Vec<u8>, situation: Situation<'_>) -> Injection {
    Injection { question, bytes, expect: Expectation { offset: situation.offset, epoch: situation.epoch } }
}

/// What was decided without a person is theirs as soon as something speaks against it.
fn nobody_objects(open: &Open, plan: &Plan, situation: Situation<'_>) -> Result<(), Hold> {
    if situation.dry_run {
        return Err(Hold::Never(DRY_RUN.into()));
    }
    match &open.by_hand {
        Some(reason) if plan.by.is_automatic() => Err(Hold::Never(reason.clone())),
        _ if open.judging && matches!(plan.by, By::Rule(_)) => Err(Hold::Wait(JUDGED)),
        _ => Ok(()),
    }
}

fn nobody_typed(epoch: u64, situation: Situation<'_>) -> Result<(), Hold> {
    if situation.epoch != epoch {
        return Err(Hold::Never(TYPED.into()));
    }
    Ok(())
}

/// The last look, if nothing was written since.
fn current(situation: Situation<'_>) -> Result<&Look, Hold> {
    situation.look.filter(|look| look.offset == situation.offset).ok_or(Hold::Wait(WRITES))
}

fn not_there(answer: &Answer) -> &'static str {
    match answer {
        Answer::Several(_) => "the boxes do not stand as they did; look at the terminal",
        _ => NOT_THERE,
    }
}

/// The keys that are still to be pressed.
fn remaining(open: &Open, plan: &Plan, look: &Look) -> Result<Vec<Key>, Hold> {
    if let Some((rest, echo)) = plan.behind_text() {
        // The form of a question with text behind it is another. What shows that it is the same is its own line.
        let echoed =
            look.before_cursor.trim_end() == echo.trim_end() && !matches!(look.stands, Stands::Idle(_));
        return if echoed { Ok(rest.to_vec()) } else { Err(Hold::Wait(ELSEWHERE)) };
    }
    let Stands::Asking(standing) = &look.stands else { return Err(Hold::Wait(ELSEWHERE)) };
    if open.sight.as_ref().is_none_or(|sight| sight.fingerprint != standing.fingerprint) {
        return Err(Hold::Wait(ELSEWHERE));
    }
    let keys = choosing::keys(&plan.answer, &standing.question)
        .ok_or_else(|| Hold::Never(not_there(&plan.answer).into()))?;
    // A key that moves the pointer has to be seen to have moved it before the next is pressed.
    if plan.progress.typed.is_some() && keys.len() >= plan.progress.keys.len() {
        return Err(Hold::Wait(ELSEWHERE));
    }
    Ok(keys)
}
