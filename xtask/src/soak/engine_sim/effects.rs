//! What the engine wants done.

use std::time::Duration;

use engine::{By, Effect, Injection, Input, Number, Ruling};
use model::Verdict;

use super::program::State;
use super::quiz::TEXT;
use super::record::{Intent, Row};
use super::world::{Event, ToBrain, World};

impl World {
    pub(super) fn does(&mut self, effect: Effect) {
        match effect {
            Effect::Judge(number) => self.judges(number),
            Effect::Ask(number, _) => self.row(number).asked = true,
            Effect::Claim(number, answer, by) => self.claims(number, Intent { answer, by }),
            Effect::Press(injection) => self.presses(injection),
            Effect::Reply { call, answer, question } => {
                let answer = answer.map(|(answer, _)| answer);
                let said = answer.as_ref().map(World::said);
                self.check_reply(call, answer.as_ref(), question);
                self.replied(call, said, question);
            }
            Effect::Told(number, _, outcome) => self.tells(number, &outcome),
            Effect::Reopen(number, _) => self.reopens(number),
            Effect::Ended(number, _) => {
                let ended = std::mem::replace(&mut self.row(number).ended, true);
                self.check(!ended, "a question ends once");
            }
            Effect::Manual(why) => self.facts.manual = why.is_some(),
            Effect::Nudged(_) | Effect::Note(..) => {}
        }
    }

    pub(super) fn row(&mut self, number: Number) -> &mut Row {
        self.rows.entry((self.life, number)).or_default()
    }

    /// Which question of the program this is, as far as it is known by now.
    pub(super) fn place(&mut self, number: Number) -> Option<usize> {
        let waiting = self.session.question(number)?;
        let (shown, subject) = (waiting.fingerprint, waiting.question.subject.unwrap_or_default());
        let told =
            self.calls.values().rev().find(|call| call.text == subject.text).and_then(|call| call.place);
        let shown = shown.and_then(|fingerprint| self.place_of(fingerprint));
        let row = self.row(number);
        // Once a key is in a question, the rest of the answer belongs there.
        if row.begun == 0 {
            row.place = shown.or(told);
        }
        row.place
    }

    /// Of those that look alike, the one that stands there, else the last.
    fn place_of(&self, fingerprint: u64) -> Option<usize> {
        let alike = |place: &usize| self.fingerprint(*place) == fingerprint;
        let now = match self.program.state {
            State::Asks(place) | State::Reacts(place) => Some(place),
            _ => None,
        };
        let appeared = |place: &usize| self.facts.of(*place).appeared;
        let last = || (0..self.program.quizzes.len()).rev().find(|place| alike(place) && appeared(place));
        now.filter(alike).or_else(last)
    }

    fn judges(&mut self, number: Number) {
        let (keys, typed, place) = (self.eyes.keys, self.host.keys, self.place(number));
        let words = place.map(|place| self.program.quizzes[place].words()).unwrap_or_default();
        let new = !self.rows.get(&(self.life, number)).is_some_and(|row| row.judged);
        let shown = self.session.question(number).is_some_and(|waiting| waiting.fingerprint.is_some());
        for row in self.rows.values_mut().filter(|row| shown && row.words != words) {
            row.lost = false;
        }
        let row = self.row(number);
        (row.words, row.judged) = (words, true);
        if new {
            (row.keys_then, row.typed_then) = (keys, typed);
        }
        let verdict = self.verdict(number);
        let ruling = Ruling {
            verdict,
            rule: Some("rule".into()),
            text: Some(TEXT.into()),
            delay: Duration::from_millis(self.chance.one_of(&[0, 500])),
            manual: !self.calm && self.chance.percent(2),
            ..Ruling::ask("because")
        };
        let delay = self.slow();
        self.brain_in(delay, ToBrain::Gets(Input::Judged(number, Box::new(ruling))));
    }

    /// A part of a command is asked about; what a forger says is harmless.
    fn verdict(&self, number: Number) -> Verdict {
        let subject = self.session.question(number).and_then(|waiting| waiting.question.subject);
        let Some(subject) = subject.filter(|subject| !subject.partial) else { return Verdict::Ask };
        let said = self.program.quizzes.iter().find(|quiz| quiz.full == subject.text);
        said.map_or(Verdict::Allow, |quiz| quiz.verdict)
    }

    fn claims(&mut self, number: Number, intent: Intent) {
        let place = self.place(number);
        if let Some(place) = place {
            self.row(number).words = self.program.quizzes[place].words();
        }
        let verdict = self.row(number).verdict;
        let said = World::said(&intent.answer);
        self.check(!self.facts.manual, "nothing automatic is begun while the session is manual");
        let means = match (&intent.by, place, verdict) {
            (By::Timeout, ..) => said == super::quiz::Said::Role(model::Role::No),
            (By::Rule(_), Some(place), Some(verdict)) => {
                self.program.quizzes[place].means(verdict).contains(&said)
                    || self.hooked(number, verdict, &said)
            }
            (By::Rule(_), None, Some(verdict)) => self.hooked(number, verdict, &said),
            _ => false,
        };
        self.check(means, "the answer is what the verdict says");
        let delay = self.slow();
        self.brain_in(delay, ToBrain::Records(number, intent));
    }

    fn presses(&mut self, injection: Injection) {
        let automatic = injection.question().is_none_or(|number| {
            self.place(number);
            self.row(number).intent.as_ref().is_none_or(|intent| intent.by.is_automatic())
        });
        self.check(!(automatic && self.facts.manual), "no automatic key while the session is manual");
        let delay = if self.calm { self.chance.below(5) } else { self.chance.one_of(&[0, 1, 10, 150]) };
        self.after(delay, Event::Injects(injection, self.life));
    }

    fn reopens(&mut self, number: Number) {
        let row = self.row(number);
        row.intent = None;
        row.reopened += 1;
        if let Some(place) = row.place {
            self.facts.of_mut(place).reopened += 1;
        }
    }
}
