//! Words in the output at which the person wants to take over (`watch_output`).

use regex::Regex;
use screen::Snapshot;

/// What is watched for, and what was on the screen when it was last looked at.
#[derive(Debug, Default)]
pub(crate) struct Watchwords {
    patterns: Vec<Regex>,
    before: Vec<Line>,
    /// The number of the row behind the last one with something in it, counted from the first that was ever written.
    end: u64,
}

impl Watchwords {
    /// From now on these. A policy with a pattern that is none is refused before it comes here.
    pub(super) fn look_for(&mut self, patterns: &[String]) {
        if self.patterns.iter().map(Regex::as_str).ne(patterns.iter().map(String::as_str)) {
            self.patterns = patterns.iter().filter_map(|pattern| Regex::new(pattern).ok()).collect();
        }
    }

    pub(super) fn is_watching(&self) -> bool {
        !self.patterns.is_empty()
    }

    /// The first pattern that fits a line which was not there before: none like it was, or fewer, or it stands under everything
    /// that did. The last counts where rows have numbers, which is so as long as a program writes line after line.
    pub(super) fn appeared(&mut self, lines: Vec<Line>, top: Option<u64>) -> Option<String> {
        let end = lines.iter().rfind(|line| !line.text.is_empty()).map_or(0, |last| last.end);
        let found = lines.iter().filter(|line| self.is_new(line, &lines, top));
        let found = found.flat_map(|line| self.patterns.iter().find(|pattern| pattern.is_match(&line.text)));
        let found = found.map(|pattern| pattern.as_str().to_owned()).next();
        (self.before, self.end) = (lines, top.map_or(u64::MAX, |top| top + end as u64));
        found
    }

    fn is_new(&self, line: &Line, lines: &[Line], top: Option<u64>) -> bool {
        let count = |lines: &[Line]| lines.iter().filter(|other| other.text == line.text).count();
        let under = top.is_some_and(|top| top + line.end as u64 > self.end);
        under || count(lines) > count(&self.before)
    }
}

/// What a program wrote as one line, in as many rows as that took.
#[derive(Debug, Clone)]
pub(super) struct Line {
    text: String,
    /// The row behind its last.
    end: usize,
}

/// The lines of a screen. A row that goes on in the next is full.
pub(super) fn lines(snapshot: &Snapshot) -> Vec<Line> {
    let (mut lines, mut text) = (Vec::new(), String::new());
    for (row, end) in snapshot.rows.iter().zip(1..) {
        text.push_str(&row.text);
        if row.wrapped {
            let missing = usize::from(snapshot.size.cols).saturating_sub(row.text.chars().count());
            text.extend(std::iter::repeat_n(' ', missing));
            continue;
        }
        lines.push(Line { text: std::mem::take(&mut text).trim_end().to_owned(), end });
    }
    if !text.is_empty() {
        lines.push(Line { text, end: snapshot.rows.len() });
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The lines of a screen of ten rows and so many columns on which this was written.
    fn shown(columns: u16, text: &str) -> Vec<Line> {
        let mut screen = screen::Screen::new(model::Size::cells(10, columns));
        screen.feed(text.replace('\n', "\r\n").as_bytes());
        lines(&screen.snapshot_anyway())
    }

    #[test]
    fn a_line_that_takes_several_rows_is_one() {
        for columns in 8..40 {
            let mut words = Watchwords::default();
            words.look_for(&["^all is well, but out of memory now$".to_owned()]);
            let text = "all is well, but out of memory now\nmore\n";
            assert!(words.appeared(shown(columns, text), Some(0)).is_some(), "{columns} columns");
            assert!(
                words.appeared(shown(columns, text), Some(0)).is_none(),
                "{columns} columns: said already"
            );
        }
    }

    #[test]
    fn only_what_is_new_counts() {
        let mut words = Watchwords::default();
        assert!(!words.is_watching());
        words.look_for(&["(?i)out of memory".to_owned(), "^FATAL".to_owned()]);
        assert!(words.is_watching());
        let mut check = |top: Option<u64>, text: &str, expected: Option<&str>| {
            assert_eq!(words.appeared(shown(80, text), top).as_deref(), expected, "{text:?} from {top:?}");
        };
        check(None, "all is well\n", None);
        check(None, "all is well\nOut of memory\n", Some("(?i)out of memory"));
        // It scrolled, and was said already.
        check(None, "Out of memory\nmore\n", None);
        check(None, "not FATAL\nFATAL: x\n", Some("^FATAL"));
        check(None, "FATAL: x\nFATAL: x\n", Some("^FATAL"));
        check(None, "FATAL: x\nmore\nFATAL: x\n", None);
    }

    #[test]
    fn the_same_line_again_is_new_where_rows_have_numbers() {
        let mut words = Watchwords::default();
        words.look_for(&["^FATAL".to_owned()]);
        let mut check = |top: u64, text: &str, expected: Option<&str>| {
            let appeared = words.appeared(shown(80, text), Some(top));
            assert_eq!(appeared.as_deref(), expected, "{text:?} from {top}");
        };
        check(0, "FATAL\nGo on? \n\n", Some("^FATAL"));
        check(0, "FATAL\nGo on? y\n\n", None);
        // One went out above, one came in below.
        check(2, "FATAL\nGo on? \n\n", Some("^FATAL"));
        check(3, "Go on? y\nmore\n", None);
    }
}
