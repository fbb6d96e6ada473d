//! The examples of rules, checked: each rule alone must say what its examples promise.

use model::Verdict;

use super::policy::Policy;
use super::problem::Problem;
use super::request::{Request, Subject, Tool};
use super::rule::{Rule, Scope};
use super::settings::Settings;
use super::value::{Entry, Value};
use crate::{Judgement, Surroundings};

const HOME: &str = "/home/you";
const PROJECT: &str = "/home/you/project";

/// What checking the examples of a policy gave.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Examples {
    /// How many were checked.
    pub checked: usize,
    /// Those that are not as they should be.
    pub problems: Vec<Problem>,
}

/// Checks the examples of some of a policy's rules.
pub(super) fn check(policy: &Policy, wanted: impl Fn(&Rule) -> bool) -> Examples {
    let mut examples = Examples::default();
    for rule in policy.rules.iter().filter(|rule| wanted(rule)) {
        let lists = (entries(rule, "examples"), entries(rule, "not_examples"));
        if lists.0.is_empty() && lists.1.is_empty() {
            continue;
        }
        let alone = alone(rule);
        for example in lists.0 {
            examples.add(rule, &alone, example, true);
        }
        for example in lists.1 {
            examples.add(rule, &alone, example, false);
        }
    }
    examples
}

impl Examples {
    fn add(&mut self, rule: &Rule, alone: &Policy, example: &Entry, should: bool) {
        self.checked += 1;
        let paths = [example.text.clone()];
        let judgement =
            alone.judge(&request(rule, &example.text, &paths), &Surroundings::project(PROJECT, HOME));
        if speaks(rule, &judgement) == should {
            return;
        }
        let text = super::shown::text(&example.text);
        let message = match should {
            true => format!("`examples`: the rule does not {} `{text}`", rule.answer.word()),
            false => format!("`not_examples`: the rule {} `{text}`", speaking(rule.answer)),
        };
        let why = if should { judgement.reasons.first().cloned() } else { None };
        self.problems.push(Problem::at(&rule.file, example.spot, message).in_rule(&rule.name).with_hint(why));
    }
}

fn speaking(answer: Verdict) -> String {
    match answer {
        Verdict::Deny => "denies".into(),
        Verdict::AllowRemember => "allows".into(),
        other => format!("{}s", other.word()),
    }
}

fn speaks(rule: &Rule, judgement: &Judgement) -> bool {
    match rule.answer {
        answer if answer.allows() => judgement.verdict.allows(),
        Verdict::Ignore => judgement.verdict == Verdict::Ignore,
        _ => judgement.parts.iter().any(|part| !part.rules.is_empty()),
    }
}

/// A policy of nothing but this rule, for everybody.
fn alone(rule: &Rule) -> Policy {
    let scope = Scope {
        tools: rule.scope.tools.clone(),
        questions: rule.scope.questions.clone(),
        ..Scope::default()
    };
    Policy::new(vec![Rule { scope, exec: None, ..rule.clone() }], Settings::default())
}

/// What an example is depends on what the rule is about.
fn request<'a>(rule: &Rule, example: &'a str, paths: &'a [String]) -> Request<'a> {
    let tools = &rule.scope.tools;
    let shell = tools.contains(&Tool::Shell) || (tools.is_empty() && !rule.commands.is_empty());
    let guessed = match () {
        () if !rule.scope.questions.is_empty() => Tool::Question,
        () if !rule.hosts.is_empty() => Tool::Fetch,
        () if !rule.paths.is_empty() => Tool::Read,
        () => Tool::Shell,
    };
    let tool = if shell { Tool::Shell } else { tools.first().copied().unwrap_or(guessed) };
    let subject = match tool {
        Tool::Shell => Subject::Shell(example),
        Tool::Write | Tool::Edit | Tool::Read => Subject::Paths(paths),
        Tool::Fetch => Subject::Url(example),
        Tool::Mcp => Subject::Name(example),
        Tool::Question | Tool::Plan | Tool::Trust => Subject::Nothing,
    };
    let question = matches!(subject, Subject::Nothing).then_some(example);
    Request { question, ..Request::new(tool, subject) }
}

fn entries<'a>(rule: &'a Rule, key: &str) -> &'a [Entry] {
    match rule.values.get(key) {
        Some((Value::Texts(list), _)) => list,
        _ => &[],
    }
}
