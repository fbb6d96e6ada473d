//! Rows without the frames around them: which row is a border, which is text, and where that text stands.

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// What a row is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Class {
    /// Nothing, or nothing but the sides of a frame.
    Blank,
    /// A line across, drawn through.
    Rule,
    /// A line across, dashed.
    Dashes,
    /// A line of half blocks: the edge of a filled box.
    Edge,
    /// The upper side of a box.
    Top,
    /// The lower side of a box.
    Bottom,
    /// Anything else.
    Text,
}

/// A row inside its frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Inner<'a> {
    /// What it is.
    pub class: Class,
    /// The column at which its text, or its line, begins.
    pub column: u16,
    /// The column behind its text.
    pub end: u16,
    /// The text, without blanks and sides.
    pub text: &'a str,
    /// A side of a frame stood before it.
    pub left: bool,
    /// A side of a frame stood behind it.
    pub right: bool,
}

impl<'a> Inner<'a> {
    /// Takes one frame off a row's text that begins at `column`.
    pub(crate) fn of(text: &'a str, column: u16) -> Self {
        let (column, text) = trimmed(text, column);
        let class = class_of(text);
        if class != Class::Text {
            return Inner { class, column, end: column + columns(text), text, left: false, right: false };
        }
        let Some(rest) = text.strip_prefix(SIDES).filter(|rest| rest.is_empty() || rest.starts_with(' '))
        else {
            let bare = text.strip_suffix(SIDES).map(str::trim_end);
            let (text, right) = bare.map_or((text, false), |bare| (bare, true));
            return Inner {
                class: if text.is_empty() { Class::Blank } else { class },
                column,
                end: column + columns(text),
                text,
                left: false,
                right,
            };
        };
        let bare = rest.strip_suffix(SIDES);
        let (column, text) = trimmed(bare.unwrap_or(rest), column + 1);
        let class = if text.is_empty() { Class::Blank } else { Class::Text };
        Inner { class, column, end: column + columns(text), text, left: true, right: bare.is_some() }
    }

    /// The same row with the next frame taken off.
    pub(crate) fn deeper(self) -> Inner<'a> {
        Inner::of(self.text, self.column)
    }

    /// Whether it shows text.
    pub(crate) fn is_text(&self) -> bool {
        self.class == Class::Text
    }

    /// Whether it shows nothing.
    pub(crate) fn is_blank(&self) -> bool {
        self.class == Class::Blank
    }

    /// Whether what is in the frame belongs to a frame inside it.
    pub(crate) fn is_nested(&self) -> bool {
        self.is_text() && { self.text.starts_with(SIDES) || !matches!(class_of(self.text), Class::Text) }
    }
}

const SIDES: [char; 5] = ['│', '┃', '║', '▌', '█'];
const LINES: [char; 6] = ['─', '━', '═', '▔', '▁', '⎯'];
const DASHES: [char; 6] = ['╌', '╍', '┄', '┅', '┈', '┉'];
const EDGES: [char; 2] = ['▄', '▀'];
const TOPS: [char; 6] = ['╭', '┌', '┏', '╔', '╒', '╻'];
const BOTTOMS: [char; 6] = ['╰', '└', '┗', '╚', '╘', '╹'];

fn class_of(text: &str) -> Class {
    let mut letters = text.chars();
    let Some(first) = letters.next() else { return Class::Blank };
    let all = |set: &[char]| {
        text.chars().all(|letter| set.contains(&letter) || SIDES.contains(&letter))
            && text.chars().nth(3).is_some()
    };
    if LINES.contains(&first) && all(&LINES) {
        return Class::Rule;
    }
    if DASHES.contains(&first) && all(&DASHES) {
        return Class::Dashes;
    }
    if EDGES.contains(&first) && all(&EDGES) {
        return Class::Edge;
    }
    let second = letters.next();
    let drawn = second.is_none_or(|letter| LINES.contains(&letter) || EDGES.contains(&letter));
    if TOPS.contains(&first) && drawn && second.is_some() {
        Class::Top
    } else if BOTTOMS.contains(&first) && drawn {
        Class::Bottom
    } else if "├┣╠╟".contains(first) && drawn || text.len() >= 10 && text.bytes().all(|byte| byte == b'-')
    {
        Class::Rule
    } else {
        Class::Text
    }
}

fn trimmed(text: &str, column: u16) -> (u16, &str) {
    let bare = text.trim_start();
    let before = text.get(..text.len() - bare.len()).unwrap_or_default();
    (column.saturating_add(columns(before)), bare.trim_end())
}

/// How many columns a text takes.
pub(crate) fn columns(text: &str) -> u16 {
    if text.is_ascii() { text.len() as u16 } else { text.width() as u16 }
}

/// How many columns a character takes.
pub(crate) fn columns_of(letter: char) -> u16 {
    letter.width().unwrap_or(0) as u16
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(name: &str, text: &str, class: Class, column: u16, inner: &str) {
        let found = Inner::of(text, 0);
        assert_eq!((found.class, found.column, found.text), (class, column, inner), "{name}");
    }

    #[test]
    fn frames_are_taken_off() {
        check("empty", "", Class::Blank, 0, "");
        check("text", "  Bash command", Class::Text, 2, "Bash command");
        check("boxed", "│ ❯ 1. Yes      │", Class::Text, 2, "❯ 1. Yes");
        check("empty in a box", "│          │", Class::Blank, 11, "");
        check("a bar", "  ┃  $ ls", Class::Text, 5, "$ ls");
        check("a rule", "────────", Class::Rule, 0, "────────");
        check("dashes", " ╌╌╌╌╌╌", Class::Dashes, 1, "╌╌╌╌╌╌");
        check("top", "╭──────╮", Class::Top, 0, "╭──────╮");
        check("a top with a title", "╭─ Trust ──╮", Class::Top, 0, "╭─ Trust ──╮");
        check("bottom", "╰──────╯", Class::Bottom, 0, "╰──────╯");
        check("a lone corner", "└", Class::Bottom, 0, "└");
        check("a corner that opens a page", "┌  setup", Class::Text, 0, "┌  setup");
        check("a scroll bar at the right", " ● No instructions   ┃", Class::Text, 1, "● No instructions");
        check("a word that begins with a line", "─x", Class::Text, 0, "─x");
    }

    #[test]
    fn a_frame_in_a_frame_is_known() {
        let row = Inner::of("│ │ app.py     │ │", 0);
        assert!(row.is_nested());
        assert_eq!((row.deeper().text, row.deeper().column), ("app.py", 4));
        assert!(Inner::of("│ ╭─────╮ │", 0).is_nested());
        assert!(!Inner::of("│ app.py │", 0).is_nested());
    }
}
