//! A profile's rules, ready for use.

use model::{Key, Kind, Role};

use super::lazy::Regex;

/// What choices look like.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    /// Under each other, with numbers.
    Numbered,
    /// Under each other, with a pointer and no numbers.
    Unnumbered,
    /// Beside each other, the selected one in another colour.
    Buttons,
    /// In the line with the cursor.
    Line,
    /// A last line that asks for a key or a line.
    Notice,
}

/// What bounds a dialog above.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Frame {
    /// A box around it.
    Box,
    /// A line across the screen over it.
    Rule,
    /// A bar along its left side.
    Bar,
    /// A background of its own.
    Panel,
    /// Nothing, or nothing that can be seen.
    Open,
}

/// How a choice is made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Keying {
    /// Its number, at once.
    Digit,
    /// Its number and Enter.
    DigitEnter,
    /// The key shown at the end of its label, else moves and Enter.
    Letter,
    /// The letter in brackets in its label, and Enter.
    LetterEnter,
    /// Moves from the selected one, and Enter.
    Arrows,
    /// Enter.
    Enter,
}

/// Which paragraph of a dialog is the question.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum QuestionAt {
    /// The one right above the choices.
    Nearest,
    /// The nearest with a question mark, else the nearest.
    Asked,
    /// The first.
    First,
    /// All of them.
    All,
}

/// Where the subject of a question stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    /// Between two dashed lines.
    Dashes,
    /// In a frame inside the dialog.
    Box,
    /// The paragraph behind a line.
    After,
    /// The first line behind a line, also in a frame inside the dialog.
    Next,
    /// From a line to the end.
    From,
    /// In the question.
    Question,
    /// The paragraph over the line.
    Above,
    /// The first paragraph.
    Title,
    /// All from the upper end of the screen to the question.
    Top,
}

/// Where to look for the subject, and what to take.
#[derive(Debug, Clone)]
pub(crate) struct SubjectRule {
    pub(crate) place: Place,
    pub(crate) line: Option<Regex>,
    pub(crate) take: Option<Regex>,
    /// What stands here is the subject of this tool.
    pub(crate) tool: Option<&'static str>,
}

/// Which tool a question is about: all patterns must fit.
#[derive(Debug, Clone)]
pub(crate) struct ToolRule {
    /// The heading at the upper end.
    pub(crate) title: Option<Regex>,
    /// The question; its group `name` is how it names the subject.
    pub(crate) question: Option<Regex>,
    /// In the policy's words.
    pub(crate) tool: &'static str,
}

/// One dialog.
#[derive(Debug, Clone)]
pub(crate) struct DialogRule {
    /// With the profile's name, as `claude.permission`.
    pub(crate) name: String,
    pub(crate) kind: Kind,
    pub(crate) form: Form,
    pub(crate) frames: Vec<Frame>,
    pub(crate) keying: Keying,
    pub(crate) footer: Option<Regex>,
    pub(crate) line: Option<Regex>,
    pub(crate) must: Vec<Regex>,
    pub(crate) must_not: Vec<Regex>,
    pub(crate) question_at: QuestionAt,
    pub(crate) question: Option<Regex>,
    pub(crate) unpointed: bool,
    pub(crate) below: Vec<Regex>,
    /// Labels of choices with a field to write in, as they read while it is empty.
    pub(crate) fields: Vec<String>,
    /// The key that ends the choosing among boxes.
    pub(crate) submit: Option<Key>,
    /// It shows once more what was chosen.
    pub(crate) review: Option<ReviewRule>,
    pub(crate) subject: Vec<SubjectRule>,
    /// The first that fits counts.
    pub(crate) tools: Vec<ToolRule>,
}

/// How a dialog shows an answer again, and which of its choices submits it.
#[derive(Debug, Clone)]
pub(crate) struct ReviewRule {
    pub(crate) shows: Regex,
    pub(crate) choose: String,
}

/// What an input box looks like.
#[derive(Debug, Clone)]
pub(crate) struct ComposerRule {
    pub(crate) line: Regex,
    pub(crate) above: Option<Regex>,
    pub(crate) below: Option<Regex>,
    pub(crate) cursor: bool,
    /// What its line reads while nothing is written in it.
    pub(crate) empty: Vec<String>,
}

/// How a limit of use is told without a dialog.
#[derive(Debug, Clone)]
pub(crate) struct LimitRule {
    pub(crate) told: Regex,
    pub(crate) under: Vec<Regex>,
    pub(crate) by_itself: Option<Regex>,
}

/// What all dialogs of a profile have in common.
#[derive(Debug, Clone, Default)]
pub(crate) struct Layout {
    pub(crate) pointers: String,
    pub(crate) panels: bool,
    pub(crate) only_lines: bool,
    pub(crate) hints: Vec<Regex>,
    pub(crate) drafts: Vec<Regex>,
    pub(crate) cut: Vec<Regex>,
}

impl Layout {
    /// Whether a line explains keys. What stands behind a pointer is a choice or somebody's draft.
    pub(crate) fn is_hint(&self, line: &str) -> bool {
        let is_pointed = line.starts_with(|letter| self.pointers.contains(letter));
        !is_pointed && self.hints.iter().any(|hint| hint.is_match(line))
    }

    /// Whether a line shows that something is cut.
    pub(crate) fn is_cut(&self, line: &str) -> bool {
        line.ends_with('…') || line.ends_with("...") || self.cut.iter().any(|cut| cut.is_match(line))
    }
}

/// What a label means.
#[derive(Debug, Clone)]
pub(crate) struct RoleRule {
    pub(crate) label: Regex,
    pub(crate) role: Role,
}

/// All rules of a profile.
#[derive(Debug, Clone, Default)]
pub(crate) struct Rules {
    pub(crate) layout: Layout,
    pub(crate) roles: Vec<RoleRule>,
    pub(crate) dialogs: Vec<DialogRule>,
    pub(crate) busy: Vec<Regex>,
    pub(crate) composers: Vec<ComposerRule>,
    pub(crate) limit: Option<LimitRule>,
}

impl Rules {
    /// What a label means, by the first pattern that fits.
    pub(crate) fn role(&self, label: &str) -> Role {
        self.roles.iter().find(|rule| rule.label.is_match(label)).map_or(Role::Other, |rule| rule.role)
    }
}
