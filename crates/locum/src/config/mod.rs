//! The person's settings: `config.toml` on top of the built-in defaults.
//!
//! The defaults are a settings file as well (`defaults.toml`, embedded), read in the same way. A file with any
//! mistake in it is not in force at all: half a person's wishes may be worse than none.

mod byte_count;
pub(crate) mod commands;
mod kind;
mod layer;
mod problem;
mod schema;
#[cfg(test)]
mod tests;

use std::io;
use std::path::{Path, PathBuf};

use serde_json::{Map, Value};

use crate::failure::Failure;
use crate::folders;
pub(crate) use problem::Problem;
use schema::KEYS;
pub(crate) use schema::{AnswerAuth, Desktop, Level, Settings};

const DEFAULTS: &str = include_str!("defaults.toml");
/// What the defaults are called where a file's name is shown.
const BUILT_IN: &str = "(built-in defaults)";

/// What a setting is, and which file and line say so; none: it is a default.
struct Effective {
    table: &'static str,
    name: &'static str,
    value: Value,
    origin: Option<(PathBuf, usize)>,
}

/// The settings that hold. A missing file is fine, one with a mistake in it is not.
pub(crate) fn load() -> Result<Settings, Failure> {
    effective(folders::config_file().as_deref())
        .and_then(|settings| typed(&settings))
        .map_err(Failure::Config)
}

fn effective(file: Option<&Path>) -> Result<Vec<Effective>, Vec<Problem>> {
    let mut settings = Vec::new();
    for setting in without_problems(layer::read(Path::new(BUILT_IN), DEFAULTS))? {
        let schema::Key { table, name, .. } = setting.key;
        settings.push(Effective { table, name, value: setting.value, origin: None });
    }
    let shown = |setting: &Effective| {
        KEYS.iter().position(|key| key.table == setting.table && key.name == setting.name)
    };
    settings.sort_by_key(shown);
    let Some(file) = file else { return Ok(settings) };
    for setting in without_problems(read_file(file, Missing::Fine)?)? {
        let same =
            |known: &&mut Effective| known.table == setting.key.table && known.name == setting.key.name;
        if let Some(known) = settings.iter_mut().find(same) {
            known.value = setting.value;
            known.origin = Some((file.to_owned(), setting.place.line));
        }
    }
    Ok(settings)
}

fn without_problems(layer: layer::Layer) -> Result<Vec<layer::Setting>, Vec<Problem>> {
    if layer.problems.is_empty() { Ok(layer.settings) } else { Err(layer.problems) }
}

/// Whether a file that is not there is a mistake.
#[derive(Clone, Copy, PartialEq)]
enum Missing {
    Fine,
    Problem,
}

fn read_file(file: &Path, missing: Missing) -> Result<layer::Layer, Vec<Problem>> {
    let refused = |message: String| vec![Problem::with(file, message)];
    match std::fs::read(file) {
        Ok(bytes) => {
            let text = String::from_utf8(bytes).map_err(|error| refused(not_text(&error)))?;
            Ok(layer::read(file, &text))
        }
        Err(error)
            if error.kind() == io::ErrorKind::NotFound && missing == Missing::Fine && !file.is_symlink() =>
        {
            Ok(layer::Layer::default())
        }
        Err(error) => Err(refused(format!("cannot be read: {error}"))),
    }
}

fn not_text(error: &std::string::FromUtf8Error) -> String {
    format!("is not text in UTF-8 (after {} bytes)", error.utf8_error().valid_up_to())
}

fn typed(settings: &[Effective]) -> Result<Settings, Vec<Problem>> {
    let refused = |error: serde_json::Error| vec![Problem::with(Path::new(BUILT_IN), error.to_string())];
    serde_json::from_value(nested(settings, |setting| setting.value.clone())).map_err(refused)
}

fn nested(settings: &[Effective], leaf: impl Fn(&Effective) -> Value) -> Value {
    let mut tables: Map<String, Value> = Map::new();
    for setting in settings {
        let table = tables.entry(setting.table).or_insert_with(|| Value::Object(Map::new()));
        if let Value::Object(table) = table {
            table.insert(setting.name.to_owned(), leaf(setting));
        }
    }
    Value::Object(tables)
}

/// The defaults as a file of the person's own: everything a comment, but for what they chose.
pub(crate) fn commented(bell: bool) -> String {
    let mut text = String::new();
    for line in DEFAULTS.lines() {
        let setting = !line.is_empty() && !line.starts_with(['#', '[']);
        match line {
            "bell = false" if bell => text.push_str("bell = true"),
            line if setting => {
                text.push_str("# ");
                text.push_str(line);
            }
            line => text.push_str(line),
        }
        text.push('\n');
    }
    text
}
