//! A proposed rule as it is written down: no wider than what it is learned from, and tried before anybody sees it.

use std::collections::BTreeSet;

use brain::rules::{Built, InForce, Rules};
use wire::WirePrompt;

use super::learn::Proposal;
use super::own::Own;
use super::suggestion::{exact_words, is_plain, toml_text};
use super::{past, trial};

/// The rule, if there is one with which the policy allows all of these questions.
pub(super) fn rule(own: &Own, proposal: &Proposal, prompts: &[WirePrompt], name: &str) -> Option<String> {
    let covered: Vec<&WirePrompt> =
        prompts.iter().filter(|prompt| proposal.covers.iter().any(|(id, _)| *id == prompt.id)).collect();
    let matcher = matcher(proposal)?;
    let examples = proposal.covers.iter().map(|(_, words)| words).collect::<BTreeSet<_>>();
    let examples: Vec<String> = examples.into_iter().take(3).map(|words| toml_text(words)).collect();
    let written = |bounds: String| {
        let examples = match proposal.matcher {
            "command" => format!("examples = [{}]\n", examples.join(", ")),
            _ => String::new(),
        };
        format!("\n[[rule]]\nname = {}\n{matcher}\n{bounds}\nanswer = \"allow\"\n{examples}", toml_text(name))
    };
    let mut rules = bounds(proposal, &covered).into_iter().map(written);
    rules.find(|rule| allows(own, rule, &covered))
}

/// Which words it fits.
fn matcher(proposal: &Proposal) -> Option<String> {
    let words = match (proposal.matcher, proposal.exact) {
        ("command", true) => {
            let argv: Vec<String> = proposal.words.split_whitespace().map(str::to_owned).collect();
            format!("{} $", exact_words(&argv)?)
        }
        ("command", false) => proposal.words.clone(),
        _ => pattern(&proposal.words),
    };
    Some(format!("{} = [{}]", proposal.matcher, toml_text(&words)))
}

/// A pattern for these words and no others.
fn pattern(words: &str) -> String {
    let mut pattern = String::from("^");
    for letter in words.chars() {
        if letter.is_ascii_punctuation() {
            pattern.push('\\');
        }
        pattern.push(letter);
    }
    pattern + "$"
}

/// Where it holds, the first choice first: in projects; in the one folder where it was asked. A question only for who asked it, and where.
fn bounds(proposal: &Proposal, covered: &[&WirePrompt]) -> Vec<String> {
    if proposal.matcher == "question" {
        let agents: BTreeSet<String> = covered.iter().map(|prompt| toml_text(&prompt.agent)).collect();
        let agents: Vec<String> = agents.into_iter().collect();
        let folders: BTreeSet<String> = covered.iter().map(|prompt| toml_text(&prompt.folder)).collect();
        let folders: Vec<String> = folders.into_iter().collect();
        let asked = format!("kind = [\"yes_no\"]\nagent = [{}]", agents.join(", "));
        return vec![format!("{asked}\ncwd = [{}]", folders.join(", "))];
    }
    let folders: BTreeSet<&str> = covered.iter().map(|prompt| prompt.folder.as_str()).collect();
    let mut bounds = vec!["path = [\"workspace\"]".to_owned()];
    if let [folder] = folders.into_iter().collect::<Vec<_>>()[..]
        && is_plain(folder)
    {
        bounds.push(format!("tool = [\"shell\"]\ncwd = [{}]", toml_text(folder)));
    }
    bounds
}

/// Whether the policy would be whole with it, and allow all of them.
fn allows(own: &Own, rule: &str, covered: &[&WirePrompt]) -> bool {
    let Ok(built) = Built::of(trial::with(&own.rules.in_force.confirmed.texts, rule)) else { return false };
    let in_force = InForce { confirmed: built, waiting: None, problems: Vec::new(), doubt: None };
    let rules = Rules::new(in_force, own.rules.trusted.clone());
    let allowed = |prompt: &&WirePrompt| {
        past::judge_by(&rules, &own.folder, prompt).is_ok_and(|said| said.verdict.allows())
    };
    covered.iter().all(allowed)
}
