//! A question that waits to be answered: by which name, and how far it is.

use std::fmt;

use crate::id;

/// A prompt's id: what a person types to answer it.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PromptId(String);

/// The text is no prompt id.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InvalidPromptId(pub String);

impl fmt::Display for InvalidPromptId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "'{}' is not the id of a prompt", self.0.escape_debug())
    }
}

impl std::error::Error for InvalidPromptId {}

impl PromptId {
    /// Makes an id from random bytes that the caller has drawn.
    pub fn from_random(random: [u8; id::LENGTH]) -> Self {
        PromptId(id::from_random(random))
    }

    /// Reads an id back from text that may come from anywhere.
    pub fn parse(text: &str) -> Result<Self, InvalidPromptId> {
        if id::is_one(text) { Ok(PromptId(text.to_owned())) } else { Err(InvalidPromptId(text.to_owned())) }
    }

    /// The id as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for PromptId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// How far a prompt is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PromptStatus {
    /// Nobody has answered it.
    Open,
    /// Somebody has, and the answer is on its way.
    Claimed,
    /// The answer was typed, and the question left the screen.
    Landed,
    /// The answer came too late: something else had happened.
    Stale,
    /// Nobody answered it in time.
    Expired,
    /// The person answered it at the terminal.
    Terminal,
    /// It went away unanswered.
    Gone,
    /// The answer could not be typed, or nobody knows what became of it.
    Failed,
}

impl PromptStatus {
    /// All of them.
    pub const ALL: [PromptStatus; 8] = [
        PromptStatus::Open,
        PromptStatus::Claimed,
        PromptStatus::Landed,
        PromptStatus::Stale,
        PromptStatus::Expired,
        PromptStatus::Terminal,
        PromptStatus::Gone,
        PromptStatus::Failed,
    ];

    /// The word used in JSON and in the record.
    pub fn word(self) -> &'static str {
        match self {
            PromptStatus::Open => "open",
            PromptStatus::Claimed => "claimed",
            PromptStatus::Landed => "landed",
            PromptStatus::Stale => "stale",
            PromptStatus::Expired => "expired",
            PromptStatus::Terminal => "terminal",
            PromptStatus::Gone => "gone",
            PromptStatus::Failed => "failed",
        }
    }

    /// The status with this word.
    pub fn of_word(word: &str) -> Option<PromptStatus> {
        PromptStatus::ALL.into_iter().find(|status| status.word() == word)
    }

    /// Whether nothing more can become of it.
    pub fn is_over(self) -> bool {
        !matches!(self, PromptStatus::Open | PromptStatus::Claimed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_survives_its_own_text_and_hostile_text_is_none() {
        let id = PromptId::from_random([0, 29, 30, 31, 255, 128, 7, 64]);
        assert_eq!(PromptId::parse(id.as_str()), Ok(id));
        for text in ["", "../../etc", "0123456", "012345678", "0123456a", "0123456\0", "ABCDFGHJ"] {
            assert!(PromptId::parse(text).is_err(), "{text:?}");
        }
    }

    #[test]
    fn a_status_survives_its_word() {
        for status in PromptStatus::ALL {
            assert_eq!(PromptStatus::of_word(status.word()), Some(status));
        }
        assert_eq!(PromptStatus::of_word("pending"), None);
    }
}
