//! The name by which a session is known to scripts, sockets and its own child (`LOCUM_SESSION`).

use std::fmt;

use crate::id::{self, ALPHABET, LENGTH};

/// A session's id: short, safe in a file name, in an environment variable and in a shell.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SessionId(String);

/// The text is no session id.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InvalidSessionId(pub String);

impl fmt::Display for InvalidSessionId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "'{}' is not a session id", self.0.escape_debug())
    }
}

impl std::error::Error for InvalidSessionId {}

impl SessionId {
    /// Makes an id from random bytes that the caller has drawn.
    pub fn from_random(random: [u8; LENGTH]) -> Self {
        SessionId(id::from_random(random))
    }

    /// Reads an id back from text that may come from anywhere.
    pub fn parse(text: &str) -> Result<Self, InvalidSessionId> {
        if id::is_one(text) { Ok(SessionId(text.to_owned())) } else { Err(InvalidSessionId(text.to_owned())) }
    }

    /// The id as a number: its letters are digits. Below 2 to the 40th.
    pub fn number(&self) -> u64 {
        let digit =
            |letter: u8| ALPHABET.iter().position(|&known| known == letter).unwrap_or_default() as u64;
        self.0.bytes().fold(0, |number, letter| number * ALPHABET.len() as u64 + digit(letter))
    }

    /// The id with this number; `None` if there is none.
    pub fn from_number(mut number: u64) -> Option<Self> {
        let base = ALPHABET.len() as u64;
        let mut letters = [b'0'; LENGTH];
        for place in letters.iter_mut().rev() {
            *place = *ALPHABET.get((number % base) as usize)?;
            number /= base;
        }
        (number == 0).then(|| SessionId(letters.iter().map(|&letter| letter as char).collect()))
    }

    /// The id as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for SessionId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::SessionId;

    #[test]
    fn an_id_survives_its_own_text() {
        let id = SessionId::from_random([0, 29, 30, 31, 255, 128, 7, 64]);
        assert_eq!(SessionId::parse(id.as_str()), Ok(id));
    }

    #[test]
    fn an_id_survives_as_a_number() {
        for text in ["00000000", "zzzzzzzz", "bcdfghjk", "0000000z", "z0000000"] {
            let id = SessionId::parse(text).unwrap();
            assert!(id.number() < 1 << 40, "{text}");
            assert_eq!(SessionId::from_number(id.number()), Some(id));
        }
        let last = SessionId::parse("zzzzzzzz").unwrap().number();
        assert_eq!(SessionId::from_number(last + 1), None);
        assert_eq!(SessionId::from_number(u64::MAX), None);
    }

    #[test]
    fn hostile_text_is_no_id() {
        for text in ["", "../../etc", "0123456", "012345678", "0123456a", "0123456/", "0123456\0", "ABCDFGHJ"]
        {
            assert!(SessionId::parse(text).is_err(), "{text:?}");
        }
    }
}
