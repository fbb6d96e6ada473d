//! Whether something stands in the line already that an answer would be written behind: a text that the program put there to be
//! edited. Only a program that draws its line itself can do that; where the kernel puts lines together nobody is asked.

/// The side of a box in which something is to be written.
const SIDES: [char; 3] = ['│', '┃', '║'];
/// Signs behind which a person is to write.
const SIGNS: [char; 12] = [':', '?', '>', '›', '❯', '→', '▸', '»', '$', '#', '%', '='];

/// Whether text stands between the end of the words and the cursor. A blank before the cursor is the prompt's own. Where no end can
/// be told, nobody can say, and nothing is assumed.
pub(crate) fn is_filled(before_cursor: &str) -> bool {
    let text = before_cursor.trim_end();
    if let Some((_, inside)) = text.rsplit_once(SIDES) {
        return !inside.trim().is_empty() && !ends_in_sign(inside);
    }
    let written_last = text.len() == before_cursor.len();
    written_last && !is_prompt(text)
}

/// Whether these are the words of a question up to their end, and nothing more.
fn is_prompt(text: &str) -> bool {
    match text.chars().next_back() {
        None => true,
        Some(')' | ']') => offers_choices(text),
        Some(last) if SIGNS.contains(&last) => !has_end_before(text),
        Some(_) => !text.contains([':', '?', '>', ')', ']']),
    }
}

/// `(y/n)`, `[yes,no]`: what a program offers, not what it has put there.
fn offers_choices(text: &str) -> bool {
    let group = text.rfind(['(', '[']).and_then(|start| text.get(start..));
    group.is_some_and(|group| group.contains(['/', ',', '|']))
}

/// Words that ended already, with more behind a blank.
fn has_end_before(text: &str) -> bool {
    let ends = |sign: char| text.contains(&format!("{sign} ") as &str);
    [':', '?', '>'].into_iter().any(ends)
}

fn ends_in_sign(text: &str) -> bool {
    text.trim_end().ends_with(SIGNS)
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
            "Name:",
            "Name",
            "Delete the data? [y/n]: ",
            "Proceed? ",
            "Proceed? (y/n)",
            "package name: (app) ",
            "(1/1) Stage this hunk [y,n,q,a,d,e,p,?]? ",
            "Save changes? Y/n ",
            "[INFO] Overwrite file yes/no ",
            "? Project name? › ",
            "Amount: EUR ",
            "Proceed y|n ",
            "│ ",
            "│ > ",
        ] {
            check(empty, false);
        }
        for filled in [
            "Delete the data? [y/n]: y",
            "Proceed? [y/N] n",
            "Delete? [y/n] [y]",
            "Delete(y/n):y",
            "Continue (y/n)?n",
            "Edit: default",
            "Edit: two words",
            "Message: Fix bug.",
            "Files to delete: *",
            "Folder:/",
            "Keep: all but these (3)",
            "Address: https://host.example/path?",
            "│ init",
            "│ keep it.",
            "  │init",
        ] {
            check(filled, true);
        }
    }
}
