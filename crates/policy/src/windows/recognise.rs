//! Whether text is PowerShell or cmd rather than a Unix shell.

use super::names::NAMES;

/// Signs between commands, and before the first word of a block.
const BETWEEN: [char; 9] = ['\n', ';', '|', '&', '{', '}', '(', ')', '='];

/// Classes that only PowerShell calls.
const CLASSES: [&str; 8] = [
    "[system.",
    "[io.",
    "[net.",
    "[convert]::",
    "[environment]::",
    "[diagnostics.",
    "[text.encoding]",
    "[microsoft.",
];

/// Whether text looks like PowerShell or cmd. Ordinary lines of Unix shells do not.
pub(crate) fn looks_like_it(text: &str) -> bool {
    has_command(text) || has_drive(text) || has_variable(text) || has_class(text)
}

fn has_command(text: &str) -> bool {
    text.split(BETWEEN).any(|command| {
        let mut words = command.split_whitespace().map(|word| word.trim_start_matches(['@', '.', '\'', '"']));
        let first = words.by_ref().find(|word| !word.is_empty()).unwrap_or_default();
        let second =
            if command.trim_end().ends_with(first) { following(text, command) } else { words.next() };
        NAMES.is_command(first.trim_end_matches(['\'', '"']), second.unwrap_or_default())
    })
}

/// The sign right behind a command, for `iex (...)`.
fn following<'a>(text: &'a str, command: &'a str) -> Option<&'a str> {
    let behind = (command.as_ptr() as usize + command.len()).checked_sub(text.as_ptr() as usize)?;
    text.get(behind..behind + 1)
}

/// `C:\` where a word begins.
fn has_drive(text: &str) -> bool {
    let bytes = text.as_bytes();
    bytes.windows(3).enumerate().any(|(at, window)| {
        let drive = window[0].is_ascii_alphabetic() && window[1] == b':' && window[2] == b'\\';
        drive && at.checked_sub(1).is_none_or(|before| b" \t\n\"'=(,;|&".contains(&bytes[before]))
    })
}

/// `%USERPROFILE%`, `$env:USERPROFILE`.
fn has_variable(text: &str) -> bool {
    let small = text.to_ascii_lowercase();
    let of_powershell = small
        .match_indices("$env:")
        .any(|(at, sign)| small[at + sign.len()..].starts_with(|letter: char| letter.is_ascii_alphabetic()));
    of_powershell || text.split('%').any(|name| NAMES.is_variable(name)) && text.matches('%').count() > 1
}

fn has_class(text: &str) -> bool {
    let small = text.to_ascii_lowercase();
    CLASSES.iter().any(|class| small.contains(class))
}
