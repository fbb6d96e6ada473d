//! Backticks: what is inside, less one level of backslashes, is a text of its own.

use super::cursor::{Origin, Parser};
use super::tree::{Piece, Script};
use super::word::{Mode, Until, push};

impl Parser<'_> {
    /// `` `...` ``: what is inside, less one level of backslashes, is a text of its own.
    pub(super) fn backticks(&mut self, mode: Mode, pieces: &mut Vec<Piece>) {
        let open = self.at;
        let in_quotes = mode.until == Until::Quote;
        let (text, places, end) = self.between_backticks(open + 1, in_quotes);
        if self.raw(end).is_none() {
            self.fault_at("a backtick is not closed", open);
        }
        self.skip_to((end + 1).min(self.text.len()));
        if !self.enter() {
            return push(pieces, true, Some('`'));
        }
        let script = self.inner_script(&text, places);
        self.leave();
        pieces.push(Piece::Command { script, quoted: mode.quoted });
    }

    fn inner_script(&mut self, text: &str, places: Vec<usize>) -> Script {
        let mut inner = Parser::new(text, Origin::Map(places), self.depth);
        let script = inner.whole();
        self.adopt(inner.faults);
        script
    }

    /// The text up to the next backtick, the outer place of each of its bytes, and where that backtick is.
    fn between_backticks(&self, start: usize, in_quotes: bool) -> (String, Vec<usize>, usize) {
        let (mut text, mut places, mut at) = (String::new(), Vec::new(), start);
        while let Some(character) = self.text[at..].chars().next().filter(|character| *character != '`') {
            let mut taken = character;
            if character == '\\'
                && let Some(next @ ('`' | '\\' | '$' | '"')) = self.text[at + 1..].chars().next()
                && (next != '"' || in_quotes)
            {
                at += 1;
                taken = next;
            }
            text.push(taken);
            places.extend((0..taken.len_utf8()).map(|byte| self.outer(at + byte)));
            at += taken.len_utf8();
        }
        places.push(self.outer(at));
        (text, places, at)
    }
}
