//! Quotes that Perl, Ruby and PHP have besides the usual ones.

use super::delimit::delimited;
use super::literal::Style;
use super::syntax::Syntax;
use super::tokens::{Reader, Token};

impl Reader<'_> {
    pub(super) fn backticks(&mut self) {
        let body = &self.rest()[1..];
        let length = delimited(body, '`', '`').unwrap_or(body.len());
        let text = self.text(&body[..length], self.style("", '"'));
        let whole = (length + 2).min(self.rest().len());
        self.push(Token::Command(text), whole);
    }

    /// `q`, `qq`, `qx`, `qw`, `m`, `s`, `tr`, `y` of Perl with any sign behind them.
    pub(super) fn is_quoting(&self, name: &str, open: char) -> bool {
        self.syntax == Syntax::Perl
            && ["q", "qq", "qx", "qw", "m", "s", "tr", "y", "qr"].contains(&name)
            && !open.is_alphanumeric()
            && !" \n\t=,;)>-".contains(open)
            && !matches!(self.list.last().map(|last| &last.token), Some(Token::Sign('→' | '{')))
    }

    pub(super) fn quoting(&mut self, name: &str) {
        let rest = &self.rest()[name.len()..];
        let Some(open) = rest.chars().next() else { return };
        let behind = name.len() + open.len_utf8();
        let body = &rest[open.len_utf8()..];
        let close = closing(open);
        let length = delimited(body, open, close).unwrap_or(body.len());
        let mut end = (behind + length + close.len_utf8()).min(self.rest().len());
        let text = self.text(&body[..length], if name == "q" { Style::Plain } else { Style::Sigils });
        let token = match name {
            "qx" => Token::Command(text),
            "q" | "qq" | "qw" => Token::Text(text),
            "s" | "tr" | "y" => {
                end = self.replaced(end, open, close);
                let flags = self.rest()[end..].chars().take_while(|flag| flag.is_ascii_alphabetic());
                if name == "s" && flags.clone().any(|flag| flag == 'e') {
                    Token::Evaluated
                } else {
                    Token::Name("/".to_owned())
                }
            }
            _ => Token::Name("/".to_owned()),
        };
        self.push(token, end);
    }

    /// Behind the second half of `s///` or `s{}{}`, which may have signs of its own: `s{}/x/`.
    fn replaced(&self, end: usize, open: char, close: char) -> usize {
        let rest = self.rest().get(end..).unwrap_or_default();
        let (body, open, close) = if open == close {
            (rest, open, close)
        } else {
            let Some(second) = rest.trim_start().chars().next() else { return end };
            (&rest.trim_start()[second.len_utf8()..], second, closing(second))
        };
        let length = delimited(body, open, close).map_or(body.len(), |length| length + close.len_utf8());
        end + rest.len() - body.len() + length
    }

    /// `%x(...)`, `%q(...)`, `%w(...)` of Ruby.
    pub(super) fn percent(&mut self) -> bool {
        let mut signs = self.rest()[1..].chars();
        let (Some(kind), Some(open)) = (signs.next(), signs.next()) else { return false };
        if !"xqQwWi".contains(kind) || open.is_alphanumeric() || open.is_whitespace() {
            return false;
        }
        let start = 2 + open.len_utf8();
        let body = &self.rest()[start..];
        let length = delimited(body, open, closing(open)).unwrap_or(body.len());
        let text = self.text(&body[..length], if kind == 'q' { Style::Plain } else { Style::HashBraces });
        let whole = (start + length + closing(open).len_utf8()).min(self.rest().len());
        self.push(if kind == 'x' { Token::Command(text) } else { Token::Text(text) }, whole);
        true
    }
}

fn closing(open: char) -> char {
    match open {
        '(' => ')',
        '[' => ']',
        '{' => '}',
        '<' => '>',
        other => other,
    }
}
