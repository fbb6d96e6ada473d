//! A word of a command as far as it can be known before it runs.

use std::ops::Range;

/// A word after expansion. What cannot be known stands in it as it was written (`$NAME`, `$(...)`) and is marked.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Text {
    text: String,
    unknown: Vec<Range<usize>>,
    globs: Vec<usize>,
}

impl Text {
    /// A word that is known to the last character.
    pub fn known(text: impl Into<String>) -> Text {
        Text { text: text.into(), ..Text::default() }
    }

    /// A word of which nothing is known but how it was written.
    pub fn unknown(written: impl Into<String>) -> Text {
        let mut text = Text::default();
        text.push_unknown(&written.into());
        text
    }

    /// Adds characters that are certain.
    pub fn push(&mut self, known: &str) {
        self.text.push_str(known);
    }

    /// Adds a character that the shell matches against file names: `*`, `?`, `[`.
    pub fn push_glob(&mut self, sign: char) {
        self.globs.push(self.text.len());
        self.text.push(sign);
    }

    /// Adds something that is only known when it runs.
    pub fn push_unknown(&mut self, written: &str) {
        let start = self.text.len();
        self.text.push_str(written);
        self.unknown.push(start..self.text.len());
    }

    /// Adds another word's characters with what is known of them.
    pub fn append(&mut self, other: &Text) {
        let start = self.text.len();
        self.text.push_str(&other.text);
        self.unknown.extend(other.unknown.iter().map(|range| range.start + start..range.end + start));
        self.globs.extend(other.globs.iter().map(|at| at + start));
    }

    /// The whole word, unknown places as they were written. For people, and for patterns that only look for danger.
    pub fn shown(&self) -> &str {
        &self.text
    }

    /// The word, if it is certain: nothing unknown and no file names to be matched.
    pub fn certain(&self) -> Option<&str> {
        (self.is_known() && self.globs.is_empty()).then_some(self.text.as_str())
    }

    /// Whether nothing in it depends on what is only known later. File names may still be matched.
    pub fn is_known(&self) -> bool {
        self.unknown.is_empty()
    }

    /// Whether the shell matches it against file names.
    pub fn has_globs(&self) -> bool {
        !self.globs.is_empty()
    }

    /// The characters before the first that is unknown.
    pub fn known_start(&self) -> &str {
        let end = self.unknown.first().map_or(self.text.len(), |range| range.start);
        &self.text[..end]
    }

    /// The places that are unknown, in bytes of what is shown.
    pub fn unknown_places(&self) -> &[Range<usize>] {
        &self.unknown
    }

    /// Whether it is the empty word.
    pub fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    /// The rest of the word from this byte on, which must be a character's first.
    pub fn from(&self, start: usize) -> Text {
        self.cut(start..self.text.len())
    }

    /// A stretch of the word; both ends must be a character's first.
    pub fn cut(&self, place: Range<usize>) -> Text {
        let moved = |range: &Range<usize>| {
            range.start.max(place.start) - place.start..range.end.min(place.end) - place.start
        };
        let touches = |range: &&Range<usize>| range.end > place.start && range.start < place.end;
        Text {
            unknown: self.unknown.iter().filter(touches).map(moved).collect(),
            globs: self.globs.iter().filter(|at| place.contains(at)).map(|at| at - place.start).collect(),
            text: self.text[place.clone()].to_owned(),
        }
    }

    /// The same characters, none of them matched against file names: what quotes do.
    pub fn without_globs(mut self) -> Text {
        self.globs.clear();
        self
    }
}
