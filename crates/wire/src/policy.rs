//! What commands say to the brain about the person's rules. The texts stay in their files: what goes over the socket is
//! which file is meant, and the hash of what the person has seen in it.

use serde::{Deserialize, Serialize};

use crate::Wanted;

/// What may be asked about rules.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum PolicyRequest {
    /// How they stand.
    Standing,
    /// The person confirms their policy, which they have seen with this hash.
    Confirm {
        /// The hash of its texts.
        seen: [u8; 32],
    },
    /// The person trusts a project's file, which they have seen with this hash.
    Trust {
        /// The file.
        file: String,
        /// The hash of its text, in hexadecimal digits.
        seen: String,
    },
    /// The person trusts a project's file no more.
    Untrust {
        /// The file.
        file: String,
    },
    /// A session that is about to begin has a policy of its own.
    ForSession {
        /// The session.
        session: String,
        /// The policy's file.
        file: String,
        /// The hash of its texts.
        seen: [u8; 32],
    },
    /// What would be decided in a session.
    Judge {
        /// Which.
        session: Wanted,
        /// About what.
        question: Box<WireRequest>,
        /// As if in this folder; else where the session began.
        folder: Option<String>,
    },
    /// The person confirms their own profiles, which they have seen with this hash.
    ConfirmProfiles {
        /// The hash of their names and texts.
        seen: [u8; 32],
    },
}

/// Something to be judged.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct WireRequest {
    /// Who asks.
    pub agent: String,
    /// What for: the word of a tool.
    pub tool: String,
    /// What exactly.
    pub subject: WireSubject,
    /// The question's own words.
    pub question: Option<String>,
}

/// What a request is about.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum WireSubject {
    /// A line of shell.
    Shell(String),
    /// A program and its arguments.
    Argv(Vec<String>),
    /// Files.
    Paths(Vec<String>),
    /// An address.
    Url(String),
    /// A name.
    Name(String),
    /// The beginning of a line of shell.
    Partial(String),
    /// Nothing but the question.
    #[default]
    Nothing,
}

/// A verdict with its reasons. Verdicts and dangers are the words that files use for them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct WireJudgement {
    /// The verdict.
    pub verdict: String,
    /// The worst danger.
    pub danger: String,
    /// Part by part.
    pub parts: Vec<WirePart>,
    /// Why.
    pub reasons: Vec<String>,
    /// The rule that decided.
    pub rule: Option<String>,
    /// What the program is told.
    pub message: Option<String>,
}

/// The verdict about one part.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct WirePart {
    /// Its words.
    pub argv: Vec<String>,
    /// The verdict.
    pub verdict: String,
    /// The rules that match.
    pub rules: Vec<String>,
    /// What is dangerous about it: id, danger, why, and up to which word.
    pub findings: Vec<(String, String, String, Option<u32>)>,
}

/// How the person's rules stand, as the brain has them in force.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PolicyStanding {
    /// The hash of what was confirmed.
    pub confirmed: [u8; 32],
    /// The hash of what waits to be confirmed.
    pub waiting: Option<[u8; 32]>,
    /// What that would loosen, in words for a person.
    pub loosens: Vec<String>,
    /// What the person should know.
    pub warnings: Vec<String>,
}
