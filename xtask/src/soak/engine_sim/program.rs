//! The program: what it asks, what it reads, what it shows.

use model::Key;

use super::quiz::{PROMPT, Quiz, ROLES, Said, Shape};

/// Who pressed a key.
pub(super) type Ours = bool;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum State {
    /// This question stands, and it reads.
    Asks(usize),
    /// It was answered, which does not show yet.
    Reacts(usize),
    Works,
    /// An agent at its own input box.
    Composer,
    Ended,
}

/// What its screen shows.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum Shown {
    Asks { place: usize, pointer: usize, echo: String },
    Works,
    Composer(String),
}

/// What a key did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Did {
    Nothing,
    /// It shows.
    Drew,
    /// The question is answered; the line that was sent is only of who sent it.
    Took {
        said: Said,
        pure: bool,
    },
    /// The line in the input box was sent.
    Submitted {
        pure: bool,
    },
}

#[derive(Debug)]
pub(super) struct Program {
    pub(super) agent: bool,
    /// It asked to be told of pastes.
    pub(super) pastes: bool,
    pub(super) quizzes: Vec<Quiz>,
    pub(super) state: State,
    pub(super) shown: Shown,
    /// What was typed and not sent, and by whom. A terminal that reads lines keeps it whatever the program does.
    line: Vec<(char, Ours)>,
    /// Keys that nobody has read yet.
    waiting: Vec<(Key, Ours)>,
}

impl Program {
    pub(super) fn new(agent: bool, pastes: bool, quizzes: Vec<Quiz>) -> Program {
        let (state, shown) = (State::Works, Shown::Works);
        Program { agent, pastes, quizzes, state, shown, line: vec![], waiting: vec![] }
    }

    pub(super) fn asks(&mut self, place: usize) -> Vec<(Key, Ours)> {
        self.state = State::Asks(place);
        self.shown = Shown::Asks { place, pointer: 0, echo: String::new() };
        if matches!(self.quizzes[place].shape, Shape::Arrows) {
            // It reads keys, not lines: what lay there goes nowhere.
            self.line.clear();
        }
        std::mem::take(&mut self.waiting)
    }

    pub(super) fn works(&mut self) {
        (self.state, self.shown) = (State::Works, Shown::Works);
    }

    pub(super) fn rests(&mut self) {
        self.state = State::Composer;
        self.shown = Shown::Composer(self.line());
    }

    fn line(&self) -> String {
        self.line.iter().map(|(letter, _)| *letter).collect()
    }

    /// Somebody's line is there, of whom we are not.
    pub(super) fn has_draft(&self) -> bool {
        self.line.iter().any(|(_, ours)| !ours)
    }

    /// Ctrl-C takes back what nobody has read.
    pub(super) fn cancels(&mut self) {
        self.line.clear();
        self.waiting.clear();
        if let Shown::Asks { echo, .. } | Shown::Composer(echo) = &mut self.shown {
            echo.clear();
        }
    }

    pub(super) fn reads(&mut self, key: &Key, ours: Ours) -> Did {
        match self.state {
            State::Asks(place) => self.answers(place, key, ours),
            State::Composer => self.writes(key, ours),
            State::Works | State::Reacts(_) if self.agent => match key {
                Key::Text(text) => {
                    self.line.extend(text.chars().map(|letter| (letter, ours)));
                    Did::Nothing
                }
                Key::Enter if !self.line.is_empty() => self.submits(ours),
                _ => Did::Nothing,
            },
            _ => {
                self.waiting.push((key.clone(), ours));
                Did::Nothing
            }
        }
    }

    fn writes(&mut self, key: &Key, ours: Ours) -> Did {
        match key {
            Key::Text(text) => {
                self.line.extend(text.chars().map(|letter| (letter, ours)));
                self.shown = Shown::Composer(self.line());
                Did::Drew
            }
            Key::Enter if !self.line.is_empty() => self.submits(ours),
            _ => Did::Nothing,
        }
    }

    fn submits(&mut self, ours: Ours) -> Did {
        let pure = self.line.iter().all(|(_, whose)| *whose == ours);
        self.line.clear();
        Did::Submitted { pure }
    }

    fn answers(&mut self, place: usize, key: &Key, ours: Ours) -> Did {
        let quiz = &mut self.quizzes[place];
        if quiz.ignores > 0 {
            (quiz.ignores, quiz.ignored) = (quiz.ignores - 1, true);
            if !self.agent && *key == Key::Enter {
                // The kernel has handed over the line, whatever becomes of it.
                self.line.clear();
            }
            return Did::Nothing;
        }
        let took = |said| Did::Took { said, pure: true };
        match (quiz.shape, key) {
            (Shape::Digits, Key::Text(text)) => match text.parse::<usize>().ok() {
                Some(digit @ 1..=3) => took(Said::Role(ROLES[digit - 1])),
                _ => Did::Nothing,
            },
            (Shape::Arrows, key) => self.points(key),
            (Shape::Unknown, _) => took(Said::Enter),
            (Shape::Line | Shape::Free | Shape::Password | Shape::Confirm, key) => {
                self.spells(place, key, ours)
            }
            _ => Did::Nothing,
        }
    }

    fn points(&mut self, key: &Key) -> Did {
        let Shown::Asks { pointer, .. } = &mut self.shown else { return Did::Nothing };
        match key {
            Key::Down => *pointer = (*pointer + 1) % 3,
            Key::Up => *pointer = (*pointer + 2) % 3,
            Key::Enter => return Did::Took { said: Said::Role(ROLES[*pointer]), pure: true },
            _ => return Did::Nothing,
        }
        Did::Drew
    }

    fn spells(&mut self, place: usize, key: &Key, ours: Ours) -> Did {
        let shape = self.quizzes[place].shape;
        match key {
            Key::Text(text) => {
                self.line.extend(text.chars().map(|letter| (letter, ours)));
                let Shown::Asks { echo, .. } = &mut self.shown else { return Did::Nothing };
                if matches!(shape, Shape::Line | Shape::Free) {
                    echo.push_str(text);
                    return Did::Drew;
                }
                Did::Nothing
            }
            Key::Enter => {
                let line = self.line();
                let pure = self.line.iter().all(|(_, whose)| *whose == ours);
                self.line.clear();
                let said = match (shape, line.as_str()) {
                    (Shape::Line, "y") => Said::Role(model::Role::Yes),
                    (Shape::Line, "n") => Said::Role(model::Role::No),
                    (Shape::Confirm | Shape::Free, "") => Said::Enter,
                    _ => Said::Text(line),
                };
                Did::Took { said, pure }
            }
            _ => Did::Nothing,
        }
    }

    /// What stands left of the cursor on a screen.
    pub(super) fn before_cursor(shown: &Shown) -> String {
        match shown {
            Shown::Asks { echo, .. } => format!("{PROMPT}{echo}"),
            Shown::Works => String::new(),
            Shown::Composer(line) => format!("> {line}"),
        }
    }
}
