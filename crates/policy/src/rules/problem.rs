//! What is wrong with a policy's text, with everything a person needs to mend it.

use std::fmt;

/// How different a word may be and still count as a slip of the fingers.
const CLOSE_ENOUGH: f64 = 0.6;
/// Longer words are no slips, and comparing them takes time.
const LONGEST_WORD: usize = 80;

/// A policy's text and the name it has in errors: its path, or the name of a shipped policy.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Source {
    /// The name.
    pub name: String,
    /// The text.
    pub text: String,
}

/// One mistake in a policy.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// The name of its source.
    pub file: String,
    /// The line, counted from one.
    pub line: usize,
    /// The column in characters, counted from one, where it is known.
    pub column: Option<usize>,
    /// The rule it is in.
    pub rule: Option<String>,
    /// What is wrong.
    pub message: String,
    /// What to write instead.
    pub hint: Option<String>,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.file, self.line)?;
        if let Some(column) = self.column {
            write!(f, ":{column}")?;
        }
        if let Some(rule) = &self.rule {
            write!(f, ": rule `{rule}`")?;
        }
        write!(f, ": {}", self.message)?;
        self.hint.as_ref().map_or(Ok(()), |hint| write!(f, "; {hint}"))
    }
}

impl std::error::Error for Problem {}

/// A place in a text, counted from one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(super) struct Spot {
    /// The line.
    pub line: usize,
    /// The column in characters.
    pub column: usize,
}

impl Spot {
    /// Where a byte of the text is.
    pub(super) fn of(text: &str, offset: usize) -> Spot {
        let before = text.get(..offset).unwrap_or(text);
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
        Spot { line, column }
    }
}

impl Problem {
    /// A mistake at a place of a file.
    pub(super) fn at(file: &str, spot: Spot, message: impl Into<String>) -> Problem {
        let (line, column) = (spot.line, Some(spot.column));
        Problem { file: file.to_owned(), line, column, rule: None, message: message.into(), hint: None }
    }

    /// With the rule it is in.
    pub(super) fn in_rule(self, rule: &str) -> Problem {
        Problem { rule: Some(rule.to_owned()), ..self }
    }

    /// With what to do about it.
    pub(super) fn with_hint(self, hint: Option<String>) -> Problem {
        Problem { hint, ..self }
    }
}

/// The known word that is nearest to a word, if one is near at all.
pub(super) fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    if word.len() > LONGEST_WORD {
        return None;
    }
    let likeness = |known: &str| strsim::normalized_damerau_levenshtein(word, known);
    known
        .into_iter()
        .map(|known| (likeness(known), known))
        .filter(|(likeness, _)| *likeness >= CLOSE_ENOUGH)
        .max_by(|one, other| one.0.total_cmp(&other.0))
        .map(|(_, known)| known)
}

/// What to write instead of a word that is not known: the nearest one, else all of them.
pub(super) fn instead(word: &str, known: &[&str]) -> String {
    let begins = || known.iter().copied().find(|known| word.starts_with(known) && !known.is_empty());
    match nearest(word, known.iter().copied()).or_else(begins) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("known are {}", known.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_finds_its_word_and_anything_else_the_whole_list() {
        let check = |word: &str, want: &str| assert_eq!(instead(word, &["allow", "ask", "deny"]), want);
        check("alow", "did you mean `allow`?");
        check("dney", "did you mean `deny`?");
        check("allowed", "did you mean `allow`?");
        check("perhaps", "known are allow, ask, deny");
        check(&"x".repeat(10_000), "known are allow, ask, deny");
    }

    #[test]
    fn places_count_from_one_and_in_characters() {
        for (offset, line, column) in [(0, 1, 1), (3, 1, 3), (4, 1, 4), (5, 2, 1), (99, 2, 3)] {
            assert_eq!(Spot::of("aü1\nxy", offset), Spot { line, column }, "{offset}");
        }
    }
}
