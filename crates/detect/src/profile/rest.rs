//! Signs that a program works, and its input box.

use model::{Kind, Question};

use super::rule::{ComposerRule, Rules};
use super::surface::Surface;
use crate::found::{Found, Strength};

/// How many rows above the input box, or the end of the screen, a sign of work may stand.
const NEAR: usize = 12;
/// How many rows an input box may have.
const TALLEST: usize = 60;

/// The input box of a program, from its line with the prompt.
#[derive(Debug, Clone)]
pub(super) struct Box {
    row: usize,
    /// Its prompt. What stands behind that is a draft or a placeholder.
    sign: String,
    /// Nothing stands behind it but what the profile names, or what is written faintly, as placeholders are.
    empty: bool,
}

impl Box {
    /// Whether nobody has written anything in it.
    pub(super) fn is_empty(&self) -> bool {
        self.empty
    }
}

/// The last input box on the screen.
pub(super) fn composer(rules: &Rules, surface: &Surface) -> Option<Box> {
    rules.composers.iter().find_map(|rule| {
        let row = (0..surface.end).rev().take(TALLEST).find(|row| fits(rule, surface, *row))?;
        let sign = sign(rule, surface.view.row(row as u16));
        let holds_nothing = |at: usize| match at == row {
            true => reads_empty(rule, surface.view.row(at as u16)) || is_faint(surface, at, &sign),
            false => is_faint(surface, at, ""),
        };
        let empty = rows(rule, surface, row).all(holds_nothing);
        Some(Box { row, sign, empty })
    })
}

/// Its rows: down to its lower side, if it has one.
fn rows(rule: &ComposerRule, surface: &Surface, row: usize) -> std::ops::Range<usize> {
    let below =
        |at: &usize| rule.below.as_ref().is_some_and(|below| below.is_match(surface.view.row(*at as u16)));
    let end = (row + 1..surface.end).find(below).unwrap_or(row + 1);
    row..end
}

/// Whether a line is just what the profile says it is while nothing is written: with its prompt, and every blank behind that, since
/// somebody may have written the same words.
fn reads_empty(rule: &ComposerRule, line: &str) -> bool {
    let bare = line.trim_matches(|letter: char| letter.is_whitespace() || "│┃".contains(letter));
    rule.empty.iter().any(|empty| empty == bare)
}

/// Whether a row holds nothing but its prompt, the sides of a frame, and faint words.
fn is_faint(surface: &Surface, row: usize, sign: &str) -> bool {
    let Some(styled) = surface.styled(row) else { return true };
    let prompt = |text: &str| text.trim().is_empty() || sign.contains(text) || "│┃".contains(text);
    let faint = |column: u16| styled.style_at(column).is_some_and(|style| style.dim);
    styled.cells().all(|cell| prompt(cell.text) || faint(cell.column))
}

/// What the rule's pattern says about the line, without the side of a frame.
fn sign(rule: &ComposerRule, line: &str) -> String {
    let parts = rule.line.captures(line);
    let matched = parts.as_ref().and_then(|parts| parts.get(0)).map_or("", |part| part.as_str());
    matched.trim_matches(|letter: char| letter.is_whitespace() || "│┃".contains(letter)).to_owned()
}

fn fits(rule: &ComposerRule, surface: &Surface, row: usize) -> bool {
    let text = |row: usize| surface.view.row(row as u16);
    rule.line.is_match(text(row))
        && rule.above.as_ref().is_none_or(|above| row > 0 && above.is_match(text(row - 1)))
        && rule.below.as_ref().is_none_or(|below| (row + 1..surface.end).any(|row| below.is_match(text(row))))
        && (!rule.cursor || holds_cursor(surface, row))
}

fn holds_cursor(surface: &Surface, row: usize) -> bool {
    let cursor = &surface.view.snapshot().cursor;
    cursor.visible && usize::from(cursor.row) >= row
}

/// Whether the program's input box or a sign of work stands at or under a row: what stands above it is past.
pub(super) fn goes_on(rules: &Rules, surface: &Surface, from: usize) -> bool {
    let is_past = |text: &str| {
        rules.composers.iter().any(|rule| rule.line.is_match(text))
            || rules.busy.iter().any(|busy| busy.is_match(text))
    };
    surface.rows.get(from..surface.end).is_some_and(|rows| rows.iter().any(|row| is_past(row.text)))
        || composer(rules, surface).is_some_and(|composer| composer.row >= from)
}

/// The line that says that the program works.
pub(super) fn busy(rules: &Rules, surface: &Surface, composer: Option<&Box>) -> Option<String> {
    let start = composer.map_or(surface.end, |composer| composer.row).saturating_sub(NEAR);
    let rows = surface.rows.get(start..surface.end)?;
    let line = rows.iter().rev().find(|row| rules.busy.iter().any(|busy| busy.is_match(row.text)))?;
    Some(line.text.to_owned())
}

/// The input box as a question: the person's turn.
pub(super) fn found(profile: &str, surface: &Surface, composer: Box) -> Found {
    Found {
        question: Question::new(Kind::Composer, composer.sign),
        rows: composer.row as u16..surface.end as u16,
        strength: Strength::Certain,
        rule: format!("{profile}.composer"),
        tool: None,
    }
}
