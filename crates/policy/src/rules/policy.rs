//! A policy in force.

use std::collections::HashMap;

use super::build::build;
use super::draft::Draft;
use super::examples::{self, Examples};
use super::judge;
use super::judgement::Judgement;
use super::limits::{Defaults, Limits, Nudge};
use super::problem::Problem;
use super::request::Request;
use super::rule::Rule;
use super::settings::Settings;
use super::weigh::{Item, What};
use crate::{Surroundings, Text};

/// Rules, and what holds where they are silent.
#[derive(Debug, Clone)]
pub struct Policy {
    pub(super) rules: Vec<Rule>,
    pub(super) settings: Settings,
    /// Rules for commands by the program they name.
    by_program: HashMap<String, Vec<usize>>,
    /// All others.
    general: Vec<usize>,
}

/// Two policies are the same if the same is written in them, wherever it stands.
impl PartialEq for Policy {
    fn eq(&self, other: &Policy) -> bool {
        let written = |rule: &Rule| {
            let values =
                rule.values.iter().map(|(key, (value, _))| (*key, value.clone())).collect::<Vec<_>>();
            (rule.name.clone(), values)
        };
        self.settings == other.settings && self.rules.iter().map(written).eq(other.rules.iter().map(written))
    }
}

impl Policy {
    /// Puts drafts together, the one that the others extend first. Compiles patterns and checks every example.
    pub fn build(drafts: Vec<Draft>) -> Result<Policy, Vec<Problem>> {
        let (policy, mut problems) = build(&drafts);
        if problems.is_empty() {
            problems = examples::check(&policy, |rule| !rule.shipped).problems;
        }
        if problems.is_empty() { Ok(policy) } else { Err(problems) }
    }

    /// A policy that comes with locum.
    pub fn shipped(name: &str) -> Option<Policy> {
        let draft = Draft::shipped(name)?;
        let base = draft.extends().map(Draft::shipped);
        let drafts: Vec<Draft> = base.flatten().into_iter().chain([draft]).collect();
        let (policy, problems) = build(&drafts);
        problems.is_empty().then_some(policy)
    }

    #[cfg(test)]
    pub(super) fn build_unchecked(drafts: &[Draft]) -> Policy {
        build(drafts).0
    }

    /// A policy of rules and settings.
    pub(super) fn new(rules: Vec<Rule>, settings: Settings) -> Policy {
        let mut by_program: HashMap<String, Vec<usize>> = HashMap::new();
        let mut general = Vec::new();
        for (place, rule) in rules.iter().enumerate() {
            let programs: Option<Vec<&str>> = rule.commands.iter().map(|command| command.first()).collect();
            match programs.filter(|programs| !programs.is_empty()) {
                Some(programs) => {
                    for program in programs {
                        by_program.entry(program.to_owned()).or_default().push(place);
                    }
                }
                None => general.push(place),
            }
        }
        Policy { rules, settings, by_program, general }
    }

    /// The rules that can speak of a thing, in the order of the policy.
    pub(super) fn candidates(&self, item: Item) -> Vec<usize> {
        let What::Part(part, _) = item.what else { return (0..self.rules.len()).collect() };
        let mut programs = part.via.iter().filter_map(|via| via.first()).chain(part.words.first());
        if programs.clone().any(|program| program.certain().is_none()) {
            return (0..self.rules.len()).collect();
        }
        let mut places = self.general.clone();
        for name in programs.by_ref().filter_map(Text::certain) {
            let short = name.rsplit('/').next().unwrap_or(name);
            places.extend(self.by_program.get(name).into_iter().flatten());
            places.extend(self.by_program.get(short).into_iter().flatten());
        }
        places.sort_unstable();
        places.dedup();
        places
    }

    /// What holds where rules are silent.
    pub fn defaults(&self) -> &Defaults {
        &self.settings.defaults
    }

    /// How often may be answered; [`super::Pace`] keeps to it.
    pub fn limits(&self) -> &Limits {
        &self.settings.limits
    }

    /// When a silent program is nudged.
    pub fn nudge(&self) -> &Nudge {
        &self.settings.nudge
    }

    /// The names of the rules, in the order of the files.
    pub fn rule_names(&self) -> impl Iterator<Item = &str> {
        self.rules.iter().map(|rule| rule.name.as_str())
    }

    /// The programs that rules ask, each with the name of its rule.
    pub fn programs(&self) -> impl Iterator<Item = (&str, &[String])> {
        self.rules
            .iter()
            .filter_map(|rule| Some((rule.name.as_str(), rule.exec.as_ref()?.program.as_slice())))
    }

    /// The verdict about a request.
    pub fn judge(&self, request: &Request, around: &Surroundings) -> Judgement {
        judge::judge(self, request, around)
    }

    /// Checks every example, also those of policies that come with locum.
    pub fn check_examples(&self) -> Examples {
        examples::check(self, |_| true)
    }
}
