//! Options of a command line, as far as a wrapper's end must be found.

use super::field::Field;

/// What a word of a command line is.
pub(super) enum Found {
    /// Not an option.
    Operand,
    /// An option without a value.
    Flag,
    /// An option of the list with this number, with its value.
    Value(usize, Field),
}

/// The option at a place and where the next word is. `lists` are the options that take a value, by kind.
pub(super) fn value(words: &[Field], at: usize, lists: &[&Vec<String>]) -> (Found, usize) {
    let Some(word) = words.get(at) else { return (Found::Operand, at) };
    let start = word.text.known_start();
    if !start.starts_with('-') || word.shown() == "-" {
        return (Found::Operand, at + 1);
    }
    for (list, options) in lists.iter().enumerate() {
        if let Some(found) = options.iter().find_map(|option| fits(word, option)) {
            return match found {
                Some(value) => (Found::Value(list, value), at + 1),
                None => match words.get(at + 1) {
                    Some(value) => (Found::Value(list, value.clone()), at + 2),
                    None => (Found::Flag, at + 1),
                },
            };
        }
    }
    (Found::Flag, at + 1)
}

/// Whether a word is this option: with its value in it, or with the value in the next word.
fn fits(word: &Field, option: &str) -> Option<Option<Field>> {
    let start = word.text.known_start();
    let whole = word.text.is_known();
    if option.len() > 2 {
        return fits_long(word, option, start, whole);
    }
    if start == option && whole {
        return Some(None);
    }
    if start.starts_with(option) {
        return Some(Some(word.from(option.len())));
    }
    // Flags in one word, the last with a value: `-nu root`. The letter may also have its value right behind: `-nuroot`.
    let letter = option.strip_prefix('-')?;
    let letters = start.strip_prefix('-').filter(|letters| !letters.starts_with('-'))?;
    let flags = |text: &str| text.chars().all(|sign| sign.is_ascii_alphabetic());
    (letters.ends_with(letter) && whole && flags(letters) && letters.len() <= 6).then_some(None)
}

/// A long option, also shortened as far as three letters.
fn fits_long(word: &Field, option: &str, start: &str, whole: bool) -> Option<Option<Field>> {
    if start == option && whole {
        return Some(None);
    }
    let (name, value) = match start.find('=') {
        Some(at) => (&start[..at], Some(word.from(at + 1))),
        None if whole => (start, None),
        None => return None,
    };
    let shortened = option.starts_with("--") && name.len() >= 5 && option.starts_with(name);
    (name == option || shortened).then_some(value)
}

/// Where the first word is that is no option.
pub(super) fn first_operand(words: &[Field], start: usize, values: &Vec<String>) -> usize {
    let mut at = start;
    while at < words.len() {
        let (found, next) = value(words, at, &[values]);
        if matches!(found, Found::Operand) {
            break;
        }
        at = next;
    }
    at
}
