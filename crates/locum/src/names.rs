//! Names of sessions: `<runtime>/names/NAME` is a symbolic link whose text is the session's id.
//!
//! Making a link either works or finds one there, so two who want the same name cannot both get it, and nobody
//! has to be asked. Only replacing and removing links takes a lock, for the moment it takes.
//!
//! A name is free again when its session's socket is gone or nobody listens on it. A session that is just being
//! started has no socket yet, so a young link counts as held without one.

use std::fs;
use std::io;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use model::SessionId;

mod links;
mod rules;
#[cfg(test)]
mod tests;

use links::Holder;
pub(crate) use rules::valid;

/// How many names of the form base-N are tried.
const MOST_NUMBERED: u32 = 10_000;

/// What can be wrong with a name.
#[derive(Debug, thiserror::Error)]
pub(crate) enum NameError {
    #[error("'{name}' cannot be a session's name: {reason}")]
    Invalid { name: String, reason: &'static str },
    #[error("the name '{name}' belongs to session {by}")]
    Taken { name: String, by: SessionId },
    #[error("there is no session named '{name}'")]
    Unknown { name: String },
    #[error("no name like '{base}' is free")]
    NoneFree { base: String },
    #[error("cannot use {}: {error}", .path.display())]
    Io { path: PathBuf, error: io::Error },
}

/// The names of one runtime folder.
#[derive(Debug)]
pub(crate) struct Names {
    runtime: PathBuf,
}

impl Names {
    /// The names in this folder; it has been checked.
    pub(crate) fn of_runtime(runtime: &Path) -> Self {
        Names { runtime: runtime.to_owned() }
    }

    /// Gives the session this name, or says who has it.
    pub(crate) fn claim(&self, name: &str, id: &SessionId) -> Result<(), NameError> {
        valid(name)?;
        self.make_folder()?;
        if self.make_link(name, id)? {
            return Ok(());
        }
        let _lock = self.lock()?;
        self.claim_locked(name, id)
    }

    /// Gives the session a name like that of its program: `vim`, or `vim-2` if that is taken, and so on.
    pub(crate) fn claim_free(&self, program: &str, id: &SessionId) -> Result<String, NameError> {
        let base = rules::base_of(program);
        let numbered = (2..MOST_NUMBERED).map(|number| format!("{base}-{number}"));
        for name in std::iter::once(base.clone()).chain(numbered) {
            match self.claim(&name, id) {
                Ok(()) => return Ok(name),
                Err(NameError::Taken { .. }) => {}
                Err(error) => return Err(error),
            }
        }
        Err(NameError::NoneFree { base })
    }

    /// The session with this name. Text that can be no name is nobody's.
    pub(crate) fn find(&self, name: &str) -> Result<SessionId, NameError> {
        let unknown = || NameError::Unknown { name: name.to_owned() };
        valid(name).map_err(|_| unknown())?;
        self.target(name).filter(|id| self.has_socket(id) || self.is_young(name)).ok_or_else(unknown)
    }

    /// The name of a session.
    pub(crate) fn of(&self, id: &SessionId) -> Option<String> {
        self.links().into_iter().find(|(_, target)| target == id).map(|(name, _)| name)
    }

    /// Every name with its session, by name. Sessions that are gone are left out.
    pub(crate) fn list(&self) -> Vec<(String, SessionId)> {
        let mut links = self.links();
        links.retain(|(name, id)| self.has_socket(id) || self.is_young(name));
        links.sort();
        links
    }

    /// Calls the session with one name by another.
    pub(crate) fn rename(&self, old: &str, new: &str) -> Result<SessionId, NameError> {
        valid(new)?;
        let _lock = self.lock()?;
        let id = self.find(old)?;
        if old != new {
            self.claim_locked(new, &id)?;
            self.remove(old)?;
        }
        Ok(id)
    }

    /// Frees what the session is called.
    pub(crate) fn release(&self, id: &SessionId) -> Result<(), NameError> {
        if self.of(id).is_none() {
            return Ok(());
        }
        let _lock = self.lock()?;
        let mut theirs = self.links().into_iter().filter(|(_, target)| target == id);
        theirs.try_for_each(|(name, _)| self.remove(&name))
    }

    /// The holder of a name that was just taken may have gone in between, so a new link is tried again.
    fn claim_locked(&self, name: &str, id: &SessionId) -> Result<(), NameError> {
        if self.make_link(name, id)? { Ok(()) } else { self.take_over(name, id) }
    }

    /// Whether there was none, and now there is.
    fn make_link(&self, name: &str, id: &SessionId) -> Result<bool, NameError> {
        match symlink(id.as_str(), self.link(name)) {
            Ok(()) => Ok(true),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(false),
            Err(error) => Err(self.failed(name, error)),
        }
    }

    /// Replaces a link that is nobody's in one step, so that the name is never free in between. Under the lock:
    /// of two who see the same old link, the second sees the first one's.
    fn take_over(&self, name: &str, id: &SessionId) -> Result<(), NameError> {
        match self.holder(name) {
            Holder::Session(holder) if holder == *id => return Ok(()),
            Holder::Session(by) => return Err(NameError::Taken { name: name.to_owned(), by }),
            Holder::Nobody => {}
        }
        let fresh = self.link(&format!(".new-{id}"));
        let replace = || {
            let _ = fs::remove_file(&fresh);
            symlink(id.as_str(), &fresh)?;
            fs::rename(&fresh, self.link(name))
        };
        replace().map_err(|error| self.failed(name, error))
    }
}
