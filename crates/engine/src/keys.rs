//! Keys as bytes, for a terminal in its present modes.

use model::Key;

/// What of a terminal's modes matters for what keys send.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Terminal {
    /// Cursor keys send application sequences.
    pub application_cursor: bool,
    /// Pastes are marked.
    pub bracketed_paste: bool,
    /// The program asked that keys be told apart: Escape alone would be the beginning of something.
    pub disambiguates: bool,
}

const PASTE_BEGINS: &[u8] = b"\x1b[200~";
const PASTE_ENDS: &[u8] = b"\x1b[201~";
/// Text of one key is a key press; more of it is a paste where the program asked to be told.
const LONGEST_TYPED: usize = 1;

/// What a key sends; nothing for text that cannot be typed as it is.
pub(crate) fn bytes(key: &Key, terminal: Terminal) -> Option<Vec<u8>> {
    let arrow = |letter: u8| match terminal.application_cursor {
        true => vec![0x1b, b'O', letter],
        false => vec![0x1b, b'[', letter],
    };
    Some(match key {
        Key::Enter => b"\r".to_vec(),
        Key::Esc if terminal.disambiguates => b"\x1b[27u".to_vec(),
        Key::Esc => b"\x1b".to_vec(),
        Key::Tab => b"\t".to_vec(),
        Key::Space => b" ".to_vec(),
        Key::Up => arrow(b'A'),
        Key::Down => arrow(b'B'),
        Key::Right => arrow(b'C'),
        Key::Left => arrow(b'D'),
        Key::Backspace => b"\x7f".to_vec(),
        Key::Text(text) => return text_bytes(text, terminal),
    })
}

/// A control character in a text would be a key of its own, and one of them ends a paste.
fn text_bytes(text: &str, terminal: Terminal) -> Option<Vec<u8>> {
    if text.is_empty() || text.chars().any(char::is_control) {
        return None;
    }
    let pasted = terminal.bracketed_paste && text.chars().count() > LONGEST_TYPED;
    Some(if pasted { [PASTE_BEGINS, text.as_bytes(), PASTE_ENDS].concat() } else { text.as_bytes().to_vec() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(key: Key, terminal: Terminal, expected: Option<&[u8]>) {
        assert_eq!(bytes(&key, terminal).as_deref(), expected, "{key:?} {terminal:?}");
    }

    #[test]
    fn keys_follow_the_modes() {
        let plain = Terminal::default();
        let application = Terminal { application_cursor: true, ..plain };
        let kitty = Terminal { disambiguates: true, ..plain };
        let pastes = Terminal { bracketed_paste: true, ..plain };
        check(Key::Enter, plain, Some(b"\r"));
        check(Key::Down, plain, Some(b"\x1b[B"));
        check(Key::Down, application, Some(b"\x1bOB"));
        check(Key::Esc, plain, Some(b"\x1b"));
        check(Key::Esc, kitty, Some(b"\x1b[27u"));
        check(Key::Text("y".into()), pastes, Some(b"y"));
        check(Key::Text("my name".into()), plain, Some(b"my name"));
        check(Key::Text("my name".into()), pastes, Some(b"\x1b[200~my name\x1b[201~"));
    }

    #[test]
    fn no_text_can_be_a_key() {
        for text in ["", "a\rb", "a\nb", "\x1b[201~\r", "a\x03", "\u{9b}A"] {
            check(Key::Text(text.into()), Terminal { bracketed_paste: true, ..Terminal::default() }, None);
        }
    }
}
