//! Words and the quotes in them.

use super::cursor::Parser;
use super::tree::{Piece, Word};

/// What ends a run of pieces.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Until {
    /// A blank or an operator.
    Delimiter,
    /// A blank: inside `[[ ]]`, where brackets and `|` may belong to a pattern.
    Blank,
    /// `"`.
    Quote,
    /// `}`, outside or inside double quotes; with single quotes as quotes or as characters.
    Brace {
        /// Whether it stands inside double quotes.
        quoted: bool,
        /// Whether single quotes are quotes.
        single: bool,
    },
    /// `]`.
    Bracket,
    /// This place: the end of an arithmetic expression.
    Place(usize),
    /// The end of the body of a here-document, which is the text.
    BodyEnd,
}

/// How characters are read up to there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Mode {
    pub until: Until,
    /// Characters stand for themselves, and a backslash only takes the meaning of a few.
    pub quoted: bool,
    single: bool,
    double: bool,
}

impl Mode {
    /// The way of reading that belongs to this end.
    pub(super) fn of(until: Until) -> Mode {
        let (quoted, single, double) = match until {
            Until::Delimiter | Until::Blank => (false, true, true),
            Until::Quote | Until::BodyEnd => (true, false, false),
            Until::Brace { quoted, single } => (quoted, single, true),
            Until::Bracket | Until::Place(_) => (true, false, true),
        };
        Mode { until, quoted, single, double }
    }
}

impl Parser<'_> {
    /// A word up to a blank or an operator.
    pub(super) fn word(&mut self) -> Word {
        self.word_until(Until::Delimiter)
    }

    /// A word up to this end.
    pub(super) fn word_until(&mut self, until: Until) -> Word {
        self.peek();
        let start = self.at;
        self.taken = start;
        let pieces = self.pieces(Mode::of(until));
        Word { pieces, span: self.outer(start)..self.outer(self.taken) }
    }

    /// A word of these characters up to this place.
    pub(super) fn bare_word(&mut self, text: &str, end: usize) -> Word {
        let span = self.outer(self.at)..self.outer(end);
        self.skip_to(end);
        Word { pieces: vec![Piece::Bare(text.to_owned())], span }
    }

    /// Pieces up to the end that the mode names; the sign there is left for the caller.
    pub(super) fn pieces(&mut self, mode: Mode) -> Vec<Piece> {
        let mut pieces = Vec::new();
        while let Some(next) = self.peek() {
            if self.is_end(mode.until, next, &pieces) {
                break;
            }
            match next {
                b'\\' => self.backslash(mode, &mut pieces),
                b'\'' if mode.single => self.single(&mut pieces),
                b'"' if mode.double => self.double(&mut pieces),
                b'`' => self.backticks(mode, &mut pieces),
                b'$' => self.dollar(mode.quoted, &mut pieces),
                b'<' | b'>' | b'=' if !mode.quoted && self.is_process(&pieces) => self.process(&mut pieces),
                b'(' if mode.until == Until::Delimiter => self.pattern_group(&mut pieces),
                _ => {
                    let character = self.bump();
                    push(&mut pieces, mode.quoted, character);
                }
            }
        }
        pieces
    }

    fn is_end(&self, until: Until, next: u8, pieces: &[Piece]) -> bool {
        match until {
            Until::Delimiter if matches!(next, b'<' | b'>') => !self.is_process(pieces),
            Until::Delimiter if next == b'(' => !is_pattern_sign(pieces),
            Until::Delimiter => b" \t\r\n;&|)".contains(&next),
            Until::Blank => b" \t\r\n;".contains(&next),
            Until::Quote => next == b'"',
            Until::Brace { .. } => next == b'}',
            Until::Bracket => next == b']',
            Until::Place(end) => self.at >= end,
            Until::BodyEnd => false,
        }
    }

    fn backslash(&mut self, mode: Mode, pieces: &mut Vec<Piece>) {
        self.bump();
        let meant = match self.raw(self.at) {
            None => {
                self.fault("the text ends in a backslash");
                return push(pieces, mode.quoted, Some('\\'));
            }
            Some(b'$' | b'`' | b'\\') => true,
            Some(b'"') => mode.until != Until::BodyEnd,
            Some(b'}') => matches!(mode.until, Until::Brace { .. }),
            Some(_) => false,
        };
        if !mode.quoted {
            let character = self.bump().into_iter().collect();
            return pieces.push(Piece::Quoted(character));
        }
        let character = if meant { self.bump() } else { Some('\\') };
        push(pieces, true, character);
    }

    fn single(&mut self, pieces: &mut Vec<Piece>) {
        let start = self.at + 1;
        let rest = &self.text[start..];
        let length = rest.find('\'');
        let quoted = &rest[..length.unwrap_or(rest.len())];
        pieces.push(Piece::Quoted(quoted.to_owned()));
        if length.is_none() {
            self.fault("a quote is not closed");
        }
        self.skip_to((start + quoted.len() + 1).min(self.text.len()));
    }

    /// `"..."`. Its first characters do not join a quoted piece before it.
    pub(super) fn double(&mut self, pieces: &mut Vec<Piece>) {
        let start = self.at;
        self.bump();
        let inside = self.pieces(Mode::of(Until::Quote));
        if inside.is_empty() {
            pieces.push(Piece::Quoted(String::new()));
        }
        pieces.extend(inside);
        if !self.eat("\"") {
            self.fault_at("a quote is not closed", start);
        }
    }

    /// Whether `<(`, `>(`, or at the beginning of a word `=(`, comes next.
    fn is_process(&self, pieces: &[Piece]) -> bool {
        let first = self.raw(self.at);
        self.raw(self.at + 1) == Some(b'(') && (first != Some(b'=') || pieces.is_empty())
    }

    fn process(&mut self, pieces: &mut Vec<Piece>) {
        self.bump();
        self.bump();
        match self.substituted() {
            Some(script) => pieces.push(Piece::Process(script)),
            None => push(pieces, false, Some('<')),
        }
    }

    /// `@(a|b)`: the brackets of a pattern belong to the word, with blanks and signs between them.
    fn pattern_group(&mut self, pieces: &mut Vec<Piece>) {
        let mut level = 0_usize;
        while let Some(next) = self.peek() {
            match next {
                b'\n' | b';' => break,
                b'(' => level += 1,
                b')' => level -= 1,
                _ => {}
            }
            match next {
                b'\\' => self.backslash(Mode::of(Until::Delimiter), pieces),
                b'\'' => self.single(pieces),
                b'"' => self.double(pieces),
                b'`' => self.backticks(Mode::of(Until::Delimiter), pieces),
                b'$' => self.dollar(false, pieces),
                _ => {
                    let character = self.bump();
                    push(pieces, false, character);
                }
            }
            if level == 0 {
                return;
            }
        }
        self.fault("the bracket of a pattern is not closed");
    }
}

/// Adds a character to the piece before, or begins a new one.
pub(super) fn push(pieces: &mut Vec<Piece>, quoted: bool, character: Option<char>) {
    let Some(character) = character else { return };
    match (pieces.last_mut(), quoted) {
        (Some(Piece::Quoted(text)), true) | (Some(Piece::Bare(text)), false) => text.push(character),
        (_, true) => pieces.push(Piece::Quoted(character.to_string())),
        (_, false) => pieces.push(Piece::Bare(character.to_string())),
    }
}

fn is_pattern_sign(pieces: &[Piece]) -> bool {
    matches!(pieces.last(), Some(Piece::Bare(text)) if text.ends_with(['?', '*', '+', '@', '!']))
}

impl Word {
    /// Whether anything in it is only known when it runs.
    pub(super) fn has_substitution(&self) -> bool {
        let known = |piece: &Piece| matches!(piece, Piece::Bare(_) | Piece::Quoted(_) | Piece::Coded(_));
        !self.pieces.iter().all(known)
    }
}
