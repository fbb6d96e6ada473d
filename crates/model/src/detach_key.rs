//! The key that takes a person out of a session without ending it.

use std::fmt;
use std::str::FromStr;

/// How a key with Ctrl is written.
const PREFIX: &str = "ctrl-";
/// What Ctrl does to a character of the old keyboards: only these bits of it are sent.
const CONTROL_BITS: u8 = 0x1f;

/// Ctrl and one other key, in both ways a terminal can report it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct DetachKey {
    /// The control byte that terminals without a keyboard protocol send.
    pub legacy: u8,
    /// The other key by itself, in lower case, as keyboard protocols report it beside the modifiers.
    pub letter: char,
}

/// The text names no key that Ctrl turns into a control byte.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InvalidDetachKey(pub String);

impl fmt::Display for InvalidDetachKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "'{}' is not ctrl- and a letter or one of @ [ \\ ] ^ _", self.0.escape_debug())
    }
}

impl std::error::Error for InvalidDetachKey {}

impl DetachKey {
    /// The ordinary key that sends the same byte, if there is one: who chose it would detach by accident.
    pub fn same_byte_as(&self) -> Option<&'static str> {
        match self.letter {
            'h' => Some("Backspace on some keyboards"),
            'i' => Some("Tab"),
            'j' => Some("Enter on some keyboards"),
            'm' => Some("Enter"),
            '[' => Some("Esc, and every arrow and function key begins with it"),
            _ => None,
        }
    }
}

impl FromStr for DetachKey {
    type Err = InvalidDetachKey;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let lower = text.to_ascii_lowercase();
        match lower.strip_prefix(PREFIX).map(str::as_bytes) {
            Some(&[key @ (b'a'..=b'z' | b'@' | b'[' | b'\\' | b']' | b'^' | b'_')]) => {
                Ok(DetachKey { legacy: key & CONTROL_BITS, letter: char::from(key) })
            }
            _ => Err(InvalidDetachKey(text.to_owned())),
        }
    }
}

impl fmt::Display for DetachKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{PREFIX}{}", self.letter)
    }
}

#[cfg(test)]
mod tests {
    use super::DetachKey;

    #[test]
    fn keys_and_the_bytes_they_send() {
        for (text, legacy, letter) in [
            ("ctrl-a", 1, 'a'),
            ("ctrl-z", 26, 'z'),
            ("Ctrl-Q", 17, 'q'),
            ("ctrl-@", 0, '@'),
            ("ctrl-[", 27, '['),
            ("ctrl-\\", 28, '\\'),
            ("ctrl-]", 29, ']'),
            ("ctrl-^", 30, '^'),
            ("ctrl-_", 31, '_'),
        ] {
            assert_eq!(text.parse(), Ok(DetachKey { legacy, letter }), "{text}");
        }
    }

    #[test]
    fn every_key_survives_its_own_text() {
        for letter in ('a'..='z').chain("@[\\]^_".chars()) {
            let key: DetachKey = format!("ctrl-{letter}").parse().unwrap();
            assert_eq!(key.to_string().parse(), Ok(key));
            assert!(key.legacy < 32, "{key}");
        }
    }

    #[test]
    fn other_text_is_no_key() {
        for text in
            ["", "ctrl-", "ctrl", "a", "ctrl-ab", "ctrl-1", "ctrl- ", "ctrl-ä", "alt-a", "ctrl+a", "none"]
        {
            assert!(text.parse::<DetachKey>().is_err(), "{text:?}");
        }
    }

    #[test]
    fn keys_that_people_press_for_something_else_are_known() {
        let shared: String = ('a'..='z')
            .chain("@[\\]^_".chars())
            .filter(|letter| format!("ctrl-{letter}").parse::<DetachKey>().unwrap().same_byte_as().is_some())
            .collect();
        assert_eq!(shared, "hijm[");
    }
}
