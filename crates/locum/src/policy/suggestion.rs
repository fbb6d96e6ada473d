//! What a person would write to get another verdict: a rule, as narrow as it can be.

use std::collections::BTreeSet;

use model::{Danger, Verdict};

use super::paint::Paint;
use super::shown::{Shown, ShownPart};
use crate::folders;

/// More parts than this are no command that somebody writes a rule for.
const MOST_PARTS: usize = 4;

/// How a reason begins that no rule can overcome.
const NOT_UNDERSTOOD: &str = "not fully understood";
/// Programs that can do anything: a rule for them would allow everything.
const ANYTHING: [&str; 16] = [
    "sh", "bash", "zsh", "dash", "fish", "python", "python3", "node", "perl", "ruby", "php", "awk", "sudo",
    "env", "eval", "ssh",
];

/// The rule, and where to write it; a word about why there is none if none would help.
pub(super) fn lines(judgement: &Shown, paint: Paint) -> Vec<String> {
    if judgement.verdict.allows() {
        return Vec::new();
    }
    if let (Verdict::Deny, Some(rule)) = (judgement.verdict, &judgement.rule) {
        return vec![
            paint.faint(&format!(
                "  To change it, change rule `{rule}`; `locum policy show` says where it is."
            )),
        ];
    }
    let asked: Vec<&ShownPart> = judgement.parts.iter().filter(|part| !part.verdict.allows()).collect();
    if asked.iter().any(|part| part.danger() == Danger::High) {
        let high = asked.iter().flat_map(|part| &part.dangers).filter(|danger| danger.level == Danger::High);
        let ids: BTreeSet<&str> = high.map(|danger| danger.id.as_str()).collect();
        let ids = ids.into_iter().collect::<Vec<_>>().join(", ");
        return vec![paint.faint(&format!("  Only a rule that names this danger could allow it: {ids}"))];
    }
    if judgement.reasons.iter().any(|reason| reason.starts_with(NOT_UNDERSTOOD)) {
        return vec![paint.faint("  No rule can allow what is not fully understood.")];
    }
    if asked.is_empty() || asked.len() > MOST_PARTS || asked.iter().any(|part| is_too_broad(part)) {
        return Vec::new();
    }
    let head = format!("  To allow it, write in {}:", file());
    let mut lines = vec![paint.faint(&head)];
    lines.extend(asked.iter().flat_map(|part| rule(part)).map(|line| format!("    {}", paint.plain(&line))));
    lines
}

fn is_too_broad(part: &ShownPart) -> bool {
    let Some(program) = part.argv.first() else { return true };
    ANYTHING.contains(&program.rsplit('/').next().unwrap_or(program))
}

fn file() -> String {
    folders::policy_file().map_or_else(|| "policy.toml".to_owned(), |file| file.display().to_string())
}

/// A dangerous command is allowed only by a rule that names the danger.
fn rule(part: &ShownPart) -> Vec<String> {
    let command = beginning(part);
    let mut lines = vec!["[[rule]]".to_owned(), format!("name = {}", toml_text(&name(&command)))];
    lines.push(format!("command = [{}]", toml_text(&command)));
    if part.danger() > Danger::None {
        let ids: Vec<String> = part.dangers.iter().map(|danger| toml_text(&danger.id)).collect();
        lines.push(format!("danger = [{}]", ids.join(", ")));
    }
    lines.push("answer = \"allow\"".to_owned());
    lines
}

/// The words by which the rule knows the command: up to the one that makes it dangerous, else the program and what it is
/// told to do. Files and what is only known later are no such words.
fn beginning(part: &ShownPart) -> String {
    let dangerous = part.dangers.iter().filter_map(|danger| danger.at).max();
    let count = dangerous.map_or_else(|| usual(&part.argv), |at| at + 1);
    let lasting = |word: &&String| word.chars().all(|c| c.is_ascii_alphanumeric() || "-_=:+".contains(c));
    let more = part.argv.iter().take(count).skip(1).take_while(lasting);
    part.argv.iter().take(1).chain(more).cloned().collect::<Vec<_>>().join(" ")
}

fn usual(argv: &[String]) -> usize {
    let is_verb =
        |word: &String| word.chars().all(|c| c.is_ascii_lowercase() || c == '-') && !word.starts_with('-');
    if argv.get(1).is_some_and(is_verb) { 2 } else { 1 }
}

fn name(command: &str) -> String {
    let letters =
        command.chars().map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { ' ' });
    let words: String = letters.collect();
    words.split_whitespace().take(3).collect::<Vec<_>>().join("-")
}

fn toml_text(text: &str) -> String {
    // JSON's strings are TOML's too.
    serde_json::Value::from(text).to_string()
}
