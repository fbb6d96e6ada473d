//! Programs that a rule asks. This crate only describes the call and reads the answer.

use std::time::Duration;

use model::Verdict;

/// A program to be asked about a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Consult {
    /// The rule that wants to know, by name.
    pub rule: String,
    /// The program and its arguments; no shell is between.
    pub program: Vec<String>,
    /// When to stop waiting for it.
    pub time_limit: Duration,
    /// What it gets on its standard input.
    pub input_json: String,
}

/// What a program said.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Said {
    /// The verdict. The rule's own answer is the laxest that counts.
    pub verdict: Verdict,
    /// What to tell the program that was denied.
    pub message: Option<String>,
}

/// What came of a [`Consult`]. An error means: ask.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outcome {
    /// The rule's name.
    pub rule: String,
    /// What the program said, or why it said nothing: "it took longer than 5s".
    pub said: Result<Said, String>,
}
