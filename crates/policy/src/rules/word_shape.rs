//! Shapes of words, with a little more than `*`: `[abc]` is one of these letters, `[!abc]` any other.

enum Piece<'a> {
    Any,
    Is(char),
    Of { letters: &'a str, not: bool },
}

/// Whether a word has a shape.
pub(super) fn fits(shape: &str, word: &str) -> bool {
    let pieces = pieces(shape);
    let word: Vec<char> = word.chars().collect();
    let (mut at, mut here) = (0, 0);
    let mut back: Option<(usize, usize)> = None;
    while here < word.len() {
        match pieces.get(at) {
            Some(Piece::Any) => {
                back = Some((at, here));
                at += 1;
            }
            Some(piece) if piece.is(word[here]) => {
                at += 1;
                here += 1;
            }
            _ => {
                let Some((star, from)) = back else { return false };
                back = Some((star, from + 1));
                at = star + 1;
                here = from + 1;
            }
        }
    }
    pieces[at..].iter().all(|piece| matches!(piece, Piece::Any))
}

impl Piece<'_> {
    fn is(&self, sign: char) -> bool {
        match self {
            Piece::Any => false,
            Piece::Is(wanted) => *wanted == sign,
            Piece::Of { letters, not } => letters.contains(sign) != *not,
        }
    }
}

fn pieces(shape: &str) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    let mut rest = shape;
    while let Some(sign) = rest.chars().next() {
        rest = &rest[sign.len_utf8()..];
        let class = rest.split_once(']').filter(|(inner, _)| sign == '[' && !inner.is_empty());
        if let Some((inner, behind)) = class {
            let letters = inner.strip_prefix('!');
            pieces.push(Piece::Of { letters: letters.unwrap_or(inner), not: letters.is_some() });
            rest = behind;
        } else {
            pieces.push(if sign == '*' { Piece::Any } else { Piece::Is(sign) });
        }
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_have_shapes() {
        let check =
            |shape: &str, word: &str, want: bool| assert_eq!(fits(shape, word), want, "{shape} {word}");
        check("", "", true);
        check("*", "x", true);
        check("a*c", "abbc", true);
        check("a*c", "ab", false);
        check("*://*", "http://x", true);
        check("[!@.]*/*", "user/repo", true);
        check("[!@.]*/*", "@types/node", false);
        check("cc=[!gc]*", "cc=evil", true);
        check("cc=[!gc]*", "cc=gcc", false);
        check("[*]*", "*.rs", true);
        check("[*]*", "a.rs", false);
        check("*a*b", "xaxbxaxb", true);
    }
}
