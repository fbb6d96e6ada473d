//! A length of time as people write it into settings: a whole number and a unit.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// Units and their milliseconds, the longest first.
const UNITS: [(&str, u64); 5] =
    [("d", 24 * 60 * 60 * 1000), ("h", 60 * 60 * 1000), ("m", 60 * 1000), ("s", 1000), ("ms", 1)];

/// A length of time with a precision of milliseconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span(u64);

/// The text is no length of time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InvalidSpan(pub String);

impl fmt::Display for InvalidSpan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "'{}' is not a whole number with ms, s, m, h or d", self.0.escape_debug())
    }
}

impl std::error::Error for InvalidSpan {}

impl Span {
    /// A span of so many milliseconds.
    pub const fn from_millis(millis: u64) -> Self {
        Span(millis)
    }

    /// The span as the standard library counts it.
    pub const fn as_duration(self) -> Duration {
        Duration::from_millis(self.0)
    }
}

impl FromStr for Span {
    type Err = InvalidSpan;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let invalid = || InvalidSpan(text.to_owned());
        let digits = text.bytes().take_while(u8::is_ascii_digit).count();
        let (number, unit) = text.split_at(digits);
        let (_, millis) = UNITS.iter().find(|(name, _)| *name == unit).ok_or_else(invalid)?;
        let number: u64 = number.parse().map_err(|_| invalid())?;
        number.checked_mul(*millis).map(Span).ok_or_else(invalid)
    }
}

impl fmt::Display for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let whole = UNITS.iter().find(|(_, millis)| self.0 >= *millis && self.0.is_multiple_of(*millis));
        let (unit, millis) = whole.copied().unwrap_or(("s", 1000));
        write!(f, "{}{unit}", self.0 / millis)
    }
}

#[cfg(test)]
mod tests {
    use super::Span;

    #[test]
    fn spans_and_the_shortest_way_to_write_them() {
        for (text, millis, shown) in [
            ("500ms", 500, "500ms"),
            ("15s", 15_000, "15s"),
            ("90s", 90_000, "90s"),
            ("5m", 300_000, "5m"),
            ("120m", 7_200_000, "2h"),
            ("7d", 604_800_000, "7d"),
            ("0s", 0, "0s"),
            ("007s", 7_000, "7s"),
        ] {
            let span: Span = text.parse().unwrap();
            assert_eq!(span, Span::from_millis(millis), "{text}");
            assert_eq!(span.to_string(), shown, "{text}");
            assert_eq!(shown.parse(), Ok(span), "{text}");
        }
    }

    #[test]
    fn other_text_is_no_span() {
        for text in [
            "",
            "5",
            "m",
            "5 m",
            " 5m",
            "-5m",
            "1.5h",
            "5M",
            "1h30m",
            "5min",
            "99999999999999999999s",
            "999999999999999d",
            "٥m",
        ] {
            assert!(text.parse::<Span>().is_err(), "{text:?}");
        }
    }
}
