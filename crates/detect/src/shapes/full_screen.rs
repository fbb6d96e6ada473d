//! Programs that fill the screen: pagers by their last line, everything else on the alternate screen.

use model::{Kind, Question};
use screen::Style;

use super::{Look, line};
use crate::facts::Facts;
use crate::found::{Found, Strength};
use crate::view::View;
use crate::words::has;

/// Rows at the bottom where full-screen programs ask.
const ASKING_ROWS: u16 = 5;

/// So many empty rows between the cursor and a last row have been left on purpose.
const APART: usize = 3;

/// The last line of a pager, with the cursor behind it.
pub(crate) fn pager_line(look: &Look) -> Option<Found> {
    let head = look.place.head.trim();
    let snapshot = look.view.snapshot();
    let last_row = snapshot.cursor.row + 1 == snapshot.size.rows;
    let lower = head.to_lowercase();
    let named = lower.starts_with("--more--")
        || lower == "(end)"
        || lower.contains("(press h for help or q to quit)")
        || lower.starts_with("lines ") && lower.contains('-') && lower.len() < 40
        || lower.starts_with("--type <ret> for more");
    let by_lines = look.facts.reads_lines();
    let colon = (snapshot.alternate || by_lines == Some(false) || by_lines.is_none() && head == ":")
        && last_row
        && matches!(head, ":" | "~" | "/" | "?" | "ESC");
    let barred = (snapshot.alternate || by_lines != Some(true))
        && last_row
        && !head.is_empty()
        && is_inverse(look.view, snapshot.cursor.row, head);
    (named || colon || barred).then(|| found(Kind::Pager, head, look.place.rows.clone(), "pager.line"))
}

/// Whether all of this row's text stands out as a status line does.
fn is_inverse(view: &View, row: u16, head: &str) -> bool {
    let Some(row) = view.snapshot().rows.get(usize::from(row)) else { return false };
    let columns = head.chars().count() as u16;
    let start = (row.text.chars().take_while(|letter| *letter == ' ').count()) as u16;
    (start..columns).all(|column| row.style_at(column).is_some_and(stands_out))
}

fn stands_out(style: &Style) -> bool {
    style.inverse
}

/// On the alternate screen the cursor mostly stands in what is edited or listed. Only a line at the bottom, with the
/// cursor behind its words, is one where the program asks. Multiplexers fill the screen with programs that do not.
pub(crate) fn asks_at_the_cursor(look: &Look) -> bool {
    let snapshot = look.view.snapshot();
    let row = snapshot.cursor.row;
    let bottom = row + ASKING_ROWS >= snapshot.size.rows;
    let status = snapshot.rows.get(usize::from(row)).and_then(|row| row.style_at(0)).is_some_and(stands_out);
    let bare = look.place.below && snapshot.cursor.column == 0;
    let program = look.facts.program.as_deref().unwrap_or_default();
    let edits = has(&look.words.editors, program);
    let behind = !edits
        && (look.place.gap > 0
            || look.place.tail.is_empty()
                && (look.place.head.ends_with(['?', ':', ')', ']']) || line::is_prefilled(&look.place.head)));
    let last = look.view.last_row() == Some(row) && look.place.tail.is_empty();
    let asked = last && !edits && look.place.gap <= 1 && look.place.head.ends_with(['?', '-']);
    let more = look.place.head.to_lowercase().ends_with("--more--");
    bottom && (behind || status || bare || row + 1 == snapshot.size.rows) || asked || more
}

/// Whether the screen is that of a multiplexer, which may show a shell.
pub(crate) fn is_multiplexer(look: &Look) -> bool {
    shows_others(look.facts)
}

fn shows_others(facts: &Facts) -> bool {
    let program = facts.program.as_deref().unwrap_or_default();
    ["tmux", "screen", "zellij", "dtach", "abduco"].iter().any(|name| program.starts_with(name))
}

/// The alternate screen, or a program that reads keys and has put the cursor back up from the end of a full screen.
pub(crate) fn fills_the_screen(view: &View, facts: &Facts) -> bool {
    let snapshot = view.snapshot();
    let below = (snapshot.cursor.row + 1..snapshot.size.rows).filter(|row| !view.row(*row).trim().is_empty());
    let used = snapshot.rows.iter().filter(|row| !row.text.trim().is_empty()).count();
    let full = used * 2 >= snapshot.rows.len() && view.last_row() >= snapshot.size.rows.checked_sub(2);
    let at_the_end = view.last_row() == snapshot.size.rows.checked_sub(1);
    let empty =
        usize::from(snapshot.size.rows.saturating_sub(snapshot.cursor.row + 1)) - below.clone().count();
    // A line editor with a bar at the bottom has its cursor behind the prompt.
    let apart = at_the_end && empty >= APART && below.clone().count() > 0 && snapshot.cursor.column == 0;
    let addressed = facts.reads_lines() == Some(false) && (full && below.count() >= 2 || apart);
    snapshot.alternate || addressed
}

/// Anything else on the alternate screen.
pub(crate) fn recognise(view: &View, facts: &Facts) -> Option<Found> {
    let snapshot = view.snapshot();
    let shows = view.last_row().is_some();
    (fills_the_screen(view, facts) && shows && !shows_others(facts)).then(|| {
        let text = view.last_row().map(|row| view.row(row).trim().to_owned()).unwrap_or_default();
        found(Kind::Editor, &text, 0..snapshot.size.rows, "editor.full_screen")
    })
}

fn found(kind: Kind, text: &str, rows: std::ops::Range<u16>, rule: &str) -> Found {
    Found {
        question: Question::new(kind, text),
        rows,
        strength: Strength::Strong,
        rule: rule.to_owned(),
        tool: None,
    }
}
