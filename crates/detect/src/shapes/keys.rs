//! How an answer is submitted: by Enter, or by its key alone.

use model::Key;

use super::Look;
use crate::facts::{Facts, Waits};
use crate::view::View;

/// Whether a typed answer needs Enter behind it.
///
/// Lines always do. In raw mode it cannot be seen; what is known: no key is a word, a program that sleeps in read takes
/// single keys (less, nano, fsck), one that hides the cursor does so as well (dialoguer, enquirer), readline listens without a
/// limit and wants Enter, and so do the libraries of node. An Enter too many would answer the next question; one too
/// few leaves this one standing, which is seen.
fn needs_enter(view: &View, facts: &Facts, text: &str) -> bool {
    let reader = facts.reader.as_deref().or(facts.program.as_deref());
    match facts.reads_lines() {
        Some(true) | None => true,
        Some(false) if !view.snapshot().cursor.visible => false,
        Some(false) => match facts.waits {
            Waits::Listens | Waits::Untold | Waits::Nobody => true,
            _ if text.chars().count() > 1 => true,
            Waits::Polls => reader.is_some_and(|name| name.starts_with("n")),
            Waits::Reads => false,
        },
    }
}

/// The keys that type this answer.
pub(crate) fn typed(look: &Look, text: &str) -> Vec<Key> {
    let mut keys = vec![Key::Text(text.to_owned())];
    keys.extend(needs_enter(look.view, look.facts, text).then_some(Key::Enter));
    keys
}

/// A line that tells which keys move, mark and choose.
pub(crate) fn explains_keys(text: &str) -> bool {
    let lower = text.to_lowercase();
    let has = |words: &[&str]| words.iter().any(|word| lower.contains(word));
    let keys = has(&["enter", "return", "space", "arrow", "<tab>", "ctrl", "↑", "↓", "←", "up/down", "esc"]);
    let acts = has(&[
        "select", "confirm", "choose", "move", "navigate", "tick", "toggle", "submit", "sort", "mark",
        "accept", "filter",
    ]);
    keys && acts
}

/// `Use ←/→ arrow keys, press Enter to select`: how to move in a list.
pub(crate) fn explains_moves(text: &str) -> bool {
    let lower = text.to_lowercase();
    let moves =
        ["arrow", "↑", "↓", "←", "→", "up/down", "<tab>", "space to"].iter().any(|key| lower.contains(key));
    moves && explains_keys(text)
}
