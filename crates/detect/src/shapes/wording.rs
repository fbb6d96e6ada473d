//! The words of a question: where they begin, what they want, what a label means.

use model::Role;

use super::{Look, groups, repl};
use crate::view::Line;
use crate::words::{Words, has};

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

/// Whether these words want a yes or a no: the first word of their last sentence says so.
pub(crate) fn wants_yes(words: &Words, text: &str) -> bool {
    let sentence = last_sentence(text);
    let openers: Vec<String> = sentence
        .split_whitespace()
        .map(|word| {
            word.trim_matches(|letter: char| !letter.is_alphanumeric() && letter != '\'').to_lowercase()
        })
        .filter(|word| !word.is_empty())
        .take(2)
        .collect();
    let Some(first) = openers.first() else { return false };
    if has(&words.open_openers, first) || sentence.to_lowercase().starts_with(OPEN_WISH) {
        return false;
    }
    let last = sentence.trim_end_matches(|letter: char| !letter.is_alphanumeric()).rsplit(' ').next();
    let ends = openers.len() > 1 && last.is_some_and(|last| has(&words.closed_enders, &last.to_lowercase()));
    ends || has(&words.closed_openers, first) && (openers.len() > 1 || has(&words.closed_alone, first))
        || is_adverb(first) && openers.get(1).is_some_and(|second| has(&words.closed_openers, second))
}

/// `May I have your name?` wants the name.
const OPEN_WISH: &str = "may i have";

fn is_adverb(word: &str) -> bool {
    matches!(word, "also" | "now" | "then" | "please" | "and" | "or" | "so" | "still" | "you")
}

/// The last sentence, without the name of the program before it (`rm: remove ...`).
fn last_sentence(text: &str) -> &str {
    let text = bare(text);
    let cut = [". ", "! ", "!! ", "? ", "; "]
        .iter()
        .filter_map(|end| text.rfind(end).map(|at| at + end.len()))
        .max();
    let sentence = text[cut.unwrap_or(0)..].trim_start();
    match sentence.split_once(": ") {
        Some((program, rest)) if !program.trim_end().contains(' ') => rest.trim_start(),
        _ => sentence,
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_that_want_a_yes() {
        let words = crate::profile::Profiles::embedded().words().clone();
        let check = |text: &str, want: bool| assert_eq!(wants_yes(&words, text), want, "{text}");
        check("rm: remove 'a'?", true);
        check("All rows will be dropped. Drop them?", true);
        check("rm: reguläre Datei 'a' entfernen?", true);
        check("rm : supprimer fichier 'a' ?", true);
        check("May I have your name?", false);
        check("Which file do you want to remove?", false);
        check("Welche Datei entfernen?", false);
        check("Name?", false);
    }
}
