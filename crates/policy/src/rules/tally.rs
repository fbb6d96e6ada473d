//! All rules against one thing.

use model::Verdict;

use super::policy::Policy;
use super::request::Request;
use super::rule::Rule;
use super::weigh::{Item, Says, What, weigh};
use super::words::words;
use crate::{Finding, Note, Part, Runs, Surroundings, Text};

/// What the rules say of one thing.
#[derive(Debug, Clone, Default)]
pub(super) struct Tally {
    /// The strictest answer; nothing if no rule speaks of it.
    pub verdict: Option<Verdict>,
    /// The rule that gave it.
    pub decided: Option<usize>,
    /// Those that match, by their place in the policy.
    pub matched: Vec<usize>,
    /// Those that match if a program says so.
    pub pending: Vec<usize>,
    /// Why, in words for a person.
    pub reasons: Vec<String>,
    /// What stood in the way of rules that would have allowed it.
    pub nearly: Vec<String>,
}

/// Asks all rules that concern the request. `shown` is what the thing is called in reasons.
pub(super) fn tally(
    policy: &Policy,
    request: &Request,
    item: Item,
    around: &Surroundings,
    shown: &str,
) -> Tally {
    let mut tally = Tally::default();
    let hindered = hindrance(item);
    for place in policy.candidates(item) {
        let rule = &policy.rules[place];
        if !rule.concerns(request) || (hindered.is_some() && !rule.is_strict()) {
            continue;
        }
        tally.add(place, rule, &weigh(rule, item, around), shown);
    }
    tally.nearly.extend(hindered.map(|why| format!("`{shown}` {why}: no rule allows that")));
    tally
}

impl Tally {
    fn add(&mut self, place: usize, rule: &Rule, says: &Says, shown: &str) {
        let name = &rule.name;
        match says {
            Says::Nothing => {}
            Says::Answer if rule.exec.is_some() => self.pending.push(place),
            Says::Answer => {
                self.take(place, rule.answer, format!("rule `{name}` {} `{shown}`", does(rule.answer)))
            }
            Says::Maybe => {
                let reason = format!("`{shown}` may be what rule `{name}` {}", does(rule.answer));
                self.take(place, Verdict::Ask, reason);
            }
            Says::Endangered(findings) => self.nearly.push(endangered(rule, findings, shown)),
            Says::Unlisted(option) => {
                let (option, does) = (super::shown::text(option), rule.answer.word());
                self.nearly.push(format!(
                    "rule `{name}` would {does} `{shown}`, but `{option}` is not among what is known to be harmless"
                ));
            }
            Says::Misplaced(file) => {
                let file = super::shown::text(file);
                self.nearly.push(format!(
                    "rule `{name}` would {} `{shown}`, but not with `{file}`",
                    rule.answer.word()
                ));
            }
        }
    }

    fn take(&mut self, place: usize, verdict: Verdict, reason: String) {
        self.matched.push(place);
        if self.verdict.is_none_or(|strictest| verdict > strictest) {
            self.verdict = Some(verdict);
            self.decided = Some(place);
            self.reasons = vec![reason];
        }
    }
}

fn does(answer: Verdict) -> &'static str {
    match answer {
        Verdict::Deny => "denies",
        Verdict::Ask => "asks about",
        Verdict::Ignore => "ignores",
        Verdict::Allow => "allows",
        Verdict::AllowRemember => "allows from now on",
    }
}

/// Why a rule that speaks of it does not allow it. How to make that rule wider is not said: it would allow much more than this.
fn endangered(rule: &Rule, findings: &[&Finding], shown: &str) -> String {
    let ids: Vec<&str> = findings.iter().map(|finding| finding.id.as_str()).collect();
    format!(
        "rule `{}` would {} `{shown}`, but was not written for this danger: {}",
        rule.name,
        rule.answer.word(),
        ids.join(", ")
    )
}

/// Why no rule may allow a part, whatever it says.
fn hindrance(item: Item) -> Option<String> {
    let (What::Part(part, _) | What::Redirect(_, part)) = item.what else { return None };
    let odd =
        [Note::HiddenProgram, Note::CallsItself, Note::Disguised].into_iter().find(|note| part.is(*note));
    if let Some(note) = odd {
        return Some(match note {
            Note::HiddenProgram => "is a command that is only known when it runs".into(),
            Note::CallsItself => "calls itself".into(),
            _ => "hides its name".into(),
        });
    }
    if let Some(name) = steering_variable(part) {
        return Some(format!("sets {name}, which changes what runs"));
    }
    let odd = |(name, value): &&(String, Text)| words().is_odd(name, value);
    if let Some((name, _)) = part.assignments.iter().find(odd).filter(|_| !part.words.is_empty()) {
        return Some(format!("sets {}, which may change what runs", super::shown::text(name)));
    }
    if part.words.iter().any(runs_subscript) && part.program().is_some_and(|name| SUBSCRIPTS.contains(&name))
    {
        return Some("runs what stands in a subscript".into());
    }
    let unseen = matches!(part.runs, Runs::Unknown(_)) && item.findings.is_empty();
    unseen.then(|| "runs what cannot be seen".into())
}

/// Commands of the shell that take the name of a variable, and run what stands in its subscript.
const SUBSCRIPTS: [&str; 10] =
    ["printf", "test", "[", "[[", "read", "unset", "declare", "typeset", "let", "export"];

fn runs_subscript(word: &Text) -> bool {
    let shown = word.shown();
    shown.contains('[') && (shown.contains("$(") || shown.contains('`'))
}

/// A variable that is set and changes which programs run, or what they do.
fn steering_variable(part: &Part) -> Option<String> {
    let steers = |(name, value): &(String, Text)| {
        words().changes_what_runs(name, value).then(|| super::shown::text(name))
    };
    let wrapped = part.via.iter().flatten().filter_map(assignment);
    let exported = part.words.iter().skip(1).filter(|_| sets_variables(part)).filter_map(assignment);
    part.assignments
        .iter()
        .find_map(steers)
        .or_else(|| wrapped.chain(exported).find_map(|pair| steers(&pair)))
}

fn sets_variables(part: &Part) -> bool {
    part.program().is_some_and(|name| {
        ["export", "declare", "typeset", "readonly", "local", "env", "set"].contains(&name)
    })
}

fn assignment(word: &Text) -> Option<(String, Text)> {
    let sign = word.shown().find('=')?;
    let name = &word.shown()[..sign];
    let plain = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    plain.then(|| (name.to_owned(), word.from(sign + 1)))
}
