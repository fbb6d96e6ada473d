//! The person's PIN: what a program of the same user that is no session's cannot know. Kept as a slow, salted hash with
//! what they confirmed, so that taking it away shows like every other change of that.

use sha2::{Digest, Sha256};
use store::Hash;

/// Rounds of the slow hash.
const ROUNDS: u32 = 100_000;
/// What a PIN may be.
const SHORTEST: usize = 4;
const LONGEST: usize = 64;
/// The block of SHA-256.
const BLOCK: usize = 64;

/// What is kept of a PIN: rounds, salt and hash.
pub(super) fn kept(pin: &str, salt: [u8; 16]) -> Result<String, String> {
    if !(SHORTEST..=LONGEST).contains(&pin.len()) {
        return Err(format!("a PIN has {SHORTEST} to {LONGEST} characters"));
    }
    let salt: String = salt.iter().map(|byte| format!("{byte:02x}")).collect();
    Ok(format!("{ROUNDS}${salt}${}", Hash(slow(pin.as_bytes(), salt.as_bytes(), ROUNDS))))
}

/// Whether this is the PIN of which that was kept. What cannot be read fits nothing.
pub(super) fn fits(pin: &str, kept: &str) -> bool {
    let mut parts = kept.split('$');
    let (Some(rounds), Some(salt), Some(hash)) = (parts.next(), parts.next(), parts.next()) else {
        return false;
    };
    let (Ok(rounds), Ok(hash)) = (rounds.parse::<u32>(), Hash::parse(hash)) else { return false };
    let found = slow(pin.as_bytes(), salt.as_bytes(), rounds.clamp(1, 10 * ROUNDS));
    // Every byte is looked at, whatever the first ones are.
    found.iter().zip(hash.0).fold(0, |unlike, (one, other)| unlike | (one ^ other)) == 0
}

/// PBKDF2 with HMAC-SHA-256, one block of it.
fn slow(secret: &[u8], salt: &[u8], rounds: u32) -> [u8; 32] {
    let keyed = Keyed::with(secret);
    let mut last = keyed.hash(&[salt, &[0, 0, 0, 1]].concat());
    let mut all = last;
    for _ in 1..rounds {
        last = keyed.hash(&last);
        all.iter_mut().zip(last).for_each(|(one, other)| *one ^= other);
    }
    all
}

/// HMAC with its key worked in.
struct Keyed {
    inner: Sha256,
    outer: Sha256,
}

impl Keyed {
    fn with(key: &[u8]) -> Keyed {
        let short = Hash::of(key).0;
        let key = if key.len() > BLOCK { &short } else { key };
        let mut block = [0; BLOCK];
        block.iter_mut().zip(key).for_each(|(place, byte)| *place = *byte);
        let begun = |pad: u8| Sha256::new().chain_update(block.map(|byte| byte ^ pad));
        Keyed { inner: begun(0x36), outer: begun(0x5c) }
    }

    fn hash(&self, text: &[u8]) -> [u8; 32] {
        let inner = self.inner.clone().chain_update(text).finalize();
        self.outer.clone().chain_update(inner).finalize().into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The test vectors that are published for it.
    #[test]
    fn it_is_the_hash_that_others_compute() {
        let hash = |rounds| Hash(slow(b"password", b"salt", rounds)).to_string();
        assert_eq!(hash(1), "120fb6cffcf8b32c43e7225256c4f837a86548c92ccc35480805987cb70be17b");
        assert_eq!(hash(2), "ae4d0c95af6b46d32d0adff928f06dd02a303f8ef3c251dfd6e2d85a95474c43");
    }

    #[test]
    fn only_the_pin_itself_fits() {
        let few = format!("3$00ff${}", Hash(slow(b"1234", b"00ff", 3)));
        assert!(fits("1234", &few));
        for (pin, kept) in
            [("1235", few.as_str()), ("", &few), ("1234", ""), ("1234", "3$00ff$zz"), ("1234", "x")]
        {
            assert!(!fits(pin, kept), "{pin} {kept}");
        }
        assert!(kept("123", [0; 16]).is_err() && kept(&"1".repeat(65), [0; 16]).is_err());
    }
}
