//! What a policy decides about a request, and why.

use std::time::Duration;

use model::{Danger, Verdict};

use super::consult::{Consult, Outcome};
use crate::Finding;

/// The verdict about a request with all that led to it.
#[derive(Debug, Clone, PartialEq)]
pub struct Judgement {
    /// The verdict: the strictest of the parts'.
    pub verdict: Verdict,
    /// The worst danger of the parts.
    pub danger: Danger,
    /// What was judged: the simple commands of a line, the files, the address.
    pub parts: Vec<PartJudgement>,
    /// Why, in words for a person.
    pub reasons: Vec<String>,
    /// The rule that decided, by its name; nothing if it was the default, a doubt or a danger.
    pub rule: Option<String>,
    /// What that rule says to the program when it is denied.
    pub message: Option<String>,
    /// How long to wait before an automatic answer.
    pub delay: Duration,
    /// How long the deciding rule rests after it has answered.
    pub cooldown: Option<Duration>,
    /// How often a minute it may answer.
    pub per_minute: Option<u32>,
    /// The session goes to manual: the request is dangerous, no rule allows it, and the policy says so.
    pub manual: bool,
    /// Programs to be asked before the verdict holds. Until then it counts as asked.
    pub consult: Vec<Consult>,
}

/// The verdict about one part.
#[derive(Debug, Clone, PartialEq)]
pub struct PartJudgement {
    /// The command's words, or the file, or the address.
    pub argv: Vec<String>,
    /// The worst of the findings.
    pub danger: Danger,
    /// What the catalogue says of it.
    pub findings: Vec<Finding>,
    /// The strictest verdict of the rules that match, else the default.
    pub verdict: Verdict,
    /// The rules that match, by name.
    pub rules: Vec<String>,
}

impl Judgement {
    /// Of two policies that both count, the stricter verdict, with the reasons of both where they differ.
    pub fn strictest(self, other: Judgement) -> Judgement {
        let (winner, loser) = if other.verdict > self.verdict { (other, self) } else { (self, other) };
        Judgement {
            danger: winner.danger.max(loser.danger),
            delay: winner.delay.max(loser.delay),
            cooldown: winner.cooldown.max(loser.cooldown),
            manual: winner.manual || loser.manual,
            ..winner
        }
    }

    /// The judgement once the programs of [`Judgement::consult`] were asked. Who gave no answer counts as asking.
    pub fn consulted(self, outcomes: &[Outcome]) -> Judgement {
        let _ = outcomes;
        self
    }
}
