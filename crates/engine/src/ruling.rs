//! What the policy says of one question, and what it says of all.

use std::time::Duration;

use model::{Danger, Verdict};
use policy::{Defaults, Judgement, Limits, Nudge, OwnLimits};

/// The verdict about a question, as far as it matters for what happens next.
#[derive(Debug, Clone, PartialEq)]
pub struct Ruling {
    /// The verdict.
    pub verdict: Verdict,
    /// The worst danger in it.
    pub danger: Danger,
    /// The rule that decided, if one did.
    pub rule: Option<String>,
    /// What the program is told when it is denied.
    pub message: Option<String>,
    /// The text that the rule answers free text with.
    pub text: Option<String>,
    /// How long to wait before the answer.
    pub delay: Duration,
    /// How long the rule rests after it.
    pub cooldown: Option<Duration>,
    /// How often a minute it may answer.
    pub per_minute: Option<u32>,
    /// The session is to go to manual.
    pub manual: bool,
    /// Why, in words for a person.
    pub reasons: Vec<String>,
}

impl Ruling {
    /// A question that a person has to answer, for this reason.
    pub fn ask(reason: impl Into<String>) -> Self {
        Ruling {
            verdict: Verdict::Ask,
            danger: Danger::None,
            rule: None,
            message: None,
            text: None,
            delay: Duration::ZERO,
            cooldown: None,
            per_minute: None,
            manual: false,
            reasons: vec![reason.into()],
        }
    }
}

impl Ruling {
    /// The limits of the rule that answers, if it has any.
    pub(crate) fn own_limits(&self) -> Option<OwnLimits> {
        let limited = self.cooldown.is_some() || self.per_minute.is_some();
        let answers = !matches!(self.verdict, Verdict::Ask | Verdict::Ignore);
        let rule = self.rule.clone().filter(|_| limited && answers)?;
        Some(OwnLimits { rule, cooldown: self.cooldown, per_minute: self.per_minute })
    }
}

impl From<&Judgement> for Ruling {
    fn from(judgement: &Judgement) -> Self {
        Ruling {
            verdict: judgement.verdict,
            danger: judgement.danger,
            rule: judgement.rule.clone(),
            message: judgement.message.clone(),
            text: judgement.text.clone(),
            delay: judgement.delay,
            cooldown: judgement.cooldown,
            per_minute: judgement.per_minute,
            manual: judgement.manual,
            reasons: judgement.reasons.clone(),
        }
    }
}

/// What holds for all questions of a session.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Rules {
    /// Timeouts and the like.
    pub defaults: Defaults,
    /// How often may be answered without a person.
    pub limits: Limits,
    /// When a silent program is nudged.
    pub nudge: Nudge,
    /// Everything happens but the keys.
    pub dry_run: bool,
}
