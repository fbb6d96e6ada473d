//! Answering: what the engine decides is carried out here, and what comes of it is told to the engine. Everything that
//! takes time (a verdict, the record, the host) is a task of its own whose end is one more input.

mod attempt;
mod boxes;
mod context;
mod denied;
mod drive;
mod hooks;
mod judging;
mod limited;
mod manual;
mod meaning;
mod outcome;
mod over_time;
mod press;
mod prompt;
mod remark;
mod review;
mod seeing;
mod shown;
mod taking_up;
mod watchword;
mod wishes;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Instant;

use engine::{By, Now, Number, Outcome, Rules, Session};
use policy::Judgement;
use tokio::sync::{Mutex, oneshot};
use wire::Request;

use crate::line::{Line, LineError};
use crate::registry::Entry;

pub(crate) use attempt::prompts;
pub(crate) use drive::{begin, drive, heard, looked, tick};
pub(crate) use hooks::hook;
pub(crate) use manual::{pause, resume};
pub(crate) use prompt::{Row, random};
pub(crate) use shown::{asks, one as shown};
pub(crate) use wishes::rules_changed;

/// What a session has besides its screen: the engine, and what must be kept for its effects.
pub(crate) struct Answering {
    pub(crate) engine: Session,
    /// The rows of questions that were written down.
    pub(crate) rows: BTreeMap<Number, Row>,
    /// What the policy said, in full.
    pub(crate) judged: BTreeMap<Number, Judgement>,
    /// Who waits to hear what became of an answer.
    pub(crate) waiters: Vec<(Number, By, oneshot::Sender<Outcome>)>,
    /// Of these somebody waits to hear, and the reason that they gave for a no went back through a hook.
    pub(crate) handed_over: Vec<Number>,
    /// What was done lately and why, for who asks.
    pub(crate) notes: Notes,
    /// The rules that the engine was told last: the same ones again would have everything judged anew, for ever.
    pub(crate) rules: Option<Rules>,
    /// What the person wished for this run.
    pub(crate) wish: wire::Wish,
    /// Words at which they take over.
    pub(crate) watch: watchword::Watchwords,
    /// How often they did at the terminal, as far as was heard.
    pub(crate) took_over: u32,
    /// The question whose time was over last, while it may still stand there.
    pub(crate) over_time: Option<over_time::OverTime>,
    /// The line about a limit of use over the agent's input box when it last came to rest; nothing before it did.
    pub(crate) limit_line: Option<Option<String>>,
    /// What counts typing, as far as was heard.
    pub(crate) epoch: u64,
    /// What an earlier brain asked, and was not seen again so far.
    pub(crate) earlier: taking_up::Earlier,
}

/// The last remarks about a session.
#[derive(Debug, Default)]
pub(crate) struct Notes(std::collections::VecDeque<(u64, String)>);

/// So many are kept.
const MOST_NOTES: usize = 50;

impl Notes {
    pub(crate) fn add(&mut self, at: u64, text: String) {
        if self.0.len() == MOST_NOTES {
            self.0.pop_front();
        }
        self.0.push_back((at, text));
    }

    /// The latest last.
    pub(crate) fn all(&self) -> Vec<(u64, String)> {
        self.0.iter().cloned().collect()
    }
}

impl Answering {
    /// Before anything is known.
    pub(crate) fn new(rules: Rules, described: &wire::Description) -> Self {
        Answering {
            engine: Session::new(rules, described.input_epoch, described.draft, described.held_in_line),
            rows: BTreeMap::new(),
            judged: BTreeMap::new(),
            waiters: Vec::new(),
            handed_over: Vec::new(),
            notes: Notes::default(),
            rules: None,
            wish: wire::Wish::default(),
            watch: watchword::Watchwords::default(),
            took_over: 0,
            over_time: None,
            limit_line: None,
            epoch: described.input_epoch,
            earlier: taking_up::Earlier::default(),
        }
    }
}

/// Why a host did not answer.
#[derive(Debug, thiserror::Error)]
enum HandError {
    /// It was not asked.
    #[error("the session's host cannot be reached: {0}")]
    Unreached(LineError),
    /// Nobody knows what it did.
    #[error("the session's host did not answer: {0}")]
    Broken(LineError),
}

/// The connection over which keys are pressed. One at a time.
pub(crate) struct Hand {
    pub(crate) path: PathBuf,
    pub(crate) line: Mutex<Option<Line>>,
}

impl Hand {
    pub(crate) fn to(path: PathBuf) -> Self {
        Hand { path, line: Mutex::new(None) }
    }

    /// Asks the host one thing, over the line that is kept for that. One that fails is not kept.
    async fn ask(&self, kept: &mut Option<Line>, request: &Request) -> Result<wire::Answer, HandError> {
        let mut line = match kept.take() {
            Some(line) => line,
            None => Line::to_host(&self.path).await.map_err(HandError::Unreached)?.0,
        };
        let answer = line.ask(request).await.map_err(HandError::Broken)?;
        *kept = Some(line);
        Ok(answer)
    }
}

impl Entry {
    /// The moment, as the engine counts it.
    pub(crate) fn now(&self) -> Now {
        let at = self.tracked.borrow().lookout.moment(Instant::now());
        Now { at, minute_of_day: crate::minute_of_day() }
    }

    /// When the engine wants to be called again.
    pub(crate) fn next_wake(&self) -> Option<Instant> {
        let due = self.answering.borrow().engine.next_wake()?;
        self.tracked.borrow().lookout.instant(due)
    }

    /// Where its program works: a process of the foreground, else where it began.
    pub(crate) fn folder(&self) -> String {
        let tracked = self.tracked.borrow();
        let process =
            tracked.lookout.kernel().and_then(|facts| facts.foreground.as_ref().map(|process| process.pid));
        let there = process.and_then(|pid| std::fs::read_link(format!("/proc/{pid}/cwd")).ok());
        there.map_or_else(|| tracked.line.folder.clone(), |there| there.to_string_lossy().into_owned())
    }
}
