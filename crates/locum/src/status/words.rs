//! How a session stands, for people.

use model::{Choice, Evidence, KernelFacts, Key, Question};
use wire::{Activity, Reasons, SessionLine, WireStanding};

use crate::{clock, facts, ps};

/// So many of the last remarks are shown.
const MOST_NOTES: usize = 10;

/// A line with its name in front.
fn named(name: &str, text: impl std::fmt::Display) -> String {
    format!("{name:<11} {text}")
}

/// What a session does, in a column of `locum ps`.
pub(crate) fn now(line: &SessionLine, now: u64) -> String {
    line.standing.as_deref().map_or_else(
        || "-".to_owned(),
        |standing| {
            let manual = if line.manual.is_some() { ", manual" } else { "" };
            format!("{} {}{manual}", standing.activity.word(), clock::ago(standing.since, now))
        },
    )
}

/// What the person should know about an agent that nobody understands.
pub(crate) fn warning(line: &SessionLine, now: u64) -> Option<String> {
    let unknown = line.unrecognised.as_ref()?;
    Some(format!(
        "warning: {} in session {} has waited for {}, and nothing known fits its screen. `locum record --last {}` saves \
         a recording to report it, without secrets.",
        unknown.agent,
        line.name,
        clock::ago(unknown.since, now),
        line.name,
    ))
}

pub(super) fn status(line: &SessionLine, now: u64) -> Vec<String> {
    let session = format!("{} ({}), {}", line.name, line.id, ps::state(line.phase));
    let mut lines = vec![named("session", session)];
    match line.standing.as_deref() {
        Some(standing) => lines.extend(of_standing(standing, now)),
        None => lines.push(named("state", "not looked at yet")),
    }
    let manual = line.manual.as_ref();
    lines.extend(manual.map(|why| {
        named(
            "manual",
            format!("nothing is answered for you: {why}; `locum resume {}` changes that", line.name),
        )
    }));
    lines.extend(warning(line, now));
    lines
}

fn of_standing(standing: &WireStanding, now: u64) -> Vec<String> {
    let since = format!("{} for {}", standing.activity.word(), clock::ago(standing.since, now));
    let mut lines = vec![named("state", since)];
    if let Some(question) = standing.question.clone().map(Question::from) {
        let name = if standing.activity == Activity::Idle { "prompt" } else { "question" };
        lines.push(named(name, format!("{}: {}", question.kind.word(), question.text)));
        lines.extend(parts(&question));
    }
    lines
}

fn parts(question: &Question) -> Vec<String> {
    let subject = question.subject.as_ref().map(|subject| {
        let cut = if subject.partial { " (the screen shows a part of it)" } else { "" };
        named("about", format!("{}{cut}", subject.text))
    });
    let default = question.default.as_ref().map(|default| named("default", default));
    let choices = question
        .choices
        .iter()
        .enumerate()
        .map(|(number, choice)| named(if number == 0 { "choices" } else { "" }, of_choice(choice)));
    subject.into_iter().chain(choices).chain(default).collect()
}

fn of_choice(choice: &Choice) -> String {
    let pointer = if choice.selected { ">" } else { " " };
    let mark = match choice.checked {
        Some(true) => "[x] ",
        Some(false) => "[ ] ",
        None => "",
    };
    let keys: Vec<&str> = choice.keys.iter().map(Key::word).collect();
    let default = if choice.default { ", default" } else { "" };
    format!("{pointer} {mark}{}  ({}; {}{default})", choice.label, keys.join(" "), choice.role.word())
}

/// The reasons in one sentence: what speaks for waiting, and, unless it does wait, what against.
pub(super) fn why(standing: &WireStanding) -> String {
    let evidence: Vec<Evidence> = standing.evidence.iter().cloned().map(Evidence::from).collect();
    let said = |speaks_for: bool| {
        let says = evidence.iter().filter(|piece| piece.speaks_for == speaks_for);
        says.map(|piece| piece.says.as_str()).collect::<Vec<_>>().join(", and ")
    };
    let (for_it, against) = (said(true), said(false));
    match standing.activity {
        Activity::Asking | Activity::Idle => for_it,
        _ if for_it.is_empty() || against.is_empty() => format!("{for_it}{against}"),
        _ => format!("{for_it}, but {against}"),
    }
}

/// Each piece of it: for or against, whose word, and what it says.
pub(super) fn evidence(standing: &WireStanding) -> Vec<String> {
    let piece = |piece: Evidence| {
        let sign = if piece.speaks_for { "for" } else { "against" };
        format!("{sign:<8} {:<7} {}", piece.source.word(), piece.says)
    };
    standing.evidence.iter().cloned().map(Evidence::from).map(piece).collect()
}

pub(super) fn explanation(line: &SessionLine, reasons: &Reasons, now: u64) -> Vec<String> {
    let mut lines = status(line, now);
    if let Some(standing) = line.standing.as_deref() {
        lines.push(named("why", why(standing)));
        lines.push(named("confidence", confidence(standing, reasons)));
        lines.push(named("rule", rule(standing)));
        lines.push(named("profile", profile(standing, reasons)));
    }
    lines.push(named("quiet", format!("{:.1} s since it last wrote something", reasons.quiet as f64 / 1e6)));
    match &reasons.facts {
        Some(told) => lines.extend(facts::lines(&KernelFacts::from(told.clone()))),
        None => lines.push(named("kernel", "has told nothing yet")),
    }
    let pieces = line.standing.as_deref().map(evidence).unwrap_or_default();
    lines.extend(
        pieces
            .into_iter()
            .enumerate()
            .map(|(number, piece)| named(if number == 0 { "evidence" } else { "" }, piece)),
    );
    lines.extend(answering(line, reasons, now));
    lines
}

/// What was answered lately, and what may be.
fn answering(line: &SessionLine, reasons: &Reasons, now: u64) -> Vec<String> {
    let manual = line.manual.as_ref();
    let manual = manual.map(|why| format!("nothing: {why}; `locum resume {}` changes that", line.name));
    let automatic = manual.into_iter().chain(reasons.limits.iter().cloned());
    let automatic =
        automatic.enumerate().map(|(place, text)| named(if place == 0 { "automatic" } else { "" }, text));
    let notes = reasons.notes.iter().rev().take(MOST_NOTES).rev();
    let notes = notes.map(|(at, text)| format!("{} ago: {text}", clock::ago(*at, now)));
    automatic.chain(notes.map(|note| named("", note))).collect()
}

fn confidence(standing: &WireStanding, reasons: &Reasons) -> String {
    let (sure, wanted) = (f64::from(standing.confidence) / 1000.0, f64::from(reasons.threshold) / 1000.0);
    format!("{sure:.2}, at least {wanted:.2} is wanted")
}

fn rule(standing: &WireStanding) -> String {
    let rule = standing.rule.as_deref().unwrap_or("none fits");
    match standing.rows {
        Some((first, end)) => format!("{rule}, rows {}-{end}", first + 1),
        None => rule.to_owned(),
    }
}

fn profile(standing: &WireStanding, reasons: &Reasons) -> String {
    format!("{}, by what runs: {}", standing.agent, reasons.programs.join("; "))
}
