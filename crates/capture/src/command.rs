//! Command lines: beside what any text may hold, a word may say what the next one is.

use crate::mark::{MARK, shortened};
use crate::redactor::{Options, redacted};

/// Words in the name of an option or a variable whose value is a secret. In a text some of them say too little.
const SECRET_NAMES: &[&str] = &[
    "token",
    "secret",
    "password",
    "passwd",
    "passphrase",
    "pwd",
    "apikey",
    "api-key",
    "api_key",
    "credential",
    "auth",
];
/// Programs whose `-p` is followed by a name.
const P_IS_A_NAME: &[&str] = &["cargo", "mkdir", "pip", "docker", "podman", "tsc", "claude"];
/// A password behind `-p` has at least this many characters.
const SHORTEST_BEHIND_P: usize = 6;

/// The command line with a mark for every secret.
pub fn command(words: &[String], options: &Options) -> Vec<String> {
    let names_follow = words.iter().any(|word| P_IS_A_NAME.contains(&base(word)));
    let mut before = "";
    words
        .iter()
        .zip(as_text(words, options))
        .map(|(word, clean)| {
            let option = std::mem::replace(&mut before, word);
            // An option behind an option is no value.
            let value = !word.starts_with('-') && !word.is_empty();
            let behind_p = option == "-p" && !names_follow && is_like_a_password(word);
            if value && (asks_for_a_secret(option) || behind_p) {
                MARK.to_owned()
            } else {
                assigned(word, clean)
            }
        })
        .collect()
}

/// Every word as the rules for text leave it. They see the whole line, each word with blanks in quotes; since they keep
/// its length, every word is found again.
fn as_text(words: &[String], options: &Options) -> Vec<String> {
    let quote = |word: &String| if word.contains(char::is_whitespace) { "\"" } else { "" };
    let line: Vec<String> = words.iter().map(|word| format!("{0}{word}{0} ", quote(word))).collect();
    let clean: Vec<char> = redacted(&line.concat(), options).chars().collect();
    let mut from = 0;
    words
        .iter()
        .map(|word| {
            let (start, length) = (from + quote(word).len(), word.chars().count());
            from = start + length + quote(word).len() + 1;
            let clean: String = clean.get(start..start + length).unwrap_or_default().iter().collect();
            shortened(word, &clean)
        })
        .collect()
}

/// `--token`, with its value in the next word.
fn asks_for_a_secret(word: &str) -> bool {
    word.starts_with('-') && !word.contains('=') && has_secret_name(word)
}

fn has_secret_name(name: &str) -> bool {
    let name = name.to_lowercase();
    SECRET_NAMES.iter().any(|secret| name.contains(secret))
        || name.ends_with("_key")
        || name.ends_with("-key")
}

/// A word that is an assignment, such as `AUTH=x` or `--key=x`. A script in one word has blanks before its first sign.
fn assigned(word: &str, clean: String) -> String {
    match word.split_once('=') {
        Some((name, value))
            if !value.is_empty() && !name.contains(char::is_whitespace) && has_secret_name(name) =>
        {
            format!("{name}={MARK}")
        }
        _ => clean,
    }
}

/// A port, a path, a sentence and a name of one kind of character are none.
fn is_like_a_password(word: &str) -> bool {
    word.chars().count() >= SHORTEST_BEHIND_P
        && word.chars().any(|c| c.is_ascii_digit())
        && word.chars().any(char::is_alphabetic)
        && !word.contains(|c: char| c.is_whitespace() || "/.:,=".contains(c))
}

fn base(word: &str) -> &str {
    word.rsplit('/').next().unwrap_or(word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(line: &[&str], shown: &[&str]) {
        let words: Vec<String> = line.iter().map(|&word| word.to_owned()).collect();
        assert_eq!(command(&words, &Options::default()), shown);
    }

    #[test]
    fn secrets_are_hidden_and_nothing_else() {
        check(&["make", "-j4", "all"], &["make", "-j4", "all"]);
        check(&["x", "--token=hunter2"], &["x", "--token=***"]);
        check(&["x", "--api-key", "hunter2", "go"], &["x", "--api-key", "***", "go"]);
        check(&["x", "--auth", "me", "--ssl-key", "k"], &["x", "--auth", "***", "--ssl-key", "***"]);
        check(&["x", "--password", "--verbose"], &["x", "--password", "--verbose"]);
        check(&["env", "GITHUB_TOKEN=abc", "A=b", "x"], &["env", "GITHUB_TOKEN=***", "A=b", "x"]);
        check(&["curl", "https://me:pw@host/x"], &["curl", "https://me:***@host/x"]);
        check(&["curl", "https://host/a:b@c"], &["curl", "https://host/a:b@c"]);
        check(
            &["sh", "-c", "export AWS_SECRET=abc; run --flag sk-ant-0123456789abc end", "x"],
            &["sh", "-c", "export AWS_SECRET=***; run --flag sk-*** end", "x"],
        );
        check(&["curl", "-H", "Cookie: a=b; c=d", "x"], &["curl", "-H", "Cookie: ***", "x"]);
        check(&["git", "commit", "-m", "keyboard = fast"], &["git", "commit", "-m", "keyboard = fast"]);
        check(&["x", "--key=", ""], &["x", "--key=", ""]);
    }

    #[test]
    fn what_follows_p_is_a_password_if_it_looks_like_one() {
        check(&["login", "-p", "hunter3"], &["login", "-p", "***"]);
        check(&["login", "-p", "8080x:80"], &["login", "-p", "8080x:80"]);
        check(&["/usr/bin/cargo", "test", "-p", "base64"], &["/usr/bin/cargo", "test", "-p", "base64"]);
        check(&["ssh", "-p", "222222"], &["ssh", "-p", "222222"]);
        check(&["agent", "-p", "fix 3 tests"], &["agent", "-p", "fix 3 tests"]);
    }

    #[test]
    fn the_person_is_hidden_if_that_is_wanted() {
        let options = Options { home: Some("/home/alice".into()), ..Options::default() };
        assert_eq!(command(&["ls".into(), "/home/alice/x y".into()], &options), ["ls", "/home/***/x y"]);
    }
}
