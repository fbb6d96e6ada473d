//! Ways to write a text so that it is not seen: escapes, base64, hex, letters exchanged.

use super::field::Field;
use crate::Text;

/// One step of a `printf` format.
pub(super) enum Piece {
    /// These characters.
    Literal(String),
    /// The next word.
    Word,
    /// The next word with its escapes read.
    Escaped,
    /// The next word's first character.
    First,
}

impl Piece {
    pub(super) fn takes_word(&self) -> bool {
        !matches!(self, Piece::Literal(_))
    }

    pub(super) fn literal(&self) -> &str {
        if let Piece::Literal(text) = self { text } else { "" }
    }

    /// What it becomes with this word; nothing if that cannot be known.
    pub(super) fn filled(&self, word: Option<&Field>) -> Option<Field> {
        let Some(word) = word else { return Some(Field::default()) };
        Some(match self {
            Piece::Literal(text) => Field::known(text.as_str()),
            Piece::Word => word.clone(),
            Piece::Escaped => Field { text: Text::known(escapes(word.certain()?)), ..word.clone() },
            Piece::First => Field::known(word.certain()?.chars().take(1).collect::<String>()),
        })
    }
}

/// A `printf` format; nothing if it has something that is not known here.
pub(super) fn format(format: &str) -> Option<Vec<Piece>> {
    let mut pieces = Vec::new();
    let mut literal = String::new();
    let mut rest = format;
    while let Some(at) = rest.find('%') {
        literal.push_str(&rest[..at]);
        rest = &rest[at + 1..];
        let kind = rest.chars().next()?;
        rest = &rest[kind.len_utf8()..];
        let piece = match kind {
            '%' => {
                literal.push('%');
                continue;
            }
            's' | 'd' | 'i' => Piece::Word,
            'b' => Piece::Escaped,
            'c' => Piece::First,
            _ => return None,
        };
        pieces.push(Piece::Literal(escapes(&std::mem::take(&mut literal))));
        pieces.push(piece);
    }
    literal.push_str(rest);
    pieces.push(Piece::Literal(escapes(&literal)));
    Some(pieces)
}

/// `\n`, `\x72`, `\162`, `\u0072` read.
pub(super) fn escapes(text: &str) -> String {
    let mut read = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('\\') {
        read.extend_from_slice(&rest.as_bytes()[..at]);
        rest = &rest[at + 1..];
        let Some(kind) = rest.chars().next() else {
            read.push(b'\\');
            break;
        };
        let after = &rest[kind.len_utf8()..];
        let (code, used) = match kind {
            'x' => number(after, 16, 2),
            'u' => number(after, 16, 4),
            'U' => number(after, 16, 8),
            '0' => number(after, 8, 3),
            '1'..='7' => number(rest, 8, 3),
            _ => (None, 0),
        };
        rest = if matches!(kind, '1'..='7') { &rest[used..] } else { &after[used..] };
        push_code(&mut read, kind, code);
    }
    read.extend_from_slice(rest.as_bytes());
    String::from_utf8_lossy(&read).into_owned()
}

fn push_code(read: &mut Vec<u8>, kind: char, code: Option<u32>) {
    let simple = match kind {
        'n' => Some(b'\n'),
        't' => Some(b'\t'),
        'r' => Some(b'\r'),
        '\\' | '"' | '\'' => u8::try_from(kind).ok(),
        'a' | 'b' | 'f' | 'v' | 'e' | 'E' | 'c' => Some(b' '),
        _ => None,
    };
    match (simple, code) {
        (Some(byte), _) => read.push(byte),
        (None, Some(code)) if matches!(kind, 'u' | 'U') => {
            let sign = char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER);
            read.extend_from_slice(sign.encode_utf8(&mut [0; 4]).as_bytes());
        }
        (None, Some(code)) => read.push((code & 0xff) as u8),
        (None, None) => {
            read.push(b'\\');
            read.extend_from_slice(kind.encode_utf8(&mut [0; 4]).as_bytes());
        }
    }
}

fn number(text: &str, radix: u32, most: usize) -> (Option<u32>, usize) {
    let used = text.bytes().take(most).take_while(|byte| char::from(*byte).is_digit(radix)).count();
    (u32::from_str_radix(&text[..used], radix).ok(), used)
}

/// Bytes out of characters that each stand for some bits; nothing if one is not in the list or the bytes are no text.
fn bits(text: &str, alphabet: &str, width: u32) -> Option<String> {
    let (mut held, mut count, mut bytes) = (0u32, 0, Vec::new());
    for sign in text.chars().filter(|sign| !sign.is_whitespace() && *sign != '=') {
        let value = u32::try_from(alphabet.find(sign)?).ok()?;
        held = (held << width) | value;
        count += width;
        if count >= 8 {
            count -= 8;
            bytes.push((held >> count) as u8);
            held &= (1 << count) - 1;
        }
    }
    String::from_utf8(bytes).ok()
}

/// Base64 read.
pub(super) fn base64(text: &str) -> Option<String> {
    bits(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/", 6)
}

/// Base32 read.
pub(super) fn base32(text: &str) -> Option<String> {
    bits(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", 5)
}

/// Hexadecimal digits read.
pub(super) fn hex(text: &str) -> Option<String> {
    bits(&text.to_ascii_lowercase(), "0123456789abcdef", 4)
}

/// `tr -d SET`.
pub(super) fn without(text: &str, set: &str) -> String {
    let set = members(set);
    text.chars().filter(|sign| !set.contains(sign)).collect()
}

/// `tr SET1 SET2`; nothing for classes, which are not worked out here.
pub(super) fn translated(text: &str, from: &str, to: &str) -> Option<String> {
    if from.contains("[:") || to.contains("[:") {
        return None;
    }
    let (from, to) = (members(from), members(to));
    let last = *to.last()?;
    let exchanged = |sign: char| match from.iter().rposition(|member| *member == sign) {
        Some(place) => to.get(place).copied().unwrap_or(last),
        None => sign,
    };
    Some(text.chars().map(exchanged).collect())
}

/// The characters of a set with its ranges.
fn members(set: &str) -> Vec<char> {
    let set: Vec<char> = escapes(set).chars().collect();
    let mut members = Vec::new();
    let mut at = 0;
    while at < set.len() {
        match (set.get(at + 1), set.get(at + 2)) {
            (Some('-'), Some(end)) => {
                members.extend((set[at]..=*end).take(256));
                at += 3;
            }
            _ => {
                members.push(set[at]);
                at += 1;
            }
        }
    }
    members
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decoded() {
        assert_eq!(escapes("\\x72m\\t\\162\\0155\\q\\\\"), "rm\trm\\q\\");
        assert_eq!(base64("cm0gLXJmIC8K").as_deref(), Some("rm -rf /\n"));
        assert_eq!(base32("OJWSALLSMYQC6===").as_deref(), Some("rm -rf /"));
        assert_eq!(hex("726d202d7266202f").as_deref(), Some("rm -rf /"));
        assert_eq!(base64("%%"), None);
        assert_eq!(translated("ez -es /", "a-z", "n-za-m").as_deref(), Some("rm -rf /"));
        assert_eq!(without("rXXm", "X"), "rm");
    }
}
