//! Bodies of here-documents.

use super::cursor::{Origin, Parser};
use super::fill;
use super::list::Stop;
use super::tree::{Piece, Word};
use super::word::{Mode, Until};

/// A here-document whose body has not been reached.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Awaited {
    /// Where its operator stands, in the text that was given first.
    pub place: usize,
    /// The line that ends it.
    pub end_word: String,
    /// Whether tabs at the beginning of lines do not count: `<<-`.
    pub strips: bool,
    /// Whether substitutions in it happen: the end word was written without quotes.
    pub expands: bool,
}

impl Parser<'_> {
    /// Takes a line end, and the bodies that were waiting for it.
    pub(super) fn line_end(&mut self) {
        self.at += 1;
        for awaited in std::mem::take(&mut self.awaited) {
            let start = self.at;
            let end = self.body_end(&awaited);
            let word = self.body(&awaited, start, end);
            self.bodies.insert(awaited.place, word);
        }
    }

    /// Where the body ends; the reading goes on behind the line with the end word.
    fn body_end(&mut self, awaited: &Awaited) -> usize {
        while self.at < self.text.len() {
            let start = self.at;
            let line = self.logical_line(awaited.expands);
            let line = if awaited.strips { line.trim_start_matches('\t') } else { &line };
            if line == awaited.end_word {
                return start;
            }
            if self.ends_early(line, awaited) {
                self.fault_at("a here-document ends together with its brackets", start);
                self.at = start + self.text[start..].find(')').unwrap_or_default();
                return start;
            }
        }
        self.fault("a here-document is not ended");
        self.text.len()
    }

    /// The end word with the closing bracket behind it: some shells take that for the end.
    fn ends_early(&self, line: &str, awaited: &Awaited) -> bool {
        let behind = line.strip_prefix(awaited.end_word.as_str());
        self.stops.contains(&Stop::Paren) && behind.is_some_and(|rest| rest.trim_start().starts_with(')'))
    }

    /// Takes a line without its end. If substitutions happen, a backslash before the end joins the next line to it.
    fn logical_line(&mut self, joins: bool) -> String {
        let mut logical = String::new();
        loop {
            let rest = &self.text[self.at..];
            let line = rest.split('\n').next().unwrap_or_default();
            self.at = (self.at + line.len() + 1).min(self.text.len());
            let backslashes = line.len() - line.trim_end_matches('\\').len();
            if !joins || backslashes.is_multiple_of(2) || self.at == self.text.len() {
                logical.push_str(line);
                return logical;
            }
            logical.push_str(&line[..line.len() - 1]);
        }
    }

    fn body(&mut self, awaited: &Awaited, start: usize, end: usize) -> Word {
        let span = self.outer(start)..self.outer(end);
        let written = &self.text[start..end];
        if !awaited.strips && !awaited.expands {
            return Word { pieces: vec![Piece::Quoted(written.to_owned())], span };
        }
        let (text, places) = without_tabs(written, start, awaited);
        if !awaited.expands {
            return Word { pieces: vec![Piece::Quoted(text)], span };
        }
        let origin = Origin::Map(places.into_iter().map(|place| self.outer(place)).collect());
        let mut inner = Parser::new(&text, origin, self.depth);
        let pieces = inner.pieces(Mode::of(Until::BodyEnd));
        let mut word = Word { pieces, span };
        fill::word(&mut word, &mut inner.bodies);
        self.adopt(inner.faults);
        word
    }
}

/// The text without tabs at the beginning of its lines, and the place of each byte that is left, and of the end. Where lines are
/// joined no line begins.
fn without_tabs(written: &str, start: usize, awaited: &Awaited) -> (String, Vec<usize>) {
    let (mut text, mut places) =
        (String::with_capacity(written.len()), Vec::with_capacity(written.len() + 1));
    let (mut at_start, mut escaped) = (true, false);
    for (at, character) in written.char_indices() {
        if awaited.strips && at_start && character == '\t' {
            continue;
        }
        at_start = character == '\n' && !escaped;
        escaped = awaited.expands && character == '\\' && !escaped;
        text.push(character);
        places.extend((0..character.len_utf8()).map(|byte| start + at + byte));
    }
    places.push(start + written.len());
    (text, places)
}
