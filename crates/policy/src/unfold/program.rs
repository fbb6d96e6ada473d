//! Which programs start others, and how: the table in `wrappers.toml`.

use std::collections::HashMap;
use std::sync::LazyLock;

use serde::Deserialize;

pub(super) use super::rows::{Inner, Interpreter, Role, TextOptions, Wrapper};

static TABLE: LazyLock<Table> = LazyLock::new(|| Table::new(include_str!("wrappers.toml")));

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    roles: HashMap<String, Role>,
    #[serde(default)]
    wrapper: Vec<Wrapper>,
    #[serde(default)]
    interpreter: Vec<Interpreter>,
    #[serde(default)]
    text_options: Vec<TextOptions>,
    #[serde(default)]
    git_settings: Vec<String>,
    #[serde(default)]
    variables: Vec<String>,
}

/// The table by name.
#[derive(Default)]
struct Table {
    file: File,
    wrappers: HashMap<String, Vec<usize>>,
    interpreters: HashMap<String, usize>,
}

impl Table {
    fn new(text: &str) -> Table {
        let file: File = toml::from_str(text).unwrap_or_default();
        let mut table = Table::default();
        for (place, wrapper) in file.wrapper.iter().enumerate() {
            for name in &wrapper.names {
                table.wrappers.entry(name.clone()).or_default().push(place);
            }
        }
        for (place, interpreter) in file.interpreter.iter().enumerate() {
            table.interpreters.extend(interpreter.names.iter().map(|name| (name.clone(), place)));
        }
        Table { file, ..table }
    }
}

/// Whether there is a table at all. Without it nothing could be allowed.
pub(super) fn is_known() -> bool {
    !TABLE.file.wrapper.is_empty()
}

/// How to read a program's words.
pub(super) fn role(name: &str) -> Role {
    if let Some(role) = TABLE.file.roles.get(name) {
        *role
    } else if TABLE.wrappers.contains_key(name) {
        Role::Wrapper
    } else if interpreter(name).is_some() {
        Role::Code
    } else {
        Role::Plain
    }
}

/// The rows for a program.
pub(super) fn wrappers(name: &str) -> impl Iterator<Item = &'static Wrapper> {
    let rows = TABLE.wrappers.get(name).map_or(&[][..], Vec::as_slice);
    rows.iter().filter_map(|place| TABLE.file.wrapper.get(*place))
}

/// The row for an interpreter, whatever version stands behind its name (`python3.12`).
pub(super) fn interpreter(name: &str) -> Option<&'static Interpreter> {
    let plain = name.trim_end_matches(|sign: char| sign.is_ascii_digit() || ".-".contains(sign));
    let place = TABLE.interpreters.get(name).or_else(|| TABLE.interpreters.get(plain))?;
    TABLE.file.interpreter.get(*place)
}

/// The options of a program that hold shell text.
pub(super) fn text_options(name: &str) -> Option<&'static TextOptions> {
    TABLE.file.text_options.iter().find(|row| row.names.iter().any(|named| named == name))
}

/// Whether programs run the value of this variable.
pub(super) fn variable_runs(name: &str) -> bool {
    TABLE.file.variables.iter().any(|variable| variable == name)
}

/// Whether git runs the value of this setting.
pub(super) fn git_runs(setting: &str) -> bool {
    let lower = setting.to_ascii_lowercase();
    TABLE.file.git_settings.iter().any(|ending| lower.ends_with(ending))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_can_be_read() {
        let file = toml::from_str::<File>(include_str!("wrappers.toml")).unwrap();
        assert!(file.wrapper.len() > 40 && file.interpreter.len() > 8);
        assert_eq!(role("sudo"), Role::Wrapper);
        assert_eq!(role("python3.12"), Role::Code);
        assert_eq!(role("ls"), Role::Plain);
    }
}
