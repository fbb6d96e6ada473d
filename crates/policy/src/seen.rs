//! How a line is read, for those who want to see what a verdict rests on.

use crate::{Reading, Subject, Surroundings, second, shell, unfold};

impl Reading {
    /// What a request would run; nothing for one that runs no command.
    pub fn of(subject: &Subject, around: &Surroundings) -> Option<Reading> {
        match subject {
            Subject::Shell(text) => Some(unfold::read(text, around)),
            Subject::Partial(text) => Some(in_part(text, around)),
            Subject::Argv(words) => Some(unfold::read_argv(words, around)),
            _ => None,
        }
    }

    /// Whether the second reader understands every text as the first did; if not, the difference in words.
    pub fn second_opinion(&self) -> Result<(), String> {
        self.texts.iter().try_for_each(|text| second::agrees(text, &shell::parse(text)))
    }
}

fn in_part(text: &str, around: &Surroundings) -> Reading {
    let mut reading = unfold::read(text, around);
    reading.doubts.insert(0, "the command is known only in part".into());
    reading
}
