//! Names, strings and dotted paths at a place in the tokens.

use super::tokens::{Token, Tokens};
use crate::Text;

/// A statement is followed for this many tokens and brackets, so that many of them cost no more than one.
pub(super) const LONGEST_STATEMENT: usize = 32;

impl Tokens<'_> {
    /// The name at this place.
    pub(super) fn name(&self, at: usize) -> Option<&str> {
        match &self.list.get(at)?.token {
            Token::Name(name) => Some(name),
            _ => None,
        }
    }

    /// The string at this place.
    pub(super) fn text(&self, at: usize) -> Option<&Text> {
        match &self.list.get(at)?.token {
            Token::Text(text) => Some(text),
            _ => None,
        }
    }

    /// Whether a string says this.
    pub(super) fn mention(&self, text: &str) -> bool {
        (0..self.list.len()).any(|at| self.text(at).is_some_and(|found| found.shown().ends_with(text)))
    }

    /// Whether this sign stands at this place.
    pub(super) fn is_sign(&self, at: usize, sign: char) -> bool {
        self.list.get(at).is_some_and(|placed| placed.token == Token::Sign(sign))
    }

    /// `a.b.c` from this place on, and what is behind it. A module that is asked for by its name counts as that name.
    pub(super) fn path(&self, at: usize) -> Option<(String, usize)> {
        self.path_within(at, self.list.len())
    }

    /// The same, up to this place.
    pub(super) fn path_within(&self, at: usize, limit: usize) -> Option<(String, usize)> {
        let (mut path, mut end) = match self.required(at) {
            Some(found) => found,
            None => (self.name(at)?.to_owned(), at + 1),
        };
        while (self.is_sign(end, '.') || self.is_sign(end, '→')) && path.len() < 128 && end + 1 < limit {
            let Some(part) = self.name(end + 1) else { break };
            path.push('.');
            path.push_str(part);
            end += 2;
        }
        Some((path, end))
    }

    /// `require('m')`, `__import__('m')`, `import('m')`: the module, and what is behind it.
    pub(super) fn required(&self, at: usize) -> Option<(String, usize)> {
        let asks = ["require", "__import__", "import_module", "import"].contains(&self.name(at)?);
        let module = self.text(at + 2)?.certain()?;
        let whole = self.is_sign(at + 1, '(') && self.is_sign(at + 3, ')');
        (asks && whole).then(|| (module.strip_prefix("node:").unwrap_or(module).to_owned(), at + 4))
    }

    /// `from a.b` at this place: what is behind it, and the module.
    pub(super) fn imported_from(&self, at: usize) -> Option<(usize, String)> {
        if self.name(at)? != "from" {
            return None;
        }
        let (module, end) = self.path(at + 1)?;
        Some((end, module))
    }

    /// The end of the statement that this place is in, or as far as it is followed.
    pub(super) fn statement_end(&self, at: usize) -> usize {
        let mut end = at;
        for _ in 0..LONGEST_STATEMENT {
            let Some(placed) = self.list.get(end) else { break };
            match placed.token {
                Token::Line | Token::Sign(';' | ')' | ']' | '}') => break,
                Token::Sign('(' | '[' | '{') => end = placed.partner.max(end) + 1,
                _ => end += 1,
            }
        }
        end.min(self.list.len())
    }
}
