//! The words of a question: where they begin, what a label means.

use model::Role;

use super::{Look, groups, repl};
use crate::view::Line;
use crate::words::Words;

/// A question is not longer than this many lines.
const MOST_LINES: usize = 4;

/// The whole question: the line of input, and the lines above it that it goes on from.
///
/// A program breaks a long question itself: the line above is then a full one, or this one is only the end of it
/// (`[no]:`, `Yes/No?`).
pub(crate) fn whole(look: &Look) -> String {
    let (line, mut text) = match asked_above(look) {
        Some(line) => (line, bare(&look.view.lines()[line].text).to_owned()),
        None => (look.place.line, bare(&look.place.head).to_owned()),
    };
    for above in look.view.lines()[..line].iter().rev().take(MOST_LINES - 1) {
        let Some(joint) = joint(look, above, &text) else { break };
        text = format!("{}{joint}{text}", bare(&above.text));
    }
    text
}

/// The line right above a mark of input, if that is where the question stands.
pub(crate) fn asked_above(look: &Look) -> Option<usize> {
    let line = look.place.line.checked_sub(1)?;
    repl::is_input_mark(look, look.place.head.trim())
        .then_some(line)
        .filter(|line| ends_as_question(&look.view.lines()[*line].text))
}

/// `Name:`, `Go on?`, `Do you accept the terms? [yes|no]`.
pub(crate) fn ends_as_question(line: &str) -> bool {
    let line = line.trim_end();
    let offers = || {
        let ended = groups::cut(line);
        ended.words.ends_with('?') && ended.groups.iter().any(|group| group.items.len() >= 2)
    };
    line.ends_with([':', '?']) || offers()
}

/// Whether these words end like a question or a wish.
pub(crate) fn asks(text: &str) -> bool {
    text.contains(['?', ':'])
}

/// What joins a line to the one above it, if it goes on from there.
fn joint(look: &Look, line: &Line, text: &str) -> Option<&'static str> {
    let width = usize::from(look.view.snapshot().size.cols);
    let above = line.text.as_str();
    let length = look.view.row(line.last).trim_end().chars().count();
    let small = text.chars().next().is_some_and(char::is_lowercase) && !text.contains(": ");
    if above.trim().is_empty() {
        None
    } else if length + 1 >= width && !above.trim_end().ends_with(['│', '┃', '|', '─', '-', '=']) {
        Some("")
    } else if is_only_an_end(text) || small && length * 10 >= width * 8 && !ends_a_sentence(above.trim_end())
    {
        Some(" ")
    } else {
        None
    }
}

/// A draft is not longer than this.
const LONGEST_DRAFT: usize = 60;

/// A question without what stands behind its end: `Name: Al` is `Name:`, `Go on? [y/N] y` is `Go on? [y/N]`. What a
/// person has typed and not sent is not a part of the question. With the cursor below, it has been sent.
pub(crate) fn without_draft<'a>(look: &Look, text: &'a str) -> &'a str {
    if look.place.below {
        return text;
    }
    let text = groups::before_pointer(text.trim_end());
    let marks = [':', '?', ']', ')', '>', '='];
    let is_end = |(at, letter): &(usize, char)| marks.contains(letter) && text[at + 1..].starts_with(' ');
    match text.char_indices().rev().find(is_end) {
        Some((at, _)) if !text.ends_with(marks) && text.len() - at <= LONGEST_DRAFT => &text[..at + 1],
        _ => text,
    }
}

/// The first row of the whole question.
pub(crate) fn first_row(look: &Look) -> u16 {
    look.place.rows.start
}

/// The lines right above the place of input that are not empty, nearest last.
pub(crate) fn above(look: &Look, count: usize) -> Vec<String> {
    let lines = &look.view.lines()[..look.place.line];
    let near = lines.iter().rev().map(|line| line.text.as_str()).take(count + 2);
    let mut near: Vec<String> =
        near.filter(|text| !text.trim().is_empty()).take(count).map(str::to_owned).collect();
    near.reverse();
    near
}

/// Without a frame at its left, the mark of a prompt library, or blanks.
pub(crate) fn bare(text: &str) -> &str {
    let text = text.trim().trim_start_matches(['│', '┃', '|', '▌']).trim_start();
    let text = text.trim_end_matches(['│', '┃']).trim_end();
    let marks = ["? ", "◆ ", "● ", "🦋 ", "✔ ", "!! ", "* "];
    marks.iter().find_map(|mark| text.strip_prefix(mark)).unwrap_or(text).trim_start()
}

/// Nothing but a group, or a pair of words.
fn is_only_an_end(text: &str) -> bool {
    let ended = groups::cut(text);
    let pair = matches!(text.trim_end_matches([':', '?', ' ']), "Yes/No" | "yes/no" | "y/n" | "Y/N");
    pair || ended.words.trim().is_empty() && (1..=2).contains(&ended.groups.len())
}

fn ends_a_sentence(text: &str) -> bool {
    text.ends_with(['.', '!', ':', ';', '}', ']', '-', '='])
}

/// What a label means, by its words alone.
pub(crate) fn role(words: &Words, label: &str) -> Role {
    let label = label.trim().to_lowercase();
    let first = label.split(|letter: char| !letter.is_alphanumeric()).next().unwrap_or_default();
    let remembers =
        ["always", "don't ask", "don’t ask", "remember", "all"].iter().any(|word| label.contains(word));
    if words.is_yes(first) || words.is_yes(&label) {
        if remembers { Role::YesAndRemember } else { Role::Yes }
    } else if words.is_no(first) || words.is_no(&label) {
        Role::No
    } else {
        match first {
            "allow" | "approve" | "accept" | "proceed" | "continue" | "confirm" if remembers => {
                Role::YesAndRemember
            }
            "allow" | "approve" | "accept" | "proceed" | "continue" | "confirm" => Role::Yes,
            "deny" | "reject" | "refuse" | "cancel" | "abort" | "decline" | "don" => Role::No,
            "always" => Role::YesAndRemember,
            _ => Role::Other,
        }
    }
}
