//! Brace expansion: `{a,b}`, `{1..3}`, nested, across quotes and variables.

use crate::shell::Piece;

/// More words than this out of one are not written out.
const WORDS: usize = 64;
/// Braces inside braces deeper than this are not written out either.
const DEPTH: usize = 12;

/// A character that braces can be made of, or a whole piece that they cannot.
#[derive(Clone, Copy)]
enum Token<'a> {
    Sign(char),
    Whole(&'a Piece),
}

/// Whether there may be something to expand.
pub(super) fn is_in(pieces: &[Piece]) -> bool {
    pieces.iter().any(|piece| matches!(piece, Piece::Bare(text) if text.contains('{')))
}

/// The words that one becomes; nothing if they are too many.
pub(super) fn expand(pieces: &[Piece]) -> Option<Vec<Vec<Piece>>> {
    let mut tokens = Vec::new();
    for piece in pieces {
        match piece {
            Piece::Bare(text) => tokens.extend(text.chars().map(Token::Sign)),
            other => tokens.push(Token::Whole(other)),
        }
    }
    let words = alternatives(&tokens, DEPTH)?;
    Some(words.iter().map(|word| pieces_of(word)).collect())
}

fn pieces_of(tokens: &[Token]) -> Vec<Piece> {
    let mut pieces = Vec::new();
    for token in tokens {
        match (token, pieces.last_mut()) {
            (Token::Sign(sign), Some(Piece::Bare(text))) => text.push(*sign),
            (Token::Sign(sign), _) => pieces.push(Piece::Bare(sign.to_string())),
            (Token::Whole(piece), _) => pieces.push((*piece).clone()),
        }
    }
    pieces
}

fn alternatives<'a>(tokens: &[Token<'a>], depth: usize) -> Option<Vec<Vec<Token<'a>>>> {
    let mut words = vec![Vec::new()];
    let closing = closings(tokens);
    let mut at = 0;
    while at < tokens.len() {
        let choices = closing[at].and_then(|end| choices(&tokens[at + 1..end]).map(|found| (end, found)));
        let Some((end, choices)) = choices else {
            words.iter_mut().for_each(|word| word.push(tokens[at]));
            at += 1;
            continue;
        };
        let mut ends = Vec::new();
        for choice in &choices {
            ends.extend(alternatives(choice, depth.checked_sub(1)?)?);
            if ends.len() * words.len() > WORDS {
                return None;
            }
        }
        let longer = |word: &Vec<Token<'a>>| {
            ends.iter().map(|end| word.iter().chain(end).copied().collect()).collect::<Vec<_>>()
        };
        words = words.iter().flat_map(longer).collect();
        at = end + 1;
    }
    Some(words)
}

/// For each opening brace where it closes.
fn closings(tokens: &[Token]) -> Vec<Option<usize>> {
    let mut closing = vec![None; tokens.len()];
    let mut open = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        match token {
            Token::Sign('{') => open.push(at),
            Token::Sign('}') => {
                if let Some(start) = open.pop() {
                    closing[start] = Some(at);
                }
            }
            _ => {}
        }
    }
    closing
}

/// What stands between a pair of braces, if it is a list or a range.
fn choices<'a>(inside: &[Token<'a>]) -> Option<Vec<Vec<Token<'a>>>> {
    let mut found = vec![Vec::new()];
    let mut depth = 0usize;
    for token in inside {
        match token {
            Token::Sign('{') => depth += 1,
            Token::Sign('}') => depth = depth.saturating_sub(1),
            Token::Sign(',') if depth == 0 => {
                found.push(Vec::new());
                continue;
            }
            _ => {}
        }
        if let Some(last) = found.last_mut() {
            last.push(*token);
        }
    }
    if found.len() > 1 { Some(found) } else { range(inside) }
}

/// `1..3`, `a..e`, with an optional step.
fn range<'a>(inside: &[Token<'a>]) -> Option<Vec<Vec<Token<'a>>>> {
    let sign = |token: &Token| if let Token::Sign(sign) = token { Some(*sign) } else { None };
    let text: String = inside.iter().map(sign).collect::<Option<String>>()?;
    let mut ends = text.split("..");
    let (from, to, step) = (ends.next()?, ends.next()?, ends.next().unwrap_or("1"));
    let step = step.parse::<i64>().ok()?.unsigned_abs().max(1) as usize;
    let words: Vec<String> = if let (Ok(from), Ok(to)) = (from.parse::<i64>(), to.parse::<i64>()) {
        counted(from, to, step).map(|number| number.to_string()).collect()
    } else {
        let (from, to) = (single(from)?, single(to)?);
        counted(i64::from(u32::from(from)), i64::from(u32::from(to)), step)
            .filter_map(|code| char::from_u32(u32::try_from(code).ok()?))
            .map(String::from)
            .collect()
    };
    Some(words.iter().map(|word| word.chars().map(Token::Sign).collect()).collect())
}

/// The numbers from one end to the other; one more than are written out if there are too many.
fn counted(from: i64, to: i64, step: usize) -> Box<dyn Iterator<Item = i64>> {
    let most = WORDS + 1;
    if from <= to {
        Box::new((from..=to).step_by(step).take(most))
    } else {
        Box::new((to..=from).rev().step_by(step).take(most))
    }
}

fn single(text: &str) -> Option<char> {
    let mut signs = text.chars();
    signs.next().filter(|_| signs.next().is_none())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(word: &str, wanted: &[&str]) {
        let shown = |pieces: &Vec<Piece>| match pieces.as_slice() {
            [Piece::Bare(text)] => text.clone(),
            other => format!("{other:?}"),
        };
        let found: Option<Vec<String>> =
            expand(&[Piece::Bare(word.to_owned())]).map(|words| words.iter().map(shown).collect());
        let wanted: Vec<String> = wanted.iter().map(|word| (*word).to_owned()).collect();
        assert_eq!(found.unwrap_or_default(), wanted, "{word}");
    }

    #[test]
    fn braces_become_words() {
        check("a{b,c}d", &["abd", "acd"]);
        check("{a,{b,c}d}", &["a", "bd", "cd"]);
        check("{1..3}", &["1", "2", "3"]);
        check("{c..a}", &["c", "b", "a"]);
        check("{0..6..3}", &["0", "3", "6"]);
        check("{}", &["{}"]);
        check("{a", &["{a"]);
        check("{a}b", &["{a}b"]);
        check("x{,y}", &["x", "xy"]);
        check("{1..1000}", &[]);
        check("{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}", &[]);
    }
}
