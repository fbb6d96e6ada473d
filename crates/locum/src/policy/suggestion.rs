//! What a person would write to get another verdict: a rule for these very words, in this project. It is tried before it is
//! shown, and where nothing as narrow would do, nothing is suggested.

use std::collections::BTreeSet;

use model::{Danger, Verdict};

use super::paint::Paint;
use super::shown::{Shown, ShownPart};
use super::trial::Trial;

/// More parts than this are no command that somebody writes rules for.
const MOST_PARTS: usize = 4;
/// More words than this are no command that comes again.
const MOST_WORDS: usize = 12;
/// How a reason begins that no rule can overcome.
const NOT_UNDERSTOOD: &str = "not fully understood";
/// In the id of a danger: what it happens to is only known when it runs.
const UNKNOWN: &str = "unknown";
/// Signs that mean nothing in a rule's command, besides letters and digits.
const PLAIN_SIGNS: &str = "-_=:+./,%";
/// Options of git behind which a message stands.
const MESSAGES: [&str; 3] = ["-m", "-am", "--message"];
/// Programs that run any code: the same words may be another command tomorrow.
const ANY_CODE: [&str; 14] = [
    "awk", "bash", "dash", "eval", "fish", "node", "perl", "php", "python", "python3", "ruby", "sh", "ssh",
    "zsh",
];

/// The rules and where to write them, if they would help; else a word about why none would.
pub(super) fn lines(judgement: &Shown, trial: &Trial<'_>, paint: Paint) -> Vec<String> {
    if judgement.verdict.allows() {
        return Vec::new();
    }
    if trial.only_waits() {
        return vec![paint.faint("  Your policy file allows it, and waits for `locum policy confirm`.")];
    }
    let asked: Vec<&ShownPart> = judgement.parts.iter().filter(|part| !part.verdict.allows()).collect();
    if let Some(why) = hopeless(judgement, &asked) {
        return vec![paint.faint(&format!("  {why}"))];
    }
    let Some(rules) = rules(&asked, trial) else { return Vec::new() };
    let head = paint.faint(&format!("  To allow just this, {}:", trial.where_to_write()));
    std::iter::once(head).chain(rules.iter().map(|line| format!("    {}", paint.plain(line)))).collect()
}

/// Why no rule is suggested, where that is worth a word.
fn hopeless(judgement: &Shown, asked: &[&ShownPart]) -> Option<String> {
    if let (Verdict::Deny, Some(rule)) = (judgement.verdict, &judgement.rule) {
        return Some(format!("To change it, change rule `{rule}`; `locum policy show` says where it is."));
    }
    let high: BTreeSet<&str> = asked.iter().flat_map(|part| ids(part, Danger::High)).collect();
    if !high.is_empty() {
        let high = high.into_iter().collect::<Vec<_>>().join(", ");
        return Some(format!("Only a rule that names this danger could allow it: {high}"));
    }
    if judgement.reasons.iter().any(|reason| reason.starts_with(NOT_UNDERSTOOD)) {
        return Some("No rule can allow what is not fully understood.".to_owned());
    }
    let unknown = |part: &&&ShownPart| ids(part, Danger::Low).iter().any(|id| id.contains(UNKNOWN));
    asked.iter().find(unknown).map(|_| {
        "A rule for this would allow it for any files. Name them in the command, or answer it yourself."
            .to_owned()
    })
}

/// One rule for each part: bound to projects, or else to this folder.
fn rules(asked: &[&ShownPart], trial: &Trial<'_>) -> Option<Vec<String>> {
    if asked.is_empty() || asked.len() > MOST_PARTS {
        return None;
    }
    let mut parts: Vec<(&ShownPart, String)> = Vec::new();
    for part in asked {
        let words = exact_words(&part.argv)?;
        if !parts.iter().any(|(_, known)| *known == words) {
            parts.push((part, words));
        }
    }
    let here = trial.folder().filter(|folder| is_plain(folder));
    let in_project = Some(vec!["path = \"workspace\"".to_owned()]);
    let in_folder =
        here.map(|here| vec!["tool = \"shell\"".to_owned(), format!("cwd = {}", toml_text(here))]);
    let written = |bounds: Vec<String>| {
        parts.iter().flat_map(|(part, words)| rule(part, words, &bounds)).collect::<Vec<String>>()
    };
    let mut tried = [in_project, in_folder].into_iter().flatten().map(written);
    tried.find(|rules| trial.allows_with(&rules.join("\n")))
}

/// The dangers of a part that are at least this bad.
fn ids(part: &ShownPart, least: Danger) -> Vec<&str> {
    part.dangers.iter().filter(|danger| danger.level >= least).map(|danger| danger.id.as_str()).collect()
}

/// A dangerous command is allowed only by a rule that names the danger.
fn rule(part: &ShownPart, words: &str, bounds: &[String]) -> Vec<String> {
    let mut lines = vec!["[[rule]]".to_owned(), format!("name = {}", toml_text(&name(words)))];
    lines.push(format!("command = [{}]", toml_text(&format!("{words} $"))));
    lines.extend_from_slice(bounds);
    let dangers: Vec<String> = ids(part, Danger::Low).into_iter().map(toml_text).collect();
    if !dangers.is_empty() {
        lines.push(format!("danger = [{}]", dangers.join(", ")));
    }
    lines.push("answer = \"allow\"".to_owned());
    lines
}

/// All words as a rule spells them, and nothing wider: only a message of git's may be another one the next time.
pub(super) fn exact_words(argv: &[String]) -> Option<String> {
    let program = argv.first()?;
    let any_code = program.rsplit('/').next().is_none_or(|name| ANY_CODE.contains(&name));
    if any_code || argv.len() > MOST_WORDS || !is_plain(program) {
        return None;
    }
    let mut words = vec![program.as_str()];
    for pair in argv.windows(2) {
        let is_message = program == "git" && MESSAGES.contains(&pair[0].as_str());
        words.push(if is_message { "*" } else { Some(pair[1].as_str()).filter(|word| is_plain(word))? });
    }
    Some(words.join(" "))
}

/// Whether it means in a rule what it means in a command, wherever in a project that is run.
pub(super) fn is_plain(word: &str) -> bool {
    let plain = |c: char| c.is_alphanumeric() || PLAIN_SIGNS.contains(c);
    !word.is_empty() && word.chars().all(plain) && !word.split(['/', '=']).any(|name| name == "..")
}

fn name(words: &str) -> String {
    let letters = words.chars().map(|c| if c.is_alphanumeric() { c } else { ' ' });
    let words: String = letters.collect();
    words.split_whitespace().collect::<Vec<_>>().join("-")
}

pub(super) fn toml_text(text: &str) -> String {
    // JSON's strings are TOML's too.
    serde_json::Value::from(text).to_string()
}
