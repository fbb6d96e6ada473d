//! A rule, compiled.

use std::time::Duration;

use model::{Danger, Kind, Verdict};
use regex::Regex;

use super::commands::Commands;
use super::draft::Table;
use super::request::{Request, Tool};
use super::wild::{PathPattern, fits};
use crate::Finding;

/// A rule.
#[derive(Debug, Clone)]
pub(super) struct Rule {
    pub name: String,
    /// Where it is written.
    pub file: String,
    /// It comes with locum, and a test has checked its examples.
    pub shipped: bool,
    /// As it is written, for comparing policies.
    pub values: Table,
    pub answer: Verdict,
    pub scope: Scope,
    pub commands: Commands,
    pub paths: Vec<PathPattern>,
    pub hosts: Vec<String>,
    pub cwds: Vec<PathPattern>,
    pub dangers: Vec<DangerPattern>,
    pub message: Option<String>,
    pub text: Option<String>,
    pub delay: Option<Duration>,
    pub cooldown: Option<Duration>,
    pub per_minute: Option<u32>,
    pub exec: Option<Exec>,
}

/// The matchers that are the same for all of a request.
#[derive(Debug, Clone, Default)]
pub(super) struct Scope {
    pub agents: Vec<String>,
    pub tools: Vec<Tool>,
    pub kinds: Vec<Kind>,
    pub questions: Vec<Regex>,
    pub sessions: Vec<String>,
    pub confidence: Option<f64>,
}

/// A program that is asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Exec {
    pub program: Vec<String>,
    pub time_limit: Duration,
}

/// An entry of `danger`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum DangerPattern {
    /// This very id: the only way to allow what is highly dangerous.
    Id(String),
    /// Ids that fit a pattern.
    Wild(String),
    /// Everything of a level.
    Level(Danger),
}

impl DangerPattern {
    /// The pattern that is written so.
    pub(super) fn parse(text: &str) -> DangerPattern {
        match Danger::of_word(text) {
            Some(level) => DangerPattern::Level(level),
            None if text.contains(['*', '?']) => DangerPattern::Wild(text.to_owned()),
            None => DangerPattern::Id(text.to_owned()),
        }
    }

    /// Whether a finding matches.
    fn meets(&self, finding: &Finding) -> bool {
        match self {
            DangerPattern::Id(id) => *id == finding.id,
            DangerPattern::Wild(wild) => fits(wild, &finding.id),
            DangerPattern::Level(level) => *level == finding.level,
        }
    }

    /// Whether a rule with this entry may allow what was found.
    fn permits(&self, finding: &Finding) -> bool {
        let by_id = matches!(self, DangerPattern::Id(_));
        self.meets(finding) && (by_id || finding.level < Danger::High)
    }
}

impl Rule {
    /// Whether it makes things stricter. What it says then holds on mere suspicion too.
    pub(super) fn is_strict(&self) -> bool {
        self.answer >= Verdict::Ask
    }

    /// Whether it speaks of requests like this one at all, whatever they are about.
    pub(super) fn concerns(&self, request: &Request) -> bool {
        let scope = &self.scope;
        let any = |wild: &[String], name: &str| wild.is_empty() || wild.iter().any(|wild| fits(wild, name));
        any(&scope.agents, request.agent)
            && any(&scope.sessions, request.session.unwrap_or_default())
            && (scope.kinds.is_empty() || request.kind.is_some_and(|kind| scope.kinds.contains(&kind)))
            && self.asked_so(request.question)
            && self.sure_enough(request.confidence)
    }

    fn asked_so(&self, question: Option<&str>) -> bool {
        let questions = &self.scope.questions;
        questions.is_empty()
            || question.is_some_and(|words| questions.iter().any(|question| question.is_match(words)))
    }

    /// What the program itself said needs no detector to be sure.
    fn sure_enough(&self, confidence: Option<f64>) -> bool {
        let least = self.scope.confidence.unwrap_or(0.0);
        confidence.is_none_or(|confidence| confidence >= least)
    }

    /// Whether it speaks of this tool. What concerns the person alone is allowed only by a rule that means it.
    pub(super) fn is_about(&self, tool: Tool) -> bool {
        let tools = &self.scope.tools;
        let meant = match tool {
            _ if self.is_strict() => true,
            Tool::Question => !self.scope.questions.is_empty(),
            Tool::Plan | Tool::Trust => false,
            _ => true,
        };
        tools.contains(&tool) || (tools.is_empty() && meant)
    }

    /// Whether the dangers are those it is about.
    pub(super) fn is_about_danger(&self, findings: &[Finding]) -> bool {
        let none = findings.iter().all(|finding| finding.level == Danger::None);
        let meets = |pattern: &DangerPattern| match pattern {
            DangerPattern::Level(Danger::None) => none,
            pattern => findings.iter().any(|finding| pattern.meets(finding)),
        };
        self.dangers.is_empty() || self.dangers.iter().any(meets)
    }

    /// The findings that it may not allow: those that it neither names nor spells out in the words of its command.
    pub(super) fn uncovered<'a>(&self, findings: &'a [Finding], spelled: &[usize]) -> Vec<&'a Finding> {
        let covered = |finding: &&Finding| {
            let named = self.dangers.iter().any(|pattern| pattern.permits(finding));
            let spelled_out =
                finding.level < Danger::High && finding.at.is_some_and(|at| spelled.contains(&at));
            finding.level == Danger::None || named || spelled_out
        };
        findings.iter().filter(|finding| !covered(finding)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn finding(id: &str, level: Danger, at: Option<usize>) -> Finding {
        Finding { id: id.into(), level, why: "x".into(), at }
    }

    #[test]
    fn danger_is_allowed_by_name_and_a_little_by_spelling_it_out() {
        let text = |danger: &str| {
            format!("[[rule]]\nname = 'r'\ncommand = 'git branch -D'\n{danger}\nanswer = 'allow'\n")
        };
        let check = |danger: &str, finding: &Finding, spelled: usize, want: bool| {
            let draft =
                super::super::Draft::parse(&super::super::Source { name: "t".into(), text: text(danger) });
            let policy = super::super::Policy::build_unchecked(&[draft.unwrap()]);
            let uncovered = policy.rules[0]
                .uncovered(std::slice::from_ref(finding), &(0..spelled).collect::<Vec<_>>())
                .len();
            assert_eq!(uncovered == 0, want, "{danger} {finding:?} {spelled}");
        };
        let low = finding("git.branch.delete", Danger::Low, Some(2));
        let high = finding("git.push.force", Danger::High, Some(2));
        check("", &low, 3, true);
        check("", &low, 2, false);
        check("danger = 'low'", &low, 0, true);
        check("danger = 'git.*'", &low, 0, true);
        check("danger = 'high'", &low, 0, false);
        check("", &high, 3, false);
        check("danger = 'high'", &high, 3, false);
        check("danger = 'git.*'", &high, 3, false);
        check("danger = 'git.push.force'", &high, 0, true);
        check("danger = 'git.branch.delete'", &high, 0, false);
    }
}
