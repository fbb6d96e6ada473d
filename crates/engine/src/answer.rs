//! Answers: what is to be said, by whom, and what became of it.

use model::Role;

/// What is to be answered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// This choice, by its place and its words: both must still be so when the keys are pressed.
    Choose {
        /// Its place in the list.
        place: usize,
        /// What it says.
        label: String,
        /// What it means.
        role: Role,
    },
    /// These boxes and no others, by their places and their words, and what submits them.
    Several(Vec<(usize, String)>),
    /// This text, and Enter.
    Text(String),
    /// Enter, for a question that wants nothing else.
    Enter,
    /// No, with a reason for the program, where it takes one.
    Deny {
        /// Why.
        why: Option<String>,
    },
}

impl Answer {
    /// Takes what stands there.
    pub(crate) fn is_only_enter(&self) -> bool {
        match self {
            Answer::Enter => true,
            Answer::Text(text) => text.is_empty(),
            Answer::Choose { .. } | Answer::Several(_) | Answer::Deny { .. } => false,
        }
    }

    /// For people.
    pub fn words(&self) -> String {
        match self {
            Answer::Choose { label, .. } => label.clone(),
            Answer::Several(chosen) => {
                chosen.iter().map(|(_, label)| label.as_str()).collect::<Vec<_>>().join(", ")
            }
            Answer::Text(text) => text.clone(),
            Answer::Enter => "enter".to_owned(),
            Answer::Deny { why: Some(why) } => format!("no: {why}"),
            Answer::Deny { why: None } => "no".to_owned(),
        }
    }
}

/// Who answers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum By {
    /// A rule of the policy, by its name.
    Rule(String),
    /// A person, from another terminal or another device.
    Person {
        /// As it is recorded: `terminal 4242`.
        from: String,
    },
    /// The time that was given for an answer is over.
    Timeout,
}

impl By {
    /// Whether no person had a hand in it.
    pub fn is_automatic(&self) -> bool {
        !matches!(self, By::Person { .. })
    }

    /// For the record.
    pub fn words(&self) -> String {
        match self {
            By::Rule(name) => format!("rule {name}"),
            By::Person { from } => format!("person ({from})"),
            By::Timeout => "timeout".to_owned(),
        }
    }
}

/// A person's answer to a question. Its intent has been recorded: it was the first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attempt {
    /// What is answered.
    pub answer: Answer,
    /// Who.
    pub by: By,
}

/// What became of an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// The question has left the screen.
    Landed,
    /// The question is gone, or another one; nothing was typed.
    Stale(String),
    /// It stands, or nobody knows: something kept the answer away, or it did nothing.
    Failed(String),
}

impl Outcome {
    /// The word used in JSON.
    pub fn word(&self) -> &'static str {
        match self {
            Outcome::Landed => "landed",
            Outcome::Stale(_) => "stale",
            Outcome::Failed(_) => "failed",
        }
    }

    /// Why it did not land.
    pub fn reason(&self) -> Option<&str> {
        match self {
            Outcome::Landed => None,
            Outcome::Stale(reason) | Outcome::Failed(reason) => Some(reason),
        }
    }
}
