//! Calls of the hook: the program's own, and those of a forger.

use engine::{HookAsk, Input};
use model::{Choice, Kind, Question, Role, Subject};

use super::program::State;
use super::quiz::{Said, Shape};
use super::world::{Event, ToBrain, World};

const HOOK_PATIENCE: u64 = 3000;

#[derive(Debug)]
pub(super) struct Call {
    /// The question of the program; none for a forger's.
    pub(super) place: Option<usize>,
    pub(super) text: String,
    pub(super) over: bool,
}

impl World {
    /// A program that shows nothing before its hook returns calls it first, and does not wait for ever.
    pub(super) fn comes(&mut self, place: usize, at: u64) {
        match self.program.quizzes[place].hook {
            Some(false) => {
                self.at(at, Event::HookCalls(place));
                self.at(at + HOOK_PATIENCE, Event::Appears(place));
            }
            _ => self.at(at, Event::Appears(place)),
        }
    }

    pub(super) fn hook_calls(&mut self, place: usize) {
        let quiz = &self.program.quizzes[place];
        let shows = quiz.hook == Some(true);
        if shows && self.program.state != State::Asks(place) {
            return;
        }
        let text = quiz.full.clone();
        self.call(Some(place), text, shows);
    }

    /// Somebody of the tree calls our receiver, with words that fit what is shown.
    pub(super) fn forged_call(&mut self, left: u32) {
        if let State::Asks(place) = self.program.state {
            let text = format!("echo harmless # {}", self.program.quizzes[place].seen);
            // Before a dialog is seen nobody can tell a forger's call from that of a program which shows nothing until its
            // hook returns, unless both come.
            let this = Some(self.fingerprint(place));
            let seen = self.session.waiting().any(|waiting| waiting.fingerprint == this);
            let shows = !seen || self.chance.percent(70);
            self.call(None, text, shows);
            let (call, delay) = (self.calls.len() as u64, self.chance.below(3000));
            self.after(delay, Event::HookEnds(call));
        }
        if left > 0 {
            let delay = self.chance.below(1500);
            self.after(delay, Event::ForgedCall(left - 1));
        }
    }

    /// Whether what a forger said is what a question is taken to be about.
    pub(super) fn is_forged(&self, number: engine::Number) -> bool {
        let subject = self.session.question(number).and_then(|waiting| waiting.question.subject);
        let said = |text: &str| self.calls.values().any(|call| call.place.is_none() && call.text == text);
        subject.is_some_and(|subject| said(&subject.text))
    }

    fn call(&mut self, place: Option<usize>, text: String, shows: bool) {
        let call = self.calls.len() as u64 + 1;
        let mut question = Question::new(Kind::Menu, "Allow?");
        question.subject = Some(Subject { text: text.clone(), partial: false });
        let choice = |role: Role| Choice { label: role.word().into(), role, ..Choice::default() };
        question.choices = [Role::Yes, Role::No].into_iter().map(choice).collect();
        self.calls.insert(call, Call { place, text, over: false });
        let (agent, words) = ("agent".into(), 7 + call);
        self.give(Input::Hook(Box::new(HookAsk {
            call,
            question,
            words,
            agent,
            tool: "shell".into(),
            folder: None,
            home: None,
            shows,
            takes_yes: shows,
        })));
    }

    pub(super) fn hook_ends(&mut self, call: u64) {
        let ended = self.calls.get_mut(&call).filter(|call| !call.over);
        if let Some(ended) = ended {
            ended.over = true;
            self.give(Input::HookOver(call));
        }
    }

    /// The dialog is gone, and the program ends its hook.
    pub(super) fn hooks_of_end(&mut self, place: usize) {
        let calls: Vec<u64> =
            self.calls.iter().filter(|(_, call)| call.place == Some(place)).map(|(call, _)| *call).collect();
        for call in calls {
            let delay = self.chance.below(500);
            self.after(delay, Event::HookEnds(call));
        }
    }

    /// The brain is gone: the receivers return nothing.
    pub(super) fn hooks_are_alone(&mut self) {
        self.calls.values_mut().for_each(|call| call.over = true);
    }

    pub(super) fn replied(&mut self, call: u64, said: Option<Said>, number: Option<engine::Number>) {
        let Some(known) = self.calls.get_mut(&call) else { return };
        let was_over = std::mem::replace(&mut known.over, true);
        if !was_over {
            let delay = self.chance.below(300);
            self.brain_in(delay, ToBrain::Gets(Input::HookOver(call)));
        }
        let Some(known) = self.calls.get(&call) else { return };
        let place = known.place;
        self.check(said.is_none() || number.is_some(), "an answer belongs to a question");
        let Some(place) = place else { return };
        let Some(said) = said else { return self.after(10, Event::Appears(place)) };
        if was_over || self.facts.of(place).is_over() {
            return;
        }
        if self.program.state != State::Asks(place) {
            // It does not even show its dialog.
            self.facts.of_mut(place).taken = Some(number.map(|number| (self.life, number)));
            return self.after(10, Event::Appears(place));
        }
        self.check(self.program.quizzes[place].shape != Shape::Password, "a hook answers no password");
        self.facts.hooks += 1;
        self.takes(place, said, true, number.map(|number| (self.life, number)));
    }
}
