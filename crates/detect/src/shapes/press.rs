//! A key to go on: `Press Enter to continue`, `Hit any key`, `[More]`.

use model::{Choice, Key, Kind, Question, Role};

use super::{Look, keys, line, wording, yes_no};
use crate::found::{Found, Strength};
use crate::words::Words;

/// An instruction to press a key, at the place of input.
pub(crate) fn recognise(look: &Look) -> Option<Found> {
    let text = told(look);
    // Enter alone would be an answer to these.
    if keys::explains_moves(text) || yes_no::is_offered(text) || line::asks_for_secret(look.words, text) {
        return None;
    }
    let key = key_named(look.words, text).or_else(|| more_marker(text))?;
    let mut question = Question::new(Kind::ConfirmEnter, text);
    question.choices = vec![Choice {
        label: text.to_owned(),
        keys: vec![key],
        selected: true,
        default: true,
        role: Role::Yes,
        checked: None,
    }];
    let (rows, rule) = (look.place.rows.clone(), "press.key".to_owned());
    Some(Found { question, rows, strength: Strength::Strong, rule, tool: None })
}

/// The line of input, or the one above it if that is only a mark: `press ENTER to continue`, `>>>`.
fn told<'a>(look: &'a Look) -> &'a str {
    let head = wording::bare(&look.place.head);
    let above = look.place.line.checked_sub(1).map(|line| look.view.lines()[line].text.as_str());
    let mark = !head.is_empty() && head.chars().all(|letter| matches!(letter, '>' | ':' | '❯' | '›'));
    let by_lines = look.facts.reads_lines() != Some(false);
    above.filter(|_| mark && by_lines).map_or(head, wording::bare)
}

/// The key that the text tells to press. A hint in brackets behind a question does not count.
fn key_named(words: &Words, text: &str) -> Option<Key> {
    let lower = text.to_lowercase();
    let told = if lower.ends_with(" any key)") { lower.clone() } else { without_hints(&lower) };
    let told = last_sentence(told.trim());
    if names_a_key_first(words, told) {
        return Some(Key::Enter);
    }
    let verb = words.press.iter().find_map(|verb| after_word(told, verb))?;
    if types_before(told) {
        return None;
    }
    // `Type a name` names no key, `Press <enter> to keep it, or type a number:` is a choice.
    let verb = verb.trim_start();
    let named = verb.trim_start_matches(['[', '<', '(', '\'', '"', '`']);
    let key = words.go_on_keys.iter().filter(|key| begins_with_word(named, key)).max_by_key(|key| key.len());
    let key = key.or_else(|| words.go_on_keys.iter().find(|key| later_key(named, key)))?;
    if told.contains("or type ") && !told.contains("type command") || told.trim_end().ends_with('?') {
        return None;
    }
    Some(if key.contains("space") && !named.contains("enter") { Key::Space } else { Key::Enter })
}

/// `[ENTER] to continue`.
fn names_a_key_first(words: &Words, told: &str) -> bool {
    let bare = told.trim_start_matches(['[', '<', '(', '-', '*', ' ']);
    let key = words.go_on_keys.iter().filter(|key| begins_with_word(bare, key)).max_by_key(|key| key.len());
    let behind = key.map(|key| bare[key.len()..].trim_start_matches([']', '>', ')', ' ', '=', ':']));
    behind.is_some_and(|behind| {
        ["to continue", "to proceed", "to go on", "to start", "to begin", "to exit", "to quit", "continue"]
            .iter()
            .any(|end| behind.starts_with(end))
    })
}

/// `Type DELETE and press Enter`: Enter alone is not what is wanted.
fn types_before(told: &str) -> bool {
    let joints = [" and press", " and hit", " then press", " then hit", ", press", ", hit"];
    let Some(at) = joints.iter().filter_map(|joint| told.find(joint)).min() else { return false };
    ["type", "enter", "paste", "write", "input"].iter().any(|verb| after_word(&told[..at], verb).is_some())
}

/// Among the first words of a list of keys: `Press Esc, Enter, or Ctrl-C`.
fn later_key(named: &str, key: &str) -> bool {
    named.split([',', '/']).skip(1).take(3).any(|part| {
        begins_with_word(part.trim_start().trim_start_matches("or ").trim_start_matches(['[', '<']), key)
    })
}

/// What comes behind a word, if it stands at the beginning or behind a few others.
fn after_word<'a>(text: &'a str, word: &str) -> Option<&'a str> {
    let mut from = 0;
    while let Some(at) = text[from..].find(word).map(|at| at + from) {
        let whole = text[..at].chars().next_back().is_none_or(|letter| !letter.is_alphanumeric());
        let rest = &text[at + word.len()..];
        if whole && rest.starts_with(' ') {
            return Some(rest);
        }
        from = at + word.len();
    }
    None
}

fn begins_with_word(text: &str, word: &str) -> bool {
    text.strip_prefix(word).is_some_and(|rest| {
        rest.chars().next().is_none_or(|letter| !letter.is_alphanumeric() && letter != '-')
    })
}

/// Without groups in round brackets, unless the whole text is one.
fn without_hints(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut depth = 0usize;
    for letter in text.chars() {
        match letter {
            '(' if !kept.trim().is_empty() || depth > 0 => depth += 1,
            ')' if depth > 0 => depth -= 1,
            _ if depth == 0 => kept.push(letter),
            _ => {}
        }
    }
    kept
}

fn last_sentence(text: &str) -> &str {
    let text = text.trim_end_matches(['.', '…', ' ', ':', '>', ']']);
    text.rfind(". ").map_or(text, |at| &text[at + 2..])
}

/// `[More]` and its kin at the end of a page that waits for Enter.
fn more_marker(text: &str) -> Option<Key> {
    let bare = text.trim_matches(|letter: char| !letter.is_alphanumeric()).to_lowercase();
    let alone = bare == "more" && text.starts_with(['[', '-', '<', '(']);
    (alone || text.to_lowercase().ends_with("--more--")).then_some(Key::Enter)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, want: bool) {
        let words = crate::profile::Profiles::embedded().words().clone();
        assert_eq!(key_named(&words, text).or_else(|| more_marker(text)).is_some(), want, "{text}");
    }

    #[test]
    fn instructions_are_told_from_hints() {
        check("Press Enter to continue", true);
        check("Press [Enter] to continue:", true);
        check("Hit any key to start the upgrade", true);
        check("Hit return to start merge resolution tool (vimdiff):", true);
        check("Please insert a Disc in the drive and press [Enter]", true);
        check("[Press Space for next page; Return to end.]", true);
        check("--Type <RET> for more, q to quit, c to continue without paging--", true);
        check("Press ENTER or type command to continue", true);
        check("Press any key to continue...", true);
        check("[More]", true);
        check("You see here a dagger.--More--", true);
        check("What is the scope of this change: (press enter to skip)", false);
        check("Type 'yes' to continue, or 'no' to cancel:", false);
        check("Continue... (Hit any key)", true);
        check("[ENTER] to continue, [Ctrl-C] to quit", true);
        check("Drücken Sie eine Taste, um fortzufahren . . .", true);
        check("Appuyez sur Entrée pour continuer...", true);
        check("Type DELETE and press Enter:", false);
        check("Enter the code, then press Enter", false);
        check("Return code: 3", false);
        check("Enter a value:", false);
        check("Press ^C at any time to quit.", false);
        check("Enter the new value, or press ENTER for the default", true);
    }
}
