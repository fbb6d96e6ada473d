//! An amount of bytes as people write it into settings.

use std::fmt;
use std::str::FromStr;

/// Units and their bytes. Thousands come first, as this is what an amount is shown in where both fit.
const UNITS: [(&str, u64); 7] = [
    ("GB", 1_000_000_000),
    ("GiB", 1 << 30),
    ("MB", 1_000_000),
    ("MiB", 1 << 20),
    ("kB", 1000),
    ("KiB", 1 << 10),
    ("B", 1),
];

/// So many bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct ByteCount(pub(crate) u64);

/// The text is no amount of bytes.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is not a whole number with B, kB, MB, GB, KiB, MiB or GiB")]
pub(crate) struct InvalidByteCount(String);

impl FromStr for ByteCount {
    type Err = InvalidByteCount;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let invalid = || InvalidByteCount(text.to_owned());
        let digits = text.bytes().take_while(u8::is_ascii_digit).count();
        let (number, unit) = text.split_at(digits);
        let (_, bytes) =
            UNITS.iter().find(|(name, _)| name.eq_ignore_ascii_case(unit)).ok_or_else(invalid)?;
        let number: u64 = number.parse().map_err(|_| invalid())?;
        number.checked_mul(*bytes).map(ByteCount).ok_or_else(invalid)
    }
}

impl fmt::Display for ByteCount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let whole = UNITS.iter().find(|(_, bytes)| self.0 >= *bytes && self.0.is_multiple_of(*bytes));
        let (unit, bytes) = whole.copied().unwrap_or(("B", 1));
        write!(f, "{}{unit}", self.0 / bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::ByteCount;

    #[test]
    fn amounts_and_how_they_are_shown() {
        for (text, bytes, shown) in [
            ("0B", 0, "0B"),
            ("512b", 512, "512B"),
            ("4kB", 4000, "4kB"),
            ("4KB", 4000, "4kB"),
            ("256MB", 256_000_000, "256MB"),
            ("64mib", 64 << 20, "64MiB"),
            ("2000MB", 2_000_000_000, "2GB"),
        ] {
            assert_eq!(text.parse(), Ok(ByteCount(bytes)), "{text}");
            assert_eq!(ByteCount(bytes).to_string(), shown, "{text}");
        }
    }

    #[test]
    fn other_text_is_no_amount() {
        for text in
            ["", "5", "MB", "5 MB", "-5MB", "1.5MB", "5M", "99999999999999999999B", "99999999999999GB"]
        {
            assert!(text.parse::<ByteCount>().is_err(), "{text:?}");
        }
    }
}
