//! What names stand for: modules by import, functions and values by assignment.

use std::collections::HashMap;

use super::paths::LONGEST_STATEMENT;
use super::syntax::Syntax;
use super::tokens::{Placed, Token, Tokens};
use super::value;
use crate::Text;

/// What is known of names.
pub(super) struct Known {
    /// The language.
    pub syntax: Syntax,
    /// Full names by the short ones they were given: `s` is `os.system`.
    aliases: HashMap<String, String>,
    /// Values that were assigned exactly once; nothing if more often.
    values: HashMap<String, Option<Text>>,
    /// Modules of which everything was imported.
    opened: Vec<String>,
}

impl Known {
    /// Reads imports and assignments.
    pub(super) fn of(syntax: Syntax, tokens: &Tokens) -> Known {
        let mut known = Known { syntax, aliases: HashMap::new(), values: HashMap::new(), opened: Vec::new() };
        for index in 0..tokens.list.len() {
            match &tokens.list[index].token {
                Token::Name(name) if name == "import" && syntax == Syntax::Python => {
                    known.import(tokens, index)
                }
                Token::Name(name) if name == "import" => known.import_from(tokens, index),
                Token::Sign('=') if !tokens.is_sign(index + 1, '=') && index > 0 => {
                    known.assignment(tokens, index)
                }
                _ => {}
            }
        }
        known
    }

    /// The value of a variable.
    pub(super) fn value(&self, name: &str) -> Option<&Text> {
        self.values.get(name)?.as_ref()
    }

    /// The full name: `o.system` is `os.system` behind `import os as o`.
    pub(super) fn full(&self, path: &str) -> String {
        let (first, rest) = path.split_once('.').unwrap_or((path, ""));
        let full = self.aliases.get(first).map_or(first, String::as_str);
        let full =
            full.strip_prefix("node:").unwrap_or(full).replace("/promises", "").replace(".promises", "");
        let joined = if rest.is_empty() { full } else { format!("{full}.{rest}") };
        joined.replace(".promises.", ".")
    }

    /// Whether all of this module was imported.
    pub(super) fn is_opened(&self, module: &str) -> bool {
        self.opened.iter().any(|opened| opened == module)
    }

    fn alias(&mut self, short: &str, full: String) {
        if short != full {
            self.aliases.insert(short.to_owned(), full);
        }
    }

    /// `import a.b as c, d` and `from a import b as c, d`.
    fn import(&mut self, tokens: &Tokens, index: usize) {
        let module = (1..6)
            .find_map(|back| tokens.imported_from(index.checked_sub(back)?))
            .filter(|(end, _)| *end == index);
        let mut at = index + 1;
        for _ in 0..LONGEST_STATEMENT {
            at += usize::from(tokens.is_sign(at, '('));
            if tokens.is_sign(at, '*') {
                self.opened.extend(module.iter().map(|(_, module)| module.clone()));
                return;
            }
            let Some((path, end)) = tokens.path(at) else { return };
            let full = module.as_ref().map_or(path.clone(), |(_, module)| format!("{module}.{path}"));
            at = end;
            match (tokens.name(at), tokens.name(at + 1)) {
                (Some("as"), Some(short)) => {
                    self.alias(short, full);
                    at += 2;
                }
                _ => self.alias(&path, full),
            }
            if !tokens.is_sign(at, ',') {
                return;
            }
            at += 1;
        }
    }

    /// `import a from 'm'`, `import * as a from 'm'`, `import {a as b} from 'm'`.
    fn import_from(&mut self, tokens: &Tokens, index: usize) {
        let near = tokens.list.len().min(index + 64);
        let Some(from) = (index..near).find(|at| tokens.name(*at) == Some("from")) else { return };
        let Some(module) = tokens.text(from + 1).and_then(|text| text.certain().map(str::to_owned)) else {
            return;
        };
        self.pattern(tokens, index + 1, from, &module);
    }

    /// Names that get a module or parts of it: `a`, `* as a`, `{a, b as c, d: e}`.
    fn pattern(&mut self, tokens: &Tokens, start: usize, end: usize, module: &str) {
        let inside = (start..end).any(|at| tokens.is_sign(at, '{'));
        let mut at = start;
        while at < end {
            let renamed = tokens.name(at + 1) == Some("as") || tokens.is_sign(at + 1, ':');
            match (tokens.name(at), tokens.name(at + 2)) {
                (Some(part), Some(short)) if renamed && at + 2 < end => {
                    self.alias(short, format!("{module}.{part}"));
                    at += 3;
                }
                (Some("as" | "const" | "let" | "var" | "type"), _) => at += 1,
                (Some(part), _) => {
                    let full = if inside { format!("{module}.{part}") } else { module.to_owned() };
                    self.alias(part, full);
                    at += 1;
                }
                _ => at += 1,
            }
        }
    }

    fn assignment(&mut self, tokens: &Tokens, equals: usize) {
        let value_at = equals + 1 + usize::from(tokens.name(equals + 1) == Some("await"));
        if let Some((module, _)) = tokens.required(value_at)
            && let Some(Placed { token: Token::Sign('}'), partner, .. }) = tokens.list.get(equals - 1)
            && *partner < equals
        {
            return self.pattern(tokens, *partner, equals, &module);
        }
        let Some(name) = tokens.name(equals - 1).map(str::to_owned) else { return };
        if let Some((path, end)) = tokens.path(value_at)
            && !tokens.is_sign(end, '(')
            && !path.contains('"')
        {
            let full = self.full(&path);
            self.alias(&name, full);
        }
        let end = tokens.statement_end(value_at);
        let whole = end < value_at + LONGEST_STATEMENT && !self.values.contains_key(&name);
        let text = value::expression(self, tokens, value_at, end);
        let text = text.certain().filter(|_| whole).map(Text::known);
        self.values.insert(name, text);
    }
}
