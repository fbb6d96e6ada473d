//! Signals as people name them: `TERM`, `sigterm`, `15`.

use crate::failure::Failure;
use crate::nearest;

/// Those that make sense to send to somebody else's program.
const KNOWN: &[(&str, u8)] = &[
    ("HUP", 1),
    ("INT", 2),
    ("QUIT", 3),
    ("KILL", 9),
    ("USR1", 10),
    ("USR2", 12),
    ("TERM", 15),
    ("CONT", 18),
    ("STOP", 19),
    ("TSTP", 20),
    ("WINCH", 28),
];
const LARGEST: u8 = 64;

/// The signal's number.
pub(crate) fn parse(text: &str) -> Result<u8, Failure> {
    let upper = text.to_uppercase();
    let name = upper.strip_prefix("SIG").unwrap_or(&upper);
    if let Some((_, number)) = KNOWN.iter().find(|(known, _)| *known == name) {
        return Ok(*number);
    }
    let nearest = nearest::among(name, KNOWN.iter().map(|(known, _)| *known)).map(str::to_owned);
    let unknown = Failure::UnknownSignal { name: text.to_owned(), nearest };
    text.parse().ok().filter(|number| (1..=LARGEST).contains(number)).ok_or(unknown)
}

#[cfg(test)]
mod tests {
    use super::parse;

    #[test]
    fn names_and_numbers() {
        for (text, number) in [
            ("TERM", Some(15)),
            ("sigkill", Some(9)),
            ("Hup", Some(1)),
            ("15", Some(15)),
            ("0", None),
            ("65", None),
            ("TREM", None),
            ("", None),
            ("-9", None),
        ] {
            assert_eq!(parse(text).ok(), number, "{text}");
        }
    }
}
