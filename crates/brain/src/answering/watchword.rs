//! Words in the output at which the person wants to take over (`watch_output`).

use regex::Regex;

/// What is watched for, and what was on the screen when it was last looked at.
#[derive(Debug, Default)]
pub(crate) struct Watchwords {
    patterns: Vec<Regex>,
    before: Vec<String>,
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

    /// The first pattern that fits a line which was not there before.
    pub(super) fn appeared(&mut self, text: &str) -> Option<String> {
        let lines: Vec<String> = text.lines().map(|line| line.trim_end().to_owned()).collect();
        let new = lines.iter().filter(|line| !self.before.contains(line));
        let found = new.flat_map(|line| self.patterns.iter().filter(|pattern| pattern.is_match(line))).next();
        let found = found.map(|pattern| pattern.as_str().to_owned());
        self.before = lines;
        found
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
        assert_eq!(words.appeared("all is well\n"), None);
        assert_eq!(words.appeared("all is well\nOut of memory\n").as_deref(), Some("(?i)out of memory"));
        assert_eq!(words.appeared("Out of memory\nmore\n"), None, "it scrolled, and was said already");
        assert_eq!(words.appeared("not FATAL\nFATAL: x\n").as_deref(), Some("^FATAL"));
    }
}
