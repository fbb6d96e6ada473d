//! What to press for each choice.

use model::{Choice, Key, Role};

use super::rule::{Keying, Rules};
use crate::shapes::list::head::Mark;
use crate::shapes::list::read::Item;

/// The way from the selected choice to another one.
pub(crate) fn moves(selected: usize, wanted: usize, back: &Key, forward: &Key) -> Vec<Key> {
    let (key, times) =
        if wanted < selected { (back, selected - wanted) } else { (forward, wanted - selected) };
    vec![key.clone(); times]
}

/// Moves up or down, and Enter.
pub(crate) fn arrows(selected: usize, wanted: usize) -> Vec<Key> {
    let mut keys = moves(selected, wanted, &Key::Up, &Key::Down);
    keys.push(Key::Enter);
    keys
}

/// The choices of a list.
pub(super) fn choices(items: &[Item], selected: Option<usize>, keying: Keying, rules: &Rules) -> Vec<Choice> {
    let each = items.iter().enumerate().map(|(place, item)| Choice {
        label: item.label.clone(),
        keys: keys(item, place, selected, keying),
        selected: selected == Some(place),
        default: selected == Some(place) && keying != Keying::DigitEnter,
        role: if item.mark.is_some() { Role::Other } else { rules.role(&item.label) },
        checked: item.mark.map(|mark| mark != Mark::Off),
    });
    each.collect()
}

fn keys(item: &Item, place: usize, selected: Option<usize>, keying: Keying) -> Vec<Key> {
    let moved = || selected.map_or_else(Vec::new, |selected| arrows(selected, place));
    let digit = item.number.filter(|number| *number < 10).map(|number| Key::Text(number.to_string()));
    match keying {
        Keying::Digit => digit.map_or_else(moved, |digit| vec![digit]),
        Keying::DigitEnter => digit.map_or_else(moved, |digit| vec![digit, Key::Enter]),
        Keying::Letter => shown_key(&item.label).map_or_else(moved, |key| vec![key]),
        Keying::Arrows | Keying::LetterEnter => moved(),
        Keying::Enter => vec![Key::Enter],
    }
}

/// The key that a label names at its end: `(y)`, `(esc)`.
fn shown_key(label: &str) -> Option<Key> {
    let (_, word) = label.trim_end().strip_suffix(')')?.rsplit_once('(')?;
    let lower = word.to_lowercase();
    match lower.as_str() {
        "escape" => Some(Key::Esc),
        "return" => Some(Key::Enter),
        "esc" | "enter" | "tab" | "space" => Some(Key::of_word(&lower)),
        _ => (word.chars().count() == 1).then(|| Key::Text(word.to_owned())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_name_their_keys() {
        let check = |label: &str, want: Option<Key>| assert_eq!(shown_key(label), want, "{label}");
        check("Yes, proceed (y)", Some(Key::Text("y".into())));
        check("No, and tell Codex what to do differently (esc)", Some(Key::Esc));
        check("Trust folder (demo)", None);
        check("Yes", None);
        check("()", None);
    }
}
