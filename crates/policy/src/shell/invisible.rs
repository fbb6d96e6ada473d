//! Characters that a person cannot see, or that make a line look like another one.

/// Where the first of them stands.
pub(super) fn first(text: &str) -> Option<usize> {
    text.char_indices().find(|(_, character)| is_invisible(*character)).map(|(at, _)| at)
}

/// Control characters, marks that turn the direction of writing, and characters without width.
fn is_invisible(character: char) -> bool {
    match character {
        '\t' | '\n' => false,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{180e}' | '\u{3164}' | '\u{feff}' => {
            true
        }
        '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{ffa0}' => true,
        '\u{e0000}'..='\u{e007f}' => true,
        other => other.is_control(),
    }
}
