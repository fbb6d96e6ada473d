//! Hostile text as it stands in reasons: short, on one line, nothing unseen in it.

use crate::{Part, Text};

const LONGEST: usize = 80;

/// Words of a command for a reason.
pub(super) fn command(words: &[Text]) -> String {
    let mut line = String::new();
    for word in words {
        if !line.is_empty() {
            line.push(' ');
        }
        let shown = word.shown();
        let quoted = word.is_known() && (shown.is_empty() || shown.contains(char::is_whitespace));
        line.push_str(&if quoted { format!("'{shown}'") } else { shown.to_owned() });
        if line.len() > 4 * LONGEST {
            break;
        }
    }
    text(&line)
}

/// What a part is called in reasons.
pub(super) fn part(part: &Part) -> String {
    match part.words.is_empty() {
        false => command(&part.words),
        true => {
            let names: Vec<String> = part.assignments.iter().map(|(name, _)| format!("{name}=")).collect();
            let written = part.effects.iter().map(|effect| format!("> {}", effect.target.shown()));
            text(&names.into_iter().chain(written).collect::<Vec<_>>().join(" "))
        }
    }
}

/// Any text.
pub(super) fn text(text: &str) -> String {
    let mut line: String = text.chars().take(LONGEST).flat_map(visible).collect();
    if text.chars().nth(LONGEST).is_some() {
        line.push_str("...");
    }
    line
}

/// A sentence of the catalogue inside of another one.
pub(super) fn clause(sentence: &str) -> String {
    let mut signs = sentence.trim_end_matches('.').chars();
    let first = signs.next().map(|sign| sign.to_lowercase().to_string()).unwrap_or_default();
    first + signs.as_str()
}

/// A character, or how it is written where it cannot be seen.
fn visible(sign: char) -> Vec<char> {
    let unseen = sign.is_control() || (!sign.is_ascii() && sign.escape_debug().count() > 1);
    if unseen { sign.escape_debug().collect() } else { vec![sign] }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasons_show_text_without_letting_it_act() {
        assert_eq!(text("a\x1b[2Jb\nc"), "a\\u{1b}[2Jb\\nc");
        assert_eq!(text("\u{202e}x"), "\\u{202e}x");
        assert_eq!(text(&"x".repeat(100)).len(), 83);
        assert_eq!(command(&[Text::known("git"), Text::known("a b"), Text::unknown("$X")]), "git 'a b' $X");
    }
}
