//! What stands before a choice's label: a pointer, a number, a mark.

use super::frame::{Inner, columns, columns_of};

/// Signs that point at the choice that Enter would take. The last two also mean other things.
pub(crate) const POINTERS: &str = "❯›»▸▶►➜➤‣⏵>●";

/// What a mark says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mark {
    /// Chosen.
    On,
    /// Not chosen.
    Off,
    /// A tick, which some programs show in any case and colour when it is chosen.
    Tick,
}

/// A row read as a choice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Head<'a> {
    /// The sign that points at it.
    pub pointer: Option<char>,
    /// Its number.
    pub number: Option<u32>,
    /// The column of the number, else that of the label.
    pub number_column: u16,
    /// Its mark.
    pub mark: Option<Mark>,
    /// What it says.
    pub label: &'a str,
    /// The column of the label.
    pub column: u16,
}

impl<'a> Head<'a> {
    /// Reads a row; these characters count as pointers.
    pub(crate) fn of(row: &Inner<'a>, pointers: &str) -> Head<'a> {
        let (mut text, mut column, mut pointer) = (row.text, row.column, None);
        if let Some((first, rest)) = split_first(text)
            && pointers.contains(first)
            && (rest.starts_with(' ') || mark(rest).is_some())
        {
            pointer = Some(first);
            (column, text) = skip_blanks(rest, column + columns_of(first));
        }
        let (number_column, number, rest, behind) = match number(text) {
            Some((number, rest)) => (column, Some(number), rest, column + columns(text) - columns(rest)),
            None => (column, None, text, column),
        };
        (column, text) = skip_blanks(rest, behind);
        let found = mark(text);
        if let Some((_, rest)) = found {
            let taken = columns(text) - columns(rest);
            (column, text) = skip_blanks(rest, column + taken);
        }
        let number_column = if number.is_some() { number_column } else { column };
        Head { pointer, number, number_column, mark: found.map(|(mark, _)| mark), label: text, column }
    }
}

fn split_first(text: &str) -> Option<(char, &str)> {
    let mut letters = text.chars();
    letters.next().map(|first| (first, letters.as_str()))
}

fn skip_blanks(text: &str, column: u16) -> (u16, &str) {
    let bare = text.trim_start();
    (column + columns(text) - columns(bare), bare)
}

/// `1.` or `1)` and a blank, or nothing behind it.
fn number(text: &str) -> Option<(u32, &str)> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let rest = text.get(digits..)?;
    let behind = rest.strip_prefix(['.', ')'])?;
    let ends = behind.is_empty() || behind.starts_with(' ');
    (1..=3)
        .contains(&digits)
        .then(|| text.get(..digits)?.parse().ok())
        .flatten()
        .filter(|_| ends)
        .map(|number| (number, behind))
}

const ON: [&str; 12] = ["◉", "◼", "☑", "☒", "⬢", "[x]", "[X]", "[*]", "[✔]", "[✓]", "(*)", "(x)"];
const OFF: [&str; 8] = ["◯", "◻", "☐", "⬚", "○", "⬡", "[ ]", "( )"];
const TICKS: [&str; 3] = ["✔", "✓", "●"];

/// A mark with a blank behind it.
fn mark(text: &str) -> Option<(Mark, &str)> {
    let one_of = |signs: &[&str]| signs.iter().find_map(|sign| text.strip_prefix(sign));
    let found = one_of(&ON).map(|rest| (Mark::On, rest));
    let found = found.or_else(|| one_of(&OFF).map(|rest| (Mark::Off, rest)));
    found.or_else(|| one_of(&TICKS).map(|rest| (Mark::Tick, rest))).filter(|(_, rest)| rest.starts_with(' '))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(name: &str, text: &str, want: (Option<char>, Option<u32>, Option<Mark>, &str, u16)) {
        let head = Head::of(&Inner::of(text, 0), POINTERS);
        assert_eq!((head.pointer, head.number, head.mark, head.label, head.column), want, "{name}");
    }

    #[test]
    fn heads_are_read() {
        check("plain", "  yarn", (None, None, None, "yarn", 2));
        check("pointed", "❯ npm", (Some('❯'), None, None, "npm", 2));
        check("numbered", "  2. No", (None, Some(2), None, "No", 5));
        check("pointed and numbered", " ❯ 1. Yes", (Some('❯'), Some(1), None, "Yes", 6));
        check("a bracket behind the number", " » 1) Red", (Some('»'), Some(1), None, "Red", 6));
        check("a box", "❯ 1. [ ] Auth", (Some('❯'), Some(1), Some(Mark::Off), "Auth", 9));
        check("a pointer that touches the mark", "❯◯ npm", (Some('❯'), None, Some(Mark::Off), "npm", 3));
        check("ticked", "✔ x", (None, None, Some(Mark::Tick), "x", 2));
        check("no number: a version", "1.2 is out", (None, None, None, "1.2 is out", 0));
        check("no number: a year", "2024. was good", (None, None, None, "2024. was good", 0));
        check("a pointer alone is none", "❯", (None, None, None, "❯", 0));
        check("an arrow in a word", "->x", (None, None, None, "->x", 0));
    }
}
