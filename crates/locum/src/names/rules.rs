//! What a name may be.

use model::SessionId;

use super::NameError;

/// Short enough for a line of `ps` and for a file name.
pub(super) const LONGEST: usize = 64;
/// Where a program's name gives none.
const NAMELESS: &str = "session";

/// Whether a session may be called this.
pub(crate) fn valid(name: &str) -> Result<(), NameError> {
    let refused = |reason| Err(NameError::Invalid { name: name.to_owned(), reason });
    match name {
        "" => refused("it is empty"),
        _ if !name.bytes().all(is_allowed) => refused("only letters a-z, digits and . _ - are allowed"),
        _ if name.len() > LONGEST => refused("it is longer than 64 characters"),
        _ if name.starts_with(['-', '.']) => refused("it must not begin with - or ."),
        _ if name.bytes().all(|byte| byte.is_ascii_digit()) => refused("a number would mean a process"),
        _ if SessionId::parse(name).is_ok() => refused("it looks like a session's id"),
        _ => Ok(()),
    }
}

fn is_allowed(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"._-".contains(&byte)
}

/// A valid name as near as possible to that of the program, with room for a number.
pub(super) fn base_of(program: &str) -> String {
    const ROOM: usize = LONGEST - 5;
    let file = program.rsplit('/').next().unwrap_or_default();
    let allowed = file.chars().map(|c| if c.is_ascii() && is_allowed(c as u8) { c } else { '-' });
    let name: String =
        allowed.collect::<String>().trim_start_matches(['-', '.']).chars().take(ROOM).collect();
    match valid(&name) {
        Ok(()) => name,
        Err(_) if name.is_empty() => NAMELESS.to_owned(),
        Err(_) => format!("{NAMELESS}-{name}").chars().take(ROOM).collect(),
    }
}
