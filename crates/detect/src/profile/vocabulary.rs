//! The words of a profile's file, and what to say about others.

use super::rule::{Form, Frame, Keying, Place, QuestionAt};

/// Forms of dialogs.
pub(super) const FORMS: [(&str, Form); 5] = [
    ("numbered", Form::Numbered),
    ("unnumbered", Form::Unnumbered),
    ("buttons", Form::Buttons),
    ("line", Form::Line),
    ("notice", Form::Notice),
];
/// What bounds a dialog above.
pub(super) const FRAMES: [(&str, Frame); 5] = [
    ("box", Frame::Box),
    ("rule", Frame::Rule),
    ("bar", Frame::Bar),
    ("panel", Frame::Panel),
    ("open", Frame::Open),
];
/// How a choice is made.
pub(super) const KEYINGS: [(&str, Keying); 6] = [
    ("digit", Keying::Digit),
    ("digit_enter", Keying::DigitEnter),
    ("letter", Keying::Letter),
    ("letter_enter", Keying::LetterEnter),
    ("arrows", Keying::Arrows),
    ("enter", Keying::Enter),
];
/// Which paragraph is the question.
pub(super) const QUESTIONS: [(&str, QuestionAt); 4] = [
    ("nearest", QuestionAt::Nearest),
    ("asked", QuestionAt::Asked),
    ("first", QuestionAt::First),
    ("all", QuestionAt::All),
];
/// Where a subject stands.
pub(super) const PLACES: [(&str, Place); 9] = [
    ("dashes", Place::Dashes),
    ("box", Place::Box),
    ("after", Place::After),
    ("next", Place::Next),
    ("from", Place::From),
    ("question", Place::Question),
    ("above", Place::Above),
    ("title", Place::Title),
    ("top", Place::Top),
];

/// What a question can be about, in the words of policies.
pub const TOOLS: [&str; 9] = ["shell", "write", "edit", "read", "fetch", "mcp", "question", "plan", "trust"];

/// The parser's words for an unknown key, with the nearest valid one instead of all of them.
pub(super) fn plainly(message: &str) -> String {
    let quoted: Vec<&str> = message.split('`').skip(1).step_by(2).collect();
    match quoted.split_first() {
        Some((unknown, valid)) if message.starts_with("unknown field") => {
            format!("unknown key `{unknown}`; {}", instead(unknown, valid))
        }
        _ => message.lines().next().unwrap_or(message).to_owned(),
    }
}

/// What to write instead of a word that is not known.
pub(super) fn instead(word: &str, valid: &[&str]) -> String {
    let comparable = if word.len() <= 60 { valid } else { &[] };
    let nearest = comparable.iter().map(|name| (strsim::damerau_levenshtein(word, name), name)).min();
    match nearest {
        Some((distance, name)) if distance <= 2 => format!("did you mean `{name}`?"),
        _ => format!("known are {}", valid.join(", ")),
    }
}
