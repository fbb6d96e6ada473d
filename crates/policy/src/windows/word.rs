//! Words: both kinds of escapes, quotes, and variables of both languages.

use super::reader::Reader;
use crate::Text;

impl Reader<'_> {
    /// A word up to a blank or an operator.
    pub(super) fn word(&mut self) -> Text {
        let mut text = Text::default();
        while let Some(next) = self.peek() {
            match next {
                ' ' | '\t' | '\r' | '\n' | ',' | ';' | '|' | '&' | '>' | '(' | ')' | '{' | '}' => break,
                '=' if text.shown().starts_with('$') => break,
                '\'' => self.quoted('\'', &mut text),
                '"' => self.quoted('"', &mut text),
                '`' | '^' => {
                    self.bump();
                    let escaped = self.bump().filter(|escaped| *escaped != '\n' && *escaped != '\r');
                    text.push(&escaped.map(String::from).unwrap_or_default());
                }
                '$' => self.dollar(&mut text),
                '%' => self.percent(&mut text),
                _ => {
                    self.bump();
                    text.push(next.encode_utf8(&mut [0; 4]));
                }
            }
        }
        text
    }

    fn quoted(&mut self, quote: char, text: &mut Text) {
        self.bump();
        text.push("");
        while let Some(next) = self.bump() {
            match next {
                _ if next == quote && self.peek() == Some(quote) => {
                    self.bump();
                    text.push(quote.encode_utf8(&mut [0; 4]));
                }
                _ if next == quote => return,
                '`' if quote == '"' => text.push(&self.bump().map(String::from).unwrap_or_default()),
                '$' if quote == '"' => {
                    self.at -= 1;
                    self.dollar(text);
                }
                _ => text.push(next.encode_utf8(&mut [0; 4])),
            }
        }
    }

    /// `$name`, `$env:name`, `${name}`, `$( )`.
    fn dollar(&mut self, text: &mut Text) {
        let start = self.at;
        self.bump();
        if self.peek() == Some('(') {
            let nested = self.nested();
            return text.push_unknown(&format!("${}", nested.shown()));
        }
        let rest = &self.text[self.at..];
        let braced = rest.starts_with('{');
        let name = |sign: char| sign.is_alphanumeric() || "_:?".contains(sign);
        let length = if braced {
            rest.find('}').map_or(rest.len(), |end| end + 1)
        } else {
            rest.find(|sign| !name(sign)).unwrap_or(rest.len())
        };
        self.at += length;
        text.push_unknown(&self.text[start..self.at]);
    }

    /// `%NAME%`.
    fn percent(&mut self, text: &mut Text) {
        let start = self.at;
        self.bump();
        let rest = &self.text[self.at..];
        let length =
            rest.find(|sign: char| !sign.is_alphanumeric() && !"_()~".contains(sign)).unwrap_or(rest.len());
        if length > 0 && rest[length..].starts_with('%') {
            self.at += length + 1;
            text.push_unknown(&self.text[start..self.at]);
        } else {
            text.push("%");
        }
    }
}
