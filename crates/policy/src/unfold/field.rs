//! A word after expansion, with what is known of where it came from.

use crate::Text;

/// One word of a command.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Field {
    /// Its characters.
    pub text: Text,
    /// The parts whose output stands in it, by their place.
    pub from: Vec<usize>,
    /// Whether it was written so that its meaning is hidden.
    pub odd: bool,
    /// Whether it may turn out to be several words, or none.
    pub open: bool,
    /// What can be read from it, if it is a `<( )` whose output is known.
    pub stream: Option<Text>,
}

impl Field {
    /// A word that is known to the last character.
    pub(super) fn known(text: impl Into<String>) -> Field {
        Field::of(Text::known(text))
    }

    /// A word of which only this is known.
    pub(super) fn unknown(written: &str) -> Field {
        Field::of(Text::unknown(written))
    }

    /// A word with these characters.
    pub(super) fn of(text: Text) -> Field {
        Field { text, ..Field::default() }
    }

    /// The word, if it is certain.
    pub(super) fn certain(&self) -> Option<&str> {
        self.text.certain()
    }

    /// The word as it is shown.
    pub(super) fn shown(&self) -> &str {
        self.text.shown()
    }

    /// The word without its first bytes, which are known.
    pub(super) fn from(&self, start: usize) -> Field {
        Field { text: self.text.from(start), ..self.clone() }
    }

    /// Adds another word's characters and history behind this one's.
    pub(super) fn append(&mut self, other: &Field) {
        self.text.append(&other.text);
        // Each once: text that is put into itself again and again must not grow by it.
        for part in &other.from {
            if !self.from.contains(part) {
                self.from.push(*part);
            }
        }
        self.odd |= other.odd;
        self.open |= other.open;
    }
}

/// Words joined by a blank, as `eval` and `ssh` do.
pub(super) fn joined(fields: &[Field]) -> Field {
    let mut all = Field::default();
    for (place, field) in fields.iter().enumerate() {
        if place > 0 {
            all.text.push(" ");
        }
        all.append(field);
    }
    all
}

/// The words as plain texts.
pub(super) fn texts(fields: &[Field]) -> Vec<Text> {
    fields.iter().map(|field| field.text.clone()).collect()
}

/// A text cut at each run of these characters, where they are known. The flags say whether it began or ended with one.
pub(super) fn split(text: &Text, separators: &str) -> (Vec<Text>, bool, bool) {
    let mut found = Vec::new();
    let mut start = None;
    let shown = text.shown();
    let mut unknown = text.unknown_places().iter().peekable();
    let (mut first, mut last) = (false, false);
    for (at, sign) in shown.char_indices() {
        while unknown.next_if(|range| range.end <= at).is_some() {}
        let certain = unknown.peek().is_none_or(|range| at < range.start);
        last = certain && separators.contains(sign);
        if at == 0 {
            first = last;
        }
        match (last, start) {
            (true, Some(begun)) => {
                found.push(text.cut(begun..at));
                start = None;
            }
            (false, None) => start = Some(at),
            _ => {}
        }
    }
    if let Some(begun) = start {
        found.push(text.cut(begun..shown.len()));
    }
    (found, first, last)
}

/// A value as it stands without quotes: `*`, `?` and `[` in what is known of it are matched against file names.
pub(super) fn globbed(text: &Text) -> Text {
    let shown = text.shown();
    if !shown.contains(['*', '?', '[']) {
        return text.clone();
    }
    let mut with = Text::default();
    let mut at = 0;
    for place in text.unknown_places() {
        push_globbed(&mut with, &shown[at..place.start]);
        with.push_unknown(&shown[place.clone()]);
        at = place.end;
    }
    push_globbed(&mut with, &shown[at..]);
    with
}

fn push_globbed(text: &mut Text, known: &str) {
    let mut rest = known;
    while let Some(at) = rest.find(['*', '?', '[']) {
        let (before, sign) = (&rest[..at], char::from(rest.as_bytes()[at]));
        rest = &rest[at + 1..];
        text.push(before);
        // A bracket that is never closed is itself; so is the program `[`.
        if sign == '[' && !rest.contains(']') {
            text.push("[");
        } else {
            text.push_glob(sign);
        }
    }
    text.push(rest);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unknown_places_are_not_split() {
        let mut text = Text::known(" a b");
        text.push_unknown("$(x y)");
        text.push("c d");
        let (words, first, last) = split(&text, " ");
        let shown: Vec<&str> = words.iter().map(Text::shown).collect();
        assert_eq!(shown, ["a", "b$(x y)c", "d"]);
        assert!(first && !last);
        assert!(words[0].is_known() && !words[1].is_known() && words[2].is_known());
    }
}
