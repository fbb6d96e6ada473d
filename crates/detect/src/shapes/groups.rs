//! The groups at a question's end: `[Y/n]`, `(yes/no) [yes]`, `<y>`, `(y or [n])`.

/// One bracketed group.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Group {
    /// What it holds, without its brackets.
    pub(crate) inner: String,
    /// Its items, if it offers several.
    pub(crate) items: Vec<Item>,
}

/// One item of a group.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Item {
    /// The word or letter.
    pub(crate) text: String,
    /// It stands in brackets of its own, which marks the default.
    pub(crate) marked: bool,
}

/// A question cut into its words and the groups at its end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Ended {
    /// What stands before the groups.
    pub(crate) words: String,
    /// The groups, from the left.
    pub(crate) groups: Vec<Group>,
    /// What a prompt library shows behind its pointer: the value that Enter would take.
    pub(crate) shown: Option<String>,
    /// It ended with a mark of a question or an input: `?`, `:`, `>`.
    pub(crate) closed: bool,
}

/// Marks that stand between a question and the input.
const POINTERS: [char; 6] = ['›', '‣', '»', '❯', '…', '➤'];
/// Marks that end a question.
const ENDS: [char; 4] = [':', '?', '>', '='];
/// More groups than this are no question.
const MOST_GROUPS: usize = 4;

/// Cuts a question's end off, group by group.
pub(crate) fn cut(text: &str) -> Ended {
    let (text, shown) = off_pointer(text.trim_end());
    let mut ended =
        Ended { words: String::new(), groups: Vec::new(), closed: shown.is_some(), shown: shown.flatten() };
    let mut rest = text;
    loop {
        if let Some((before, inner, closed)) = last_group(rest).filter(|_| ended.groups.len() < MOST_GROUPS) {
            ended.closed |= closed;
            ended.groups.insert(0, Group { inner: inner.to_owned(), items: items(inner) });
            rest = before;
            continue;
        }
        ended.closed |= rest.trim_end().ends_with(ENDS);
        ended.words = rest.trim_end().to_owned();
        return ended;
    }
}

/// What stands before a library's pointer, and what behind it, if there is one near the end.
fn off_pointer(text: &str) -> (&str, Option<Option<String>>) {
    let Some((at, pointer)) = text.char_indices().rev().find(|(_, letter)| POINTERS.contains(letter)) else {
        return (text, None);
    };
    let behind = text[at + pointer.len_utf8()..].trim();
    let before = text[..at].trim_end();
    let spaced = text[..at].ends_with(' ') && (behind.is_empty() || pointer != '…');
    if !spaced || behind.starts_with(['(', '[']) {
        return (text, None);
    }
    if before.trim_matches(|letter: char| !letter.is_alphanumeric()).is_empty() {
        return (text, None);
    }
    (before, Some((!behind.is_empty()).then(|| behind.to_owned())))
}

/// What stands before a library's pointer; all of the text if there is none.
pub(crate) fn before_pointer(text: &str) -> &str {
    off_pointer(text).0
}

/// The last group of the text, what stands before it, and whether a mark of a question stood behind it. The mark may
/// be the bracket of `<y>`.
fn last_group(text: &str) -> Option<(&str, &str, bool)> {
    let angled = text.trim_end_matches([' ', ':', '?', '=']);
    let bare = text.trim_end_matches(|letter: char| letter == ' ' || ENDS.contains(&letter));
    [angled, bare].into_iter().find_map(|cut| {
        let (before, inner) = off_group(cut)?;
        Some((before, inner, cut.len() < text.trim_end().len()))
    })
}

/// The group that this text ends with, and what stands before it.
fn off_group(text: &str) -> Option<(&str, &str)> {
    let close = text.chars().next_back()?;
    let open = match close {
        ']' => '[',
        ')' => '(',
        '>' => '<',
        '}' => '{',
        _ => return None,
    };
    let mut depth = 0usize;
    for (at, letter) in text.char_indices().rev() {
        if letter == close {
            depth += 1;
        } else if letter == open {
            depth -= 1;
        }
        if depth == 0 {
            return Some((&text[..at], text[at + open.len_utf8()..text.len() - close.len_utf8()].trim()));
        }
    }
    None
}

/// What a group offers: `y/n`, `y,n,q`, `y or [n]`, `si|no`.
pub(crate) fn items(inner: &str) -> Vec<Item> {
    let parts: Vec<&str> = if inner.contains('/') && inner != "/" {
        split_slashes(inner)
    } else if inner.contains('|') {
        inner.split('|').collect()
    } else if inner.contains(',') {
        inner.split(',').collect()
    } else if inner.contains(" or ") {
        inner.split(" or ").collect()
    } else if is_pair(inner) {
        inner.split('-').collect()
    } else if is_letters(inner) {
        return inner.chars().map(|letter| Item { text: letter.to_string(), marked: false }).collect();
    } else {
        return Vec::new();
    };
    // In `y,n,q,a,/,e,?` the slash is an item.
    let parts = if inner.matches(',').count() > 2 && inner.contains('/') {
        inner.split(',').collect()
    } else {
        parts
    };
    parts.into_iter().filter_map(item).collect()
}

/// `y-n`.
fn is_pair(inner: &str) -> bool {
    matches!(inner.to_lowercase().as_str(), "y-n" | "yes-no")
}

/// `yn`, `nyae`: letters that are all different, those for yes and no first.
fn is_letters(inner: &str) -> bool {
    let lower = inner.to_lowercase();
    let letters: Vec<char> = inner.chars().collect();
    let unique = (1..letters.len()).all(|at| !letters[..at].contains(&letters[at]));
    (lower.starts_with("yn") || lower.starts_with("ny"))
        && letters.len() <= 8
        && unique
        && letters.iter().all(|letter| letter.is_ascii_alphabetic() || *letter == '?')
}

fn split_slashes(inner: &str) -> Vec<&str> {
    inner.split('/').collect()
}

fn item(part: &str) -> Option<Item> {
    let trimmed = part.trim();
    let unwrapped = [('[', ']'), ('(', ')'), ('<', '>')]
        .into_iter()
        .find_map(|(open, close)| trimmed.strip_prefix(open).and_then(|rest| rest.strip_suffix(close)));
    let (text, marked) = match unwrapped {
        Some(text) => (text, true),
        None => (trimmed, false),
    };
    (!text.is_empty()).then(|| Item { text: text.to_owned(), marked })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, words: &str, groups: &[&str], shown: Option<&str>) {
        let ended = cut(text);
        let inner: Vec<&str> = ended.groups.iter().map(|group| group.inner.as_str()).collect();
        assert_eq!(
            (ended.words.as_str(), inner.as_slice(), ended.shown.as_deref()),
            (words, groups, shown),
            "{text}"
        );
    }

    #[test]
    fn ends_are_cut_off() {
        check("Continue? [Y/n]", "Continue?", &["Y/n"], None);
        check("Run tests? [y/n] (y):", "Run tests?", &["y/n", "y"], None);
        check("Define them? (yes/no) [yes]", "Define them?", &["yes/no", "yes"], None);
        check("Pending? (y or [n])", "Pending?", &["y or [n]"], None);
        check("Fix<y>?", "Fix", &["y"], None);
        check("Name:", "Name:", &[], None);
        check("? Add it? (Y/n) ‣ true", "? Add it?", &["Y/n"], Some("true"));
        check("? Hostname ›", "? Hostname", &[], None);
        check("❯", "❯", &[], None);
        check(
            "*** lab.conf (Y/I/N/O/D/Z) [default=N] ?",
            "*** lab.conf",
            &["Y/I/N/O/D/Z", "default=N"],
            None,
        );
    }

    #[test]
    fn items_are_told_apart() {
        let texts = |inner: &str| items(inner).into_iter().map(|item| item.text).collect::<Vec<_>>();
        assert_eq!(texts("y,n,q,a,/,e,?"), ["y", "n", "q", "a", "/", "e", "?"]);
        assert_eq!(texts("yes/no/[fingerprint]"), ["yes", "no", "fingerprint"]);
        assert_eq!(texts("y or [n]"), ["y", "n"]);
        assert_eq!(texts("nyae"), ["n", "y", "a", "e"]);
        assert_eq!(texts("yN"), ["y", "N"]);
        assert_eq!(texts("y-n"), ["y", "n"]);
        for none in ["default=N", "any", "sync", "python", "n"] {
            assert_eq!(texts(none), [] as [&str; 0], "{none}");
        }
        assert!(items("y or [n]")[1].marked);
    }
}
