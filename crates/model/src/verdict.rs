//! What is decided about a question, and how dangerous a command is.

/// How dangerous something is. Ordered: the last is the worst.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Danger {
    /// Nothing is known against it.
    #[default]
    None,
    /// It can destroy work or reach further than it seems; a person looks first.
    Low,
    /// It can destroy what cannot be brought back, give away secrets, or take over the machine.
    High,
}

impl Danger {
    /// All of them.
    pub const ALL: [Danger; 3] = [Danger::None, Danger::Low, Danger::High];

    /// The word used in JSON and in files.
    pub fn word(self) -> &'static str {
        match self {
            Danger::None => "none",
            Danger::Low => "low",
            Danger::High => "high",
        }
    }

    /// The danger with this word.
    pub fn of_word(word: &str) -> Option<Danger> {
        Danger::ALL.into_iter().find(|danger| danger.word() == word)
    }
}

/// What a policy decides. Ordered by strictness: of two, the greater wins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Verdict {
    /// Go on, and tell the program not to ask again. Only where a rule says so in these words.
    AllowRemember,
    /// Go on, this once.
    Allow,
    /// Type nothing and tell nobody.
    Ignore,
    /// A person decides.
    Ask,
    /// Say no.
    Deny,
}

impl Verdict {
    /// All of them, the strictest first, as people are told.
    pub const ALL: [Verdict; 5] =
        [Verdict::Deny, Verdict::Ask, Verdict::Ignore, Verdict::Allow, Verdict::AllowRemember];

    /// The word used in policy files.
    pub fn word(self) -> &'static str {
        match self {
            Verdict::Deny => "deny",
            Verdict::Ask => "ask",
            Verdict::Ignore => "ignore",
            Verdict::Allow => "allow",
            Verdict::AllowRemember => "allow_remember",
        }
    }

    /// The verdict with this word.
    pub fn of_word(word: &str) -> Option<Verdict> {
        Verdict::ALL.into_iter().find(|verdict| verdict.word() == word)
    }

    /// Whether the program may go on without a person.
    pub fn allows(self) -> bool {
        matches!(self, Verdict::Allow | Verdict::AllowRemember)
    }
}
