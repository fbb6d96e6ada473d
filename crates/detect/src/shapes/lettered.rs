//! Words with their letter in brackets: `[y]es/[n]o/[e]dit`, `(Y)es / (N)o / A(u)to rename`.

use super::groups;

/// One word.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Lettered {
    /// The word without brackets.
    pub(crate) label: String,
    /// The letter to type.
    pub(crate) key: String,
}

impl Lettered {
    /// Whether a default names this word.
    pub(crate) fn is(&self, default: &str) -> bool {
        self.label.eq_ignore_ascii_case(default) || self.key.eq_ignore_ascii_case(default)
    }
}

/// A list of such words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct List {
    /// What stands before the list.
    pub(crate) words: String,
    /// The words in order.
    pub(crate) items: Vec<Lettered>,
    /// What a group behind the list names.
    pub(crate) default: Option<String>,
}

/// The list at the end of this text, if there is one of at least two words.
pub(crate) fn read(text: &str) -> Option<List> {
    let text = text.trim_end().trim_end_matches([':', '?', ' ']);
    let (body, default) = off_default(text);
    let (words, items) = split(body, '/')
        .or_else(|| split(&comma_for_or(body), ','))
        .or_else(|| split(&comma_for_blank(body)?, ','))?;
    Some(List { words, items: keyed(items), default })
}

/// The words and their letters, from the end as far as they go, and what stands before them.
fn split(body: &str, separator: char) -> Option<(String, Vec<(String, String)>)> {
    let mut items = Vec::new();
    let mut rest = body;
    loop {
        let (before, part) = match rest.rfind(separator) {
            Some(at) => (&rest[..at], &rest[at + 1..]),
            None => ("", rest),
        };
        let (label, key, extra) = word(part, before.is_empty())?;
        items.insert(0, (label, key));
        if before.is_empty() {
            let several = items.len() >= 2;
            return several.then(|| (extra.trim().to_owned(), items));
        }
        rest = before;
    }
}

/// `[s]kip or [a]bort`, `(d)eleted, or (a)bort`: the last word of a list.
fn comma_for_or(body: &str) -> String {
    let spaced = body.replace(", or ", ", ");
    ["(", "["].iter().fold(spaced, |body, open| body.replace(&format!(" or {open}"), &format!(", {open}")))
}

/// `(y)es (n)o (a)ll`: nothing but blanks between the words. Each begins with its letter, unlike in `copy (a) to (b)`.
fn comma_for_blank(body: &str) -> Option<String> {
    let starts = |(at, _): &(usize, &str)| {
        let mut letters = body[at + 2..].chars();
        let letter = letters.next().is_some_and(char::is_alphanumeric);
        letter && letters.next().is_some_and(|close| matches!(close, ')' | ']'))
    };
    let begins = |at: usize| body[at + 2..].chars().nth(2).is_some_and(char::is_alphabetic);
    let places: Vec<usize> = body
        .match_indices([' '])
        .filter(|(at, _)| body[at + 1..].starts_with(['(', '[']))
        .filter(starts)
        .map(|(at, _)| at)
        .collect();
    if !places.iter().all(|at| begins(*at)) {
        return None;
    }
    let first = if body.starts_with(['(', '[']) { 0 } else { 1 };
    let mut joined = body.to_owned();
    places.iter().skip(first).rev().for_each(|at| joined.insert(*at, ','));
    Some(joined)
}

/// A default behind the list: `(Y)es/(N)o [Yes]`.
fn off_default(text: &str) -> (&str, Option<String>) {
    let Some(open) = text.rfind(" [").filter(|_| text.ends_with(']')) else { return (text, None) };
    let inner = &text[open + 2..text.len() - 1];
    let single = groups::items(inner).is_empty() && inner.chars().count() > 1;
    if single { (&text[..open], Some(inner.to_owned())) } else { (text, None) }
}

/// One word of the list: its label, its letter, and what stands before it if it is the first.
fn word(part: &str, first: bool) -> Option<(String, String, &str)> {
    let part = part.trim();
    let open = if first { part.rfind(['[', '(']) } else { part.find(['[', '(']) }?;
    let mut inside = part[open + 1..].chars();
    let letter = inside.next().filter(|letter| letter.is_alphanumeric() || *letter == '?')?;
    let close = inside.next().filter(|close| matches!(close, ']' | ')'))?;
    let _ = close;
    let behind = inside.as_str();
    // The letter may stand inside its word: A(u)to.
    let start = part[..open].trim_end_matches(char::is_alphanumeric).len();
    let (before, stem) = part[..open].split_at(if first { start } else { 0 });
    if stem.contains(' ') || behind.chars().count() > 40 {
        return None;
    }
    let label = format!("{stem}{letter}{behind}").trim().to_owned();
    if label.chars().count() < 2 {
        return None;
    }
    Some((label, letter.to_string(), before.trim()))
}

/// Capitals that only mark the letter are typed small, unless small and capital letters mean different things.
fn keyed(items: Vec<(String, String)>) -> Vec<Lettered> {
    let lower: Vec<String> = items.iter().map(|(_, key)| key.to_lowercase()).collect();
    let clash = (1..lower.len()).any(|at| lower[..at].contains(&lower[at]));
    items
        .into_iter()
        .zip(lower)
        .map(|((label, key), lower)| Lettered { label, key: if clash { key } else { lower } })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, words: &str, want: &[(&str, &str)], default: Option<&str>) {
        let list = read(text).unwrap_or_else(|| panic!("no list in {text}"));
        let got: Vec<(&str, &str)> =
            list.items.iter().map(|item| (item.label.as_str(), item.key.as_str())).collect();
        assert_eq!(
            (list.words.as_str(), got.as_slice(), list.default.as_deref()),
            (words, want, default),
            "{text}"
        );
    }

    #[test]
    fn lists_of_words_are_read() {
        check(
            "replace f1? [y]es, [n]o, [A]ll, [N]one, [r]ename:",
            "replace f1?",
            &[("yes", "y"), ("no", "n"), ("All", "A"), ("None", "N"), ("rename", "r")],
            None,
        );
        check(
            "? (Y)es / (N)o / (A)lways / (S)kip all / A(u)to rename all / (Q)uit?",
            "?",
            &[
                ("Yes", "y"),
                ("No", "n"),
                ("Always", "a"),
                ("Skip all", "s"),
                ("Auto rename all", "u"),
                ("Quit", "q"),
            ],
            None,
        );
        check(
            "Run shell command? (Y)es/(N)o/(D)on't ask again [Yes]:",
            "Run shell command?",
            &[("Yes", "y"), ("No", "n"), ("Don't ask again", "d")],
            Some("Yes"),
        );
        check("[r]etry, [s]kip or [a]bort?", "", &[("retry", "r"), ("skip", "s"), ("abort", "a")], None);
        check("Keep it? (a)ccept or (d)ecline:", "Keep it?", &[("accept", "a"), ("decline", "d")], None);
        check(
            "Use (m)odified or (d)eleted file, or (a)bort?",
            "Use",
            &[("modified", "m"), ("deleted file", "d"), ("abort", "a")],
            None,
        );
        check("[Y]es, (N)o, (C)ancel:", "", &[("Yes", "y"), ("No", "n"), ("Cancel", "c")], None);
        check(
            "Overwrite? (y)es (n)o (a)ll (q)uit",
            "Overwrite?",
            &[("yes", "y"), ("no", "n"), ("all", "a"), ("quit", "q")],
            None,
        );
        check("[y]es [n]o [s]kip all:", "", &[("yes", "y"), ("no", "n"), ("skip all", "s")], None);
        check("Remove it? [Y]es/[N]o:", "Remove it?", &[("Yes", "y"), ("No", "n")], None);
    }

    #[test]
    fn other_text_is_no_list() {
        for text in [
            "Continue? [Y/n]",
            "a/b/c",
            "path (x)/y",
            "(1/2) Stage this hunk [y,n,q]?",
            "Copy (a) to (b)?",
            "Go (n)",
            "",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
