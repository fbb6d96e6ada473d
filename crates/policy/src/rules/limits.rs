//! What holds besides the rules: defaults, limits, nudges.

use std::time::Duration;

use model::Verdict;

/// What happens to something dangerous that no rule allows. Ordered by strictness.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum OnDanger {
    /// A person is asked.
    Ask,
    /// A person is asked, and the session goes to manual.
    Manual,
    /// It is denied.
    Deny,
}

/// What happens to a question that nobody answers in time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum OnTimeout {
    /// Nothing is typed; the question stays.
    Leave,
    /// It gets the answer that does nothing: no.
    Safe,
}

/// `[defaults]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Defaults {
    /// The verdict where no rule matches; never one that allows.
    pub answer: Verdict,
    /// How long to wait before an automatic answer.
    pub delay: Duration,
    /// What happens to something dangerous that no rule allows.
    pub on_danger: OnDanger,
    /// How long a question waits for a person.
    pub timeout: Duration,
    /// What happens then.
    pub on_timeout: OnTimeout,
    /// Whether rules may answer questions for free text.
    pub free_text_enabled: bool,
}

impl Default for Defaults {
    fn default() -> Self {
        Defaults {
            answer: Verdict::Ask,
            delay: Duration::from_millis(500),
            on_danger: OnDanger::Ask,
            timeout: Duration::from_secs(300),
            on_timeout: OnTimeout::Leave,
            free_text_enabled: false,
        }
    }
}

/// `[limits]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Limits {
    /// The least time between two automatic answers.
    pub min_interval: Duration,
    /// The most automatic answers a minute.
    pub per_minute: u32,
    /// The most automatic answers in a row without the person doing anything.
    pub consecutive: u32,
    /// The most answers a minute to the very same question.
    pub identical_per_minute: u32,
    /// When nothing is answered automatically, in minutes of the day; a range may go over midnight.
    pub quiet_hours: Vec<(u16, u16)>,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            min_interval: Duration::from_millis(500),
            per_minute: 60,
            consecutive: 200,
            identical_per_minute: 5,
            quiet_hours: Vec::new(),
        }
    }
}

/// When a silent program counts as stuck.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Idle {
    /// After this time without output.
    After(Duration),
    /// Learned from the session's own gaps.
    Auto,
}

/// `[nudge]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Nudge {
    /// When to nudge; never, if it is not said.
    pub idle: Option<Idle>,
    /// How often at most, before the session goes to manual.
    pub times: u32,
    /// What to send, in turn: names of keys or text.
    pub sequence: Vec<String>,
    /// Whether to go on by itself once a usage limit is over.
    pub resume_after_limit: bool,
    /// Output at whose sight the session goes to manual: regular expressions, checked.
    pub watch_output: Vec<String>,
}

impl Default for Nudge {
    fn default() -> Self {
        Nudge {
            idle: None,
            times: 3,
            sequence: vec!["enter".into()],
            resume_after_limit: false,
            watch_output: Vec::new(),
        }
    }
}
