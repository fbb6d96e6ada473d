//! How a line is read, for those who want to see what a verdict rests on.

use crate::{Part, Reading, Subject, Surroundings, second, shell, unfold, windows};

/// Commands of Windows kept for one line, beside those of the shell. Such a line is never allowed.
const MOST_OF_WINDOWS: usize = 64;
/// Words of one of them.
const MOST_WORDS_OF_WINDOWS: usize = 256;

impl Reading {
    /// What a request would run; nothing for one that runs no command.
    pub fn of(subject: &Subject, around: &Surroundings) -> Option<Reading> {
        match subject {
            Subject::Shell(text) => Some(read(text, around)),
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

/// A line as the shell reads it. One that reads like PowerShell or cmd is read so too, for danger; it is never allowed.
fn read(text: &str, around: &Surroundings) -> Reading {
    let mut reading = unfold::read(text, around);
    if windows::looks_like_it(text) {
        let here = |part: Part| Part { cwd: part.cwd.or_else(|| Some(around.cwd.to_owned())), ..part };
        let mut parts = windows::read(text);
        let too_much = |part: &Part| part.words.len() > MOST_WORDS_OF_WINDOWS;
        if parts.len() > MOST_OF_WINDOWS || parts.iter().any(too_much) {
            reading.doubts.push(unfold::TOO_MUCH.into());
        }
        parts.iter_mut().for_each(|part| part.words.truncate(MOST_WORDS_OF_WINDOWS));
        reading.parts.extend(parts.into_iter().take(MOST_OF_WINDOWS).map(here));
        reading.doubts.push("it reads like a command of Windows".into());
    }
    reading
}

fn in_part(text: &str, around: &Surroundings) -> Reading {
    let mut reading = read(text, around);
    reading.doubts.insert(0, "the command is known only in part".into());
    reading
}
