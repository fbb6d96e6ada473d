//! What a person would write to get another verdict: a rule, as narrow as it can be. It is tried before it is shown.

use std::collections::BTreeSet;

use model::{Danger, Verdict};

use super::paint::Paint;
use super::shown::{Shown, ShownPart};
use crate::folders;

/// More parts than this are no command that somebody writes a rule for.
const MOST_PARTS: usize = 4;
/// A longer command is known by its beginning.
const MOST_WORDS: usize = 4;
/// How a reason begins that no rule can overcome.
const NOT_UNDERSTOOD: &str = "not fully understood";
/// In a reason: the file may say so already, and only waits for the person.
const NOT_CONFIRMED: &str = "locum policy confirm";
/// Programs whose second word says what they do.
const WITH_VERBS: [&str; 32] = [
    "apt",
    "apt-get",
    "brew",
    "bun",
    "bundle",
    "cargo",
    "composer",
    "deno",
    "dnf",
    "docker",
    "dotnet",
    "gh",
    "git",
    "go",
    "gradle",
    "helm",
    "just",
    "kubectl",
    "make",
    "mix",
    "mvn",
    "npm",
    "npx",
    "pip",
    "pip3",
    "pnpm",
    "poetry",
    "rustup",
    "systemctl",
    "terraform",
    "uv",
    "yarn",
];

/// Programs that run any code: a rule for their beginning would allow everything.
const ANY_CODE: [&str; 14] = [
    "awk", "bash", "dash", "eval", "fish", "node", "perl", "php", "python", "python3", "ruby", "sh", "ssh",
    "zsh",
];

/// The rule and where to write it, if it would help; else a word about why none would.
pub(super) fn lines(judgement: &Shown, would_allow: &dyn Fn(&str) -> bool, paint: Paint) -> Vec<String> {
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
    let high: BTreeSet<&str> = asked.iter().flat_map(|part| ids(part, Danger::High)).collect();
    if !high.is_empty() {
        let high = high.into_iter().collect::<Vec<_>>().join(", ");
        return vec![paint.faint(&format!("  Only a rule that names this danger could allow it: {high}"))];
    }
    if judgement.reasons.iter().any(|reason| reason.starts_with(NOT_UNDERSTOOD)) {
        return vec![paint.faint("  No rule can allow what is not fully understood.")];
    }
    let runs_any_code =
        |part: &&ShownPart| part.argv.first().is_none_or(|name| ANY_CODE.contains(&name.as_str()));
    if asked.is_empty() || asked.len() > MOST_PARTS || asked.iter().any(runs_any_code) {
        return Vec::new();
    }
    if judgement.reasons.iter().any(|reason| reason.contains(NOT_CONFIRMED)) {
        return Vec::new();
    }
    // Narrowed to the workspace if that is enough.
    let written = |within| asked.iter().flat_map(|part| rule(part, within)).collect::<Vec<String>>();
    let tried = [Some("workspace"), None].into_iter().map(written);
    let Some(rules) = tried.into_iter().find(|rules| would_allow(&rules.join("\n"))) else {
        return Vec::new();
    };
    let head = paint.faint(&format!("  To allow it, write in {}:", file()));
    std::iter::once(head).chain(rules.iter().map(|line| format!("    {}", paint.plain(line)))).collect()
}

fn file() -> String {
    folders::policy_file().map_or_else(|| "policy.toml".to_owned(), |file| file.display().to_string())
}

/// The dangers of a part that are at least this bad.
fn ids(part: &ShownPart, least: Danger) -> Vec<&str> {
    part.dangers.iter().filter(|danger| danger.level >= least).map(|danger| danger.id.as_str()).collect()
}

/// A dangerous command is allowed only by a rule that names the danger.
fn rule(part: &ShownPart, within: Option<&str>) -> Vec<String> {
    let command = beginning(part);
    let mut lines = vec!["[[rule]]".to_owned(), format!("name = {}", toml_text(&name(&command)))];
    lines.push(format!("command = [{}]", toml_text(&command)));
    lines.extend(within.map(|place| format!("path = {}", toml_text(place))));
    let dangers: Vec<String> = ids(part, Danger::Low).into_iter().map(toml_text).collect();
    if !dangers.is_empty() {
        lines.push(format!("danger = [{}]", dangers.join(", ")));
    }
    lines.push("answer = \"allow\"".to_owned());
    lines
}

/// The words by which the rule knows the command: the program and its verb, or up to the word that makes it dangerous, or
/// all of a short one. What is only known later is no such word.
fn beginning(part: &ShownPart) -> String {
    let dangerous = part.dangers.iter().filter_map(|danger| danger.at).max().map_or(0, |at| at + 1);
    let program = part.argv.first().map(String::as_str).unwrap_or_default();
    let usual = if WITH_VERBS.contains(&program) { 2 } else { part.argv.len().min(MOST_WORDS) };
    let lasting = |word: &&String| word.chars().all(|c| c.is_ascii_alphanumeric() || "-_=:+./".contains(c));
    let more = part.argv.iter().take(usual.max(dangerous)).skip(1).take_while(lasting);
    part.argv.iter().take(1).chain(more).cloned().collect::<Vec<_>>().join(" ")
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
