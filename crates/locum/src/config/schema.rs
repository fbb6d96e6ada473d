//! Every setting there is. A new one needs three lines: one in [`KEYS`], one in a struct below, and one in
//! `defaults.toml`. A test holds the three together.

use std::fmt::Display;
use std::str::FromStr;

use model::{DetachKey, Span};
use serde::de::Error;
use serde::{Deserialize, Deserializer};

use super::byte_count::ByteCount;
use super::kind::{Kind, NEVER, NONE};

/// One setting: where it stands and what it may be.
pub(super) struct Key {
    pub(super) table: &'static str,
    pub(super) name: &'static str,
    pub(super) kind: Kind,
}

const SECOND: u64 = 1000;
const DAY: u64 = 24 * 60 * 60 * SECOND;

const fn key(table: &'static str, name: &'static str, kind: Kind) -> Key {
    Key { table, name, kind }
}

const fn bytes(least: u64, most: u64) -> Kind {
    Kind::Bytes { least: ByteCount(least), most: ByteCount(most) }
}

const fn span(least_millis: u64, most_millis: u64, or_never: bool) -> Kind {
    Kind::Span { least: Span::from_millis(least_millis), most: Span::from_millis(most_millis), or_never }
}

/// All settings with their types and ranges, in the order in which they are shown.
pub(super) const KEYS: &[Key] = &[
    key("session", "detach_key", Kind::DetachKey),
    key("brain", "autostart", Kind::Flag),
    key("brain", "idle_exit", span(100, 365 * DAY, true)),
    key("brain", "answer_auth", Kind::Word(&["none", "pin"])),
    key("record", "keep", span(3600 * SECOND, 3650 * DAY, false)),
    key("record", "limit", bytes(1_000_000, 1_000_000_000_000)),
    key("detect", "detection_threshold", Kind::Share),
    key("detect", "warn_after", span(SECOND, DAY, false)),
    key("notify", "bell", Kind::Flag),
    key("notify", "title", Kind::Flag),
    key("notify", "desktop", Kind::Word(&["auto", "never"])),
    key("notify", "command", Kind::Words),
    key("agents", "hooks", Kind::Flag),
    key("log", "level", Kind::Word(&["error", "warn", "info", "debug"])),
    key("log", "keep", Kind::Number { least: 1, most: 100 }),
    key("log", "size", bytes(16_000, 1_000_000_000)),
];

/// What holds, as the rest of the program reads it.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Settings {
    pub(crate) session: Session,
    pub(crate) brain: Brain,
    pub(crate) record: Record,
    pub(crate) detect: Detect,
    pub(crate) notify: Notify,
    pub(crate) agents: Agents,
    pub(crate) log: Log,
}

/// `[session]`
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Session {
    /// None: the person wants no such key.
    #[serde(deserialize_with = "unless_off")]
    pub(crate) detach_key: Option<DetachKey>,
}

/// `[brain]`
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Brain {
    pub(crate) autostart: bool,
    /// None: it stays.
    #[serde(deserialize_with = "unless_off")]
    pub(crate) idle_exit: Option<Span>,
    pub(crate) answer_auth: AnswerAuth,
}

/// What who answers from outside has to show.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum AnswerAuth {
    /// Nothing, unless there is a PIN.
    None,
    /// The PIN; without one nobody answers.
    Pin,
}

/// `[record]`
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Record {
    #[serde(deserialize_with = "from_text")]
    pub(crate) keep: Span,
    #[serde(deserialize_with = "from_text")]
    pub(crate) limit: ByteCount,
}

/// `[detect]`
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Detect {
    pub(crate) detection_threshold: f64,
    #[serde(deserialize_with = "from_text")]
    pub(crate) warn_after: Span,
}

/// `[notify]`
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Notify {
    pub(crate) bell: bool,
    pub(crate) title: bool,
    pub(crate) desktop: Desktop,
    pub(crate) command: Vec<String>,
}

/// Whether notices are shown on the desktop.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Desktop {
    /// Where there is one.
    Auto,
    Never,
}

/// `[agents]`
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Agents {
    pub(crate) hooks: bool,
}

/// `[log]`
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Log {
    pub(crate) level: Level,
    pub(crate) keep: u32,
    #[serde(deserialize_with = "from_text")]
    pub(crate) size: ByteCount,
}

/// How much is logged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Level {
    Error,
    Warn,
    Info,
    Debug,
}

fn from_text<'de, D, T>(value: D) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    T: FromStr<Err: Display>,
{
    String::deserialize(value)?.parse().map_err(D::Error::custom)
}

/// Which of the words for nothing a key takes is the business of its [`Kind`].
fn unless_off<'de, D, T>(value: D) -> Result<Option<T>, D::Error>
where
    D: Deserializer<'de>,
    T: FromStr<Err: Display>,
{
    let text = String::deserialize(value)?;
    if [NONE, NEVER].contains(&text.as_str()) {
        return Ok(None);
    }
    text.parse().map(Some).map_err(D::Error::custom)
}
