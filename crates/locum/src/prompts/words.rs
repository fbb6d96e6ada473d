//! Questions for people.

use wire::WirePrompt;

use crate::clock;

/// So many reasons are shown with a question that waits.
const MOST_REASONS: usize = 6;

/// A question that waits, with what a person needs to decide.
pub(super) fn waiting(prompt: &WirePrompt, now: u64) -> Vec<String> {
    let mut lines = vec![heading(prompt, now)];
    lines.extend(prompt.context.iter().map(|line| format!("    | {line}")));
    lines.push(format!("  {}", prompt.question));
    lines.extend(subject(prompt));
    lines.extend(danger(prompt));
    lines.extend(reasons(prompt));
    lines.extend(choices(prompt));
    lines.push(how(prompt));
    lines
}

/// The first of them, which weigh most: a long command may have hundreds.
fn reasons(prompt: &WirePrompt) -> Vec<String> {
    let shown = prompt.reasons.iter().take(MOST_REASONS);
    let mut lines: Vec<String> = shown.map(|reason| format!("  why you are asked: {reason}")).collect();
    let more = prompt.reasons.len().saturating_sub(MOST_REASONS);
    if more > 0 {
        lines.push(format!("  and {more} reasons more: locum explain {}", prompt.id));
    }
    lines
}

fn heading(prompt: &WirePrompt, now: u64) -> String {
    let (session, name) = &prompt.session;
    let name = if name.is_empty() { session } else { name };
    let left = match prompt.expires_at {
        _ if is_over_time(prompt) => ", the time is over".to_owned(),
        Some(end) if prompt.ended_at.is_none() => format!(", {} left", span(end.saturating_sub(now))),
        _ => String::new(),
    };
    format!("{}  {} in {name}, {} ago{left}", prompt.id, prompt.agent, clock::ago(prompt.asked_at, now))
}

/// Nobody answered in time. Among those that wait: it still stands at its terminal.
pub(super) fn is_over_time(prompt: &WirePrompt) -> bool {
    prompt.status == "expired"
}

/// In one unit, as [`clock::ago`] does.
fn span(micros: u64) -> String {
    clock::ago(0, micros)
}

/// Every line of it: nothing of what is to be decided is left out.
fn subject(prompt: &WirePrompt) -> Vec<String> {
    let Some(text) = &prompt.subject else { return Vec::new() };
    let mut lines: Vec<String> = text.lines().map(|line| format!("    {line}")).collect();
    if prompt.partial {
        lines.push("    (only a part of it can be seen; look at the terminal)".into());
    }
    lines
}

fn danger(prompt: &WirePrompt) -> Option<String> {
    (prompt.danger != "none").then(|| format!("  danger: {}", prompt.danger))
}

fn choices(prompt: &WirePrompt) -> impl Iterator<Item = String> {
    prompt.choices.iter().map(|choice| match choice.label == choice.number {
        true => format!("  {}", choice.label),
        false => format!("  {}. {}{}", choice.number, mark(choice.checked), choice.label),
    })
}

fn mark(checked: Option<bool>) -> &'static str {
    match checked {
        Some(true) => "[x] ",
        Some(false) => "[ ] ",
        None => "",
    }
}

fn how(prompt: &WirePrompt) -> String {
    match prompt.kind.as_str() {
        _ if is_over_time(prompt) => {
            format!("  → it waits at its terminal: answer there, or locum attach {}", session(prompt))
        }
        "password" => format!("  → locum attach {}  (a password is typed at the terminal)", session(prompt)),
        "free_text" => format!("  → locum answer {} --text TEXT", prompt.id),
        "unknown" => format!("  → locum attach {}", session(prompt)),
        _ if prompt.several => {
            format!("  → several may be chosen, and are submitted: locum answer {} NUMBER,NUMBER", prompt.id)
        }
        _ if says_no(prompt) => format!("  → locum answer {} NUMBER, or --deny WHY", prompt.id),
        "confirm_enter" => format!("  → locum answer {} enter", prompt.id),
        _ => format!("  → locum answer {} NUMBER", prompt.id),
    }
}

/// Whether a no can be said to it: by a choice, or through a hook, which has none.
fn says_no(prompt: &WirePrompt) -> bool {
    let enter = prompt.kind == "confirm_enter";
    prompt.choices.iter().any(|choice| choice.role == "no") || prompt.choices.is_empty() && !enter
}

fn session(prompt: &WirePrompt) -> &str {
    let (id, name) = &prompt.session;
    if name.is_empty() { id } else { name }
}

/// What became of an answer.
pub(super) fn outcome(prompt: &WirePrompt, outcome: &str, reason: Option<&str>) -> String {
    let what = format!("`{}` in {}", prompt.question, session(prompt));
    match (outcome, reason) {
        ("landed", None) => format!("landed: {what} has left the screen"),
        ("landed", Some(reason)) => format!("landed: {what} has left the screen; {reason}"),
        (_, Some(reason)) => format!("{outcome}: {what}: {reason}"),
        (_, None) => format!("{outcome}: {what}"),
    }
}

/// What `pause` and `resume` have done.
pub(super) fn steered(session: Option<&str>, manual: bool) -> String {
    let which =
        session.map_or_else(|| "all sessions that run now".to_owned(), |name| format!("session {name}"));
    match manual {
        true => format!("{which}: nothing is answered for you until `locum resume`"),
        false => format!("{which}: answered by your policy again, also what waits because of the pause"),
    }
}

/// A question of the past, in a line or two.
pub(super) fn past(prompt: &WirePrompt, now: u64) -> Vec<String> {
    let about =
        prompt.subject.as_ref().map(|subject| format!(": {}", beginning(subject))).unwrap_or_default();
    let what = format!("{}{about}", beginning(&prompt.question));
    let ago = clock::ago(prompt.asked_at, now);
    let mut lines =
        vec![format!("{}  {ago:>4} ago  {:<8} {}: {what}", prompt.id, prompt.status, prompt.agent)];
    if let Some((answer, by, _)) = &prompt.answered {
        lines.push(format!("          {answer} ← {by}"));
    }
    lines
}

/// The first line, and a sign that there is more.
fn beginning(text: &str) -> String {
    let more = if text.lines().nth(1).is_some() { " …" } else { "" };
    format!("{}{more}", text.lines().next().unwrap_or_default())
}

/// Everything that is known of a question.
pub(super) fn in_full(prompt: &WirePrompt, now: u64) -> Vec<String> {
    let mut lines = vec![format!("{}  {}", heading(prompt, now), prompt.status)];
    lines.push(format!("  {}", prompt.question));
    lines.extend(subject(prompt));
    lines.extend(danger(prompt));
    lines.extend(choices(prompt));
    lines.push(format!("  in {}", prompt.folder));
    lines.extend(prompt.verdict.as_ref().map(|verdict| match &prompt.rule {
        Some(rule) => format!("  the policy said {verdict} (rule {rule})"),
        None => format!("  the policy said {verdict}"),
    }));
    lines.extend(prompt.reasons.iter().map(|reason| format!("  because: {reason}")));
    lines.extend(
        prompt
            .answered
            .as_ref()
            .map(|(answer, by, at)| format!("  answered: {answer}, by {by}, {} ago", clock::ago(*at, now))),
    );
    lines
}
