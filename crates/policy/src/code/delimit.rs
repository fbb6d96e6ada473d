//! Where a text in code ends.

/// The length of a pattern up to its end, if that is on the same line.
pub(super) fn pattern(body: &str) -> Option<usize> {
    let mut escaped = false;
    for (at, character) in body.char_indices() {
        match character {
            '\n' => return None,
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '/' => return Some(at),
            _ => {}
        }
    }
    None
}

/// The length of the text up to the sign that closes it. A backslash takes the meaning of the next character.
pub(super) fn delimited(body: &str, open: char, close: char) -> Option<usize> {
    let (mut level, mut escaped) = (0_usize, false);
    for (at, character) in body.char_indices() {
        match character {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            _ if character == close && level == 0 => return Some(at),
            _ if character == close => level -= 1,
            _ if character == open => level += 1,
            _ => {}
        }
    }
    None
}
