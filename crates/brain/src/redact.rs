//! Command lines and questions before they are written down: what looks like a secret is left out. The record cannot
//! forget.
//!
//! This is a net with holes, not a promise: a password does not belong on a command line.

/// What stands where a secret stood.
const HIDDEN: &str = "***";
/// Words in the name of an option or a variable whose value is a secret.
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
/// How well-known secrets begin.
const SECRET_STARTS: &[&str] = &[
    "sk-",
    "ghp_",
    "gho_",
    "ghs_",
    "github_pat_",
    "glpat-",
    "xoxb-",
    "xoxp-",
    "AKIA",
    "eyJ",
    "npm_",
    "pypi-",
];
/// Shorter ones are words.
const SHORTEST_SECRET: usize = 12;

/// The command line with secrets hidden.
pub(crate) fn command(words: &[String]) -> Vec<String> {
    let mut hide_next = false;
    words
        .iter()
        .map(|word| {
            let hidden = std::mem::replace(&mut hide_next, asks_for_a_secret(word));
            // An option behind an option is no value.
            if hidden && !word.starts_with('-') { HIDDEN.to_owned() } else { one(word) }
        })
        .collect()
}

/// Words from a screen with secrets hidden.
pub(crate) fn text(text: &str) -> String {
    let mut hide_next = false;
    text.split_inclusive(char::is_whitespace)
        .map(|part| {
            let word = part.trim_end();
            if word.is_empty() {
                return part.to_owned();
            }
            let announces = asks_for_a_secret(word) || word.eq_ignore_ascii_case("bearer");
            let hidden = std::mem::replace(&mut hide_next, announces);
            if hidden && !word.starts_with('-') { part.replacen(word, HIDDEN, 1) } else { piece(part) }
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

fn one(word: &str) -> String {
    if let Some((name, value)) = word.split_once('=')
        && !value.is_empty()
        && !name.contains(char::is_whitespace)
        && has_secret_name(name)
    {
        return format!("{name}={HIDDEN}");
    }
    // A script in one word may hold anything: look at its words.
    word.split_inclusive(char::is_whitespace).map(piece).collect()
}

fn piece(piece: &str) -> String {
    let word = piece.trim_end();
    let end = piece.get(word.len()..).unwrap_or_default();
    let inner = word.trim_matches(['"', '\'']);
    if inner.len() >= SHORTEST_SECRET && SECRET_STARTS.iter().any(|start| inner.starts_with(start)) {
        return format!("{HIDDEN}{end}");
    }
    match (word.split_once('='), address(word)) {
        (Some((name, value)), _) if !value.is_empty() && has_secret_name(name) => {
            format!("{name}={HIDDEN}{end}")
        }
        (_, Some(address)) => format!("{address}{end}"),
        _ => piece.to_owned(),
    }
}

/// `https://user:password@host` without the password.
fn address(word: &str) -> Option<String> {
    let (scheme, rest) = word.split_once("://")?;
    let (person, host) = rest.split_once('@')?;
    let (user, _) = person.split_once(':')?;
    (!person.contains('/')).then(|| format!("{scheme}://{user}:{HIDDEN}@{host}"))
}

#[cfg(test)]
mod tests {
    use super::{command, text};

    #[track_caller]
    fn check(line: &[&str], shown: &[&str]) {
        let words: Vec<String> = line.iter().map(|&word| word.to_owned()).collect();
        assert_eq!(command(&words), shown);
    }

    #[test]
    fn words_of_a_screen_lose_their_secrets_and_keep_their_places() {
        for (shown, kept) in [
            ("Do you want to  proceed?", "Do you want to  proceed?"),
            ("run --token  abc -v?", "run --token  *** -v?"),
            ("curl -H 'Authorization: Bearer abcdef' x", "curl -H 'Authorization: Bearer *** x"),
            ("export GITHUB_TOKEN=abc sk-ant-0123456789abc\nnext", "export GITHUB_TOKEN=*** ***\nnext"),
            ("--password", "--password"),
        ] {
            assert_eq!(text(shown), kept);
        }
    }

    #[test]
    fn secrets_are_hidden_and_nothing_else() {
        check(&["make", "-j4", "all"], &["make", "-j4", "all"]);
        check(&["x", "--token=hunter2"], &["x", "--token=***"]);
        check(&["x", "--api-key", "hunter2", "go"], &["x", "--api-key", "***", "go"]);
        check(&["x", "--password", "--verbose"], &["x", "--password", "--verbose"]);
        check(&["env", "GITHUB_TOKEN=abc", "A=b", "x"], &["env", "GITHUB_TOKEN=***", "A=b", "x"]);
        check(&["curl", "https://me:pw@host/x"], &["curl", "https://me:***@host/x"]);
        check(&["curl", "https://host/a:b@c"], &["curl", "https://host/a:b@c"]);
        check(
            &["sh", "-c", "export AWS_SECRET=abc; run --flag sk-ant-0123456789abc 'ghp_0123456789ab' end"],
            &["sh", "-c", "export AWS_SECRET=*** run --flag *** *** end"],
        );
        check(&["git", "commit", "-m", "keyboard = fast"], &["git", "commit", "-m", "keyboard = fast"]);
        check(&["x", "--key="], &["x", "--key="]);
    }
}
