//! Whether something stands in the line already that an answer would be written behind: a text that the program put there to be
//! edited, or one that somebody typed before anybody looked.

/// Where the words of a question end, as a rule.
const ENDS: [char; 12] = [':', '?', '>', ')', ']', '}', '.', '!', '…', '»', '=', '*'];
/// The side of a box in which something is to be written.
const SIDES: [char; 4] = ['│', '┃', '║', '|'];

/// Whether text stands between the end of the words and the cursor. Where no end can be told, nobody can say, and nothing is
/// assumed.
pub(crate) fn is_filled(before_cursor: &str) -> bool {
    let text = before_cursor.trim_end();
    if let Some((_, inside)) = text.rsplit_once(SIDES) {
        return !inside.trim().is_empty() && !ends_words(inside.trim_end());
    }
    !ends_words(text) && text.char_indices().any(|(place, letter)| is_end(text, place, letter))
}

fn ends_words(text: &str) -> bool {
    text.chars().next_back().is_none_or(|last| ENDS.contains(&last))
}

/// A sign that ends words has a blank behind it. A full stop or the like ends a sentence, and the question may come after.
fn is_end(text: &str, place: usize, letter: char) -> bool {
    let behind = text.get(place + letter.len_utf8()..).unwrap_or_default();
    [':', '?', '>', ']'].contains(&letter) && behind.starts_with(' ')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stands_behind_the_words() {
        let check = |line: &str, filled: bool| assert_eq!(is_filled(line), filled, "{line:?}");
        for empty in [
            "",
            "Name: ",
            "Name",
            "Delete the data? [y/n]: ",
            "Proceed? ",
            "package name: (app) ",
            "(1/1) Stage this hunk [y,n,q,a,d,e,p,?]? ",
            "Are you sure you want to continue connecting (yes/no/[fingerprint])? ",
            "Do you want to continue? [Y/n] ",
            "rm: remove regular file 'x'? ",
            "Enter your name at 12:30 please ",
            "│ ",
            "│ > ",
        ] {
            check(empty, false);
        }
        for filled in [
            "Delete the data? [y/n]: y",
            "Proceed? [y/N] n",
            "Edit: default",
            "Edit: two words",
            "│ init",
            "  │init",
        ] {
            check(filled, true);
        }
    }
}
