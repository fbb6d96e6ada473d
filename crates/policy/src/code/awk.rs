//! Awk, where running a command and writing a file are signs of the language.

use super::Act;
use super::literal::shortened;
use super::names::Known;
use super::tokens::{Token, Tokens};
use crate::Text;

/// An expression is followed for this many tokens.
const LONGEST: usize = 32;

/// Adds what an awk program does.
pub(super) fn read(known: &Known, tokens: &Tokens, acts: &mut Vec<Act>) {
    let mut prints = false;
    for at in 0..tokens.list.len() {
        if acts.len() >= super::MOST_ACTS {
            return;
        }
        match &tokens.list[at].token {
            Token::Name(name) if name == "print" || name == "printf" => prints = true,
            Token::Name(name) if name == "system" && tokens.is_sign(at + 1, '(') => {
                acts.push(Act::Shell(value(known, tokens, at + 2, tokens.list[at + 1].partner)));
            }
            Token::Name(name) if name == "getline" => getline(known, tokens, at, acts),
            Token::Line | Token::Sign(';' | '}' | '{') => prints = false,
            Token::Sign('|') if tokens.is_sign(at + 1, '|') || tokens.is_sign(at.wrapping_sub(1), '|') => {}
            Token::Sign('|') if prints => acts.push(Act::Shell(target(known, tokens, at))),
            Token::Sign('>') if prints && !tokens.is_sign(at.wrapping_sub(1), '>') => {
                acts.push(Act::Write(target(known, tokens, at)));
            }
            Token::Sign('@') => acts.push(Act::Eval),
            _ => {}
        }
    }
}

/// `"cmd" | getline` and `getline < "file"`.
fn getline(known: &Known, tokens: &Tokens, at: usize, acts: &mut Vec<Act>) {
    let before = at.wrapping_sub(1);
    if tokens.is_sign(before, '|') || tokens.is_sign(before, '&') {
        let source = before.wrapping_sub(usize::from(tokens.is_sign(before, '&')) + 1);
        acts.push(Act::Shell(value(known, tokens, source, before)));
    }
    let name = usize::from(tokens.name(at + 1).is_some());
    if tokens.is_sign(at + 1 + name, '<') {
        acts.push(Act::Read(target(known, tokens, at + 1 + name)));
    }
}

/// What stands behind an operator.
fn target(known: &Known, tokens: &Tokens, at: usize) -> Text {
    let is_operator = |at: usize| ['>', '&', '|'].iter().any(|sign| tokens.is_sign(at, *sign));
    let start = (at + 1..tokens.list.len()).find(|at| !is_operator(*at)).unwrap_or(tokens.list.len());
    value(known, tokens, start, tokens.statement_end(start))
}

/// Strings that stand next to each other are joined; anything else between them is unknown.
fn value(known: &Known, tokens: &Tokens, start: usize, end: usize) -> Text {
    let mut text = Text::default();
    let end = end.min(tokens.list.len());
    let all = tokens.list.get(start..end).unwrap_or_default();
    for placed in all.iter().take(LONGEST) {
        match &placed.token {
            Token::Text(written) => text.append(written),
            Token::Name(name) if known.value(name).is_some() => {
                known.value(name).into_iter().for_each(|value| text.append(value));
            }
            Token::Sign('(' | ')') | Token::Line => {}
            _ => text.push_unknown(&shortened(&tokens.code[placed.start..placed.end])),
        }
    }
    if all.len() > LONGEST {
        text.push_unknown("...");
    }
    text
}
