//! The person: at the terminal, and from elsewhere.

use engine::{Answer, By, Number};
use model::Key;

use super::host::Told;
use super::program::State;
use super::quiz::{ROLES, Shape, TEXT};
use super::record::{Intent, Row};
use super::world::{Event, ToBrain, World};

impl World {
    pub(super) fn person_types(&mut self, left: u32) {
        if left == 0 || self.program.state == State::Ended {
            return;
        }
        match self.chance.below(10) {
            0..4 => self.answers_there(),
            4..8 => {
                let letter = self.chance.one_of(&["x", "y", "1", "2", "q"]);
                self.person_key(&Key::Text(letter.into()), false);
            }
            8 => self.person_key(&Key::Enter, false),
            _ => {
                self.person_key(&Key::Esc, true);
                self.person_key(&Key::Esc, true);
                self.tell(Told::TookOver);
            }
        }
        let delay = self.chance.one_of(&[20, 100, 700, 3000]);
        self.after(delay, Event::PersonTypes(left - 1));
    }

    /// What a person would press here.
    fn answers_there(&mut self) {
        let State::Asks(place) = self.program.state else { return };
        match self.program.quizzes[place].shape {
            Shape::Digits => self.person_key(&Key::Text("1".into()), false),
            Shape::Line => {
                self.person_key(&Key::Text("y".into()), false);
                self.person_key(&Key::Enter, false);
            }
            Shape::Arrows => {
                self.person_key(&Key::Down, false);
                self.person_key(&Key::Enter, false);
            }
            _ => self.person_key(&Key::Enter, false),
        }
    }

    pub(super) fn person_answers(&mut self, left: u32) {
        if left == 0 {
            return;
        }
        let waits = |(key, row): &(&(u32, Number), &Row)| {
            key.0 == self.life && !row.ended && (row.asked || row.place.is_some())
        };
        let open: Vec<Number> = self.rows.iter().filter(waits).map(|(key, _)| key.1).collect();
        if !open.is_empty() {
            let number = self.chance.one_of(&open);
            self.answers_from_elsewhere(number);
        }
        let delay = self.chance.one_of(&[50, 600, 4000]);
        self.after(delay, Event::PersonAnswers(left - 1));
    }

    fn answers_from_elsewhere(&mut self, number: Number) {
        let Some(waiting) = self.session.question(number) else { return };
        let choices = waiting.question.choices.len() as u64;
        let answer = match self.chance.below(5) {
            0 => Answer::Deny { why: None },
            1 => Answer::Text(TEXT.into()),
            2 => Answer::Enter,
            _ if choices > 0 => {
                let place = self.chance.below(choices) as usize;
                let Some(waiting) = self.session.question(number) else { return };
                let choice = &waiting.question.choices[place];
                Answer::Choose { place, label: choice.label.clone(), role: choice.role }
            }
            _ => Answer::Choose { place: 0, label: "none".into(), role: ROLES[0] },
        };
        let intent = Intent { answer, by: By::Person { from: "elsewhere".into() } };
        let delay = self.slow();
        self.brain_in(delay, ToBrain::Records(number, intent));
    }
}
