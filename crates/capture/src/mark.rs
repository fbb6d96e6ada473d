//! One mark for every secret, whatever its length.

use unicode_width::UnicodeWidthChar;

use crate::line::is_filler;
use crate::redactor::{Options, redacted};

/// What stands where a secret stood.
pub(crate) const MARK: &str = "***";

/// A text freed of secrets, and of how long they were.
pub fn marked(text: &str, options: &Options) -> String {
    shortened(text, &redacted(text, options))
}

/// Puts the mark for every run of filler. `redacted` has as many characters as `text`; filler that stood there before
/// is none, unless it touches a secret.
pub(crate) fn shortened(text: &str, redacted: &str) -> String {
    let pairs: Vec<(char, char)> = text.chars().zip(redacted.chars()).collect();
    let runs = pairs.chunk_by(|(_, one), (_, other)| goes_on(*one) == goes_on(*other));
    runs.map(|run| {
        let hides = run.iter().any(|(before, after)| before != after);
        if hides { MARK.to_owned() } else { run.iter().map(|(_, after)| after).collect() }
    })
    .collect()
}

/// What takes no room stays inside of a secret, and would tell how long it was.
fn goes_on(c: char) -> bool {
    is_filler(c) || (c.width() == Some(0) && !c.is_control())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mark_tells_no_length() {
        for (text, shown) in [
            ("password=a", "password=***"),
            ("password=hunter2hunter2 x", "password=*** x"),
            ("password=日本e\u{301}e\u{301}9 x", "password=*** x"),
            ("password=a*b c ** d", "password=*** c ** d"),
            ("rm *.o ***** e\u{301}?", "rm *.o ***** e\u{301}?"),
            ("Store password: hunter2zz99 (y/n)?", "Store password: *** (y/n)?"),
            ("one\ntoken=abc1\ntwo", "one\ntoken=***\ntwo"),
        ] {
            assert_eq!(marked(text, &Options::default()), shown);
        }
    }
}
