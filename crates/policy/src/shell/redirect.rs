//! Redirections.

use super::cursor::Parser;
use super::here::Awaited;
use super::tree::{Redirect, RedirectKind, Word};

/// The operators, a longer one before its beginning.
const OPERATORS: [&str; 12] = ["&>>", "&>", "<<<", "<<-", "<<", "<>", "<&", "<", ">>", ">|", ">&", ">"];

impl Parser<'_> {
    /// The redirection that comes next, if one does. Nothing inside: it is amiss, and was noted as a fault.
    pub(super) fn redirect(&mut self) -> Option<Option<Redirect>> {
        let start = self.at;
        let descriptor = self.descriptor();
        let Some(operator) = self.operator() else {
            self.at = start;
            return None;
        };
        let operator_at = self.at;
        self.eat(operator);
        self.blanks();
        let kind = match operator {
            "<<" | "<<-" => self.here_document(operator_at, operator == "<<-"),
            _ => self.target(operator),
        };
        Some(kind.map(|kind| Redirect { descriptor, kind }))
    }

    /// The operator at this place. `<(` and `>(` are none: a word begins so.
    fn operator(&mut self) -> Option<&'static str> {
        if !matches!(self.peek(), Some(b'<' | b'>' | b'&')) {
            return None;
        }
        let operator = OPERATORS.into_iter().find(|operator| self.ahead(operator).is_some())?;
        let is_process = matches!(operator, "<" | ">") && self.raw(self.at + 1) == Some(b'(');
        (!is_process).then_some(operator)
    }

    /// Digits, or a name in braces, right before an operator.
    fn descriptor(&mut self) -> Option<u32> {
        let first = self.peek()?;
        if !first.is_ascii_digit() && first != b'{' {
            return None;
        }
        let start = self.at;
        let named = first == b'{';
        let end = self.name_end(start + usize::from(named));
        let behind = if named && self.raw(end) == Some(b'}') { end + 1 } else { end };
        if !matches!(self.raw(behind), Some(b'<' | b'>')) || (named && behind == end) {
            return None;
        }
        let digits = &self.text[start..end];
        if named {
            if digits.contains(|sign: char| sign.is_ascii_uppercase()) {
                self.fault("a redirection sets a variable");
            }
            self.at = behind;
            return None;
        }
        let number = digits.replace("\\\n", "").parse().ok()?;
        self.at = behind;
        Some(number)
    }

    fn target(&mut self, operator: &str) -> Option<RedirectKind> {
        let start = self.at;
        let word = self.word();
        if self.at == start {
            self.fault("a redirection has no target");
            return None;
        }
        Some(match operator {
            "<" => RedirectKind::Read(word),
            "<&" => RedirectKind::Duplicate,
            ">&" if word.is_descriptor() => RedirectKind::Duplicate,
            ">>" | "&>>" => RedirectKind::Append(word),
            "<<<" => RedirectKind::HereString(word),
            _ => RedirectKind::Write(word),
        })
    }

    /// `<<` and its end word. The body comes later; until then the place of the operator stands for it.
    fn here_document(&mut self, operator_at: usize, strips: bool) -> Option<RedirectKind> {
        let start = self.at;
        let (end_word, quoted) = self.end_word();
        if self.at == start {
            self.fault("a here-document has no end word");
            return None;
        }
        if self.text[start..self.at].contains(['$', '`']) {
            self.fault_at("the end word of a here-document is not plain", start);
        }
        let place = self.outer(operator_at);
        self.awaited.push(Awaited { place, end_word, strips, expands: !quoted });
        Some(RedirectKind::HereDocument(Word { pieces: Vec::new(), span: place..place }))
    }

    /// The end word without its quotes, and whether it had any.
    fn end_word(&mut self) -> (String, bool) {
        let (mut word, mut quoted) = (String::new(), false);
        while self.peek().is_some() && !self.is_delimiter(self.at) {
            match self.bump() {
                Some(quote @ ('\'' | '"')) => {
                    quoted = true;
                    self.end_word_quote(quote, &mut word);
                }
                Some('\\') => {
                    quoted = true;
                    word.extend(self.bump());
                }
                character => word.extend(character),
            }
        }
        (word, quoted)
    }

    fn end_word_quote(&mut self, quote: char, word: &mut String) {
        loop {
            match self.bump() {
                Some(character) if character == quote => return,
                Some('\\') if quote == '"' => word.extend(self.bump()),
                Some(character) => word.push(character),
                None => return self.fault("a quote is not closed"),
            }
        }
    }
}

impl Word {
    /// `1`, `-`, `2-`: no file.
    fn is_descriptor(&self) -> bool {
        let text = self.plain();
        let digits = text.strip_suffix('-').unwrap_or(&text);
        !text.is_empty() && !self.has_substitution() && digits.bytes().all(|byte| byte.is_ascii_digit())
    }
}
