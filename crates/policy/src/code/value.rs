//! What an expression is, as far as it is written down: strings, strings joined, paths joined, home.

use super::literal::{is_home, shortened};
use super::names::Known;
use super::syntax::Syntax;
use super::tokens::{Token, Tokens};
use crate::Text;

/// Joining nested deeper than this is not followed.
const DEEPEST: usize = 8;

/// An argument of a call.
#[derive(Debug, Default)]
pub(super) struct Argument {
    /// Its name, where it has one: `shell=True`.
    pub key: Option<String>,
    /// Its value.
    pub value: Text,
    /// Its elements, if it is a list.
    pub list: Option<Vec<Text>>,
}

/// Calls that give back a path made of their arguments.
const JOINING: [&str; 5] = ["path.join", "path.resolve", "File.join", "Path", "PurePath"];

/// Calls that give back their first argument, or as good as that.
const PASSING: [&str; 9] = [
    "expanduser",
    "abspath",
    "realpath",
    "expand_path",
    "str",
    "String",
    "fsencode",
    "pathToFileURL",
    "Pathname",
];

/// The value of these tokens.
pub(super) fn expression(known: &Known, tokens: &Tokens, start: usize, end: usize) -> Text {
    Reader { known, tokens }.joined(start, end, 0)
}

/// The arguments between these places.
pub(super) fn arguments(known: &Known, tokens: &Tokens, start: usize, end: usize) -> Vec<Argument> {
    let reader = Reader { known, tokens };
    let parts = reader.parts(start, end);
    parts.into_iter().map(|(start, end)| reader.argument(start, end)).collect()
}

struct Reader<'a> {
    known: &'a Known,
    tokens: &'a Tokens<'a>,
}

impl Reader<'_> {
    /// What stands between commas.
    fn parts(&self, start: usize, end: usize) -> Vec<(usize, usize)> {
        let (mut parts, mut from, mut at) = (Vec::new(), start, start);
        while at < end {
            if self.tokens.is_sign(at, ',') {
                parts.push((from, at));
                from = at + 1;
            }
            at = self.behind(at);
        }
        if from < end {
            parts.push((from, end.min(self.tokens.list.len())));
        }
        parts
    }

    /// The next place, behind brackets that open here.
    fn behind(&self, at: usize) -> usize {
        self.tokens.list.get(at).map_or(at, |placed| placed.partner.max(at)) + 1
    }

    fn argument(&self, start: usize, end: usize) -> Argument {
        let named = self.tokens.is_sign(start + 1, '=') || self.tokens.is_sign(start + 1, ':');
        let key = self
            .tokens
            .name(start)
            .filter(|_| named && !self.tokens.is_sign(start + 2, '='))
            .map(str::to_owned);
        let start = if key.is_some() { start + 2 } else { start };
        let is_list = self.tokens.is_sign(start, '[') && self.behind(start) == end;
        let list = is_list.then(|| {
            let parts = self.parts(start + 1, end - 1);
            parts.into_iter().map(|(start, end)| self.joined(start, end, 0)).collect()
        });
        Argument { key, value: self.joined(start, end, 0), list }
    }

    /// Values joined by `+`, by standing next to each other, or as a path by `/`.
    fn joined(&self, start: usize, end: usize, depth: usize) -> Text {
        let mut text = Text::default();
        let mut at = start;
        while at < end {
            match self.tokens.list[at].token {
                Token::Line | Token::Sign('+') => at += 1,
                Token::Sign('/') if self.known.syntax == Syntax::Python && at > start => {
                    text.push("/");
                    at += 1;
                }
                _ => match self.one(at, end, depth) {
                    Some((value, behind)) => {
                        text.append(&value);
                        at = behind;
                    }
                    None => return self.unknown(start, end),
                },
            }
        }
        text
    }

    /// One value and what is behind it; nothing if it is not written down.
    fn one(&self, at: usize, end: usize, depth: usize) -> Option<(Text, usize)> {
        if depth > DEEPEST {
            return None;
        }
        let placed = self.tokens.list.get(at)?;
        let behind = self.behind(at).min(end);
        match &placed.token {
            Token::Text(text) if !self.goes_on(behind, end) => Some((text.clone(), behind)),
            Token::Sign('(') => Some((self.joined(at + 1, behind.saturating_sub(1), depth + 1), behind)),
            Token::Name(_) => self.named(at, end, depth),
            _ => None,
        }
    }

    /// Whether something is done to the value before this place: `"a".format()`, `"a" % b`, `"a"[0]`.
    fn goes_on(&self, at: usize, end: usize) -> bool {
        at < end && matches!(self.tokens.list[at].token, Token::Sign('.' | '→' | '%' | '[' | '*'))
    }

    fn named(&self, at: usize, end: usize, depth: usize) -> Option<(Text, usize)> {
        let (path, behind) = self.tokens.path_within(at, end)?;
        let path = self.known.full(&path);
        let behind = behind.min(end);
        let call_end = if self.tokens.is_sign(behind, '(') { self.behind(behind).min(end) } else { behind };
        let subscript = self.tokens.is_sign(behind, '[') || self.tokens.is_sign(behind, '{');
        let whole_end = if subscript { self.behind(behind).min(end) } else { call_end };
        if is_home(self.written(at, whole_end)) {
            return Some((Text::known("~"), whole_end));
        }
        if call_end > behind && !self.goes_on(call_end, end) {
            let parts = self.parts(behind + 1, call_end - 1);
            let values = parts.into_iter().map(|(start, end)| self.joined(start, end, depth + 1));
            return Some((called(&path, values.collect())?, call_end));
        }
        let value = self.known.value(&path).filter(|_| whole_end == behind && !self.goes_on(behind, end))?;
        Some((value.clone(), behind))
    }

    fn written(&self, start: usize, end: usize) -> &str {
        let from = self.tokens.list.get(start).map_or(0, |placed| placed.start);
        let to =
            end.checked_sub(1).and_then(|last| self.tokens.list.get(last)).map_or(from, |placed| placed.end);
        self.tokens.code.get(from..to).unwrap_or_default()
    }

    fn unknown(&self, start: usize, end: usize) -> Text {
        Text::unknown(shortened(self.written(start, end)))
    }
}

fn called(path: &str, values: Vec<Text>) -> Option<Text> {
    let last = path.rsplit('.').next().unwrap_or(path);
    if PASSING.contains(&last) {
        return values.into_iter().next();
    }
    let joins = JOINING.iter().any(|name| path == *name || path.ends_with(&format!(".{name}")));
    let mut values = values.into_iter().filter(|_| joins);
    let mut text = values.next()?;
    for value in values {
        text.push("/");
        text.append(&value);
    }
    Some(text)
}
