//! Patterns of the catalogue: words of a command, names of files, text.

use std::sync::OnceLock;

use regex::Regex;

/// A pattern for text. It is compiled when it is first asked for: most never are.
#[derive(Debug)]
pub(super) struct TextPattern {
    written: String,
    compiled: OnceLock<Option<Regex>>,
}

impl TextPattern {
    pub(super) fn new(written: &str) -> TextPattern {
        TextPattern { written: written.to_owned(), compiled: OnceLock::new() }
    }

    /// Whether it is found in the text. A pattern that does not compile is found nowhere; a test tells of it.
    pub(super) fn is_match(&self, text: &str) -> bool {
        let compiled = self.compiled.get_or_init(|| Regex::new(&self.written).ok());
        compiled.as_ref().is_some_and(|regex| regex.is_match(text))
    }

    /// What is wrong with it.
    #[cfg(test)]
    pub(super) fn fault(&self) -> Option<regex::Error> {
        Regex::new(&self.written).err()
    }
}

/// A pattern for one word: alternatives with `*` in them, `a|b-*`. In small letters.
#[derive(Debug, Clone)]
pub(super) struct WordPattern {
    alternatives: Vec<String>,
    /// Whether any of them has a `*`.
    open: bool,
}

impl WordPattern {
    pub(super) fn new(written: &str) -> WordPattern {
        let alternatives = written.split('|').map(str::to_owned).collect();
        WordPattern { alternatives, open: written.contains('*') }
    }

    pub(super) fn matches(&self, word: &str) -> bool {
        let mut alternatives = self.alternatives.iter();
        if !self.open {
            return alternatives.any(|pattern| pattern == word);
        }
        alternatives.any(|pattern| meet(pattern.as_bytes(), word.as_bytes(), false))
    }

    pub(super) fn alternatives(&self) -> &[String] {
        &self.alternatives
    }
}

/// A program and the words that must follow it: `git stash drop|clear`, `gcloud ** delete`.
#[derive(Debug, Clone)]
pub(super) struct Form {
    pub program: WordPattern,
    pub steps: Vec<Step>,
}

/// What a form asks of the words behind the program.
#[derive(Debug, Clone)]
pub(super) enum Step {
    /// The next word.
    Word(WordPattern),
    /// Any number of words.
    Any,
}

impl Form {
    /// Reads a form; nothing if it names no program.
    pub(super) fn new(written: &str) -> Option<Form> {
        // Words of a command are compared in small letters.
        let written = written.to_lowercase();
        let mut words = written.split_whitespace();
        let program = WordPattern::new(words.next()?);
        let steps =
            words.map(|word| if word == "**" { Step::Any } else { Step::Word(WordPattern::new(word)) });
        Some(Form { program, steps: steps.collect() })
    }
}

/// Whether a pattern and a text with globs of its own may mean the same file. In a pattern `*` stops at a slash and `**` does
/// not; `text_globs` says whether `*`, `?` and `[..]` in the text stand for anything.
pub(super) fn meet(pattern: &[u8], text: &[u8], text_globs: bool) -> bool {
    if !text_globs && !ends_alike(pattern, text) {
        return false;
    }
    // Row by row over the pattern: which lengths of the text can be reached. Bounded by the product of both lengths.
    let mut reached = vec![false; text.len() + 1];
    reached[0] = true;
    let mut at = 0;
    spread(&mut reached, text, text_globs);
    while at < pattern.len() {
        let deep = pattern[at..].starts_with(b"**");
        // As in a shell, a glob at the start of a name does not take a dot.
        let hidden = pattern[at] == b'.' && (at == 0 || pattern[at - 1] == b'/');
        reached = match pattern[at] {
            b'*' => run(&reached, text, deep),
            sign => step(&reached, text, sign, text_globs, hidden),
        };
        spread(&mut reached, text, text_globs);
        at += if deep { 2 } else { 1 };
    }
    reached[text.len()]
}

/// Whether a text begins and ends as the pattern does before its first and behind its last `*`: most do not.
fn ends_alike(pattern: &[u8], text: &[u8]) -> bool {
    let star = |sign: &u8| *sign == b'*';
    let Some((first, last)) = pattern.iter().position(star).zip(pattern.iter().rposition(star)) else {
        return pattern == text;
    };
    let (start, end) = (&pattern[..first], &pattern[last + 1..]);
    text.len() >= start.len() + end.len() && text.starts_with(start) && text.ends_with(end)
}

/// A `*` of the text may stand for nothing.
fn spread(reached: &mut [bool], text: &[u8], text_globs: bool) {
    if text_globs {
        for at in 0..text.len() {
            reached[at + 1] |= reached[at] && text[at] == b'*';
        }
    }
}

fn run(reached: &[bool], text: &[u8], deep: bool) -> Vec<bool> {
    let mut next = reached.to_vec();
    for at in 0..text.len() {
        next[at + 1] |= next[at] && (deep || text[at] != b'/');
    }
    next
}

fn step(reached: &[bool], text: &[u8], sign: u8, text_globs: bool, hidden: bool) -> Vec<bool> {
    let mut next = vec![false; reached.len()];
    for at in 0..text.len() {
        if !reached[at] {
            continue;
        }
        match text[at] {
            b'*' | b'?' | b'[' if text_globs && hidden => {}
            b'*' if text_globs => next[at] |= sign != b'/',
            b'?' if text_globs => next[at + 1] |= sign != b'/',
            b'[' if text_globs => {
                let end = text[at..].iter().position(|b| *b == b']').map_or(at + 1, |n| at + n + 1);
                next[end] = true;
            }
            exact => next[at + 1] |= exact == sign,
        }
    }
    next
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pattern_meets_a_text() {
        for (pattern, text, globs, expected) in [
            ("delete-*", "delete-stack", false, true),
            ("delete-*", "describe", false, false),
            ("~/.ssh/id_*", "~/.ssh/id_rsa", false, true),
            ("~/.ssh/id_*", "~/.ssh/*", true, true),
            ("~/.ssh/id_*", "~/.s??/id_rsa", true, true),
            ("~/.ssh/id_*", "~/*/id_rsa", true, false),
            ("~/.ssh/id_*", "~/.ssh/known*", true, false),
            ("~/.ssh/id_*", "~/.ssh/[i]d_rsa", true, true),
            ("/etc/cron*/**", "/etc/cron.d/x", false, true),
            ("/etc/*", "/etc/a/b", false, false),
            ("**/.env", "/home/ann/.env", false, true),
            ("**/.env", "/home/ann/.env.example", false, false),
            ("/etc/shadow", "/etc/sh*", true, true),
            ("/etc/shadow", "/e?c/s?adow", true, true),
        ] {
            assert_eq!(meet(pattern.as_bytes(), text.as_bytes(), globs), expected, "{pattern} and {text}");
        }
    }
}
