//! Where things live. A runtime folder that others could enter is refused, not repaired.

mod lasting;

use std::ffi::OsString;
use std::fs::{self, DirBuilder};
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{DirBuilderExt, MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};

use model::SessionId;

use crate::failure::Failure;
use crate::names::Names;
pub(crate) use lasting::{StateFolder, agents_folder, config_file, home, policy_file, state_path};

/// The longest path that fits into a socket's address, its end mark left out.
const LONGEST_SOCKET_PATH: usize = 107;
/// Bits of others and of the group.
const OPEN_TO_OTHERS: u32 = 0o077;

/// The checked runtime folder.
#[derive(Debug)]
pub(crate) struct RuntimeFolder(PathBuf);

/// Where the folder is, by the environment.
struct Wanted {
    home: Option<PathBuf>,
    xdg: Option<PathBuf>,
    user: u32,
}

impl RuntimeFolder {
    /// Finds the folder, makes it if it is missing, and checks that it is the person's alone.
    pub(crate) fn open() -> Result<Self, Failure> {
        let wanted = Wanted {
            home: variable("LOCUM_HOME"),
            xdg: variable("XDG_RUNTIME_DIR"),
            user: rustix::process::geteuid().as_raw(),
        };
        let folder = wanted.folder()?;
        make(&folder).map_err(|error| refusal(&folder, format!("cannot be made: {error}")))?;
        check(&folder, wanted.user)?;
        Ok(RuntimeFolder(folder))
    }

    /// Every session that has a socket.
    pub(crate) fn sessions(&self) -> Vec<(SessionId, PathBuf)> {
        let entries = fs::read_dir(&self.0).into_iter().flatten().flatten();
        let session = |entry: fs::DirEntry| {
            let path = entry.path();
            let name = path.file_name()?.to_str()?.strip_suffix(".sock")?;
            Some((SessionId::parse(name).ok()?, path))
        };
        entries.filter_map(session).collect()
    }

    /// Where it is.
    pub(crate) fn path(&self) -> &Path {
        &self.0
    }

    /// The brain's socket.
    pub(crate) fn brain_socket(&self) -> PathBuf {
        self.0.join("brain.sock")
    }

    /// The file whose lock makes a process the brain.
    pub(crate) fn brain_lock(&self) -> PathBuf {
        self.0.join("brain.lock")
    }

    /// The file whose lock is held by whoever starts the brain.
    pub(crate) fn brain_turn(&self) -> PathBuf {
        self.0.join("brain.turn")
    }

    /// The socket of a session.
    pub(crate) fn socket(&self, session: &SessionId) -> PathBuf {
        self.0.join(socket_name(session))
    }

    /// The names of the sessions in it.
    pub(crate) fn names(&self) -> Names {
        Names::of_runtime(&self.0)
    }

    /// Sockets of hosts that were killed stay behind. Those that nobody listens on are removed, once there are
    /// enough of them to matter.
    pub(crate) fn sweep(&self) {
        const ENOUGH: usize = 32;
        let entries: Vec<_> = fs::read_dir(&self.0).into_iter().flatten().flatten().collect();
        if entries.len() < ENOUGH {
            return;
        }
        for path in
            entries.iter().map(fs::DirEntry::path).filter(|path| path.extension() == Some("sock".as_ref()))
        {
            let abandoned = std::os::unix::net::UnixStream::connect(&path)
                .is_err_and(|error| error.kind() == io::ErrorKind::ConnectionRefused);
            if abandoned {
                let _ = fs::remove_file(path);
            }
        }
    }
}

/// A folder that the environment names.
fn variable(name: &str) -> Option<PathBuf> {
    std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from)
}

/// A relative LOCUM_HOME means a folder seen from here; the program may be elsewhere, and a locum inside it must
/// find the same one.
pub(crate) fn lasting_variables() -> Vec<(OsString, OsString)> {
    let home = std::env::var_os("LOCUM_HOME").filter(|home| !home.is_empty());
    let absolute = home.and_then(|home| std::path::absolute(home).ok());
    absolute.map(|home| ("LOCUM_HOME".into(), home.into_os_string())).into_iter().collect()
}

/// The name of a session's socket in the runtime folder.
pub(crate) fn socket_name(session: &SessionId) -> String {
    format!("{session}.sock")
}

impl Wanted {
    fn folder(&self) -> Result<PathBuf, Failure> {
        let proper = match (&self.home, &self.xdg) {
            (Some(home), _) => home.join("run"),
            (None, Some(xdg)) if xdg.exists() => {
                owned(xdg, self.user)?;
                xdg.join("locum")
            }
            _ => return Ok(self.private("")),
        };
        let proper = std::path::absolute(&proper).unwrap_or(proper);
        let longest = proper.join(socket_name(&SessionId::from_random([0; 8])));
        if longest.as_os_str().len() <= LONGEST_SOCKET_PATH {
            return Ok(proper);
        }
        Ok(self.private(&format!("-{:08x}", fingerprint(proper.as_os_str().as_bytes()))))
    }

    /// A short folder where every user has a place. Its owner is checked like any other's.
    fn private(&self, suffix: &str) -> PathBuf {
        PathBuf::from(format!("/tmp/locum-{}{suffix}", self.user))
    }
}

/// Tells folders with different long names apart (FNV-1a).
fn fingerprint(bytes: &[u8]) -> u32 {
    bytes.iter().fold(0x811c_9dc5, |hash, &byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

fn make(folder: &Path) -> io::Result<()> {
    DirBuilder::new().recursive(true).mode(0o700).create(folder)
}

fn owned(folder: &Path, user: u32) -> Result<(), Failure> {
    let owner =
        fs::metadata(folder).map_err(|error| refusal(folder, format!("cannot be looked at: {error}")))?.uid();
    if owner == user {
        Ok(())
    } else {
        Err(refusal(folder, format!("belongs to user {owner}, not to you ({user})")))
    }
}

fn check(folder: &Path, user: u32) -> Result<(), Failure> {
    let about = fs::symlink_metadata(folder)
        .map_err(|error| refusal(folder, format!("cannot be looked at: {error}")))?;
    if !about.is_dir() {
        return Err(refusal(folder, "is not a folder".into()));
    }
    if about.uid() != user {
        return Err(refusal(folder, format!("belongs to user {}, not to you ({user})", about.uid())));
    }
    let mode = about.permissions().mode() & 0o7777;
    if mode & OPEN_TO_OTHERS != 0 {
        return Err(refusal(folder, format!("is open to others (mode {mode:03o}; it must be 700)")));
    }
    Ok(())
}

fn refusal(folder: &Path, problem: String) -> Failure {
    Failure::RuntimeFolder { folder: folder.to_owned(), problem }
}
