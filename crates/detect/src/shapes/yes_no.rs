//! Yes or no by a question's words alone: `Type 'yes' to continue`, `Really quit?`, `< rm x > ?`.

use model::{Choice, Kind, Question, Role};

use super::closed::{found, same_answer};
use super::keys::typed;
use super::{Look, groups, wording};
use crate::found::{Found, Strength};

/// A question that offers nothing and still wants a yes or a no.
pub(super) fn recognise(look: &Look, text: &str) -> Option<Found> {
    by_typed_yes(look, text)
        .or_else(|| by_command(look, text))
        .or_else(|| by_offer(look, text))
        .or_else(|| by_opener(look, text))
}

/// How the words offer the two answers, if they do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Offered {
    /// `y or n`.
    Letters,
    /// `yes or no`.
    Words,
}

/// What these words offer: `Type y or n and press Enter`.
pub(super) fn offered(text: &str) -> Option<Offered> {
    let lower = text.to_lowercase().replace(['\'', '"', '`', '‘', '’', '“', '”', '[', ']', '<', '>'], "");
    let has = |offer: &&str| {
        let apart =
            |letter: Option<char>| letter.is_none_or(|letter| !letter.is_alphanumeric() && letter != '/');
        lower.match_indices(*offer).any(|(at, _)| {
            apart(lower[..at].chars().next_back()) && apart(lower[at + offer.len()..].chars().next())
        })
    };
    let letters = ["y or n", "y/n", "n or y"].iter().any(&has).then_some(Offered::Letters);
    letters.or(["yes or no", "yes/no", "no or yes"].iter().any(has).then_some(Offered::Words))
}

/// `Type y or n and press Enter:`, with the cursor behind it.
fn by_offer(look: &Look, text: &str) -> Option<Found> {
    let lower = text.to_lowercase();
    let told = ["type", "enter", "answer", "press", "reply", "say"];
    let tells = lower.split(|letter: char| !letter.is_alphanumeric()).any(|word| told.contains(&word));
    let asks = !look.place.below && tells && text.trim_end().ends_with([':', '?']);
    let offered = offered(text).filter(|_| asks)?;
    let question = yes_or_no(look, text, None, offered == Offered::Letters);
    Some(found(look, question, Strength::Strong, "yes_no.offer"))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offers_are_read() {
        let check = |text: &str, want: Option<Offered>| assert_eq!(offered(text), want, "{text}");
        check("Would you like to continue? Type y or n and press Enter:", Some(Offered::Letters));
        check("Press Y or N, then Enter", Some(Offered::Letters));
        check("Type 'yes' or 'no' and press Enter:", Some(Offered::Words));
        check("Continue (y/n)? Press Enter to confirm", Some(Offered::Letters));
        check("Press Enter to continue", None);
        check("Press any or no key", None);
        check("Open /etc/y/n and press Enter", None);
    }
}
