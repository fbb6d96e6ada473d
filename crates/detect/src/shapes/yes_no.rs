//! Yes or no by a question's words alone: `Type 'yes' to continue`, `Really quit?`, `< rm x > ?`.

use model::{Choice, Kind, Question, Role};

use super::closed::{found, same_answer};
use super::keys::typed;
use super::{Look, groups, wording};
use crate::found::{Found, Strength};

/// A question that offers nothing and still wants a yes or a no.
pub(super) fn recognise(look: &Look, text: &str) -> Option<Found> {
    by_typed_yes(look, text).or_else(|| by_command(look, text)).or_else(|| by_opener(look, text))
}

/// `< rm ... ./a > ?`, `rm a ?...`: a command to be run.
fn by_command(look: &Look, text: &str) -> Option<Found> {
    let text = text.trim();
    let angled = text.starts_with("< ") && text.ends_with("> ?");
    (angled || text.ends_with("?...")).then(|| {
        let question = yes_or_no(look, text, None, true);
        found(look, question, Strength::Strong, "yes_no.command")
    })
}

/// `Type 'yes' to continue`, `Only 'yes' will be accepted`.
fn by_typed_yes(look: &Look, text: &str) -> Option<Found> {
    let line = text.trim_end();
    if !line.ends_with([':', '?', '>']) {
        return None;
    }
    let near = wording::above(look, 5);
    let says = |text: &str| {
        let text = text.to_lowercase();
        ["'yes'", "\"yes\"", "`yes`", "‘yes’", "“yes”"].iter().any(|yes| text.contains(yes))
    };
    (says(line) || near.iter().any(|line| says(line))).then(|| {
        let asked = near.iter().rev().find(|line| line.trim_end().ends_with('?'));
        let text = asked.map_or(text.to_owned(), |asked| format!("{} {}", asked.trim(), line.trim()));
        let mut question = yes_or_no(look, &text, None, false);
        if wants_capitals(&text) {
            question.choices[0].keys = typed(look, "YES");
        }
        found(look, question, Strength::Strong, "yes_no.typed")
    })
}

/// `Type 'yes' in capital letters`.
fn wants_capitals(text: &str) -> bool {
    let lower = text.to_lowercase();
    ["capital", "uppercase", "upper case"].iter().any(|word| lower.contains(word))
}

/// `Really quit?`, `rm: remove 'x'?`: a question that begins like one that wants a yes.
fn by_opener(look: &Look, text: &str) -> Option<Found> {
    let ended = groups::cut(text);
    let asks = ended.words.trim_end().ends_with('?') || text.trim_end().ends_with('?');
    if !asks || !ended.groups.is_empty() || !wording::wants_yes(look.words, &ended.words) {
        return None;
    }
    let question = yes_or_no(look, text, None, true);
    Some(found(look, question, Strength::Weak, "yes_no.words"))
}

/// A question with the two answers, as letters or words.
pub(super) fn yes_or_no(look: &Look, text: &str, default: Option<&str>, letters: bool) -> Question {
    let mut question = Question::new(Kind::YesNo, text);
    let (yes, no) = if letters { ("y", "n") } else { ("yes", "no") };
    question.choices = [(yes, Role::Yes), (no, Role::No)]
        .into_iter()
        .map(|(label, role)| {
            let is_default = default.is_some_and(|default| same_answer(look.words, default, label));
            Choice {
                label: label.to_owned(),
                keys: typed(look, label),
                selected: is_default,
                default: is_default,
                role,
                checked: None,
            }
        })
        .collect();
    question.default = default.map(str::to_owned);
    question
}
