//! Calls, looked up in a table.

use super::literal::shortened;
use super::names::Known;
use super::syntax::Syntax;
use super::table::{Does, is_listed, look_up};
use super::tokens::{Token, Tokens};
use super::value::{self, Argument};
use super::words::{all, keyed, positional, run, shell_or_words, words};
use super::{Act, read as read_code};
use crate::Text;

/// Adds what the calls in this code do.
pub(super) fn read(known: &Known, tokens: &Tokens, depth: usize, acts: &mut Vec<Act>) {
    let mut at = 0;
    while at < tokens.list.len() && acts.len() < super::MOST_ACTS {
        at = match &tokens.list[at].token {
            Token::Command(text) => {
                acts.push(Act::Shell(text.clone()));
                at + 1
            }
            Token::Evaluated => {
                acts.push(Act::Eval);
                at + 1
            }
            Token::Name(_) => Site { known, tokens, depth }.name(at, acts),
            Token::Text(_) | Token::Sign(']') if is_reached_by_text(known, tokens, at) => {
                acts.push(Act::Eval);
                at + 1
            }
            _ => at + 1,
        };
    }
}

/// `x['exec'](...)`, and in PHP also a name that is handed over: `array_map('unlink', ...)`.
fn is_reached_by_text(known: &Known, tokens: &Tokens, at: usize) -> bool {
    if tokens.is_sign(at, ']') {
        let inside = tokens.list[at].partner.max(at.saturating_sub(MOST_INSIDE))..at;
        return tokens.is_sign(at + 1, '(') && inside.into_iter().any(|inside| tokens.text(inside).is_some());
    }
    let handed =
        known.syntax == Syntax::Php && at > 0 && tokens.is_sign(at - 1, '(') && tokens.is_sign(at + 1, ',');
    handed && tokens.text(at).and_then(Text::certain).is_some_and(|name| is_listed(known, name))
}

/// Brackets are looked through for this many tokens.
const MOST_INSIDE: usize = 16;

/// The code around a call.
struct Site<'a> {
    known: &'a Known,
    tokens: &'a Tokens<'a>,
    depth: usize,
}

impl Site<'_> {
    /// Looks at the name at this place; gives back where to go on.
    fn name(&self, at: usize, acts: &mut Vec<Act>) -> usize {
        let Some((path, end)) = self.tokens.path(at) else { return at + 1 };
        let path = self.known.full(&path);
        self.odd_forms(at, &path, end, acts);
        let own = self.is_member(at);
        let called = self.tokens.is_sign(end, '(');
        let bare = !called && self.known.syntax.has_bare_calls() && self.begins_argument(end);
        if (called || bare)
            && let Some(call) = look_up(self.known, &path, own)
        {
            let close = if called { self.tokens.list[end].partner } else { self.bare_end(end) };
            let start = if called { end + 1 } else { end };
            let arguments = value::arguments(self.known, self.tokens, start, close);
            self.act(call.does, at, end, &arguments, acts);
        }
        end
    }

    /// Whether the name stands behind a dot, so that its owner is an expression: `Path(x).unlink`.
    fn is_member(&self, at: usize) -> bool {
        at > 0 && (self.tokens.is_sign(at - 1, '.') || self.tokens.is_sign(at - 1, '→'))
    }

    fn begins_argument(&self, at: usize) -> bool {
        match self.tokens.list.get(at).map(|placed| &placed.token) {
            Some(Token::Text(_) | Token::Sign('[')) => true,
            Some(Token::Name(name)) => {
                !["if", "unless", "and", "or", "do", "end", "x", "eq", "ne", "then"].contains(&name.as_str())
            }
            _ => false,
        }
    }

    fn bare_end(&self, start: usize) -> usize {
        let end = self.tokens.statement_end(start);
        let stops = |at: &usize| {
            matches!(self.tokens.name(*at), Some("if" | "unless" | "or" | "and" | "do" | "for" | "foreach"))
        };
        (start..end).find(stops).unwrap_or(end)
    }

    /// What is odd without being a call of a known name.
    fn odd_forms(&self, at: usize, path: &str, end: usize, acts: &mut Vec<Act>) {
        let called = self.tokens.is_sign(end, '(');
        let first = path.chars().next();
        match (self.known.syntax, path) {
            (Syntax::JavaScript, "$") => {
                if let Some(text) = self.tokens.text(end) {
                    acts.push(Act::Shell(text.clone()));
                }
            }
            (Syntax::AppleScript, "script") => {
                if let Some(text) =
                    self.tokens.text(end).filter(|_| at >= 2 && self.tokens.name(at - 1) == Some("shell"))
                {
                    acts.push(Act::Shell(text.clone()));
                }
            }
            (Syntax::Php, _) if called && first == Some('$') && !path.contains('.') => acts.push(Act::Eval),
            (Syntax::Python, _)
                if ["__dict__", "__builtins__", "__globals__", "__subclasses__"]
                    .iter()
                    .any(|odd| path.contains(odd)) =>
            {
                acts.push(Act::Eval);
            }
            _ => {}
        }
    }

    fn act(&self, does: Does, at: usize, open: usize, arguments: &[Argument], acts: &mut Vec<Act>) {
        let place = |index: usize| positional(arguments).nth(index).map(|argument| argument.value.clone());
        let first = || place(0).unwrap_or_else(|| Text::unknown(self.written(at)));
        match does {
            Does::Shell => acts.push(shell_or_words(arguments, first())),
            Does::Run => acts.push(run(arguments, first())),
            Does::Program => acts.push(Act::Argv(words(arguments, 0, 0))),
            Does::ProgramTwice => acts.push(Act::Argv(words(arguments, 0, 1))),
            Does::ProgramHow => acts.push(Act::Argv(words(arguments, 1, 1))),
            Does::Delete => self.delete(at, open, false, arguments, acts),
            Does::DeleteTree => self.delete(at, open, true, arguments, acts),
            Does::DeleteOwn => acts.push(Act::Delete { path: self.owner(at), recursive: false }),
            Does::Open => self.open(first(), place(1).or(keyed(arguments, "mode")), place(2), acts),
            Does::OpenOwn => self.open(self.owner(at), place(0).or(keyed(arguments, "mode")), None, acts),
            Does::Write => acts.push(Act::Write(first())),
            Does::WriteSecond => acts.push(Act::Write(place(1).unwrap_or_else(first))),
            Does::WriteOwn => acts.push(Act::Write(self.owner(at))),
            Does::Read => acts.push(Act::Read(first())),
            Does::ReadOwn => acts.push(Act::Read(self.owner(at))),
            Does::Fetch => acts.push(Act::Fetch(first())),
            Does::Eval => self.eval(arguments, acts),
            Does::Reach => self.reach(arguments, open, acts),
            Does::Kill => acts.push(Act::Kill),
        }
    }

    fn delete(&self, at: usize, open: usize, tree: bool, arguments: &[Argument], acts: &mut Vec<Act>) {
        let close =
            self.tokens.list.get(open).map_or(open, |placed| placed.partner).min(self.tokens.list.len());
        let asked = (open..close).any(|inside| self.tokens.name(inside) == Some("recursive"));
        let recursive = tree || asked;
        let paths: Vec<Text> = positional(arguments).flat_map(all).filter(is_path).collect();
        if paths.is_empty() {
            acts.push(Act::Delete { path: Text::unknown(self.written(at)), recursive });
        }
        acts.extend(paths.into_iter().map(|path| Act::Delete { path, recursive }));
    }

    /// `open(path, mode)`; in Perl also `open(handle, mode, path)`, and commands by a bar.
    fn open(&self, path: Text, mode: Option<Text>, third: Option<Text>, acts: &mut Vec<Act>) {
        let perl = self.known.syntax == Syntax::Perl;
        let (path, mode) = match (perl, mode, third) {
            (true, Some(mode), Some(path)) => (path, mode.shown().to_owned()),
            (true, Some(both), None) => {
                let signs =
                    both.shown().len() - both.shown().trim_start_matches(['<', '>', '+', '|', ' ']).len();
                (both.from(signs), both.shown().to_owned())
            }
            (_, mode, _) => (path, mode.map_or("r".to_owned(), |mode| mode.shown().to_owned())),
        };
        let runs = mode.contains('|') && perl || mode.starts_with("-|") || path.shown().starts_with('|');
        if runs {
            let bars = path.shown().len() - path.shown().trim_start_matches(['|', ' ']).len();
            return acts.push(Act::Shell(path.from(bars)));
        }
        let writes = mode.contains(['w', 'a', 'x', '+', '>']) && !mode.contains('/');
        acts.push(if writes { Act::Write(path) } else { Act::Read(path) });
    }

    /// Code that is known is read; other code is only known when it runs. A block is no code in a string.
    fn eval(&self, arguments: &[Argument], acts: &mut Vec<Act>) {
        match positional(arguments).next() {
            Some(code) if code.value.is_known() && !code.value.shown().is_empty() => {
                read_code(self.known.syntax, &code.value, self.depth + 1, acts);
            }
            _ => acts.push(Act::Eval),
        }
    }

    /// `getattr(os, "system")("ls")`: evaluated, and what it reaches does what it does. A name that does nothing is just read.
    fn reach(&self, arguments: &[Argument], open: usize, acts: &mut Vec<Act>) {
        let [owner, name, ..] = arguments else { return acts.push(Act::Eval) };
        if name.value.certain().is_some_and(|name| !is_listed(self.known, name)) {
            return;
        }
        acts.push(Act::Eval);
        let path = self.known.full(&format!("{}.{}", owner.value.shown(), name.value.shown()));
        let behind = self.tokens.list.get(open).map_or(open, |placed| placed.partner) + 1;
        if self.tokens.is_sign(behind, '(')
            && let Some(call) = look_up(self.known, &path, false)
            && call.does != Does::Reach
        {
            let arguments =
                value::arguments(self.known, self.tokens, behind + 1, self.tokens.list[behind].partner);
            self.act(call.does, open, behind, &arguments, acts);
        }
    }

    /// What the name at this place is a method of.
    fn owner(&self, at: usize) -> Text {
        let mut start = at;
        if !self.is_member(at) {
            // `p.unlink()`: the path began with the variable itself.
            let end = (at..self.tokens.list.len()).find(|dot| self.tokens.is_sign(*dot, '(')).unwrap_or(at);
            return value::expression(self.known, self.tokens, at, end.saturating_sub(2).max(at));
        }
        for _ in 0..16 {
            let Some(before) = start.checked_sub(1).and_then(|before| self.tokens.list.get(before)) else {
                break;
            };
            match &before.token {
                Token::Sign('.' | '→') | Token::Name(_) | Token::Text(_) => start -= 1,
                Token::Sign(')' | ']') => start = before.partner.min(start - 1),
                _ => break,
            }
        }
        value::expression(self.known, self.tokens, start, at.saturating_sub(1).max(start))
    }

    fn written(&self, at: usize) -> String {
        self.tokens.list.get(at).map_or(String::new(), |placed| shortened(&self.tokens.code[placed.start..]))
    }
}

/// Options and functions that are called afterwards are no paths.
fn is_path(argument: &Text) -> bool {
    let shown = argument.shown();
    !shown.starts_with('{') && !shown.contains("=>") && !shown.starts_with("function")
}
