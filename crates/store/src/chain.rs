//! The chain: how an event becomes bytes, and bytes a hash. `docs/audit-chain.md` says the same in words.

use std::fmt;

use model::AuditEvent;
use sha2::{Digest, Sha256};

/// Keeps these hashes apart from all others made of similar bytes, and this encoding from a later one.
const DOMAIN: &[u8] = b"locum audit event 1\n";

const ABSENT: u8 = 0;
const PRESENT: u8 = 1;

/// A SHA-256, shown in hexadecimal.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Hash(pub [u8; 32]);

/// The text is no hash.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("'{}' is not a hash of 64 hexadecimal digits", .0.escape_debug())]
pub struct InvalidHash(pub String);

impl Hash {
    /// What the first event follows.
    pub const ZERO: Hash = Hash([0; 32]);

    /// The hash of these bytes alone.
    pub fn of(bytes: &[u8]) -> Hash {
        Hash(Sha256::digest(bytes).into())
    }

    /// Reads a hash in the one way it is shown: 64 digits, lower case.
    pub fn parse(text: &str) -> Result<Self, InvalidHash> {
        let invalid = || InvalidHash(text.to_owned());
        let digit = |byte: u8| match byte {
            b'0'..=b'9' => Ok(byte - b'0'),
            b'a'..=b'f' => Ok(byte - b'a' + 10),
            _ => Err(invalid()),
        };
        let digits: &[u8; 64] = text.as_bytes().try_into().map_err(|_| invalid())?;
        let mut hash = [0; 32];
        for (byte, pair) in hash.iter_mut().zip(digits.chunks_exact(2)) {
            *byte = digit(pair[0])? << 4 | digit(pair[1])?;
        }
        Ok(Hash(hash))
    }

    pub(crate) fn from_slice(bytes: &[u8]) -> Option<Self> {
        bytes.try_into().ok().map(Hash)
    }
}

impl fmt::Display for Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A place in the chain: an event's number and its hash.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Link {
    /// The event's number; they count from 1 without a gap.
    pub seq: u64,
    /// Its hash.
    pub hash: Hash,
}

impl Link {
    /// Where a new chain stands: before its first event.
    pub const START: Link = Link { seq: 0, hash: Hash::ZERO };
}

/// An event with its place in the chain.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredEvent {
    /// Its number.
    pub seq: u64,
    /// What happened.
    pub event: AuditEvent,
    /// The hash of the event before.
    pub prev: Hash,
    /// Its own hash.
    pub hash: Hash,
}

/// An event as it lies in the database. Borrowed and unchecked, so that a forged one can be hashed too.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Raw<'a> {
    pub(crate) seq: i64,
    pub(crate) at: i64,
    pub(crate) session: Option<&'a [u8]>,
    pub(crate) kind: &'a [u8],
    /// As made by [`crate::fields::encode`].
    pub(crate) fields: &'a [u8],
    pub(crate) prev: Hash,
}

impl Raw<'_> {
    /// Everything that the hash stands for. No two events have the same bytes: every part has either a fixed
    /// length or its length before it.
    pub(crate) fn encode(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(128 + self.fields.len());
        bytes.extend_from_slice(DOMAIN);
        bytes.extend_from_slice(&self.seq.to_be_bytes());
        bytes.extend_from_slice(&self.at.to_be_bytes());
        bytes.push(if self.session.is_some() { PRESENT } else { ABSENT });
        if let Some(session) = self.session {
            put(&mut bytes, session);
        }
        put(&mut bytes, self.kind);
        bytes.extend_from_slice(self.fields);
        bytes.extend_from_slice(&self.prev.0);
        bytes
    }

    pub(crate) fn hash(&self) -> Hash {
        Hash(Sha256::digest(self.encode()).into())
    }
}

pub(crate) fn put(bytes: &mut Vec<u8>, part: &[u8]) {
    bytes.extend_from_slice(&(part.len() as u64).to_be_bytes());
    bytes.extend_from_slice(part);
}

#[cfg(test)]
mod tests {
    use super::{Hash, Raw};

    /// Made by hand from the words of `docs/audit-chain.md`; a change here breaks every record there is.
    #[test]
    fn the_encoding_is_the_documented_one() {
        let mut expected = b"locum audit event 1\n".to_vec();
        expected.extend(b"\0\0\0\0\0\0\0\x07"); // number
        expected.extend(b"\xff\xff\xff\xff\xff\xff\xff\xfe"); // time
        expected.extend(b"\x01\0\0\0\0\0\0\0\x02s1"); // session
        expected.extend(b"\0\0\0\0\0\0\0\x03a.b"); // kind
        expected.extend(b"\0\0\0\0\0\0\0\0"); // no fields
        expected.extend([0xab; 32]); // predecessor
        let raw = Raw {
            seq: 7,
            at: -2,
            session: Some(b"s1"),
            kind: b"a.b",
            fields: &[0; 8],
            prev: Hash([0xab; 32]),
        };
        assert_eq!(raw.encode(), expected);
        // By `sha256sum` of the same bytes.
        let by_another = "16f2f1063c68b62a114a5b53d9c1e55bc01f6a6c426e095197f245a8ccc27a5c";
        assert_eq!(raw.hash().to_string(), by_another);
        let without = Raw { session: None, ..raw };
        expected.splice(36..47, [0]);
        assert_eq!(without.encode(), expected);
    }

    #[test]
    fn a_hash_is_read_only_as_it_is_shown() {
        let hash = Hash([0x1f; 32]);
        assert_eq!(Hash::parse(&hash.to_string()), Ok(hash));
        let upper = hash.to_string().to_uppercase();
        for text in ["", "1f", upper.as_str(), &"g0".repeat(32), &"1f".repeat(33)] {
            assert!(Hash::parse(text).is_err(), "{text}");
        }
    }
}
