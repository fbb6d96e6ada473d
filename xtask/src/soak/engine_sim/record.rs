//! The record: one guarded row a question, on a disk that is slow or full.

use engine::{Answer, Attempt, By, Claim, Input, Number};
use model::Verdict;

use super::quiz::Said;
use super::world::{ToBrain, World};

#[derive(Debug, Clone)]
pub(super) struct Intent {
    pub(super) answer: Answer,
    pub(super) by: By,
}

#[derive(Debug, Default)]
pub(super) struct Row {
    /// Which question of the program it is; none for what a forger asks.
    pub(super) place: Option<usize>,
    pub(super) words: u64,
    pub(super) judged: bool,
    /// The last verdict that the engine was given.
    pub(super) verdict: Option<Verdict>,
    /// The intent in force, and how many there were; how often it was handed back.
    pub(super) intent: Option<Intent>,
    pub(super) intents: u32,
    pub(super) reopened: u32,
    /// An answer failed, and a part of it may lie there.
    pub(super) failed: bool,
    /// An answer failed, or a brain died over it, and no other question was seen since.
    pub(super) lost: bool,
    /// It was answered through its hook.
    pub(super) hooked: bool,
    /// Whoever answered has been told.
    pub(super) settled: bool,
    pub(super) asked: bool,
    pub(super) ended: bool,
    /// Keys of the person that the engine had been told of when it came.
    pub(super) keys_then: u64,
    /// The same, told or not: a host that refuses keys says at once how many there were. And when a person's answer came.
    pub(super) typed_then: u64,
    pub(super) keys_at_answer: u64,
    /// First keys of an answer that were typed for the intent in force.
    pub(super) begun: u32,
}

impl World {
    pub(super) fn slow(&mut self) -> u64 {
        if self.calm { self.chance.below(30) } else { self.chance.one_of(&[0, 2, 10, 300, 2500]) }
    }

    pub(super) fn records(&mut self, number: Number, intent: Intent) {
        let full = !self.calm && self.chance.percent(5);
        let person = !intent.by.is_automatic();
        let row = self.row(number);
        let free = row.intent.is_none() && !row.ended;
        if free && !full {
            row.intent = Some(intent.clone());
            (row.intents, row.settled, row.begun) = (row.intents + 1, false, 0);
        }
        let place = row.place.filter(|_| free && !full && !person);
        // What is said to a forger reaches no question.
        if let Some(place) = place.filter(|_| !self.is_forged(number)) {
            self.counts_automatic(place);
        }
        let attempt = Attempt { answer: intent.answer, by: intent.by };
        let input = match (free, full, person) {
            (true, false, true) => Input::Answered(number, attempt),
            (_, _, true) => return,
            (true, false, false) => Input::Claimed(number, Claim::Won),
            (false, ..) => Input::Claimed(number, Claim::Lost("somebody was first".into())),
            (_, true, _) => Input::Claimed(number, Claim::Unrecorded("the disk is full".into())),
        };
        let delay = self.chance.below(20);
        self.brain_in(delay, ToBrain::Gets(input));
    }

    fn counts_automatic(&mut self, place: usize) {
        self.facts.of_mut(place).automatic += 1;
        // Of those that look alike nobody can say which was meant.
        let facts = self.alike(place).filter(|fact| fact.appeared);
        let (intents, may_be) = facts
            .fold((0, 0), |(intents, may_be), fact| (intents + fact.automatic, may_be + 1 + fact.reopened));
        let once = intents <= may_be;
        self.check(once, "one automatic intent a question, in all lives, unless it was handed back");
    }

    /// Words of intents of which nobody knows what became of them, however many brains ago that was, and of those that
    /// failed since the person last typed. All rows of the old life are over.
    pub(super) fn unfinished(&mut self) -> Vec<u64> {
        for row in self.rows.values_mut() {
            row.lost |= row.intent.is_some() && !row.settled && !row.ended;
            row.ended = true;
        }
        self.rows.values().filter(|row| row.failed || row.lost).map(|row| row.words).collect()
    }

    pub(super) fn said(answer: &Answer) -> Said {
        match answer {
            Answer::Choose { role, .. } => Said::Role(*role),
            Answer::Deny { .. } => Said::Role(model::Role::No),
            Answer::Text(text) => Said::Text(text.clone()),
            // No question of the simulation has boxes.
            Answer::Several(_) => Said::Text(answer.words()),
            Answer::Enter => Said::Enter,
        }
    }
}
