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
    /// It moves within the row: what follows is another word.
    Gap,
    /// It goes back by one column: what follows stands in the place of what was there.
    Back,
    /// It leaves one column as it is: a blank or, if something stood there, the middle of a word.
    Skip,
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
    /// In a control sequence, that says at most "one".
    Control {
        once: bool,
    },
    /// Inside of a string.
    String,
    /// ESC inside of a string: its end, as a rule.
    StringEscape,
}

/// At its beginning: without a number it means one.
const CONTROL: State = State::Control { once: true };

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
            State::Control { once } => control(c, once),
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
        '\u{9b}' => (CONTROL, Meaning::Unseen),
        '\u{90}' | '\u{9d}' | '\u{98}' | '\u{9e}' | '\u{9f}' => (State::String, Meaning::Unseen),
        '\n' | '\u{b}' | '\u{c}' | '\u{84}' | '\u{85}' => (State::Ground, Meaning::LineEnd),
        '\u{8}' => (State::Ground, Meaning::Back),
        '\r' | '\t' => (State::Ground, Meaning::Gap),
        c if c.is_control() => (State::Ground, Meaning::Unseen),
        _ => (State::Ground, Meaning::Seen),
    }
}

fn escape(c: char) -> (State, Meaning) {
    match c {
        '[' => (CONTROL, Meaning::Unseen),
        ']' | 'P' | 'X' | '^' | '_' => (State::String, Meaning::Unseen),
        '\u{1b}' => (State::Escape, Meaning::Unseen),
        ' '..='/' => (State::EscapeRest, Meaning::Unseen),
        // Index, next line, reverse index, reset, restored cursor.
        'D' | 'E' | 'M' | 'c' | '8' => (State::Ground, Meaning::LineEnd),
        _ => (State::Ground, Meaning::Unseen),
    }
}

fn control(c: char, once: bool) -> (State, Meaning) {
    match c {
        '\u{1b}' => (State::Escape, Meaning::Unseen),
        '\u{18}' | '\u{1a}' => (State::Ground, Meaning::Unseen),
        'C' | 'a' if once => (State::Ground, Meaning::Skip),
        'D' if once => (State::Ground, Meaning::Back),
        '@'..='~' => (State::Ground, effect(c)),
        _ => (State::Control { once: once && matches!(c, '0' | '1') }, Meaning::Unseen),
    }
}

/// What a control sequence does to the place where text goes. Clearing, inserting and deleting leave it alone.
fn effect(last: char) -> Meaning {
    match last {
        'A' | 'B' | 'E' | 'F' | 'H' | 'L' | 'M' | 'S' | 'T' | 'd' | 'e' | 'f' | 'r' | 'u' => Meaning::LineEnd,
        'C' | 'D' | 'G' | 'I' | 'Z' | '`' | 'a' | 'b' => Meaning::Gap,
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

/// Takes no room and steers nothing that a secret depends on: put between its characters it would hide it from us, and
/// from nobody else.
pub(crate) fn is_invisible(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{e0000}'..='\u{e01ef}')
}
