//! What a program asks, and what can be answered.

/// What a program that waits wants to have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// Yes or no.
    YesNo,
    /// A key to go on, with nothing to decide.
    ConfirmEnter,
    /// One or several of some choices.
    Menu,
    /// A line of text.
    FreeText,
    /// Something that is not shown when it is typed.
    Password,
    /// It waits, and nothing on the screen says for what.
    Unknown,
    /// An agent at its own input box: it has finished.
    Composer,
    /// A shell or another interpreter at its prompt.
    Shell,
    /// Text shown by pages.
    Pager,
    /// A program that fills the screen: an editor, a file manager, a game.
    Editor,
}

impl Kind {
    /// All of them.
    pub const ALL: [Kind; 10] = [
        Kind::YesNo,
        Kind::ConfirmEnter,
        Kind::Menu,
        Kind::FreeText,
        Kind::Password,
        Kind::Unknown,
        Kind::Composer,
        Kind::Shell,
        Kind::Pager,
        Kind::Editor,
    ];

    /// The word used in JSON, in recordings' labels and in rules.
    pub fn word(self) -> &'static str {
        match self {
            Kind::YesNo => "yes_no",
            Kind::ConfirmEnter => "confirm_enter",
            Kind::Menu => "menu",
            Kind::FreeText => "free_text",
            Kind::Password => "password",
            Kind::Unknown => "unknown",
            Kind::Composer => "composer",
            Kind::Shell => "shell",
            Kind::Pager => "pager",
            Kind::Editor => "editor",
        }
    }

    /// The kind with this word.
    pub fn of_word(word: &str) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.word() == word)
    }

    /// Whether a person has to decide something. The others rest at a prompt of their own.
    pub fn is_asking(self) -> bool {
        !matches!(self, Kind::Composer | Kind::Shell | Kind::Pager | Kind::Editor)
    }
}

/// What choosing something means.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Role {
    /// Go on, this once.
    Yes,
    /// Do not.
    No,
    /// Go on, and do not ask again.
    YesAndRemember,
    /// Anything else.
    #[default]
    Other,
}

impl Role {
    /// The word used in JSON and in profiles.
    pub fn word(self) -> &'static str {
        match self {
            Role::Yes => "yes",
            Role::No => "no",
            Role::YesAndRemember => "yes_and_remember",
            Role::Other => "other",
        }
    }

    /// The role with this word.
    pub fn of_word(word: &str) -> Option<Role> {
        [Role::Yes, Role::No, Role::YesAndRemember, Role::Other].into_iter().find(|role| role.word() == word)
    }
}

/// One key to press, or text to type. How a key is encoded follows from the terminal's modes at that moment.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Key {
    /// Return.
    Enter,
    /// Escape.
    Esc,
    /// Tabulator.
    Tab,
    /// The space bar.
    Space,
    /// Cursor up.
    Up,
    /// Cursor down.
    Down,
    /// Cursor left.
    Left,
    /// Cursor right.
    Right,
    /// Backspace.
    Backspace,
    /// These characters, as they are.
    Text(String),
}

impl Key {
    /// The name used in JSON and in profiles; text stands for itself.
    pub fn word(&self) -> &str {
        match self {
            Key::Enter => "enter",
            Key::Esc => "esc",
            Key::Tab => "tab",
            Key::Space => "space",
            Key::Up => "up",
            Key::Down => "down",
            Key::Left => "left",
            Key::Right => "right",
            Key::Backspace => "backspace",
            Key::Text(text) => text,
        }
    }

    /// The key with this name; anything that is no name is text.
    pub fn of_word(word: &str) -> Key {
        let named = [
            Key::Enter,
            Key::Esc,
            Key::Tab,
            Key::Space,
            Key::Up,
            Key::Down,
            Key::Left,
            Key::Right,
            Key::Backspace,
        ];
        named.into_iter().find(|key| key.word() == word).unwrap_or_else(|| Key::Text(word.to_owned()))
    }
}

/// Something that can be chosen.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Choice {
    /// What it says, its wrapped lines joined. Hostile text.
    pub label: String,
    /// What to press, in order, as the screen stands.
    pub keys: Vec<Key>,
    /// The pointer stands on it.
    pub selected: bool,
    /// It is what a bare Enter means.
    pub default: bool,
    /// What choosing it means.
    pub role: Role,
    /// For lists of which several may be chosen: whether it is.
    pub checked: Option<bool>,
}

/// What a question is about: a command, a file, an address. Hostile text.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Subject {
    /// As much of it as can be seen, its wrapped lines joined.
    pub text: String,
    /// The screen shows only a part of it.
    pub partial: bool,
}

/// What a program waits for, in its parts. All text in it comes from the program and is hostile.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Question {
    /// What is wanted.
    pub kind: Kind,
    /// The question's own words. For a program at its own prompt, that prompt.
    pub text: String,
    /// What it is about.
    pub subject: Option<Subject>,
    /// What can be chosen, in the order of the screen.
    pub choices: Vec<Choice>,
    /// What is taken if nothing is typed.
    pub default: Option<String>,
    /// For a list with boxes, of which several may be chosen: the key that ends the choosing.
    pub submit: Option<Key>,
}

impl Question {
    /// A question of this kind with these words and nothing else.
    pub fn new(kind: Kind, text: impl Into<String>) -> Self {
        Question { kind, text: text.into(), subject: None, choices: Vec::new(), default: None, submit: None }
    }
}

/// Where a piece of evidence comes from, strongest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Source {
    /// The program said so itself.
    Event,
    /// The kernel.
    Kernel,
    /// The shape on the screen, at the place where input goes.
    Screen,
    /// Marks, title, progress.
    Marks,
    /// Time without output.
    Quiet,
}

impl Source {
    /// The word used in JSON.
    pub fn word(self) -> &'static str {
        match self {
            Source::Event => "event",
            Source::Kernel => "kernel",
            Source::Screen => "screen",
            Source::Marks => "marks",
            Source::Quiet => "quiet",
        }
    }
}

/// One reason to believe something, or not to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Evidence {
    /// Who says it.
    pub source: Source,
    /// What, in a person's words.
    pub says: String,
    /// Whether it speaks for waiting.
    pub speaks_for: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_leads_back() {
        for kind in Kind::ALL {
            assert_eq!(Kind::of_word(kind.word()), Some(kind));
        }
        for role in [Role::Yes, Role::No, Role::YesAndRemember, Role::Other] {
            assert_eq!(Role::of_word(role.word()), Some(role));
        }
        assert_eq!(Key::of_word("enter"), Key::Enter);
        assert_eq!(Key::of_word("Y"), Key::Text("Y".into()));
    }
}
