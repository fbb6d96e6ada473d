//! What a look at a session comes to.

use model::{Evidence, Kind, Question};

/// How a session stands.
#[derive(Debug, Clone, PartialEq)]
pub enum State {
    /// A person has to decide something.
    Asking(Question),
    /// The program rests at a prompt of its own.
    Idle(Question),
    /// It works.
    Busy,
    /// It may wait; the evidence is not enough to say so. Never leads to a key.
    Unsure(Option<Question>),
}

impl State {
    /// The word used in JSON and in lists.
    pub fn word(&self) -> &'static str {
        match self {
            State::Asking(_) => "asking",
            State::Idle(_) => "idle",
            State::Busy => "busy",
            State::Unsure(_) => "unsure",
        }
    }

    /// What is asked, or the prompt at which the program rests.
    pub fn question(&self) -> Option<&Question> {
        match self {
            State::Asking(question) | State::Idle(question) => Some(question),
            State::Unsure(question) => question.as_ref(),
            State::Busy => None,
        }
    }

    /// Takes the words of the same question as it was told before. What can be chosen is as it is now.
    pub(crate) fn take_words_of(&mut self, told: &State) {
        let (Some(before), Some(now)) = (told.question().cloned(), self.question_mut()) else { return };
        if before.kind == now.kind {
            now.text = before.text;
            now.default = before.default;
        } else {
            *self = told.clone();
        }
    }

    /// Only these words are asked, or something that nobody knows.
    pub(crate) fn leave_out(&mut self, rest: &str) {
        let Some(question) = self.question_mut() else { return };
        if rest.is_empty() {
            *question = Question::new(Kind::Unknown, "");
        } else {
            question.text = rest.to_owned();
        }
    }

    fn question_mut(&mut self) -> Option<&mut Question> {
        match self {
            State::Asking(question) | State::Idle(question) => Some(question),
            State::Unsure(question) => question.as_mut(),
            State::Busy => None,
        }
    }

    /// Whether the program waits for a person, at a question or at its own prompt.
    pub fn is_waiting(&self) -> bool {
        matches!(self, State::Asking(_) | State::Idle(_))
    }
}

/// A state with the reasons for it.
#[derive(Debug, Clone, PartialEq)]
pub struct Detection {
    /// How the session stands.
    pub state: State,
    /// How sure that is, from 0 to 1.
    pub confidence: f64,
    /// The shape or the profile's rule that decided what is asked.
    pub rule: Option<String>,
    /// What is asked about, in the policy's words: `shell`, `write`, `edit`, `read`, `fetch`, `mcp`, `question`, `plan`,
    /// `trust`. None if it is not certain; a subject may still be partial.
    pub tool: Option<&'static str>,
    /// The rows of the screen that the question takes, from the top.
    pub rows: Option<std::ops::Range<u16>>,
    /// It works, and its input box stands there, empty: no dialog has taken its place, and nothing is written in it.
    pub input_box: bool,
    /// What speaks for it and what against, strongest first.
    pub evidence: Vec<Evidence>,
}
