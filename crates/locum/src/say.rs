//! The only place that prints. Names and messages may come from anywhere: what reaches the person's terminal is
//! freed of control characters first.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "this module is the program's voice")]

use std::fmt::Display;
use std::io::{IsTerminal, Write};
use std::process::ExitCode;

use crate::failure::Failure;

/// Reports a failure and gives its exit code.
pub(crate) fn failure(failure: &Failure) -> ExitCode {
    failure.lines().iter().for_each(note);
    ExitCode::from(failure.code())
}

/// A diagnostic for the person, on standard error. A closed standard error is no reason to fail.
pub(crate) fn note(text: impl Display) {
    let _ = writeln!(std::io::stderr(), "locum: {}", harmless(&text.to_string()));
}

/// A word to the person between a program's last line, which may not be a whole one, and their prompt.
pub(crate) fn aside(text: impl Display) {
    let mut stderr = std::io::stderr();
    let start = if stderr.is_terminal() { "\n" } else { "" };
    let _ = writeln!(stderr, "{start}{}", harmless(&text.to_string()));
}

/// A line of data, on standard output. A reader that has gone away is no error.
pub(crate) fn line(text: impl Display) {
    let _ = writeln!(std::io::stdout(), "{}", harmless(&text.to_string()));
}

/// Rings the terminal's bell, where there is a terminal.
pub(crate) fn bell() {
    let mut stderr = std::io::stderr();
    if std::io::IsTerminal::is_terminal(&stderr) {
        let _ = stderr.write_all(b"\x07");
    }
}

/// A value as JSON, on standard output: what a terminal would act on is escaped the way JSON does it.
pub(crate) fn json(value: impl Display) {
    let _ = writeln!(std::io::stdout(), "{}", harmless_json(&value.to_string()));
}

/// What a renderer made harmless already: several lines, colours where they were asked for.
pub(crate) fn rendered(bytes: &[u8]) {
    let mut stdout = std::io::stdout();
    let end: &[u8] = if bytes.ends_with(b"\n") || bytes.is_empty() { b"" } else { b"\n" };
    let _ = stdout.write_all(bytes).and_then(|()| stdout.write_all(end)).and_then(|()| stdout.flush());
}

/// A text of our own, made for another program, as it is.
pub(crate) fn verbatim(text: &str) {
    let _ = std::io::stdout().write_all(text.as_bytes());
}

/// Text that can do nothing to a terminal: control characters and those that reorder or hide text are escaped.
pub(crate) fn harmless(text: &str) -> String {
    text.chars()
        .map(|c| if is_dangerous(c) { c.escape_unicode().to_string() } else { c.to_string() })
        .collect()
}

/// Such characters stand in strings only. JSON escapes one beyond the basic plane in two halves.
fn harmless_json(text: &str) -> String {
    let escaped = |c: char| -> String {
        c.encode_utf16(&mut [0; 2]).iter().map(|half| format!("\\u{half:04x}")).collect()
    };
    text.chars().map(|c| if is_dangerous(c) { escaped(c) } else { c.to_string() }).collect()
}

/// Control characters, ends of lines and paragraphs, and what is not seen itself but orders, joins or hides what is.
fn is_dangerous(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{2028}' | '\u{2029}')
        || matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{206f}')
        || matches!(c, '\u{ad}' | '\u{34f}' | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200d}')
        || matches!(c, '\u{2060}'..='\u{2065}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}')
        || matches!(c, '\u{115f}' | '\u{1160}' | '\u{3164}' | '\u{ffa0}' | '\u{e0000}'..='\u{e0fff}')
}

#[cfg(test)]
mod tests {
    use super::{harmless, harmless_json};

    #[test]
    fn json_stays_json() {
        let value = serde_json::json!({"title": "a\u{202e}b\u{9b}31m\u{1b}[0m\u{2028}\u{e0041}", "plain": "ünï 日本 🚀"});
        let text = harmless_json(&value.to_string());
        assert_eq!(serde_json::from_str::<serde_json::Value>(&text).unwrap(), value);
        assert!(text.chars().all(|c| !super::is_dangerous(c)), "{text}");
    }

    #[test]
    fn nothing_that_a_terminal_acts_on_gets_through() {
        for (text, shown) in [
            ("plain ünï 日本", "plain ünï 日本"),
            ("\x1b[31mred", "\\u{1b}[31mred"),
            ("a\rb\nc\u{7}", "a\\u{d}b\\u{a}c\\u{7}"),
            ("x\u{202e}y\u{9b}", "x\\u{202e}y\\u{9b}"),
            ("a\u{2028}b\u{2029}c\u{85}", "a\\u{2028}b\\u{2029}c\\u{85}"),
            ("a\u{200b}b\u{2060}c\u{feff}", "a\\u{200b}b\\u{2060}c\\u{feff}"),
            ("a\u{61c}b\u{2067}c\u{206f}", "a\\u{61c}b\\u{2067}c\\u{206f}"),
            ("a\u{ad}b\u{3164}c\u{e0041}", "a\\u{ad}b\\u{3164}c\\u{e0041}"),
            ("e\u{301} ❤\u{fe0f} a\u{a0}b", "e\u{301} ❤\u{fe0f} a\u{a0}b"),
        ] {
            assert_eq!(harmless(text), shown);
        }
    }
}
