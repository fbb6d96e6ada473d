//! Limits of use that an agent tells of: in a dialog, or in a line over its input box.

use std::time::Duration;

use detect::{Standing, State};
use engine::Input;
use model::Kind;

use crate::registry::Entry;
use crate::sight::Sighting;

/// What a sighting tells of a limit.
pub(super) fn limited(sighting: &Sighting, entry: &Entry) -> Option<Input> {
    let Sighting::Waiting(standing) = sighting else { return None };
    let rows: Vec<String> = {
        let snapshot = entry.tracked.borrow().screen.snapshot_anyway();
        snapshot.rows.iter().map(|row| row.text.clone()).collect()
    };
    let by_itself = |row: &String| entry.tracked.borrow().lookout.profile().goes_on_by_itself(row);
    let over_in = match &standing.detection.state {
        State::Idle(question) if question.kind == Kind::Composer => at_the_box(standing, &rows, entry),
        _ => in_a_dialog(standing, &rows),
    };
    match rows.iter().any(by_itself) {
        true => Some(Input::Limited { over_in: None }),
        false => over_in.map(|over_in| Input::Limited { over_in: Some(over_in) }),
    }
}

/// In how long it is over, by the last line that says so.
fn in_a_dialog(standing: &Standing, rows: &[String]) -> Option<Duration> {
    standing.detection.rule.as_deref().filter(|rule| rule.ends_with("limit"))?;
    let told = rows.iter().filter(|row| row.to_lowercase().contains("limit"));
    told.filter_map(|row| engine::limit_over(row, crate::minute_of_day())).next_back()
}

/// The same of a line right over the box. One that stood there when the agent was first seen, or that was told before, is none of
/// ours: somebody may have typed since.
fn at_the_box(standing: &Standing, rows: &[String], entry: &Entry) -> Option<Duration> {
    let top = usize::from(standing.detection.rows.as_ref()?.start);
    let above: Vec<&str> = rows.iter().take(top).map(String::as_str).collect();
    let line = entry.tracked.borrow().lookout.profile().limit_told(&above).map(str::to_owned);
    let before = entry.answering.borrow_mut().limit_line.replace(line.clone());
    let line = line.filter(|line| before.is_some_and(|before| before.as_ref() != Some(line)))?;
    engine::limit_over(&line, crate::minute_of_day())
}
