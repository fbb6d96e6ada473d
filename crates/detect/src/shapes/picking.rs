//! Whether a line below a list asks for one of its entries. A list alone is no menu: steps and notes are numbered too, and what is typed
//! below them is text.

use super::options::Entry;
use super::{groups, line, sure};
use crate::words::{Words, has};

/// Lines that are nothing but a mark.
const MARKS: [&str; 6] = [">", "#?", "?", ":", "=>", "->"];

/// A yes or no below a list is not about the list, and a secret is none of its entries.
pub(super) fn asks_otherwise(words: &Words, text: &str) -> bool {
    let closed = |group: &groups::Group| {
        group.items.iter().any(|item| words.is_yes(&item.text) || words.is_no(&item.text))
    };
    let wants_yes = text.ends_with('?') && sure::wants_yes(words, text);
    wants_yes || groups::cut(text).groups.iter().any(closed) || line::asks_for_secret(words, text)
}

/// Whether the line asks for one of these.
pub(super) fn asks(words: &Words, text: &str, entries: &[Entry]) -> bool {
    let lower = text.to_lowercase();
    let opens = |opener: &String| lower.starts_with(opener.as_str());
    MARKS.contains(&text)
        || text.ends_with(">>")
        || words.pick_openers.iter().any(opens)
        || names_one(words, text) && !names_something_new(&lower)
        || names_the_numbers(text, entries)
}

/// `Select one`, `Your choice`, `Enter a number`.
pub(super) fn names_one(words: &Words, text: &str) -> bool {
    let lower = text.to_lowercase();
    let said: Vec<&str> =
        lower.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let phrase = |phrase: &str| format!(" {} ", said.join(" ")).contains(&format!(" {phrase} "));
    let words_behind = groups::cut(&lower).words;
    let asked = words_behind.trim_end_matches(|letter: char| !letter.is_alphanumeric());
    let number = |told: &String| {
        let whole = told == "number" && asked == "number";
        let ends = told.contains(' ') && asked.ends_with(told.as_str());
        whole || ends || told.contains(" of ") && phrase(told)
    };
    said.iter().any(|word| has(&words.pick, word))
        || words.pick.iter().any(|told| told.contains(' ') && phrase(told))
        || words.pick_numbers.iter().any(number)
}

/// `Choose a name for it:` wants a name that is not there yet.
fn names_something_new(lower: &str) -> bool {
    let things = ["name", "username", "nickname", "title", "password", "message"];
    let verbs = ["choose", "pick", "select"];
    let words: Vec<&str> = lower.split(|letter: char| !letter.is_alphanumeric()).collect();
    words.windows(3).any(|three| {
        verbs.contains(&three[0])
            && ["a", "your", "another", "new"].contains(&three[1])
            && things.contains(&three[2])
    })
}

/// `[1-3]`, `(1, 2, 3, 0)`, `1/2`: the very numbers of the list.
fn names_the_numbers(text: &str, entries: &[Entry]) -> bool {
    let numbers: Vec<&str> = entries.iter().map(|entry| entry.key.as_str()).collect();
    let (Some(first), Some(last)) = (numbers.first(), numbers.last()) else { return false };
    let range = |inner: &str| {
        let inner = inner.split(',').next().unwrap_or_default();
        inner.split_once('-').is_some_and(|(from, to)| from.trim() == *first && to.trim() == *last)
    };
    groups::cut(text).groups.iter().any(|group| {
        let items: Vec<&str> = group.items.iter().map(|item| item.text.as_str()).collect();
        range(&group.inner) || items.len() >= 2 && numbers.iter().all(|number| items.contains(number))
    })
}

#[cfg(test)]
mod tests {
    use crate::shapes::tests::{LINE, check};

    const MENU: &str = "menu: - / -";

    #[track_caller]
    fn below(list: &str, expected: &str, lines: &[&str]) {
        let screens: Vec<String> = lines.iter().map(|line| format!("{list}{line}")).collect();
        check(expected, &screens.iter().map(String::as_str).collect::<Vec<_>>());
    }

    const STEPS: &str = "Steps:\n1. build\n2. test\n\n";

    #[test]
    fn what_asks_for_one_of_a_list() {
        below(
            STEPS,
            MENU,
            &[
                "Choice:",
                "Your choice?",
                "#?",
                "Select one:",
                "Which one?",
                "Enter a number:",
                "Number:",
                "Enter the number of the step:",
                "Pick one of the steps:",
                "Your decision?",
                "What now>",
                "What do you want to do?",
                "Update>>",
                "Step [1-2]:",
                "Step (1/2)?",
                "Enter your choice [1]:",
            ],
        );
        below("Please select one:\n1) a\n2) b\n", MENU, &["Template:"]);
        below(
            "Where the spool is kept.\n\n  1. files  2. sqlite  3. postgres\n",
            MENU,
            &["Storage backend:"],
        );
    }

    #[test]
    fn what_stands_below_a_list_and_wants_words() {
        below(
            STEPS,
            LINE,
            &[
                "Commit message:",
                "Your name:",
                "Enter commit message:",
                "Enter your phone number:",
                "Number of workers:",
                "What is your name?",
                "Retries [1]:",
                "Choose a name:",
                "Describe the problem:",
                "Save as?",
            ],
        );
        below("1. build\n2. test\n", LINE, &["Commit message:"]);
        below(STEPS, "password: - / -", &["Enter password:"]);
        below("Telemetry: you said 'yes' before.\n\n", LINE, &["Your name:"]);
        below("Type 'yes' to continue: yes\n", LINE, &["Enter a value:", "Value:"]);
    }
}
