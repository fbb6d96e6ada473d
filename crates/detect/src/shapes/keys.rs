//! How an answer is submitted: by Enter, or by its key alone.

use model::Key;

use super::Look;
use crate::facts::{Facts, Waits};
use crate::view::View;

/// Whether a typed answer needs Enter behind it.
///
/// Lines always do. In raw mode it cannot be seen; what is known: no key is a word, a program that sleeps in read takes
/// single keys (less, nano, fsck) unless it edits a line, one that hides the cursor does so as well (dialoguer, enquirer), readline listens without a
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
            Waits::Polls => reader == Some("node"),
            Waits::Reads => edits_a_line(view, facts),
        },
    }
}

/// Whether a line editor reads: it leaves the keys that send signals to the terminal, and asks for pasted text to be marked
/// (zsh's does so while it reads a line). nano asks for that as well and takes single keys, but signals too.
fn edits_a_line(view: &View, facts: &Facts) -> bool {
    let snapshot = view.snapshot();
    let mode = facts.mode.is_some_and(|mode| !mode.canonical && !mode.echo && mode.signals);
    mode && snapshot.modes.bracketed_paste && !snapshot.alternate
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

#[cfg(test)]
mod tests {
    use model::{LineMode, Size};
    use screen::Screen;

    use super::*;

    #[track_caller]
    fn check(screen: &str, waits: Waits, signals: bool, reader: &str, want: bool) {
        let mut terminal = Screen::new(Size::cells(5, 40));
        terminal.feed(screen.as_bytes());
        let mode = Some(LineMode { canonical: false, echo: false, signals });
        let facts = Facts { waits, mode, reader: Some(reader.to_owned()), ..Facts::none() };
        let snapshot = terminal.snapshot_anyway();
        assert_eq!(needs_enter(&View::new(&snapshot), &facts, "y"), want, "{screen:?} {waits:?} {reader}");
    }

    #[test]
    fn a_letter_alone_or_with_enter() {
        let (plain, marked) = ("Go on? [y/n] ", "Go on? [y/n] \x1b[?2004h");
        check(marked, Waits::Reads, true, "zsh", true);
        check(plain, Waits::Reads, true, "bash", false);
        check(marked, Waits::Reads, false, "nano", false);
        check("\x1b[?1049hGo on? [y/n] \x1b[?2004h", Waits::Reads, true, "editor", false);
        check("Go on? [y/n] \x1b[?2004h\x1b[?25l", Waits::Reads, true, "dialog", false);
        check(plain, Waits::Polls, false, "node", true);
        check(plain, Waits::Polls, false, "nnn", false);
        check(plain, Waits::Listens, true, "python3", true);
    }
}
