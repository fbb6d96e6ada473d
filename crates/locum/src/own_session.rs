//! Whether this very command was started by a supervised program.

use host::unix::leader::SESSION_VARIABLE;

/// By the mark that every supervised process carries, or by the environment.
pub(crate) fn is_inside() -> bool {
    host::unix::kin::own_mark().is_some() || std::env::var_os(SESSION_VARIABLE).is_some()
}
