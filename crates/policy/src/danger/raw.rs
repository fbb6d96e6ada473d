//! The catalogue as its files are written.

use std::collections::BTreeMap;

use serde::Deserialize;

/// A file of one family.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawFile {
    pub danger: Vec<RawEntry>,
}

/// A danger as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawEntry {
    pub id: String,
    pub level: String,
    pub why: String,
    pub when: Vec<RawWhen>,
    #[serde(default)]
    pub examples: Vec<RawExample>,
    #[serde(default)]
    pub not_examples: Vec<RawExample>,
}

/// An example as it is written.
#[derive(Deserialize)]
#[serde(untagged)]
pub(super) enum RawExample {
    Line(String),
    There { line: String, folder: String },
}

/// One look of a danger as it is written; words are separated by blanks.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct RawWhen {
    pub run: Vec<String>,
    pub flags: String,
    pub all_flags: Vec<String>,
    pub no_flags: String,
    pub values: BTreeMap<String, String>,
    pub operand: Option<String>,
    pub no_operand: Option<String>,
    pub bare: Option<bool>,
    pub act: Option<String>,
    pub place: String,
    pub file: String,
    pub recursive: Option<bool>,
    pub open_start: Option<bool>,
    pub note: String,
    pub no_note: String,
    pub set: Option<String>,
    pub set_value: Option<String>,
    pub from: String,
    pub to: String,
    pub runs: Option<String>,
    pub says: Option<String>,
    pub built_in: Option<String>,
}

/// The file of uses.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawUses {
    #[serde(rename = "use")]
    pub uses: Vec<RawUse>,
}

/// What a program does to the paths among its words, as it is written.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct RawUse {
    pub run: Vec<String>,
    pub read: String,
    pub write: String,
    pub append: String,
    pub delete: String,
    pub change: String,
    pub send: String,
    #[serde(rename = "execute")]
    pub run_file: String,
    pub recursive: String,
    pub always_recursive: bool,
    pub flags: String,
    pub no_flags: String,
}
