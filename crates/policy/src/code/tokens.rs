//! Code to tokens, loosely: names, strings, signs. Comments and patterns are left out.

use super::delimit::{delimited, pattern};
use super::literal::{self, Style};
use super::syntax::Syntax;
use crate::Text;

/// A piece of code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Token {
    /// A name or a number, with its sigil.
    Name(String),
    /// A string.
    Text(Text),
    /// A string that runs as a command: backticks, `qx`, `%x`.
    Command(Text),
    /// A string whose content runs as code.
    Evaluated,
    /// Any other sign. `→` stands for `->` and `::`, `+` for whatever joins strings.
    Sign(char),
    /// A line end.
    Line,
}

/// A token and where it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Placed {
    /// What.
    pub token: Token,
    /// Where it begins, in bytes.
    pub start: usize,
    /// Where it ends.
    pub end: usize,
    /// For a bracket: the number of the token that closes or opens it; else its own.
    pub partner: usize,
}

/// Tokens and the code they come from.
pub(super) struct Tokens<'a> {
    /// The code.
    pub code: &'a str,
    /// Its tokens.
    pub list: Vec<Placed>,
}

/// The tokens of this code. If the code is not certain, strings with `$` in them are not.
pub(super) fn of(syntax: Syntax, code: &str, certain: bool) -> Tokens<'_> {
    let mut reader = Reader { syntax, code, at: 0, certain, list: Vec::new() };
    while reader.at < code.len() {
        reader.next();
    }
    let mut list = reader.list;
    pair(&mut list);
    Tokens { code, list }
}

/// Finds the partner of each bracket.
fn pair(list: &mut [Placed]) {
    let mut open = Vec::new();
    for index in 0..list.len() {
        match list[index].token {
            Token::Sign('(' | '[' | '{') => open.push(index),
            Token::Sign(')' | ']' | '}') => {
                if let Some(partner) = open.pop() {
                    list[index].partner = partner;
                    list[partner].partner = index;
                }
            }
            _ => {}
        }
    }
    let end = list.len();
    open.into_iter().for_each(|index| list[index].partner = end);
}

/// Reads code from left to right.
pub(super) struct Reader<'a> {
    pub syntax: Syntax,
    code: &'a str,
    at: usize,
    certain: bool,
    pub list: Vec<Placed>,
}

impl Reader<'_> {
    pub(super) fn rest(&self) -> &str {
        &self.code[self.at..]
    }

    fn next(&mut self) {
        let Some(first) = self.rest().chars().next() else { return };
        if self.skip_comment() {
            return;
        }
        match first {
            '\n' => self.push(Token::Line, 1),
            _ if first.is_whitespace() => self.at += first.len_utf8(),
            '\\' => self.at += 1 + self.rest()[1..].chars().next().map_or(0, char::len_utf8),
            '"' | '\'' => self.string("", first),
            '`' if self.syntax == Syntax::JavaScript => self.string("", first),
            '`' if self.syntax.has_backticks() => self.backticks(),
            '/' if self.syntax.has_patterns() && !self.follows_value() && self.skip_pattern() => {}
            '%' if self.syntax == Syntax::Ruby && !self.follows_value() && self.percent() => {}
            _ if first.is_alphanumeric() || first == '_' || self.is_sigil(first) => self.name(),
            _ => self.sign(first),
        }
    }

    pub(super) fn push(&mut self, token: Token, length: usize) {
        let partner = self.list.len();
        self.list.push(Placed { token, start: self.at, end: self.at + length, partner });
        self.at += length;
    }

    fn skip_comment(&mut self) -> bool {
        let comments = self.syntax.line_comments();
        let is_line = comments.iter().any(|sign| self.rest().starts_with(sign));
        if is_line && !(self.rest().starts_with("//") && self.syntax.has_patterns() && self.follows_sign('='))
        {
            self.at += self.rest().find('\n').unwrap_or(self.rest().len());
            return true;
        }
        let Some((open, close)) = self.syntax.block_comment() else { return false };
        if !self.rest().starts_with(open) {
            return false;
        }
        self.at += self.rest().find(close).map_or(self.rest().len(), |end| end + close.len());
        true
    }

    fn is_sigil(&self, first: char) -> bool {
        let behind = self.rest()[first.len_utf8()..].chars().next();
        self.syntax.sigils().contains(first)
            && behind.is_some_and(|next| next.is_alphanumeric() || "_`(".contains(next))
    }

    fn follows_sign(&self, sign: char) -> bool {
        matches!(self.list.last().map(|last| &last.token), Some(Token::Sign(last)) if *last == sign)
    }

    fn follows_value(&self) -> bool {
        match self.list.last().map(|last| &last.token) {
            Some(Token::Name(name)) => {
                !["return", "if", "unless", "and", "or", "not", "split", "when", "puts", "print"]
                    .contains(&name.as_str())
            }
            Some(Token::Text(_) | Token::Command(_) | Token::Sign(')' | ']' | '}')) => true,
            _ => false,
        }
    }

    /// `/.../` on one line.
    fn skip_pattern(&mut self) -> bool {
        let Some(length) = pattern(&self.rest()[1..]) else { return false };
        self.push(Token::Name("/".to_owned()), length + 2);
        true
    }

    fn sign(&mut self, first: char) {
        let dot = if self.syntax.joins_with_dot() { '+' } else { '.' };
        let long = [("->", '→'), ("::", '→'), ("?.", '.'), ("&.", '.'), ("..", '+')];
        let found = long.iter().find(|(sign, _)| self.rest().starts_with(sign));
        match found {
            Some((sign, meaning)) => self.push(Token::Sign(*meaning), sign.len()),
            None if first == '.' => self.push(Token::Sign(dot), 1),
            None => self.push(Token::Sign(first), first.len_utf8()),
        }
    }

    fn name(&mut self) {
        let rest = self.rest();
        let first = rest.chars().next().map_or(1, char::len_utf8);
        let inner = |sign: char| {
            sign.is_alphanumeric() || sign == '_' || (sign == '$' && self.syntax == Syntax::JavaScript)
        };
        let length = rest[first..].find(|sign| !inner(sign)).map_or(rest.len(), |end| end + first);
        let name = rest[..length].to_owned();
        match rest[length..].chars().next() {
            Some(quote @ ('"' | '\'')) if self.is_prefix(&name) => self.string(&name, quote),
            Some(open) if self.is_quoting(&name, open) => self.quoting(&name),
            _ => self.push(Token::Name(name), length),
        }
    }

    fn is_prefix(&self, name: &str) -> bool {
        self.syntax == Syntax::Python
            && name.len() <= 2
            && name.chars().all(|letter| "rbufRBUF".contains(letter))
    }

    /// A string between quotes, three of them in Python.
    fn string(&mut self, prefix: &str, quote: char) {
        let start = self.at + prefix.len();
        let triple: String = [quote; 3].iter().collect();
        let is_triple = self.syntax == Syntax::Python && self.code[start..].starts_with(&triple);
        let width = if is_triple { 3 } else { 1 };
        let body = &self.code[start + width..];
        let length = if is_triple { body.find(&triple) } else { delimited(body, quote, quote) };
        let body = &body[..length.unwrap_or(body.len())];
        let text = self.text(body, self.style(prefix, quote));
        let end = (start + width + body.len() + width).min(self.code.len());
        self.push(Token::Text(text), end - self.at);
    }

    pub(super) fn style(&self, prefix: &str, quote: char) -> Style {
        match (self.syntax, quote) {
            (Syntax::Python, _) if prefix.contains(['f', 'F']) => Style::Braces,
            (Syntax::Python, _) if prefix.contains(['r', 'R']) => Style::Raw,
            (Syntax::JavaScript, '`') => Style::DollarBraces,
            (Syntax::Perl | Syntax::Php | Syntax::Ruby, '\'') => Style::Plain,
            (Syntax::Perl | Syntax::Php, _) => Style::Sigils,
            (Syntax::Ruby, _) => Style::HashBraces,
            _ => Style::Escaped,
        }
    }

    pub(super) fn text(&self, body: &str, style: Style) -> Text {
        let hidden = !self.certain && body.contains(['$', '`']);
        if hidden { Text::unknown(literal::shortened(body)) } else { literal::text(body, style) }
    }
}
