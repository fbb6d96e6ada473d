//! A line of text to be typed: `Name:`, `Version [0.1.0]:`, `? Hostname ›`, and secrets by their words.

use model::{Kind, Question};

use super::{Look, full_screen, groups, keys, sure, wording};
use crate::facts::Waits;
use crate::found::{Found, Strength};
use crate::words::{Words, has};

/// A default is not longer than this many words.
const DEFAULT_WORDS: usize = 4;

/// A line that asks for text.
pub(crate) fn recognise(look: &Look) -> Option<Found> {
    let text = wording::whole(look);
    let strength = strength_of(look, &text)?;
    let shown = look.facts.mode.is_some_and(|mode| mode.canonical && mode.echo);
    let secret = asks_for_secret(look.words, &text) || !shown && is_secret(look.words, &text);
    let chooses = keys::explains_moves(&text) && look.facts.reads_lines() == Some(false);
    let kind = match (secret, chooses) {
        (true, _) => Kind::Password,
        (_, true) => Kind::Menu,
        _ => Kind::FreeText,
    };
    let mut question = Question::new(kind, wording::without_draft(look, &text));
    if kind == Kind::FreeText {
        question.default = default_in(&text);
    }
    let rule = if secret { "password.words" } else { "line.text" };
    Some(Found { question, rows: look.place.rows.clone(), strength, rule: rule.to_owned(), tool: None })
}

/// How much this looks like a line of input, if it does at all.
fn strength_of(look: &Look, text: &str) -> Option<Strength> {
    if text.is_empty() {
        return None;
    }
    let ended = groups::cut(text);
    // Nothing but brackets in a full screen is a row of buttons or of status.
    let words = ended.words.trim();
    let only_brackets = words.is_empty() || words.starts_with('[') && words.ends_with(']');
    if only_brackets && full_screen::fills_the_screen(look.view, look.facts) {
        return None;
    }
    let library = look.place.head.trim_start().starts_with(['?', '◆', '🦋']);
    let closed = ended.closed || text.ends_with([':', '?', '>', '›', '‣', '=']);
    if look.place.below {
        let asks = text.ends_with(['?', ':']) || closed && !ended.groups.is_empty() || says_paste(text);
        // A program that hides the cursor draws one of its own.
        let draws = look.facts.waits >= Waits::Polls
            && look.facts.reads_lines() == Some(false)
            && !look.view.snapshot().cursor.visible;
        let waits = look.facts.waits == Waits::Reads || draws;
        return (asks && waits || library).then_some(Strength::Weak);
    }
    if library && (closed || look.place.gap > 0 || is_prefilled(text)) {
        return Some(Strength::Strong);
    }
    if closed || !ended.groups.is_empty() && look.place.gap > 0 {
        return Some(if look.place.gap == 1 { Strength::Strong } else { Strength::Weak });
    }
    if look.view.snapshot().alternate && is_prefilled(text) {
        return Some(Strength::Strong);
    }
    // A program that reads with the cursor right behind its own words asks for something, whatever they are.
    let reads = look.facts.waits == Waits::Reads
        || look.facts.waits == Waits::Listens && look.facts.reads_lines() == Some(false);
    (reads && look.place.gap <= 3).then_some(Strength::Weak)
}

/// `File name: old.txt`, with the cursor behind it.
pub(crate) fn is_prefilled(text: &str) -> bool {
    text.split_once(": ")
        .is_some_and(|(label, value)| label.chars().count() <= 40 && !value.trim().contains(' '))
}

/// `please paste the token below`.
fn says_paste(text: &str) -> bool {
    let lower = text.to_lowercase();
    lower.contains("below") && ["paste", "enter", "type", "input"].iter().any(|verb| lower.contains(verb))
}

/// Whether the words ask for something that is not to be seen.
pub(crate) fn is_secret(words: &Words, text: &str) -> bool {
    let lower = text.to_lowercase();
    words.secrets.iter().any(|secret| contains_word(words, &lower, secret))
        || lower.contains("input is hidden")
}

/// Whether a secret is what the words ask for, also where what is typed shows: `Password:`, `Enter passphrase for the key:`,
/// `PIN (again):`. A line that only speaks of one asks for something else: `Name of the token:`.
pub(crate) fn asks_for_secret(words: &Words, text: &str) -> bool {
    let lower = text.to_lowercase().replace(['_', '-'], " ");
    if asks_whether(words, &lower) {
        return false;
    }
    let ends = lower.match_indices([':', '?', '>']).map(|(at, _)| at + 1).chain([lower.len()]);
    // One word behind it is a draft, whatever it ends with. More are the next thing that is asked.
    let ends = ends.filter(|end| !lower[*end..].trim().contains(' '));
    ends.map(|end| &lower[..end]).any(|asked| {
        let asked = groups::cut(asked).words;
        let asked = asked.trim_end_matches(|letter: char| !letter.is_alphanumeric());
        let last = asked.rfind([':', '?', '>', '.']).map_or(asked, |at| &asked[at + 1..]);
        [last].into_iter().chain(last.split(',')).any(|part| names_secret(words, part.trim()))
    })
}

/// `Delete the token?` asks whether to.
fn asks_whether(words: &Words, text: &str) -> bool {
    let last = text.trim_end().trim_end_matches('?').rsplit(['.', ':', '!']).next().unwrap_or_default();
    let first = last.split_whitespace().next().unwrap_or_default();
    text.trim_end().ends_with('?') && sure::is_verb(words, first)
}

/// `passphrase for the key`, `your password again`, `one-time code from the app`.
fn names_secret(words: &Words, part: &str) -> bool {
    let joints = [
        " for ", " of ", " to ", " from ", " on ", " and ", " or ", " in ", " sent ", " shown ", " that ",
        " you ", " we ",
    ];
    let end = joints.iter().filter_map(|joint| part.find(joint)).min().unwrap_or(part.len());
    if part.starts_with("code from ") || part.starts_with("code sent ") {
        return true;
    }
    let thing = [" again", " here", " below", " now", " is", " twice"]
        .iter()
        .fold(&part[..end], |thing, end| thing.strip_suffix(end).unwrap_or(thing));
    words.secrets.iter().chain(&words.asked_secrets).any(|secret| {
        let before =
            thing.strip_suffix(secret.replace('-', " ").as_str()).map(|before| before.chars().next_back());
        before.is_some_and(|letter| letter.is_none_or(|letter| !letter.is_alphanumeric()))
    })
}

/// Whether a text names this secret itself, and not only something about it.
fn contains_word(words: &Words, text: &str, secret: &str) -> bool {
    text.match_indices(secret).any(|(at, _)| {
        let before = text[..at].chars().next_back();
        let behind = &text[at + secret.len()..];
        let next = behind.split(|letter: char| !letter.is_alphanumeric()).find(|word| !word.is_empty());
        let about = behind.starts_with(' ') && next.is_some_and(|next| has(&words.about_secrets, next));
        let ends = behind.chars().next().is_none_or(|letter| !letter.is_alphanumeric());
        before.is_none_or(|letter| !letter.is_alphanumeric()) && ends && !about
    })
}

/// What Enter alone would take: `[0.1.0]`, `(index.js)`, `(1-4, default 1)`, or what stands behind a pointer.
pub(crate) fn default_in(text: &str) -> Option<String> {
    let ended = groups::cut(text);
    if ended.shown.is_some() {
        return ended.shown;
    }
    let inner = ended.groups.last()?.inner.clone();
    if let Some(at) = inner.to_lowercase().find("default") {
        let named = inner.get(at + "default".len()..)?.trim_start_matches([' ', '=', ':', 'i', 's']).trim();
        return (!named.is_empty()).then(|| named.to_owned());
    }
    (!inner.is_empty() && inner.split_whitespace().count() <= DEFAULT_WORDS).then_some(inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_are_told_from_lines_that_speak_of_them() {
        let words = crate::profile::Profiles::embedded().words().clone();
        let check = |text: &str, want: bool| assert_eq!(asks_for_secret(&words, text), want, "{text}");
        check("Password:", true);
        for secret in [
            "OPENAI_API_KEY:",
            "API-key:",
            "ANTHROPIC_API_KEY=",
            "Enter code:",
            "Enter the code from your authenticator app:",
            "Code from SMS:",
            "Password, please:",
            "Passphrase, twice:",
            "Password is:",
            "Enter your token, then press Enter:",
            "GitHub PAT:",
            "CVC code:",
            "Two-factor code:",
            "One-time code:",
            "License key:",
            "Session cookie:",
            "12 words:",
        ] {
            check(secret, true);
        }
        for whether in ["Delete the token?", "Rotate the secret?", "Save password?", "Use an API key?"] {
            check(whether, false);
        }
        for other in ["Country code:", "Zip code:", "Name, please:", "Key:", "Primary key:", "Words:"] {
            check(other, false);
        }
        check("[sudo] password for me:", true);
        check("Enter passphrase for key:", true);
        check("Password for admin?", true);
        check("Enter PIN (6 digits):", true);
        check("Enter the same passphrase again:", true);
        check("Enter passphrase (empty for no passphrase):", true);
        check("me@host's password:", true);
        check("Type the password and press Enter:", true);
        check("API key [none]:", true);
        check("Mot de passe :", true);
        check("Password: typed:", true);
        check("Login failed. Password: ", true);
        check("Password: rm: remove file 'f'?", false);
        check("Name of the token:", false);
        check("Name for the secret:", false);
        check("Spin:", false);
        check("Shipping address:", false);
        check("Minimum length of the password:", false);
        for asked in [
            "Secret key:",
            "Enter OTP code:",
            "Card number:",
            "Credit card number:",
            "Recovery phrase:",
            "Enter your seed:",
            "Seed phrase (24 words):",
            "CVV:",
            "CVC (on the back):",
            "Passcode:",
            "Security code:",
            "Private key:",
            "Paste your private key here:",
            "Access token:",
            "API key for the service:",
            "AWS Secret Access Key [None]:",
            "Enter the 6-digit code sent to your phone:",
            "Authentication code?",
            "PIN code:",
            "Mnemonic:",
        ] {
            check(asked, true);
        }
        for other in [
            "Enter the number of seeds:",
            "Random seed:",
            "Token limit:",
            "Secret name:",
            "Path to private key:",
            "Private key file:",
            "AWS Access Key ID [None]:",
            "Number of API keys:",
            "Card holder:",
            "Country code:",
            "Exit code:",
            "Key:",
        ] {
            check(other, false);
        }
    }

    /// Where nobody can say whether what is typed shows, a line that names a secret is one.
    #[test]
    fn what_is_about_a_secret_is_none() {
        let words = crate::profile::Profiles::embedded().words().clone();
        let check = |text: &str, want: bool| assert_eq!(is_secret(&words, text), want, "{text}");
        check("Provide a token", true);
        check("Favorite password? (typed unseen)", true);
        check("Password or passphrase", true);
        check("Token limit:", false);
        check("Password length:", false);
        check("The password file", false);
    }

    #[test]
    fn defaults_are_read() {
        let check = |text: &str, want: Option<&str>| assert_eq!(default_in(text).as_deref(), want, "{text}");
        check("Version [0.1.0]:", Some("0.1.0"));
        check("entry point: (index.js)", Some("index.js"));
        check("Partition number (1-4, default 1):", Some("1"));
        check("First sector (34-65502, default = 2048):", Some("2048"));
        check("Where to put it? ‣ tests", Some("tests"));
        check("Description []:", None);
        check("Username (leave blank to use the name of the user):", None);
    }
}
