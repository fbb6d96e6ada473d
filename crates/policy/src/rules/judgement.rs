//! What a policy decides about a request, and why.

use std::time::Duration;

use model::{Danger, Verdict};

use super::consult::{Consult, Outcome};
use super::limits::OnDanger;
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
    /// What that rule types where a line of text is asked for.
    pub text: Option<String>,
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
    /// What the verdict follows from, so that it can be drawn again when programs were asked.
    pub(super) basis: Basis,
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

/// What a verdict follows from.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Basis {
    /// For each part, what must be allowed about it: the command itself and each file that it writes. None: nothing.
    pub claims: Vec<Vec<Claim>>,
    /// The laxest verdict that is possible at all.
    pub floor: Verdict,
    /// The verdict where no rule speaks.
    pub default: Verdict,
    /// The verdict about what does nothing by itself. It is allowed where anything is: a line never gets laxer by what is
    /// added to it.
    pub nothing: Verdict,
    /// What happens to danger that is not allowed.
    pub on_danger: OnDanger,
}

/// What rules say of one thing.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Claim {
    /// The strictest of the rules that match.
    pub settled: Option<Verdict>,
    /// Rules that match if their program says so, with the laxest answer it may give.
    pub pending: Vec<(String, Verdict)>,
}

impl Claim {
    fn verdict(&self, outcomes: &[Outcome], default: Verdict) -> Verdict {
        let said = |(rule, laxest): &(String, Verdict)| {
            let outcome = outcomes.iter().find(|outcome| outcome.rule == *rule);
            match outcome.map(|outcome| &outcome.said) {
                Some(Ok(said)) => said.verdict.max(*laxest),
                _ => Verdict::Ask.max(*laxest),
            }
        };
        self.pending.iter().map(said).chain(self.settled).max().unwrap_or(default)
    }
}

impl Basis {
    /// The verdict of each part, and of all of them; and whether danger asks for a person from now on.
    pub(super) fn conclude(&self, dangers: &[Danger], outcomes: &[Outcome]) -> (Vec<Verdict>, Verdict, bool) {
        let mut parts = Vec::new();
        let mut manual = false;
        for (claims, danger) in self.claims.iter().zip(dangers) {
            let strictest = claims.iter().map(|claim| claim.verdict(outcomes, self.default)).max();
            let verdict = strictest.unwrap_or(self.nothing);
            let stopped = *danger == Danger::High && !verdict.allows();
            manual |= stopped && self.on_danger == OnDanger::Manual;
            let denied = stopped && self.on_danger == OnDanger::Deny;
            parts.push(if denied { Verdict::Deny } else { verdict });
        }
        let whole = parts.iter().copied().max().unwrap_or(self.default).max(self.floor);
        (parts, whole, manual)
    }
}

impl Judgement {
    /// Of two policies that both count, the stricter verdict, with its reasons.
    pub fn strictest(self, other: Judgement) -> Judgement {
        let (winner, loser) = if other.verdict > self.verdict { (other, self) } else { (self, other) };
        Judgement {
            danger: winner.danger.max(loser.danger),
            delay: winner.delay.max(loser.delay),
            cooldown: winner.cooldown.max(loser.cooldown),
            per_minute: [winner.per_minute, loser.per_minute].into_iter().flatten().min(),
            manual: winner.manual || loser.manual,
            ..winner
        }
    }

    /// The judgement once the programs of [`Judgement::consult`] were asked. Who gave no answer counts as asking.
    pub fn consulted(self, outcomes: &[Outcome]) -> Judgement {
        let dangers: Vec<Danger> = self.parts.iter().map(|part| part.danger).collect();
        let (verdicts, verdict, manual) = self.basis.conclude(&dangers, outcomes);
        let mut judged = Judgement { verdict, manual, consult: Vec::new(), ..self };
        for (part, verdict) in judged.parts.iter_mut().zip(verdicts) {
            part.verdict = verdict;
        }
        for outcome in outcomes {
            judged.hear(outcome);
        }
        judged
    }

    fn hear(&mut self, outcome: &Outcome) {
        let rule = &outcome.rule;
        match &outcome.said {
            Ok(said) => {
                self.reasons.push(format!("the program of rule `{rule}` says {}", said.verdict.word()));
                if said.verdict.max(Verdict::Allow) == self.verdict.max(Verdict::Allow) {
                    self.rule = Some(rule.clone());
                    self.message = said.message.clone().or(self.message.take());
                }
            }
            Err(why) => {
                let why = super::shown::text(why);
                self.reasons.push(format!("the program of rule `{rule}` gave no answer ({why}): asked"));
            }
        }
    }
}
