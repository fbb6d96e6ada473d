//! The form that all short ids have: eight letters, safe in a file name, an environment variable and a shell.

/// Letters of an id: no vowels (no accidental words), none that look like another.
pub(crate) const ALPHABET: &[u8] = b"0123456789bcdfghjkmnpqrstvwxyz";
/// Long enough that two of one person never meet, short enough to type.
pub(crate) const LENGTH: usize = 8;

/// An id from random bytes.
pub(crate) fn from_random(random: [u8; LENGTH]) -> String {
    random.iter().map(|&byte| ALPHABET[usize::from(byte) % ALPHABET.len()] as char).collect()
}

/// Whether a text that may come from anywhere has the form.
pub(crate) fn is_one(text: &str) -> bool {
    text.len() == LENGTH && text.bytes().all(|byte| ALPHABET.contains(&byte))
}
