//! Every key of a policy, one line each: where it stands and what it may be. The loader, the comparison of policies and
//! the schema for editors all read this table.

use std::time::Duration;

use super::pace::MOST_PER_MINUTE;
use super::request::Tool;
use super::shape::Shape;

/// A key.
#[derive(Debug)]
pub(super) struct Key {
    /// The table it belongs to; empty at the top of the file.
    pub table: &'static str,
    /// Its name.
    pub name: &'static str,
    /// What it may be.
    pub shape: Shape,
}

const MILLI: Duration = Duration::from_millis(1);
const SECOND: Duration = Duration::from_secs(1);
const MINUTE: Duration = Duration::from_secs(60);
const HOUR: Duration = Duration::from_secs(3600);
const DAY: Duration = Duration::from_secs(24 * 3600);

const ANSWERS: &[&str] = &["deny", "ask", "ignore", "allow", "allow_remember"];
const A_MINUTE: Shape = Shape::Count { least: 1, most: MOST_PER_MINUTE };
const DELAY: Shape = Shape::Span { least: Duration::ZERO, most: MINUTE, or: &[] };

/// The words of the kinds of questions that can be asked.
pub(super) const KINDS: &[&str] = &["yes_no", "confirm_enter", "menu", "free_text", "password", "unknown"];

/// The words of the tools.
pub(super) const TOOLS: &[&str] = &{
    let mut words = [""; Tool::ALL.len()];
    let mut place = 0;
    while place < words.len() {
        words[place] = Tool::ALL[place].word();
        place += 1;
    }
    words
};

/// All keys.
pub(super) const KEYS: &[Key] = &[
    key("", "extends", Shape::Name),
    key("defaults", "answer", Shape::Word { words: ANSWERS, refused: &["allow", "allow_remember"] }),
    key("defaults", "delay", DELAY),
    key("defaults", "on_danger", Shape::Word { words: &["ask", "manual", "deny"], refused: &[] }),
    key("defaults", "timeout", Shape::Span { least: MINUTE, most: HOUR, or: &[] }),
    key(
        "defaults",
        "on_timeout",
        Shape::Word { words: &["leave", "safe", "yes", "allow"], refused: &["yes", "allow"] },
    ),
    key("defaults", "free_text_enabled", Shape::Flag),
    key("limits", "min_interval", Shape::Span { least: Duration::ZERO, most: HOUR, or: &[] }),
    key("limits", "per_minute", A_MINUTE),
    key("limits", "consecutive", Shape::Count { least: 1, most: 100_000 }),
    key("limits", "identical_per_minute", A_MINUTE),
    key("limits", "quiet_hours", Shape::Hours),
    key("nudge", "idle", Shape::Span { least: SECOND, most: HOUR, or: &["auto"] }),
    key("nudge", "times", Shape::Count { least: 1, most: 20 }),
    key("nudge", "sequence", Shape::Keys),
    key("nudge", "resume_after_limit", Shape::Flag),
    key("nudge", "watch_output", Shape::Patterns),
    key("rule", "name", Shape::Name),
    key("rule", "agent", Shape::Globs),
    key("rule", "tool", Shape::Words(TOOLS)),
    key("rule", "command", Shape::Commands),
    key("rule", "path", Shape::Globs),
    key("rule", "host", Shape::Globs),
    key("rule", "kind", Shape::Words(KINDS)),
    key("rule", "question", Shape::Patterns),
    key("rule", "session", Shape::Globs),
    key("rule", "cwd", Shape::Globs),
    key("rule", "danger", Shape::Dangers),
    key("rule", "confidence", Shape::Share),
    key("rule", "answer", Shape::Word { words: ANSWERS, refused: &[] }),
    key("rule", "message", Shape::Text),
    key("rule", "text", Shape::Text),
    key("rule", "delay", DELAY),
    key("rule", "cooldown", Shape::Span { least: MILLI, most: DAY, or: &[] }),
    key("rule", "per_minute", A_MINUTE),
    key("rule", "exec", Shape::Texts),
    key("rule", "exec_timeout", Shape::Span { least: MILLI, most: MINUTE, or: &[] }),
    key("rule", "examples", Shape::Texts),
    key("rule", "not_examples", Shape::Texts),
];

/// The keys that say which requests a rule is about.
pub(super) const MATCHERS: [&str; 11] = [
    "agent",
    "tool",
    "command",
    "path",
    "host",
    "kind",
    "question",
    "session",
    "cwd",
    "danger",
    "confidence",
];

/// The tables that hold keys.
pub(super) const TABLES: [&str; 4] = ["defaults", "limits", "nudge", "rule"];

const fn key(table: &'static str, name: &'static str, shape: Shape) -> Key {
    Key { table, name, shape }
}

/// The key of this table with this name.
pub(super) fn find(table: &str, name: &str) -> Option<&'static Key> {
    KEYS.iter().find(|key| key.table == table && key.name == name)
}

/// The names of a table's keys.
pub(super) fn of_table(table: &str) -> Vec<&'static str> {
    KEYS.iter().filter(|key| key.table == table).map(|key| key.name).collect()
}

/// What to say about a word that is known here and refused.
pub(super) fn why_refused(key: &Key) -> &'static str {
    match key.name {
        "on_timeout" => "a timeout never says yes: silence is no consent; write \"leave\" or \"safe\"",
        _ => {
            "what no rule speaks of is never allowed: silence is no consent; write \"ask\", \"deny\" or \"ignore\""
        }
    }
}
