//! A mistake in a settings file, with everything a person needs to mend it.

use std::ops::Range;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

/// A longer line is cut: what is wrong with it is at its beginning more often than not.
const LONGEST_LINE: usize = 100;

/// A place in a file, counted from one, columns in characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Place {
    pub(crate) line: usize,
    pub(crate) column: usize,
}

/// One mistake.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Problem {
    pub(super) file: PathBuf,
    /// None if the file could not be read at all.
    pub(super) place: Option<Place>,
    /// The line in question.
    pub(super) text: Option<String>,
    pub(super) message: String,
    pub(super) allowed: Option<String>,
    pub(super) hint: Option<String>,
}

impl Problem {
    /// A mistake somewhere in `source`.
    pub(super) fn at(file: &Path, source: &str, span: &Range<usize>, message: String) -> Self {
        let place = place(source, span.start);
        let text =
            source.lines().nth(place.line - 1).map(|line| line.trim().chars().take(LONGEST_LINE).collect());
        Problem { place: Some(place), text, ..Problem::with(file, message) }
    }

    /// A mistake that is not in one place.
    pub(super) fn with(file: &Path, message: String) -> Self {
        Problem { file: file.to_owned(), place: None, text: None, message, allowed: None, hint: None }
    }

    /// A mistake in a line of a file that somebody else has read.
    pub(super) fn in_line(file: &Path, line: usize, message: String) -> Self {
        Problem { place: Some(Place { line, column: 1 }), ..Problem::with(file, message) }
    }

    /// The lines to print.
    pub(crate) fn lines(&self) -> Vec<String> {
        let file = self.file.display();
        let first = match self.place {
            Some(Place { line, column }) => format!("{file}:{line}:{column}: {}", self.message),
            None => format!("{file}: {}", self.message),
        };
        let text = self.text.iter().map(|text| format!("    {text}"));
        let allowed = self.allowed.iter().map(|allowed| format!("  allowed: {allowed}"));
        let hint = self.hint.iter().map(|hint| format!("  {hint}"));
        std::iter::once(first).chain(text).chain(allowed).chain(hint).collect()
    }

    /// The same for scripts.
    pub(super) fn as_json(&self) -> Value {
        json!({"file": self.file.to_string_lossy(), "line": self.place.map(|place| place.line),
            "column": self.place.map(|place| place.column), "text": self.text, "message": self.message,
            "allowed": self.allowed, "hint": self.hint})
    }
}

/// Where a byte of `source` is.
pub(super) fn place(source: &str, offset: usize) -> Place {
    let before = source.get(..offset).unwrap_or(source);
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
    Place { line, column }
}

#[cfg(test)]
mod tests {
    use super::{Place, place};

    #[test]
    fn places_count_from_one_and_in_characters() {
        for (offset, line, column) in [(0, 1, 1), (3, 1, 3), (4, 1, 4), (5, 2, 1), (7, 2, 3), (99, 2, 3)] {
            assert_eq!(place("aü1\nxy", offset), Place { line, column }, "{offset}");
        }
    }
}
