//! Words in the output at which the person wants to take over (`watch_output`).

use regex::Regex;

/// What is watched for, and what was on the screen when it was last looked at.
#[derive(Debug, Default)]
pub(crate) struct Watchwords {
    patterns: Vec<Regex>,
    before: Vec<String>,
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
    pub(super) fn appeared(&mut self, text: &str, top: Option<u64>) -> Option<String> {
        let lines: Vec<String> = text.lines().map(|line| line.trim_end().to_owned()).collect();
        let end = lines.iter().rposition(|line| !line.is_empty()).map_or(0, |last| last as u64 + 1);
        let found = lines.iter().enumerate().filter(|(row, line)| self.is_new(*row, line, &lines, top));
        let found = found.flat_map(|(_, line)| self.patterns.iter().find(|pattern| pattern.is_match(line)));
        let found = found.map(|pattern| pattern.as_str().to_owned()).next();
        (self.before, self.end) = (lines, top.map_or(u64::MAX, |top| top + end));
        found
    }

    fn is_new(&self, row: usize, line: &str, lines: &[String], top: Option<u64>) -> bool {
        let count = |lines: &[String]| lines.iter().filter(|other| *other == line).count();
        let under = top.is_some_and(|top| top + row as u64 >= self.end);
        under || count(lines) > count(&self.before)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_new_counts() {
        let mut words = Watchwords::default();
        assert!(!words.is_watching());
        words.look_for(&["(?i)out of memory".to_owned(), "^FATAL".to_owned()]);
        assert!(words.is_watching());
        let mut check = |top: Option<u64>, text: &str, expected: Option<&str>| {
            assert_eq!(words.appeared(text, top).as_deref(), expected, "{text:?} from {top:?}");
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
            assert_eq!(words.appeared(text, Some(top)).as_deref(), expected, "{text:?} from {top}");
        };
        check(0, "FATAL\nGo on? \n\n", Some("^FATAL"));
        check(0, "FATAL\nGo on? y\n\n", None);
        // One went out above, one came in below.
        check(2, "FATAL\nGo on? \n\n", Some("^FATAL"));
        check(3, "Go on? y\nmore\n", None);
    }
}
