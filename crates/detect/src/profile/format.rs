//! The form of a profile's file, before its patterns are compiled. Unknown keys are errors.

use serde::Deserialize;
use toml::Spanned;

use crate::program::Known;
use crate::words::Words;

/// A pattern with its place in the file.
pub(super) type Pattern = Spanned<String>;

/// A file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct File {
    /// The profile's name; the file's own name if it is not given.
    pub name: Option<Spanned<String>>,
    /// The versions its rules were seen with.
    #[serde(default)]
    pub seen_with: Vec<String>,
    /// How the program is known.
    #[serde(default)]
    pub program: ProgramTable,
    /// What all its dialogs have in common.
    #[serde(default)]
    pub layout: LayoutTable,
    /// What labels mean; the generic profile's come behind.
    #[serde(default)]
    pub role: Vec<RoleTable>,
    /// Its dialogs; the first that fits counts.
    #[serde(default)]
    pub dialog: Vec<DialogTable>,
    /// Signs that it works.
    #[serde(default)]
    pub busy: Vec<BusyTable>,
    /// What its input box looks like.
    #[serde(default)]
    pub composer: Vec<ComposerTable>,
    /// How it tells of a limit of use without a dialog.
    pub limit: Option<LimitTable>,
    /// Word lists of the shapes; only the generic profile has them.
    pub words: Option<Words>,
}

/// `[program]`
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct ProgramTable {
    /// Names of executables.
    pub names: Vec<String>,
    /// Packages of a registry that bring it.
    pub packages: Vec<String>,
    /// Modules that an interpreter runs.
    pub modules: Vec<String>,
    /// Options and commands with which it has no dialogs: `-p`, `exec`.
    pub without_dialogs: Vec<String>,
}

impl ProgramTable {
    /// How the program is known.
    pub(super) fn known(self) -> Known {
        let ProgramTable { names, packages, modules, without_dialogs } = self;
        Known { names, packages, modules, without_dialogs }
    }
}

/// `[layout]`
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct LayoutTable {
    /// Signs that point at a choice.
    pub pointers: Option<String>,
    /// Dialogs have a background of their own.
    pub panels: bool,
    /// Whatever it asks is a line, and so is its input box: Enter sends what stands there, and nothing lies behind it.
    pub only_lines: bool,
    /// Lines that explain keys and may stand under the choices.
    pub hints: Vec<Pattern>,
    /// Labels with a field to write in; the group `label` is the label without it.
    pub drafts: Vec<Pattern>,
    /// Lines that show that the subject is cut.
    pub cut: Vec<Pattern>,
}

/// `[[role]]`
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RoleTable {
    /// Which labels.
    pub label: Pattern,
    /// What they mean.
    pub role: Spanned<String>,
}

/// `[[dialog]]`
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct DialogTable {
    /// Its name within the profile.
    pub name: Spanned<String>,
    /// What it asks for; a menu if it is not said.
    pub kind: Option<Spanned<String>>,
    /// Its form: `numbered`, `unnumbered`, `buttons`, `line`, `notice`.
    pub form: Spanned<String>,
    /// What bounds it above: `box`, `rule`, `bar`, `panel`, `open`.
    #[serde(default)]
    pub frames: Vec<Spanned<String>>,
    /// How its choices are keyed: `digit`, `digit_enter`, `letter`, `letter_enter`, `arrows`, `enter`.
    pub keys: Spanned<String>,
    /// A hint that must stand under the choices.
    pub footer: Option<Pattern>,
    /// The line that is the question, for `line` and `notice`, with the groups `question`, `choices`, `default`.
    pub line: Option<Pattern>,
    /// Lines that must be in it.
    #[serde(default)]
    pub must: Vec<Pattern>,
    /// Lines that must not be in it.
    #[serde(default)]
    pub must_not: Vec<Pattern>,
    /// Which paragraph is the question: `nearest`, `asked`, `first`, `all`.
    pub question_at: Option<Spanned<String>>,
    /// What that paragraph must look like; if it has the group `question`, only that is taken.
    pub question: Option<Pattern>,
    /// No pointer stands at the selected choice; at most its colour tells.
    #[serde(default)]
    pub unpointed: bool,
    /// Lines that may stand under the choices besides hints.
    #[serde(default)]
    pub below: Vec<Pattern>,
    /// Labels of choices that are fields to write in, as they read while nothing is written; the first stands for
    /// whatever is.
    #[serde(default)]
    pub fields: Vec<String>,
    /// The key that ends the choosing, where choices have boxes and their keys only tick them.
    pub submit: Option<Spanned<String>>,
    /// It shows once more what was chosen, to be submitted.
    pub review: Option<ReviewTable>,
    /// Where the subject stands; the first that is there counts.
    #[serde(default)]
    pub subject: Vec<SubjectTable>,
    /// What it is about, whatever it says: one of the words of `tool` in policies.
    pub tool: Option<Spanned<String>>,
    /// What it is about, by its heading or its question; the first that fits counts.
    #[serde(default)]
    pub tools: Vec<ToolTable>,
    /// Screens that it must know.
    #[serde(default)]
    pub examples: Vec<Spanned<String>>,
    /// Screens in which neither it nor another rule may see a question.
    #[serde(default)]
    pub not_examples: Vec<Spanned<String>>,
}

/// What a dialog that shows the answers again looks like.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ReviewTable {
    /// Its question, if it shows the answer to one question alone; the group `chosen` is that answer.
    pub shows: Pattern,
    /// The label of the choice that submits it.
    pub choose: String,
}

/// An entry of `subject`: one of the places, and what to take of it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SubjectTable {
    /// `dashes` (between dashed lines), `box` (in the frame inside the dialog), `after` (the paragraph behind the
    /// line that `line` describes), `next` (the first line behind it, also in a frame), `from` (from the line that
    /// `line` describes to the end of the dialog), `question`
    /// (in the question's words), `above` (the paragraph over a line), `title` (the first paragraph), `top` (all from
    /// the upper end of the screen to the question).
    pub at: Spanned<String>,
    /// Which line.
    pub line: Option<Pattern>,
    /// What to take of the text: the first group.
    pub take: Option<Pattern>,
    /// What stands here is certainly the subject of this tool.
    pub tool: Option<Spanned<String>>,
}

/// An entry of `tools`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ToolTable {
    /// The heading that the program draws at the upper end of the dialog.
    pub title: Option<Pattern>,
    /// The question, if it stands right over the choices. With the group `name` the subject must end with it.
    pub question: Option<Pattern>,
    /// What the dialog is then about.
    pub tool: Spanned<String>,
}

/// `[[busy]]`
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct BusyTable {
    /// The line.
    pub line: Pattern,
}

/// `[limit]`
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct LimitTable {
    /// The line over its input box that tells of the limit, and when it is over.
    pub told: Pattern,
    /// Lines that may stand between that one and the box.
    #[serde(default)]
    pub under: Vec<Pattern>,
    /// A line that says that it goes on by itself.
    pub by_itself: Option<Pattern>,
}

/// `[[composer]]`
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ComposerTable {
    /// The line with the prompt.
    pub line: Pattern,
    /// The line right above it.
    pub above: Option<Pattern>,
    /// A line not far below it.
    pub below: Option<Pattern>,
    /// The cursor stands on the line with the prompt, or under it, and can be seen.
    #[serde(default)]
    pub cursor: bool,
    /// What the line with the prompt reads while nothing is written in it, letter for letter; besides faint words.
    #[serde(default)]
    pub empty: Vec<String>,
}
