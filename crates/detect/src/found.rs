//! What a shape or a rule of a profile recognised on the screen, before anybody asked whether the program waits.

use std::ops::Range;

use model::Question;

/// How hard it would be to print this by accident.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Strength {
    /// A line that ends like a question.
    Weak,
    /// The usual form of a question, at the place where input goes.
    Strong,
    /// A structure with several parts that fit together: a rule of a profile, a dialog with buttons.
    Certain,
}

/// Something recognised.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// What it would ask.
    pub question: Question,
    /// The rows it takes, from the top of the screen.
    pub rows: Range<u16>,
    /// How hard it would be to print by accident.
    pub strength: Strength,
    /// Which shape or rule, as `menu.numbered` or `claude.permission`.
    pub rule: String,
    /// What it is about, in the policy's words (`shell`, `write`, `plan` ...), if the program itself says so.
    pub tool: Option<&'static str>,
}
