//! Progress on the screen: a line in which only numbers change.

use std::time::Duration;

use crate::view::View;

/// A program that showed progress is at work for so long after.
const GOES_ON: Duration = Duration::from_millis(4000);

/// The line that showed a number of percent last.
#[derive(Debug, Default)]
pub(crate) struct Progress {
    line: String,
    moved: Option<Duration>,
}

impl Progress {
    /// Looks at the lines where progress is shown: the cursor's and the last one.
    pub(crate) fn follow(&mut self, view: &View, now: Duration) {
        let rows = [view.snapshot().cursor.row, view.last_row().unwrap_or_default()];
        let shown =
            rows.into_iter().map(|row| view.row(row)).find(|text| shows_percent(text)).unwrap_or_default();
        if shown != self.line && !shown.is_empty() && same_but_numbers(shown, &self.line) {
            self.moved = Some(now);
        }
        if shown != self.line {
            shown.clone_into(&mut self.line);
        }
    }

    /// Whether it moved lately.
    pub(crate) fn is_going_on(&self, now: Duration) -> bool {
        self.moved.is_some_and(|moved| now < moved + GOES_ON)
    }
}

fn shows_percent(text: &str) -> bool {
    text.match_indices('%').any(|(at, _)| text[..at].ends_with(|letter: char| letter.is_ascii_digit()))
}

/// The same words, whatever the numbers and bars among them.
fn same_but_numbers(one: &str, other: &str) -> bool {
    let words = |text: &str| text.chars().filter(|letter| letter.is_alphabetic()).collect::<String>();
    let (one, other) = (words(one), words(other));
    !one.is_empty() && one == other
}
