//! Questions that wait for a person, as they go over the brain's socket. Words stand for kinds, verdicts and dangers.

use serde::{Deserialize, Serialize};

/// What may be asked about questions.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum PromptRequest {
    /// Those that wait.
    Open,
    /// The same, as soon as something about them is other than at this count, or after a while.
    Await {
        /// What the last answer said.
        seen: u64,
    },
    /// Those of the record, the latest first.
    Past {
        /// Since when, in microseconds since 1970.
        since: u64,
        /// How many at most.
        limit: u32,
    },
    /// One of them, by its id or by the beginning of it.
    One {
        /// The id.
        id: String,
    },
    /// An answer.
    Answer {
        /// To which question.
        id: String,
        /// What came with the question: another one shows that it was asked anew.
        nonce: [u8; 16],
        /// The answer.
        reply: PromptReply,
    },
}

/// What a person answers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum PromptReply {
    /// A choice: its number from 1 on, what it says, or `yes` and `no`.
    Choose(String),
    /// Text.
    Text(String),
    /// No, and why.
    Deny(String),
}

/// Something that can be chosen.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PromptChoice {
    /// The number by which it is chosen: the program's own, where it shows one to each.
    pub number: String,
    /// What it says.
    pub label: String,
    /// What it means.
    pub role: String,
    /// For one of several boxes: whether it is chosen.
    pub checked: Option<bool>,
}

/// A question, with everything a person needs to decide.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct WirePrompt {
    /// Its id.
    pub id: String,
    /// The session's id and name.
    pub session: (String, String),
    /// The program that asks.
    pub agent: String,
    /// What it wants to use.
    pub tool: Option<String>,
    /// What is wanted.
    pub kind: String,
    /// The question.
    pub question: String,
    /// What it is about, in full where that is known.
    pub subject: Option<String>,
    /// Only a part of that is known.
    pub partial: bool,
    /// Where nothing says what it is about: the lines above it on the screen, without secrets.
    pub context: Vec<String>,
    /// What can be chosen.
    pub choices: Vec<PromptChoice>,
    /// Several of its boxes may be chosen at once.
    pub several: bool,
    /// Where it is in its life.
    pub status: String,
    /// The verdict of the policy.
    pub verdict: Option<String>,
    /// How dangerous it is.
    pub danger: String,
    /// The rule that decided.
    pub rule: Option<String>,
    /// Why.
    pub reasons: Vec<String>,
    /// When it was asked, in microseconds since 1970.
    pub asked_at: u64,
    /// Until when it may be answered.
    pub expires_at: Option<u64>,
    /// What an answer has to bring.
    pub nonce: [u8; 16],
    /// What was answered, by whom, when.
    pub answered: Option<(String, String, u64)>,
    /// When it was over.
    pub ended_at: Option<u64>,
    /// Where it was asked.
    pub folder: String,
}
