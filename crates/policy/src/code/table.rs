//! The table of calls: `calls.toml`.

use std::sync::LazyLock;

use serde::Deserialize;

use super::names::Known;

/// The table: see there.
static TABLE: LazyLock<Table> =
    LazyLock::new(|| toml::from_str(include_str!("calls.toml")).unwrap_or_default());

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    calls: Vec<Call>,
}

/// Calls that do the same.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Call {
    language: String,
    /// What the name stands behind; `""` for nothing. Left out: anything or nothing.
    of: Option<Vec<String>>,
    names: Vec<String>,
    /// What they do.
    pub does: Does,
}

/// What a call does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Does {
    /// Gives its first argument to a shell.
    Shell,
    /// Runs a list, or a string as a shell would.
    Run,
    /// Runs a program: its name, then its arguments as a list or one by one.
    Program,
    /// Like it, and the arguments begin with the name again.
    ProgramTwice,
    /// Like that, behind an argument that says how.
    ProgramHow,
    /// Deletes each of its arguments.
    Delete,
    /// Deletes each of its arguments with all that is in it.
    DeleteTree,
    /// Deletes what it is a method of.
    DeleteOwn,
    /// Opens a file, by its mode.
    Open,
    /// Opens what it is a method of, by its mode.
    OpenOwn,
    Write,
    WriteSecond,
    WriteOwn,
    Read,
    ReadOwn,
    Fetch,
    /// Runs code.
    Eval,
    /// Reaches a name by a string.
    Reach,
    Kill,
}

#[cfg(test)]
pub(super) fn table_is_read() -> Result<(), toml::de::Error> {
    toml::from_str::<Table>(include_str!("calls.toml")).map(drop)
}

/// What a call by this full name does. An owner that is an expression is not a module.
pub(super) fn look_up(known: &Known, path: &str, owned: bool) -> Option<&'static Call> {
    let (owner, name) = path.rsplit_once('.').unwrap_or(("", path));
    let module = owner.rsplit('.').next().unwrap_or(owner);
    let by_expression = owned && owner.is_empty();
    TABLE.calls.iter().find(|call| {
        call.language == known.syntax.word()
            && call.names.iter().any(|listed| listed == name)
            && call.of.as_ref().is_none_or(|of| {
                !by_expression
                    && of.iter().any(|of| of == module || (owner.is_empty() && known.is_opened(of)))
            })
    })
}

/// Whether any call of the language has this name, whatever it stands behind.
pub(super) fn is_listed(known: &Known, name: &str) -> bool {
    let of_language = TABLE.calls.iter().filter(|call| call.language == known.syntax.word());
    of_language.flat_map(|call| &call.names).any(|listed| listed == name)
}
