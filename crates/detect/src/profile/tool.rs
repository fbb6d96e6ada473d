//! Which tool a question is about, by what the program itself draws: the heading at the upper end of a dialog, and the
//! question over its choices. Nothing else is looked at, because everything else may be somebody else's text, and a
//! tool decides how the subject is judged: `write` as a path, `shell` as a command.

use std::ops::Range;

use model::Subject;

use super::rule::{DialogRule, Frame, SubjectRule, ToolRule};
use super::surface::{Dialog, Surface};

/// Tools that are judged by their subject. Without one that certainly is theirs, nothing is said.
const JUDGED_BY_SUBJECT: [&str; 6] = ["shell", "write", "edit", "read", "fetch", "mcp"];

/// Whether a tool needs a subject.
pub(super) fn needs_subject(tool: &str) -> bool {
    JUDGED_BY_SUBJECT.contains(&tool)
}

/// A tool by its heading and its question, before its subject has been found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Claim {
    tool: &'static str,
    /// How the question names the subject.
    name: Option<String>,
}

impl Claim {
    /// A path shown in full ends with the name that the question gives.
    fn fits(&self, subject: &Subject) -> bool {
        let Some(name) = &self.name else { return true };
        subject.text.strip_suffix(name.as_str()).is_some_and(|rest| rest.is_empty() || rest.ends_with('/'))
    }
}

/// The tool of a dialog with choices under each other.
pub(super) fn of_dialog(
    rule: &DialogRule,
    dialog: &Dialog,
    surface: &Surface,
    question: &str,
    rows: &Range<usize>,
) -> Option<Claim> {
    // A program asks right over its choices; a text further up may belong to what is asked about.
    let is_last = (rows.end..dialog.above.end).all(|row| surface.rows[row].is_blank());
    first(rule, title(dialog, surface, rows), Some(question).filter(|_| is_last))
}

/// The tool of a question in one line.
pub(super) fn of_line(rule: &DialogRule, question: &str) -> Option<Claim> {
    first(rule, None, Some(question))
}

/// The tool of a block with a bar at its side: its first line asks, the line right under it is the heading.
pub(super) fn of_block(
    rule: &DialogRule,
    surface: &Surface,
    block: Range<usize>,
    asks: usize,
) -> Option<Claim> {
    let words = surface.rows[asks].text;
    let repeated = (asks + 1..block.end).any(|row| surface.rows[row].text == words);
    let whole = block.start > 0 && !repeated;
    let heading = surface.rows.get(asks + 1).filter(|row| whole && asks + 1 < block.end && row.is_text());
    first(rule, heading.map(|row| row.text), Some(words).filter(|_| whole))
}

/// The first that fits.
fn first(rule: &DialogRule, title: Option<&str>, question: Option<&str>) -> Option<Claim> {
    rule.tools.iter().find_map(|tool| claim(tool, title, question))
}

fn claim(rule: &ToolRule, title: Option<&str>, question: Option<&str>) -> Option<Claim> {
    if let Some(pattern) = &rule.title {
        title.filter(|title| pattern.is_match(title))?;
    }
    let name = match &rule.question {
        Some(pattern) => pattern.captures(question?)?.name("name").map(|name| name.as_str().to_owned()),
        None => None,
    };
    Some(Claim { tool: rule.tool, name })
}

/// The first line inside a dialog whose upper end can be seen, if it is the program's own. In a panel nothing sets apart
/// what the program says: there the first line must be the question itself, or another text was taken for it.
fn title<'a>(dialog: &Dialog, surface: &Surface<'a>, question: &Range<usize>) -> Option<&'a str> {
    let row = dialog.above.clone().find(|row| !surface.rows[*row].is_blank()).filter(|_| !dialog.cut)?;
    let first = &surface.rows[row];
    let own = match dialog.frame {
        Frame::Box => first.left,
        Frame::Rule => !first.left,
        Frame::Panel => !first.left && row == question.start,
        Frame::Bar | Frame::Open => false,
    };
    (own && first.is_text() && !first.is_nested()).then_some(first.text)
}

/// The subject, and the tool if the subject stands at a place of that tool. Otherwise the subject is only for a person
/// to read, wherever it stands.
pub(super) fn with_subject(
    rule: &DialogRule,
    claim: Option<Claim>,
    find: impl Fn(&SubjectRule) -> Option<Subject>,
) -> (Option<&'static str>, Option<Subject>) {
    let tool = claim.as_ref().map(|claim| claim.tool);
    let own = |place: &&SubjectRule| place.tool.is_some() && place.tool == tool;
    let found = rule.subject.iter().filter(own).find_map(&find);
    match (claim, found) {
        (Some(claim), Some(subject)) if claim.fits(&subject) => (tool, Some(subject)),
        _ => (tool.filter(|tool| !needs_subject(tool)), rule.subject.iter().find_map(find)),
    }
}
