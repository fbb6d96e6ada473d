//! Commands, words, blocks and pipelines of both languages at once. Where they differ, what shows more commands is taken.

use super::inner;
use super::names::{NAMES, plain};
use crate::{Effect, Part, Stdin, Text, Touch};

/// Nesting deeper than this is read on one level.
const DEEPEST: usize = 16;

/// Reads text into parts.
pub(super) struct Reader<'a> {
    pub text: &'a str,
    pub at: usize,
    depth: usize,
    /// What was found.
    pub parts: Vec<Part>,
}

/// Adds the commands of this text, which is so deep in other text, to these.
pub(super) fn read(text: &str, depth: usize, parts: Vec<Part>) -> Vec<Part> {
    let mut reader = Reader { text, at: 0, depth, parts };
    while reader.at < text.len() {
        reader.list();
        // A bracket that closes nothing.
        reader.bump();
    }
    reader.parts
}

impl Reader<'_> {
    pub(super) fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    pub(super) fn bump(&mut self) -> Option<char> {
        let next = self.peek()?;
        self.at += next.len_utf8();
        Some(next)
    }

    /// Commands up to a closing bracket, which is left.
    fn list(&mut self) {
        let mut before: Option<Vec<usize>> = None;
        while let Some(next) = self.peek() {
            match next {
                ')' | '}' => return,
                '|' => {
                    self.bump();
                    if self.peek() == Some('|') {
                        self.bump();
                        before = None;
                    }
                }
                ';' | '\n' | '&' => {
                    self.bump();
                    before = None;
                }
                _ => {
                    let first = self.parts.len();
                    self.command(before.take());
                    before = Some((first..self.parts.len()).collect());
                }
            }
        }
    }

    /// One command with what its arguments run.
    fn command(&mut self, before: Option<Vec<usize>>) {
        let mut part = Part { stdin: before.map_or(Stdin::Inherited, Stdin::Piped), ..Part::default() };
        let first = self.parts.len();
        loop {
            match self.peek() {
                None | Some(')' | '}' | '|' | ';' | '\n' | '&') => break,
                Some(' ' | '\t' | '\r' | ',') => drop(self.bump()),
                Some('#') => self.comment(),
                Some('@') if part.words.is_empty() => drop(self.bump()),
                Some('(' | '{') => {
                    let nested = self.nested();
                    part.words.push(nested);
                }
                Some('>') => self.redirect(&mut part),
                Some('=') if part.words.len() == 1 && part.words[0].shown().starts_with('$') => {
                    self.bump();
                    part.words.clear();
                }
                Some(_) => self.argument(&mut part),
            }
        }
        self.finish(part, first);
    }

    fn comment(&mut self) {
        let rest = &self.text[self.at..];
        self.at += rest.find('\n').unwrap_or(rest.len());
    }

    /// A word; a method with its arguments is a command of its own: `[IO.File]::Delete("x")`.
    fn argument(&mut self, part: &mut Part) {
        let start = self.at;
        let word = self.word();
        if self.at == start {
            self.bump();
            return;
        }
        let is_method =
            word.shown().contains("]::") || word.shown().starts_with('.') && word.shown().len() > 1;
        if is_method && self.peek() == Some('(') && self.depth < DEEPEST {
            self.depth += 1;
            let mut method = Part { words: vec![word], ..Part::default() };
            self.bump();
            while !matches!(self.peek(), None | Some(')' | '}' | ';' | '\n')) {
                match self.peek() {
                    Some('(' | '{') => {
                        let nested = self.nested();
                        method.words.push(nested);
                    }
                    Some(' ' | ',' | '\t') => drop(self.bump()),
                    _ => self.argument(&mut method),
                }
            }
            if self.peek() == Some(')') {
                self.bump();
            }
            self.depth -= 1;
            let first = self.parts.len();
            self.finish(method, first);
            return part.words.push(Text::unknown("(...)"));
        }
        part.words.push(word);
    }

    /// `( )` or `{ }`: its commands are parts, its value is unknown.
    pub(super) fn nested(&mut self) -> Text {
        let start = self.at;
        self.bump();
        if self.depth < DEEPEST {
            self.depth += 1;
            self.list();
            self.depth -= 1;
        }
        if matches!(self.peek(), Some(')' | '}')) {
            self.bump();
        }
        Text::unknown(self.text[start..self.at].chars().take(80).collect::<String>())
    }

    fn redirect(&mut self, part: &mut Part) {
        while self.peek() == Some('>') {
            self.bump();
        }
        let touch = if self.text[..self.at].ends_with(">>") { Touch::Append } else { Touch::Write };
        if self.text[self.at..].starts_with("&1") || self.text[self.at..].starts_with("&2") {
            self.at += 2;
            return;
        }
        while self.peek() == Some(' ') {
            self.bump();
        }
        let target = self.word();
        let nowhere = ["$null", "nul"].iter().any(|name| target.shown().eq_ignore_ascii_case(name));
        if !nowhere && !target.shown().is_empty() {
            part.effects.push(Effect { touch, target });
        }
    }

    /// Names the program, and reads what it runs.
    fn finish(&mut self, mut part: Part, first: usize) {
        let dotted = |word: &Text| word.shown() == "." || word.shown() == "call";
        while part.words.len() > 1 && dotted(&part.words[0]) {
            part.words.remove(0);
        }
        let Some(name) = part.words.first() else {
            if !part.effects.is_empty() {
                self.parts.push(part);
            }
            return;
        };
        if name.is_known() {
            let name = name.shown().trim_start_matches('@');
            let class = name.starts_with('[').then(|| name.to_lowercase().replace("system.", ""));
            let meant = class.unwrap_or_else(|| NAMES.meant(&plain(name)).to_owned());
            part.words[0] = Text::known(meant);
        }
        let parts = std::mem::take(&mut self.parts);
        self.parts = inner::unwrapped(part, first, self.depth, parts);
    }
}
