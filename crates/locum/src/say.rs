//! The only place that prints. Names and messages may come from anywhere: what reaches the person's terminal is
//! freed of control characters first.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "this module is the program's voice")]

use std::fmt::Display;
use std::io::Write;
use std::process::ExitCode;

use crate::failure::Failure;

/// Reports a failure and gives its exit code.
pub(crate) fn failure(failure: &Failure) -> ExitCode {
    note(failure);
    if let Some(hint) = failure.hint() {
        note(hint);
    }
    ExitCode::from(failure.code())
}

/// A diagnostic for the person, on standard error. A closed standard error is no reason to fail.
pub(crate) fn note(text: impl Display) {
    let _ = writeln!(std::io::stderr(), "locum: {}", harmless(&text.to_string()));
}

/// A line of data, on standard output. A reader that has gone away is no error.
pub(crate) fn line(text: impl Display) {
    let _ = writeln!(std::io::stdout(), "{}", harmless(&text.to_string()));
}

/// Text that can do nothing to a terminal: control characters and those that reorder or hide text are escaped.
pub(crate) fn harmless(text: &str) -> String {
    text.chars()
        .map(|c| if is_dangerous(c) { c.escape_unicode().to_string() } else { c.to_string() })
        .collect()
}

fn is_dangerous(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}')
}

#[cfg(test)]
mod tests {
    use super::harmless;

    #[test]
    fn nothing_that_a_terminal_acts_on_gets_through() {
        for (text, shown) in [
            ("plain ünï 日本", "plain ünï 日本"),
            ("\x1b[31mred", "\\u{1b}[31mred"),
            ("a\rb\nc\u{7}", "a\\u{d}b\\u{a}c\\u{7}"),
            ("x\u{202e}y\u{9b}", "x\\u{202e}y\\u{9b}"),
        ] {
            assert_eq!(harmless(text), shown);
        }
    }
}
