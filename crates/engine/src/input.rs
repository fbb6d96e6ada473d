//! What can happen to a session.

use std::time::Duration;

use model::{Kind, Question};

use crate::answer::Attempt;
use crate::keys::Terminal;
use crate::ruling::{Rules, Ruling};

/// Which question of a session. No number is used twice.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Number(pub u64);

/// A question as it stands on the screen.
#[derive(Debug, Clone, PartialEq)]
pub struct Sight {
    /// Which one it is: another number is another question, also if the words are the same.
    pub fingerprint: u64,
    /// The same for the same words.
    pub words: u64,
    /// What is asked, with the keys as the screen is now.
    pub question: Question,
    /// How sure that is.
    pub confidence: f64,
    /// The program that asks.
    pub agent: String,
    /// What it wants to use, by the policy's word for it; none if the screen does not say.
    pub tool: Option<String>,
}

/// What a look at the screen finds.
#[derive(Debug, Clone, PartialEq)]
pub enum Stands {
    /// A question.
    Asking(Box<Sight>),
    /// A prompt of the program's own.
    Idle(Kind),
    /// The program works.
    Busy,
    /// Nobody can say.
    Unsure,
}

/// A look at the screen.
#[derive(Debug, Clone, PartialEq)]
pub struct Look {
    /// The output that the screen shows.
    pub offset: u64,
    /// What stands there.
    pub stands: Stands,
    /// The text left of the cursor, in its row and those that run on into it: where what is typed shows.
    pub before_cursor: String,
    /// The same for a screen with the same text and the cursor at the same place.
    pub picture: u64,
    /// How keys are written for the program.
    pub terminal: Terminal,
    /// The program is an agent that is known.
    pub agent: bool,
    /// The kernel puts lines together for it: what was typed and not sent lies there, whatever the screen shows.
    pub cooked: bool,
    /// It works, and its input box stands there, empty: no dialog has taken its place, and nothing is written in it.
    pub input_box: bool,
    /// Keys reach the agent itself: it reads them one by one, and no program of its own asks something at this terminal.
    pub reads_keys: bool,
    /// It rests at its input box, and this is what stands in it: an agent may keep its cursor elsewhere.
    pub in_box: Option<String>,
    /// Keys were typed that the program has not read.
    pub unread: bool,
    /// It reads lines and nothing else: what is typed lies in the line that is seen, and Enter sends all of it.
    pub by_lines: bool,
}

impl Look {
    /// Which question stands there.
    pub(crate) fn fingerprint(&self) -> Option<u64> {
        match &self.stands {
            Stands::Asking(standing) => Some(standing.fingerprint),
            _ => None,
        }
    }

    /// Whether a question ends right before the cursor: nothing that was typed stands behind it.
    pub(crate) fn shows_an_empty_line(&self) -> bool {
        let Stands::Asking(standing) = &self.stands else { return false };
        let words = standing.question.text.trim_end();
        !words.is_empty() && self.before_cursor.trim_end().ends_with(words)
    }
}

/// What became of keys that were sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Pressed {
    /// The program has them.
    Typed {
        /// What counts typing from now on: the host counts these keys too.
        epoch: u64,
    },
    /// Something happened meanwhile, and nothing was typed.
    Stale {
        /// Output so far.
        offset: u64,
        /// What counts typing.
        epoch: u64,
    },
    /// Nothing was typed, and nothing will be.
    Refused(String),
    /// Nobody knows whether they were typed.
    Broken(String),
}

/// What became of an intent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Claim {
    /// It is in the record.
    Won,
    /// Somebody else was first, or its time was over.
    Lost(String),
    /// It cannot be recorded.
    Unrecorded(String),
}

/// What a program asks through its hook, while it waits for the hook's end.
#[derive(Debug, Clone, PartialEq)]
pub struct HookAsk {
    /// Which call of a hook.
    pub call: u64,
    /// What is asked, the subject in full.
    pub question: Question,
    /// The same for the same words.
    pub words: u64,
    /// The program that asks.
    pub agent: String,
    /// What it wants to use, by the policy's word for it.
    pub tool: String,
    /// Where.
    pub folder: Option<String>,
    /// The person's home, for paths that are shown from there.
    pub home: Option<String>,
    /// The program shows its dialog meanwhile, so that the call may be held while a person thinks.
    pub shows: bool,
    /// A yes through the hook lets it go on; where it does not, the dialog has to be answered.
    pub takes_yes: bool,
}

/// Something that happened.
#[derive(Debug, Clone, PartialEq)]
pub enum Input {
    /// A question stands on the screen that did not before.
    Asks(Box<Sight>),
    /// The same one still stands, though a key was pressed that might have answered it.
    StillAsks(Box<Sight>),
    /// The program waits at a prompt of its own.
    Rests(Kind),
    /// It does not wait any more.
    Resumed,
    /// The screen was looked at.
    Looked(Box<Look>),
    /// The program wrote, up to here.
    Wrote {
        /// Output so far.
        offset: u64,
    },
    /// The person typed.
    Typed {
        /// What counts typing.
        epoch: u64,
        /// Something was typed and not sent.
        draft: bool,
    },
    /// The person pressed Ctrl-C twice.
    TookOver,
    /// The policy has spoken.
    Judged(Number, Box<Ruling>),
    /// An intent was recorded, or not.
    Claimed(Number, Claim),
    /// Keys were typed, or not.
    Pressed(Pressed),
    /// A person answers, and their intent is recorded.
    Answered(Number, Attempt),
    /// A program asks through its hook.
    Hook(Box<HookAsk>),
    /// A rule denied something before the program asked: an answer for which there was no question.
    DeniedBefore {
        /// The rule.
        rule: String,
        /// The same for the same words.
        words: u64,
    },
    /// A hook's call is over without us.
    HookOver(u64),
    /// Nothing automatic from now on.
    Pause {
        /// Why.
        why: String,
    },
    /// Automatic answers again.
    Resume,
    /// Other rules are in force.
    Rules(Box<Rules>),
    /// Before anything else, from an earlier brain: an intent was recorded for a question with these words, and nobody knows
    /// what became of it; or it failed, and the person has not typed since, or no other question was seen since. However many
    /// brains ago that was.
    Unfinished {
        /// The same for the same words.
        words: u64,
        /// By the host's word, text of it may lie there without its Enter.
        half_typed: bool,
    },
    /// An earlier brain asked this already: it is as old as that, and has no more time than was left of it.
    AskedBefore {
        /// Which.
        number: Number,
        /// Since when it has been asked.
        since: Duration,
        /// Until when a person might answer.
        expires: Option<Duration>,
    },
    /// Time has gone by.
    Tick,
    /// The program has ended.
    Ended,
    /// A usage limit is shown that ends then.
    Limited {
        /// In how long; nothing if the program says that it goes on by itself.
        over_in: Option<Duration>,
    },
}
