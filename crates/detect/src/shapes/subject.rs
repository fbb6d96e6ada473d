//! What a question is about, by its own words: something quoted, an address, a path, the name behind a verb.

use model::Subject;

/// Pairs of quotes.
const QUOTES: [(char, char); 7] =
    [('\'', '\''), ('"', '"'), ('`', '`'), ('‘', '’'), ('“', '”'), ('`', '\''), ('«', '»')];
/// Quoted words that are answers.
const ANSWERS: [&str; 9] = ["yes", "no", "y", "n", "accept", "decline", "ok", "q", "all"];
/// Verbs whose object is named right behind them.
const VERBS: [&str; 14] = [
    "remove",
    "delete",
    "overwrite",
    "replace",
    "install",
    "uninstall",
    "drop",
    "kill",
    "overwriting",
    "erase",
    "unlink",
    "upgrade",
    "destroy",
    "reinstall",
];
/// Words before a name that are no name.
const FILLERS: [&str; 16] = [
    "the",
    "this",
    "that",
    "file",
    "package",
    "branch",
    "database",
    "table",
    "directory",
    "folder",
    "regular",
    "empty",
    "user",
    "existing",
    "write-protected",
    "remote",
];

/// The subject that these words name, if they name one.
pub(crate) fn of_text(text: &str) -> Option<Subject> {
    let found = quoted(text).or_else(|| address(text)).or_else(|| path(text)).or_else(|| object(text))?;
    Some(Subject { text: found.to_owned(), partial: found.ends_with('…') || found.ends_with("...") })
}

/// The first thing in quotes that is not an answer. An apostrophe inside a word is no quote.
fn quoted(text: &str) -> Option<&str> {
    let mut found = None;
    let mut from = 0;
    while let Some((start, end)) = next_quoted(text, from) {
        let inner = &text[start..end];
        if !ANSWERS.contains(&inner.to_lowercase().as_str()) && !inner.trim().is_empty() {
            found = found.or(Some(inner));
        }
        from = end + text[end..].chars().next().map_or(1, char::len_utf8);
    }
    found
}

fn next_quoted(text: &str, from: usize) -> Option<(usize, usize)> {
    text[from..].char_indices().find_map(|(at, open)| {
        let at = from + at;
        let before = text[..at].chars().next_back();
        if before.is_some_and(char::is_alphanumeric) {
            return None;
        }
        let start = at + open.len_utf8();
        let closes = QUOTES.iter().filter(|pair| pair.0 == open).map(|pair| pair.1);
        let end = closes.filter_map(|close| closing(text, start, close)).min()?;
        Some((start, end))
    })
}

/// Where the quote ends: before something that is no part of a word.
fn closing(text: &str, start: usize, close: char) -> Option<usize> {
    text[start..].match_indices(close).map(|(at, _)| start + at).find(|end| {
        let behind = text[end + close.len_utf8()..].chars().next();
        *end > start && !behind.is_some_and(char::is_alphanumeric)
    })
}

/// `user@host`, `https://host/path`.
fn address(text: &str) -> Option<&str> {
    words(text).find(|word| {
        let mail = word.split_once('@').is_some_and(|(user, host)| {
            !user.is_empty() && host.chars().next().is_some_and(char::is_alphanumeric)
        });
        mail || word.contains("://")
    })
}

/// `/etc/fstab`, `~/x`, `./x`.
fn path(text: &str) -> Option<&str> {
    words(text).find(|word| {
        let rooted = word.starts_with('/')
            || word.starts_with("~/")
            || word.starts_with("./")
            || word.starts_with("../");
        rooted && word.len() > 2 && word.chars().skip(1).any(char::is_alphanumeric)
    })
}

/// `Remove u1`, `overwrite out.bin`: one word that looks like a name, right behind the verb.
fn object(text: &str) -> Option<&str> {
    let mut words = words(text).skip_while(|word| !VERBS.contains(&word.to_lowercase().as_str())).skip(1);
    let name = words.find(|word| !FILLERS.contains(&word.to_lowercase().as_str()))?;
    let named = name.contains(['.', '_', '/']) || name.chars().any(|letter| letter.is_ascii_digit());
    let number = name.chars().all(|letter| letter.is_ascii_digit() || letter == '.');
    (named && !number && !is_choices(name)).then_some(name)
}

/// `y/N`, `yes/no/all`: what can be answered, and no file.
fn is_choices(name: &str) -> bool {
    name.contains('/') && name.split('/').all(|word| ANSWERS.contains(&word.to_lowercase().as_str()))
}

/// Words without the marks around them.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split_whitespace()
        .map(|word| {
            word.trim_matches(|letter: char| "()[]{}<>,;:?!\"'`".contains(letter)).trim_end_matches('.')
        })
        .map(|word| word.strip_suffix("'s").unwrap_or(word))
        .filter(|word| !word.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, want: Option<&str>) {
        assert_eq!(of_text(text).map(|subject| subject.text).as_deref(), want, "{text}");
    }

    #[test]
    fn subjects_are_named() {
        check("rm: remove regular file 'a b.txt'?", Some("a b.txt"));
        check("File \"out.mp4\" already exists. Overwrite? [y/N]", Some("out.mp4"));
        check("Username for 'https://git.example':", Some("https://git.example"));
        check("root@db.example's password:", Some("root@db.example"));
        check("Enter passphrase for key '/home/u/.ssh/id':", Some("/home/u/.ssh/id"));
        check("Enter file in which to save the key (/root/.ssh/id_rsa):", Some("/root/.ssh/id_rsa"));
        check("Remove u1 [y/N]?", Some("u1"));
        check("Overwrite existing file out.bin?", Some("out.bin"));
    }

    #[test]
    fn others_name_none() {
        for text in [
            "Do you want to continue? [Y/n]",
            "Please type 'yes' or 'no':",
            "What's your name? Don't be shy:",
            "Delete 3 files?",
            "Remove it?",
            "Really delete? [y/N]",
            "Overwrite (yes/no/all)?",
            "Proceed (Y/n)?",
            "and/or",
            "",
        ] {
            check(text, None);
        }
    }
}
