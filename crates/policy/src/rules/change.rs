//! How one policy differs from another in strictness. Nothing here is clever: what is not plainly tighter is looser.
//!
//! Under a policy without any rule that allows a person answers everything, whatever was asked or limited before. What was
//! denied must stay so: a program may do what is not denied without asking anybody.

use std::collections::HashSet;

use model::Verdict;

use super::Policy;
use super::keys::MATCHERS;
use super::limits::{Defaults, Limits, Nudge, OnDanger, OnTimeout};
use super::rule::Rule;
use super::sets;
use super::value::{Entry, Value};

const LAXER_ANSWER: &str = "defaults.answer is laxer";
const LAXER_ON_DANGER: &str = "defaults.on_danger is laxer";

/// How a new policy differs from an old one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Change {
    /// Not at all.
    Same,
    /// Nothing is allowed that was not before.
    Tighter,
    /// Something may be allowed that was not; why, in words for a person.
    Looser(Vec<String>),
}

/// How a file changed what is allowed. Whatever is not provably tighter is looser.
pub fn compare(old: &Policy, new: &Policy) -> Change {
    if old == new {
        return Change::Same;
    }
    let mut looser = unasked(old, new);
    if new.rules.iter().any(|rule| !rule.is_strict()) {
        looser.extend(rules(old, new));
        looser.extend(defaults(old.defaults(), new.defaults()));
        looser.extend(limits(old.limits(), new.limits()));
    } else {
        looser.extend(undenied(old, new));
    }
    if looser.is_empty() { Change::Tighter } else { Change::Looser(looser) }
}

/// What is typed, or kept from the person, without any rule that allows.
fn unasked(old: &Policy, new: &Policy) -> Vec<String> {
    let (before, after) = (old.defaults(), new.defaults());
    let hides = after.answer < Verdict::Ask && after.answer < before.answer;
    let mut looser = words(&[(hides, LAXER_ANSWER)]);
    looser.extend(timeouts(before, after));
    looser.extend(nudge(old, new));
    looser
}

/// Rules that allow more, and rules that hold less of it back.
fn rules(old: &Policy, new: &Policy) -> Vec<String> {
    let mut looser = Vec::new();
    for rule in new.rules.iter().filter(|rule| !rule.is_strict()) {
        if !old.rules.iter().any(|before| is_within(rule, before)) {
            looser.push(format!("rule `{}` {} more than before", rule.name, speaks(rule.answer)));
        }
    }
    looser.extend(held_back_less(old, new, Rule::is_strict));
    looser
}

/// Rules of the old policy that the new one does not have as strictly, of those that matter.
fn held_back_less(old: &Policy, new: &Policy, matters: impl Fn(&Rule) -> bool) -> Vec<String> {
    let held =
        |rule: &Rule| new.rules.iter().any(|after| is_within(rule, after) && after.answer >= rule.answer);
    let lost = old.rules.iter().filter(|rule| matters(rule) && !held(rule));
    lost.map(|rule| format!("rule `{}` no longer {} all that it did", rule.name, speaks(rule.answer)))
        .collect()
}

/// What was denied and is not any more.
fn undenied(old: &Policy, new: &Policy) -> Vec<String> {
    let (before, after) = (old.defaults(), new.defaults());
    let checks = [
        (before.answer == Verdict::Deny && after.answer == Verdict::Ask, LAXER_ANSWER),
        (before.on_danger == OnDanger::Deny && after.on_danger != OnDanger::Deny, LAXER_ON_DANGER),
    ];
    let mut looser = held_back_less(old, new, |rule| rule.answer == Verdict::Deny);
    looser.extend(words(&checks));
    looser
}

fn speaks(answer: Verdict) -> &'static str {
    match answer {
        Verdict::Deny => "denies",
        Verdict::Ask => "asks about",
        Verdict::Ignore => "ignores",
        Verdict::Allow | Verdict::AllowRemember => "allows",
    }
}

/// Whether all that the narrow rule speaks of, the wide one does too, in the same way.
fn is_within(narrow: &Rule, wide: &Rule) -> bool {
    let same_answer = narrow.is_strict() && wide.is_strict() || narrow.answer == wide.answer;
    let matchers = MATCHERS.iter().all(|key| covers(key, value(wide, key), value(narrow, key)));
    // The ids and the words of a rule also say which dangers it may allow.
    let same_reach = narrow.is_strict() || value(narrow, "danger") == value(wide, "danger");
    // A program may decide differently from one that is not asked.
    let same_program = value(narrow, "exec") == value(wide, "exec")
        && (narrow.exec.is_none() || value(narrow, "exec_timeout") == value(wide, "exec_timeout"));
    let same_text = value(narrow, "text") == value(wide, "text");
    let slower = narrow.is_strict() || is_slower(narrow, wide);
    same_answer && matchers && same_reach && same_program && same_text && slower
}

/// Whether a rule waits at least as long and answers at most as often.
fn is_slower(rule: &Rule, than: &Rule) -> bool {
    let rest = |rule: &Rule| rule.cooldown.unwrap_or_default();
    let often = |rule: &Rule| rule.per_minute.unwrap_or(u32::MAX);
    let delayed = match (rule.delay, than.delay) {
        (now, before) if now == before => true,
        (Some(now), Some(before)) => now >= before,
        _ => false,
    };
    delayed && rest(rule) >= rest(than) && often(rule) <= often(than)
}

/// Whether a matcher takes all that another one takes. One that is not there takes everything.
fn covers(key: &str, wide: Option<&Value>, narrow: Option<&Value>) -> bool {
    match (wide, narrow) {
        (None, _) => true,
        (Some(_), None) => false,
        (Some(Value::Texts(wide)), Some(Value::Texts(narrow))) => {
            let wide: HashSet<&str> = spelled(key, wide).into_iter().collect();
            spelled(key, narrow).into_iter().all(|text| wide.contains(text))
        }
        (Some(Value::Share(wide)), Some(Value::Share(narrow))) => narrow >= wide,
        (Some(wide), Some(narrow)) => wide == narrow,
    }
}

/// The texts of a matcher; for commands, what its sets stand for.
fn spelled<'a>(key: &str, entries: &'a [Entry]) -> Vec<&'a str> {
    match key {
        "command" => sets::opened(entries.iter()),
        _ => entries.iter().map(|entry| entry.text.as_str()).collect(),
    }
}

fn value<'a>(rule: &'a Rule, key: &str) -> Option<&'a Value> {
    rule.values.get(key).map(|(value, _)| value)
}

fn defaults(old: &Defaults, new: &Defaults) -> Vec<String> {
    // An answer that hides something was told already.
    let checks = [
        (new.answer < old.answer && new.answer >= Verdict::Ask, LAXER_ANSWER),
        (new.delay < old.delay, "defaults.delay is shorter"),
        (new.on_danger < old.on_danger, LAXER_ON_DANGER),
        (new.free_text_enabled && !old.free_text_enabled, "defaults.free_text_enabled is on"),
    ];
    words(&checks)
}

/// No is an answer too, and one that is typed.
fn timeouts(old: &Defaults, new: &Defaults) -> Vec<String> {
    let checks = [
        (new.on_timeout > old.on_timeout, "defaults.on_timeout answers where nothing was typed"),
        (
            new.on_timeout == OnTimeout::Safe && new.timeout != old.timeout,
            "defaults.timeout changes when no is said",
        ),
    ];
    words(&checks)
}

fn limits(old: &Limits, new: &Limits) -> Vec<String> {
    let quiet = old.quiet_hours.iter().all(|hours| new.quiet_hours.contains(hours));
    let checks = [
        (new.min_interval < old.min_interval, "limits.min_interval is shorter"),
        (new.per_minute > old.per_minute, "limits.per_minute is higher"),
        (new.consecutive > old.consecutive, "limits.consecutive is higher"),
        (new.identical_per_minute > old.identical_per_minute, "limits.identical_per_minute is higher"),
        (!quiet, "limits.quiet_hours leaves some out"),
    ];
    words(&checks)
}

fn nudge(old: &Policy, new: &Policy) -> Vec<String> {
    let allows = new.rules.iter().any(|rule| !rule.is_strict());
    let (old, new) = (old.nudge(), new.nudge());
    // Where nothing is typed, nothing has to be stopped at the sight of something.
    let types = allows || new.idle.is_some() || new.resume_after_limit;
    let sends = |nudge: &Nudge| nudge.idle.map(|idle| (idle, nudge.times, nudge.sequence.clone()));
    let watched = old.watch_output.iter().all(|pattern| new.watch_output.contains(pattern));
    let checks = [
        (sends(new).is_some() && sends(new) != sends(old), "nudge sends something else, or at other times"),
        (new.resume_after_limit && !old.resume_after_limit, "nudge.resume_after_limit is on"),
        (types && !watched, "nudge.watch_output leaves some out"),
    ];
    words(&checks)
}

fn words(checks: &[(bool, &str)]) -> Vec<String> {
    checks.iter().filter(|(looser, _)| *looser).map(|(_, what)| (*what).to_owned()).collect()
}
