//! Drafts to a policy: patterns compiled, what belongs together checked.

use std::collections::{BTreeMap, HashMap};
use std::time::Duration;

use model::{Kind, Verdict};

use super::command::CommandPattern;
use super::draft::{Draft, RuleDraft, Table};
use super::keys::MATCHERS;
use super::policy::Policy;
use super::problem::{Problem, Spot, instead};
use super::request::Tool;
use super::rule::{DangerPattern, Exec, Rule, Scope};
use super::value::{Entry, Value, pattern};
use super::wild::PathPattern;
use super::{danger_hint, sets, settings};
use crate::danger::Catalogue;

const EXEC_TIME: Duration = Duration::from_secs(5);
const MOST_PATTERNS: usize = 400;

struct Builder {
    rules: Vec<Rule>,
    problems: Vec<Problem>,
    /// Where each name is used.
    names: HashMap<String, (String, usize)>,
    patterns: usize,
}

/// A policy of drafts, the base first, with its mistakes. Its examples are not checked.
pub(super) fn build(drafts: &[Draft]) -> (Policy, Vec<Problem>) {
    let mut builder =
        Builder { rules: Vec::new(), problems: Vec::new(), names: HashMap::new(), patterns: MOST_PATTERNS };
    let mut tables: BTreeMap<&'static str, Table> = BTreeMap::new();
    for draft in drafts {
        for (name, table) in &draft.tables {
            tables.entry(name).or_default().extend(table.clone());
        }
        for rule in &draft.rules {
            builder.rule(draft, rule);
        }
    }
    let policy = Policy::new(builder.rules, settings::of(&tables));
    (policy, builder.problems)
}

impl Builder {
    fn rule(&mut self, draft: &Draft, written: &RuleDraft) {
        let before = self.problems.len();
        let name = self.name(draft, written);
        let answer = self.answer(draft, written);
        let rule = Rule {
            name,
            file: draft.file.clone(),
            shipped: draft.shipped,
            values: written.values.clone(),
            answer,
            scope: self.scope(draft, written),
            commands: self.commands(draft, written).into(),
            paths: self.paths(draft, written, "path"),
            hosts: texts(written, "host").map(|entry| entry.text.to_lowercase()).collect(),
            cwds: self.paths(draft, written, "cwd"),
            dangers: self.dangers(draft, written),
            message: text(written, "message"),
            text: text(written, "text"),
            delay: span(written, "delay"),
            cooldown: span(written, "cooldown"),
            per_minute: match written.values.get("per_minute") {
                Some((Value::Count(count), _)) => Some(*count),
                _ => None,
            },
            exec: exec(written),
        };
        self.complete(draft, written, &rule);
        for problem in &mut self.problems[before..] {
            problem.rule = Some(written.name.clone());
        }
        self.rules.push(rule);
    }

    fn refuse(&mut self, draft: &Draft, spot: Spot, message: impl Into<String>, hint: Option<String>) {
        self.problems.push(Problem::at(&draft.file, spot, message).with_hint(hint));
    }

    /// Its name. One that nobody gave may be taken by a rule of another file.
    fn name(&mut self, draft: &Draft, written: &RuleDraft) -> String {
        let given = written.values.get("name").map(|(_, spot)| *spot);
        let taken = self.names.get(&written.name).cloned();
        let name = match (&taken, given) {
            (Some(_), None) => format!("{} of {}", written.name, draft.file),
            _ => written.name.clone(),
        };
        if let Some(((file, line), spot)) = taken.zip(given) {
            let message = format!("there is another rule of this name in {file}, line {line}");
            self.refuse(draft, spot, message, Some("give it a name of its own".into()));
        }
        let line = given.unwrap_or(written.spot).line;
        self.names.insert(name.clone(), (draft.file.clone(), line));
        name
    }

    fn answer(&mut self, draft: &Draft, written: &RuleDraft) -> Verdict {
        let answer = text(written, "answer").and_then(|word| Verdict::of_word(&word));
        if answer.is_none() {
            let hint =
                Some("add answer = \"deny\", \"ask\", \"ignore\", \"allow\" or \"allow_remember\"".into());
            self.refuse(draft, written.spot, "it has no answer", hint);
        }
        answer.unwrap_or(Verdict::Ask)
    }

    fn scope(&mut self, draft: &Draft, written: &RuleDraft) -> Scope {
        let all = |key| texts(written, key).map(|entry| entry.text.clone()).collect::<Vec<String>>();
        let mut questions = Vec::new();
        for entry in texts(written, "question") {
            match self.one_pattern(&entry.text) {
                Ok(question) => questions.push(question),
                Err(message) => self.refuse(draft, entry.spot, message, None),
            }
        }
        Scope {
            agents: all("agent"),
            tools: all("tool").iter().filter_map(|word| Tool::of_word(word)).collect(),
            kinds: all("kind").iter().filter_map(|word| Kind::of_word(word)).collect(),
            questions,
            sessions: all("session"),
            confidence: match written.values.get("confidence") {
                Some((Value::Share(share), _)) => Some(*share),
                _ => None,
            },
        }
    }

    fn one_pattern(&mut self, text: &str) -> Result<regex::Regex, String> {
        let left = self.patterns.checked_sub(1);
        self.patterns = left.ok_or_else(|| format!("a policy has at most {MOST_PATTERNS} patterns"))?;
        pattern(text)
    }

    fn paths(&mut self, draft: &Draft, written: &RuleDraft, key: &str) -> Vec<PathPattern> {
        let mut paths = Vec::new();
        for entry in texts(written, key) {
            match PathPattern::parse(&entry.text) {
                Ok(path) => paths.push(path),
                Err(message) => self.refuse(draft, entry.spot, format!("`{key}`: {message}"), None),
            }
        }
        paths
    }

    fn commands(&mut self, draft: &Draft, written: &RuleDraft) -> Vec<CommandPattern> {
        for entry in texts(written, "command") {
            if let Some(Err(name)) = sets::named(&entry.text) {
                let known: Vec<&str> = sets::command_sets().iter().map(|set| set.name).collect();
                let message = format!("`command`: there is no set `@{}`", name.escape_debug());
                self.refuse(draft, entry.spot, message, Some(instead(name, &known)));
            }
        }
        sets::patterns(texts(written, "command"))
    }

    fn dangers(&mut self, draft: &Draft, written: &RuleDraft) -> Vec<DangerPattern> {
        let ids = || Catalogue::shipped().entries().map(|(id, _, _)| id);
        let mut dangers = Vec::new();
        for entry in texts(written, "danger") {
            let danger = DangerPattern::parse(&entry.text);
            let unknown = match &danger {
                DangerPattern::Id(id) => !ids().any(|known| known == id),
                DangerPattern::Wild(wild) => !ids().any(|known| super::wild::fits(wild, known)),
                DangerPattern::Level(_) => false,
            };
            if unknown {
                let message = format!("`danger`: the catalogue has no `{}`", entry.text.escape_debug());
                self.refuse(
                    draft,
                    entry.spot,
                    message,
                    Some(danger_hint::instead_of(&entry.text, ids().collect())),
                );
            }
            dangers.push(danger);
        }
        dangers
    }

    /// A text is typed as it is, so it must be one line, and for a question that the rule names.
    fn complete_text(&mut self, draft: &Draft, written: &RuleDraft, rule: &Rule, text: &str) {
        let free_text = texts(written, "kind").map(|entry| entry.text.as_str()).eq(["free_text"]);
        let wrong = match () {
            () if rule.is_strict() => "it is typed only where the answer is \"allow\"",
            () if !free_text || !written.values.contains_key("question") => {
                "it answers free text of certain questions: `kind = \"free_text\"` and `question` must be there"
            }
            () if text.is_empty() || text.chars().any(char::is_control) => {
                "it must be one line without control characters"
            }
            () => return,
        };
        self.refuse(draft, written.spot, format!("`text`: {wrong}"), None);
    }

    /// What a rule needs besides well-formed values.
    fn complete(&mut self, draft: &Draft, written: &RuleDraft, rule: &Rule) {
        let matches = MATCHERS.iter().any(|key| written.values.contains_key(key));
        if !rule.is_strict() && !matches {
            let message = format!("a rule without any matcher would {} everything", rule.answer.word());
            self.refuse(draft, written.spot, message, Some(format!("add one of {}", MATCHERS.join(", "))));
        }
        let anything =
            rule.commands.iter().any(|command| command.words.len() == 1 && command.words[0] == "*");
        if !rule.is_strict() && anything {
            self.refuse(draft, written.spot, "`command`: `*` names no program", None);
        }
        if let Some(text) = &rule.text {
            self.complete_text(draft, written, rule, text);
        }
        if rule.exec.is_some() && rule.answer == Verdict::Deny {
            let hint =
                Some("its answer is the laxest that the program may give: write \"ask\" or \"allow\"".into());
            self.refuse(draft, written.spot, "`exec` has nothing to decide in a rule that denies", hint);
        }
        if rule.exec.as_ref().is_some_and(|exec| exec.program[0].trim().is_empty()) {
            self.refuse(draft, written.spot, "`exec` names no program", None);
        }
        if rule.exec.is_none() && written.values.contains_key("exec_timeout") {
            self.refuse(draft, written.spot, "`exec_timeout` needs `exec`", None);
        }
    }
}

fn exec(written: &RuleDraft) -> Option<Exec> {
    let program: Vec<String> = texts(written, "exec").map(|entry| entry.text.clone()).collect();
    let time_limit = span(written, "exec_timeout").unwrap_or(EXEC_TIME);
    (!program.is_empty()).then_some(Exec { program, time_limit })
}

/// The texts of a key, of which there may be none.
pub(super) fn texts<'a>(written: &'a RuleDraft, key: &str) -> impl Iterator<Item = &'a Entry> + use<'a> {
    let list = match written.values.get(key) {
        Some((Value::Texts(list), _)) => list.as_slice(),
        _ => &[],
    };
    list.iter()
}

fn text(written: &RuleDraft, key: &str) -> Option<String> {
    match written.values.get(key) {
        Some((Value::Text(text), _)) => Some(text.clone()),
        _ => None,
    }
}

fn span(written: &RuleDraft, key: &str) -> Option<Duration> {
    match written.values.get(key) {
        Some((Value::Span(span), _)) => Some(*span),
        _ => None,
    }
}
