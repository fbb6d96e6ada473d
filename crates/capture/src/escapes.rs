//! Tells what is seen from what steers the terminal, character by character.

/// What a character is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Meaning {
    /// It is seen.
    Seen,
    /// It is part of a sequence that leaves the place alone: a colour, a mode.
    Unseen,
    /// It is part of a string for the terminal: a title, a link, the clipboard.
    Told,
    /// It ends such a string.
    EndOfString,
    /// It moves within the row, or clears: what follows is another word.
    Gap,
    /// It goes to another row.
    LineEnd,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum State {
    #[default]
    Ground,
    Escape,
    /// After ESC and an intermediate, one more follows.
    EscapeRest,
    Control,
    /// Inside of a string.
    String,
    /// ESC inside of a string: its end, as a rule.
    StringEscape,
}

/// Follows a program's output.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Escapes {
    state: State,
}

impl Escapes {
    /// What the next character is.
    pub(crate) fn next(&mut self, c: char) -> Meaning {
        let (state, meaning) = match self.state {
            State::Ground => ground(c),
            State::Escape => escape(c),
            State::EscapeRest => (State::Ground, Meaning::Unseen),
            State::Control => control(c),
            State::String => string(c),
            State::StringEscape if c == '\\' => (State::Ground, Meaning::EndOfString),
            State::StringEscape => escape(c),
        };
        self.state = state;
        meaning
    }
}

fn ground(c: char) -> (State, Meaning) {
    match c {
        '\u{1b}' => (State::Escape, Meaning::Unseen),
        '\u{9b}' => (State::Control, Meaning::Unseen),
        '\u{90}' | '\u{9d}' | '\u{98}' | '\u{9e}' | '\u{9f}' => (State::String, Meaning::Unseen),
        '\n' | '\u{b}' | '\u{c}' | '\u{84}' | '\u{85}' => (State::Ground, Meaning::LineEnd),
        '\r' | '\t' | '\u{8}' => (State::Ground, Meaning::Gap),
        c if c.is_control() => (State::Ground, Meaning::Unseen),
        _ => (State::Ground, Meaning::Seen),
    }
}

fn escape(c: char) -> (State, Meaning) {
    match c {
        '[' => (State::Control, Meaning::Unseen),
        ']' | 'P' | 'X' | '^' | '_' => (State::String, Meaning::Unseen),
        '\u{1b}' => (State::Escape, Meaning::Unseen),
        ' '..='/' => (State::EscapeRest, Meaning::Unseen),
        // Index, next line, reverse index, reset, restored cursor.
        'D' | 'E' | 'M' | 'c' | '8' => (State::Ground, Meaning::LineEnd),
        _ => (State::Ground, Meaning::Unseen),
    }
}

fn control(c: char) -> (State, Meaning) {
    match c {
        '\u{1b}' => (State::Escape, Meaning::Unseen),
        '\u{18}' | '\u{1a}' => (State::Ground, Meaning::Unseen),
        '@'..='~' => (State::Ground, effect(c)),
        _ => (State::Control, Meaning::Unseen),
    }
}

/// What a control sequence does to the place where text goes.
fn effect(last: char) -> Meaning {
    match last {
        'A' | 'B' | 'E' | 'F' | 'H' | 'J' | 'L' | 'M' | 'S' | 'T' | 'd' | 'e' | 'f' | 'r' | 'u' => {
            Meaning::LineEnd
        }
        'C' | 'D' | 'G' | 'I' | 'K' | 'P' | 'X' | 'Z' | '@' | '`' | 'a' | 'b' => Meaning::Gap,
        _ => Meaning::Unseen,
    }
}

fn string(c: char) -> (State, Meaning) {
    match c {
        '\u{7}' | '\u{9c}' => (State::Ground, Meaning::EndOfString),
        '\u{18}' | '\u{1a}' => (State::Ground, Meaning::EndOfString),
        '\u{1b}' => (State::StringEscape, Meaning::Unseen),
        _ => (State::String, Meaning::Told),
    }
}
