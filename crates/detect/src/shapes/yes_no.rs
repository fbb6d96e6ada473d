//! Yes or no by a question's words alone: `Type 'yes' to continue`, `Really quit?`, `< rm x > ?`.

use model::{Choice, Kind, Question, Role};

use super::closed::{found, same_answer};
use super::keys::typed;
use super::wanted::{Wanted, wanted};
use super::{Look, groups, sure, wording};
use crate::facts::Waits;
use crate::found::{Found, Strength};
use crate::words::has;

/// A question that offers nothing and still wants a yes or a no.
pub(super) fn recognise(look: &Look, text: &str, whole: &str) -> Option<Found> {
    by_wanted_word(look, text, whole)
        .or_else(|| by_command(look, text))
        .or_else(|| by_offer(look, text))
        .or_else(|| by_opener(look, text, whole))
}

/// One word is to be typed, and beside it stand letters to choose from: nobody can say which of them is wanted.
pub(super) fn contradicts_itself(text: &str) -> bool {
    let ended = groups::cut(text);
    let mut items = ended.groups.iter().flat_map(|group| &group.items);
    items.any(|item| item.text.chars().count() == 1) && wanted(text).is_some_and(|wanted| wanted.is_one())
}

/// `Type YES to go on [no]:`. What is to be typed counts for more than what a group offers.
pub(super) fn by_one_word(look: &Look, text: &str, whole: &str) -> Option<Found> {
    by_wanted_word(look, text, whole).filter(|_| wanted(whole).is_some_and(|wanted| wanted.is_one()))
}

/// Whether these words offer two letters: `Type y or n and press Enter`.
fn offers_letters(text: &str) -> bool {
    let lower = text.to_lowercase().replace(['\'', '"', '`', '‘', '’', '“', '”', '[', ']', '<', '>'], "");
    let has = |offer: &str| {
        let apart =
            |letter: Option<char>| letter.is_none_or(|letter| !letter.is_alphanumeric() && letter != '/');
        lower.match_indices(offer).any(|(at, _)| {
            apart(lower[..at].chars().next_back()) && apart(lower[at + offer.len()..].chars().next())
        })
    };
    ["y or n", "y/n", "n or y"].into_iter().any(has)
}

/// Whether these words offer or want a yes or a no: what Enter alone would answer in a way nobody meant.
pub(super) fn is_offered(text: &str) -> bool {
    offers_letters(text) || wanted(text).is_some()
}

/// `Type y or n and press Enter:`, with the cursor behind it.
fn by_offer(look: &Look, text: &str) -> Option<Found> {
    if takes_other_words(text) {
        return None;
    }
    let lower = text.to_lowercase();
    let told = ["type", "enter", "answer", "press", "reply", "say"];
    let tells = lower.split(|letter: char| !letter.is_alphanumeric()).any(|word| told.contains(&word));
    let asks = !look.place.below && tells && text.trim_end().ends_with([':', '?']);
    let question = (asks && offers_letters(text)).then(|| yes_or_no(look, text, None, true))?;
    Some(found(look, question, Strength::Strong, "yes_no.offer"))
}

/// `< rm ... ./a > ?`, `rm a ?...`: a command to be run.
fn by_command(look: &Look, text: &str) -> Option<Found> {
    let text = text.trim();
    let angled = text.starts_with("< ") && text.ends_with("> ?");
    let by_lines = look.facts.reads_lines() != Some(false);
    (by_lines && (angled || text.ends_with(" ?..."))).then(|| {
        let question = yes_or_no(look, text, None, true);
        found(look, question, Strength::Strong, "yes_no.command")
    })
}

/// `Type 'yes' to continue`, `Only 'yes' will be accepted`, here or in the lines above.
fn by_wanted_word(look: &Look, text: &str, whole: &str) -> Option<Found> {
    if takes_other_words(whole) {
        return None;
    }
    let line = whole.trim_end();
    let near = wording::above(look, 5);
    let here = wanted(line).filter(|wanted| wanted.told && waits_behind(look, line));
    let wanted = here.or_else(|| {
        let above =
            near.iter().rev().find_map(|line| wanted(line).filter(|wanted| wanted.told).zip(Some(line)));
        above.filter(|(_, line)| wants_a_value(look, text) && !is_answered(line)).map(|(wanted, _)| wanted)
    })?;
    let asked = near.iter().rev().find(|line| line.trim_end().ends_with('?'));
    let text = asked.filter(|asked| asked.trim() != line.trim());
    let text = text.map_or(line.to_owned(), |asked| format!("{} {}", asked.trim(), line.trim()));
    Some(found(look, in_words(look, &text, &wanted), Strength::Strong, "yes_no.typed"))
}

/// `Type 'yes' to continue: yes` was about itself, and not about what is asked below it.
fn is_answered(line: &str) -> bool {
    let line = line.trim_end();
    let ends = line.match_indices([':', '?']).map(|(at, _)| line.split_at(at + 1));
    ends.filter(|(_, answer)| answer.contains(char::is_alphanumeric))
        .any(|(asked, _)| wanted(asked).is_some())
}

/// Whether a program waits for something right behind these words.
fn waits_behind(look: &Look, line: &str) -> bool {
    let reads = !look.place.below && look.facts.waits >= Waits::Listens;
    line.ends_with([':', '?', '>']) || reads
}

/// A line that says nothing of its own about what is wanted: `Enter a value:`, `>`, the question once more.
fn wants_a_value(look: &Look, text: &str) -> bool {
    const OPEN: [&str; 12] = [
        "enter",
        "a",
        "your",
        "the",
        "value",
        "answer",
        "response",
        "reply",
        "confirm",
        "confirmation",
        "choice",
        "please",
    ];
    let line = text.trim_end();
    let mut words = line.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty());
    let open = words.all(|word| OPEN.contains(&word.to_lowercase().as_str()));
    line.ends_with([':', '?', '>']) && open || line.ends_with('?') && sure::wants_yes(look.words, line)
}

/// A question with the two answers as it spells them.
fn in_words(look: &Look, text: &str, wanted: &Wanted) -> Question {
    let mut question = yes_or_no(look, text, None, false);
    for (choice, word) in question.choices.iter_mut().zip([Some(&wanted.yes), wanted.no.as_ref()]) {
        choice.label = word.cloned().unwrap_or_default();
        choice.keys = typed(look, &choice.label);
    }
    question.choices.retain(|choice| !choice.label.is_empty());
    question
}

/// `Really quit?`, `rm: remove 'x'?`: a question that can be nothing else, or one that says which words it takes.
fn by_opener(look: &Look, text: &str, whole: &str) -> Option<Found> {
    let ended = groups::cut(text);
    let asks = ended.words.trim_end().ends_with('?') || text.trim_end().ends_with('?');
    if !asks || !ended.groups.is_empty() || takes_other_words(whole) {
        return None;
    }
    let question = match wanted(whole) {
        Some(wanted) => in_words(look, whole, &wanted),
        None if told_otherwise(look, whole) => return None,
        None if takes_letters(look) && sure::wants_yes(look.words, &ended.words) => {
            yes_or_no(look, text, None, true)
        }
        None => return None,
    };
    Some(found(look, question, Strength::Weak, "yes_no.words"))
}

/// `Type 'yes' or your name:`, `Type yes to abort:`: a yes is not all that is taken, or is no yes.
fn takes_other_words(text: &str) -> bool {
    const OTHERWISE: [&str; 9] = [
        " or your ",
        " or the ",
        " or a ",
        " or an ",
        " or another",
        " otherwise",
        " else ",
        "followed by",
        "with quotes",
    ];
    const STOPS: [&str; 5] = ["abort", "cancel", "quit", "exit", "stop"];
    let lower = text.to_lowercase();
    let told = ["type ", "enter ", "write "].iter().any(|verb| lower.contains(verb));
    // ssh takes a fingerprint too; a no is there for whoever does not mean yes.
    let words: Vec<&str> =
        lower.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let both = words.contains(&"yes") && words.contains(&"no");
    // What something else than the yes does (`or Ctrl-C to quit`) is nothing to be typed.
    let stops = words
        .windows(3)
        .any(|three| matches!(three[0], "yes" | "y") && three[1] == "to" && STOPS.contains(&three[2]));
    told && (stops || !both && OTHERWISE.iter().any(|words| lower.contains(words)))
}

/// What is to be typed is said before the question, and it is no yes: `Type the name to confirm. Proceed?`
fn told_otherwise(look: &Look, whole: &str) -> bool {
    let tells = |text: &str| {
        let lower = text.to_lowercase();
        let mut words = lower.split(|letter: char| !letter.is_alphanumeric());
        words.any(|word| matches!(word, "type" | "enter" | "answer" | "write" | "press"))
    };
    let before =
        whole.trim_end().trim_end_matches('?').rsplit_once(['.', '!', ';']).map_or("", |(before, _)| before);
    let right_above = || {
        let lines = &look.view.lines()[..look.place.line];
        let near = lines.iter().rev().map(|line| line.text.trim()).take_while(|text| !text.is_empty());
        near.take(2).any(|line| tells(line) && line.ends_with(['.', ':', ')']))
    };
    tells(before) || right_above()
}

/// Whether what is typed can be an answer. A program that takes single keys may do anything with them (in a finder they are
/// what is looked for), so only those count that are known to ask so; shells edit a line.
fn takes_letters(look: &Look) -> bool {
    let reader = look.facts.reader.as_deref().or(look.facts.program.as_deref()).unwrap_or_default();
    look.facts.reads_lines() != Some(false)
        || look.words.is_shell(reader)
        || has(&look.words.key_askers, reader)
        || states_keys_below(look)
}

/// ` Y Yes`, ` N No` in the last rows, as nano shows them.
fn states_keys_below(look: &Look) -> bool {
    let rows = look.place.rows.end..look.view.snapshot().size.rows;
    let below: Vec<String> = rows.map(|row| format!(" {} ", look.view.row(row).trim())).collect();
    [" Y Yes ", " N No "].iter().all(|key| below.iter().any(|row| row.contains(key)))
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
        let check = |text: &str, want: bool| assert_eq!(is_offered(text), want, "{text}");
        check("Would you like to continue? Type y or n and press Enter:", true);
        check("Press Y or N, then Enter", true);
        check("Type 'yes' or 'no' and press Enter:", true);
        check("Type yes and press Enter:", true);
        check("Continue (y/n)? Press Enter to confirm", true);
        check("Press Enter to continue", false);
        check("Press any or no key", false);
        check("Open /etc/y/n and press Enter", false);
    }
}
