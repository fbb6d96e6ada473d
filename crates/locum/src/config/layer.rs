//! One settings file, read: what it sets, and every mistake in it.

use std::borrow::Cow;
use std::path::Path;

use serde_json::Value;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::problem::{Place, Problem, place};
use super::schema::{KEYS, Key};
use crate::nearest;

/// A value and where it stands.
pub(super) struct Setting {
    pub(super) key: &'static Key,
    pub(super) value: Value,
    pub(super) place: Place,
}

/// What one file says.
#[derive(Default)]
pub(super) struct Layer {
    pub(super) settings: Vec<Setting>,
    pub(super) problems: Vec<Problem>,
}

/// What is being read.
struct Reader<'a> {
    file: &'a Path,
    source: &'a str,
    layer: Layer,
}

type Name<'a> = Spanned<Cow<'a, str>>;

/// Reads the text of a file.
pub(super) fn read(file: &Path, source: &str) -> Layer {
    let (document, errors) = DeTable::parse_recoverable(source);
    let mut reader = Reader { file, source, layer: Layer::default() };
    for (name, value) in document.get_ref() {
        reader.table(name, value);
    }
    let mut layer = reader.layer;
    let broken: Vec<Problem> = errors.iter().map(|error| not_toml(file, source, error)).collect();
    layer.problems.retain(|problem| !broken.iter().any(|broken| spoils(broken, problem)));
    layer.problems.extend(broken);
    layer.problems.sort_by_key(|problem| problem.place);
    layer
}

/// What a broken line seems to say is a guess of the parser's, and no second mistake. Below a broken header it
/// does not even know which table it is in.
fn spoils(broken: &Problem, other: &Problem) -> bool {
    let line = |problem: &Problem| problem.place.map(|place| place.line);
    let header = broken.text.as_ref().is_some_and(|text| text.starts_with('['));
    line(broken) == line(other) || (header && line(broken) < line(other))
}

fn not_toml(file: &Path, source: &str, error: &toml::de::Error) -> Problem {
    let problem = Problem::at(file, source, &error.span().unwrap_or(0..0), String::new());
    let bare = problem.text.as_deref().and_then(bare_word);
    let message = bare.map_or(error.message(), |_| "a text stands in quotes");
    Problem {
        message: format!("this is not TOML: {message}"),
        hint: bare.map(|word| format!("Write '{word}'.")),
        ..problem
    }
}

/// What a line seems to assign without quotes, by far the most common slip. The parser's words for it are about
/// whatever it took the first letter for.
fn bare_word(line: &str) -> Option<&str> {
    let (_, value) = line.split_once('=')?;
    let word = value.split('#').next()?.trim();
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_.\\".contains(c);
    (!word.is_empty() && word.chars().all(plain) && DeValue::parse(word).is_err()).then_some(word)
}

impl Reader<'_> {
    fn table(&mut self, name: &Name<'_>, value: &Spanned<DeValue<'_>>) {
        if !tables().any(|table| table == name.get_ref()) {
            return self.unknown_table(name, value.get_ref());
        }
        let Some(entries) = value.get_ref().as_table() else {
            let hint = format!("Write [{}] on a line of its own, and its settings below.", name.get_ref());
            return self.refuse(name, format!("'{}' is a table", name.get_ref()), None, Some(hint));
        };
        for (key, value) in entries {
            self.key(name.get_ref(), key, value);
        }
    }

    fn key(&mut self, table: &str, name: &Name<'_>, value: &Spanned<DeValue<'_>>) {
        let Some(key) = KEYS.iter().find(|key| key.table == table && key.name == name.get_ref()) else {
            return self.unknown_key(table, name);
        };
        match key.kind.accept(value.get_ref()) {
            Ok(accepted) => {
                let place = place(self.source, name.span().start);
                self.layer.settings.push(Setting { key, value: accepted, place });
            }
            Err(refusal) => {
                let message = format!("{table}.{}: {}", key.name, refusal.message);
                self.refuse(value, message, Some(key.kind.allowed()), refusal.hint);
            }
        }
    }

    fn unknown_table(&mut self, name: &Name<'_>, value: &DeValue<'_>) {
        let what = if value.is_table() { "table" } else { "setting" };
        let message = format!("there is no {what} '{}'", name.get_ref());
        let near = || nearest::among(name.get_ref(), tables()).map(|near| format!("Did you mean [{near}]?"));
        let hint = elsewhere(name.get_ref(), "").or_else(near);
        let known: Vec<_> = tables().map(|table| format!("[{table}]")).collect();
        self.refuse(name, message, Some(known.join(" ")), hint);
    }

    fn unknown_key(&mut self, table: &str, name: &Name<'_>) {
        let known = || KEYS.iter().filter(|key| key.table == table).map(|key| key.name);
        let message = format!("there is no setting '{}' in [{table}]", name.get_ref());
        let near = nearest::among(name.get_ref(), known()).map(|near| format!("Did you mean '{near}'?"));
        let hint = elsewhere(name.get_ref(), table).or(near);
        self.refuse(name, message, Some(known().collect::<Vec<_>>().join(", ")), hint);
    }

    fn refuse<T>(&mut self, at: &Spanned<T>, message: String, allowed: Option<String>, hint: Option<String>) {
        let problem = Problem::at(self.file, self.source, &at.span(), message);
        self.layer.problems.push(Problem { allowed, hint, ..problem });
    }
}

/// Every table once, in the order of the schema.
fn tables() -> impl Iterator<Item = &'static str> {
    KEYS.chunk_by(|one, next| one.table == next.table).filter_map(|keys| keys.first()).map(|key| key.table)
}

/// A setting with this very name in another table.
fn elsewhere(name: &str, table: &str) -> Option<String> {
    let key = KEYS.iter().find(|key| key.name == name && key.table != table)?;
    Some(format!("It belongs into [{}].", key.table))
}
