//! A home of its own for what a test starts.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};

use rustix::fs::{Gid, Uid};

use crate::process::{self, Stat};
use crate::{kill, programs};

/// Who runs what a test starts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum User {
    /// Whoever runs the tests.
    Me,
    /// The user without rights, where the tests run as root and can become it; otherwise the same as
    /// [`User::Me`].
    Nobody,
}

/// The uid and gid of the user without rights on every Linux.
const NOBODY: u32 = 65534;

impl User {
    /// The uid and gid to change to, if a change is due.
    pub(crate) fn ids(self) -> Option<(u32, u32)> {
        match self {
            User::Nobody if rustix::process::geteuid().is_root() => Some((NOBODY, NOBODY)),
            _ => None,
        }
    }
}

/// A folder with a home, configuration, state, runtime and temporary folder; removed with all its processes
/// on drop.
#[derive(Debug)]
pub struct Sandbox {
    root: PathBuf,
    user: User,
    locum_home: bool,
}

/// The folders of a sandbox and the variables that name them.
const FOLDERS: [(&str, &str); 5] = [
    ("HOME", "home"),
    ("XDG_CONFIG_HOME", "config"),
    ("XDG_STATE_HOME", "state"),
    ("XDG_RUNTIME_DIR", "run"),
    ("TMPDIR", "tmp"),
];

/// Settings with which nothing starts the brain by the way.
const NO_BRAIN: &str = "[brain]\nautostart = false\n";

impl Sandbox {
    /// A sandbox for whoever runs the tests.
    pub fn new() -> Self {
        Self::for_user(User::Me)
    }

    /// A sandbox that belongs to this user.
    pub fn for_user(user: User) -> Self {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        // Short, because the path of a Unix socket inside has to stay below 108 bytes.
        let root = std::env::temp_dir().join(format!("lk-{}-{number}", std::process::id()));
        let sandbox = Sandbox { root, user, locum_home: false };
        sandbox.folder("");
        for (_, name) in FOLDERS {
            sandbox.folder(name);
        }
        sandbox.folder("bin");
        sandbox.folder("rc");
        // Without it zsh greets a person without settings with a questionnaire.
        sandbox.write("home/.zshrc", "");
        sandbox.folder("config/locum");
        sandbox.write("config/locum/config.toml", NO_BRAIN);
        sandbox
    }

    /// Lets the first command that needs it start the brain, as for any person. Without this only a command that
    /// cannot do without does so.
    pub fn with_brain(self) -> Self {
        let _ = fs::remove_dir_all(self.path("config/locum"));
        let _ = fs::remove_file(self.path("locum/config.toml"));
        self
    }

    /// Also names a folder of the sandbox in `LOCUM_HOME`.
    pub fn with_locum_home(mut self) -> Self {
        self.folder("locum");
        self.write("locum/config.toml", NO_BRAIN);
        self.locum_home = true;
        self
    }

    /// The folder that holds everything.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// The folder named by `HOME`.
    pub fn home(&self) -> PathBuf {
        self.root.join("home")
    }

    /// Who it belongs to.
    pub fn user(&self) -> User {
        self.user
    }

    /// A path inside.
    pub fn path(&self, name: &str) -> PathBuf {
        self.root.join(name)
    }

    /// Makes a folder inside, owned by the user and closed to others.
    pub fn folder(&self, name: &str) -> PathBuf {
        let path = if name.is_empty() { self.root.clone() } else { self.root.join(name) };
        fs::create_dir_all(&path).unwrap_or_else(|error| panic!("making {}: {error}", path.display()));
        fs::set_permissions(&path, Permissions::from_mode(0o700)).unwrap();
        self.give(&path);
        path
    }

    /// Writes a file inside, owned by the user, in a folder that is made if it is not there.
    pub fn write(&self, name: &str, content: impl AsRef<[u8]>) -> PathBuf {
        let path = self.root.join(name);
        if let Some((folder, _)) =
            name.rsplit_once('/').filter(|_| path.parent().is_some_and(|up| !up.exists()))
        {
            self.folder(folder);
        }
        fs::write(&path, content).unwrap_or_else(|error| panic!("writing {}: {error}", path.display()));
        self.give(&path);
        path
    }

    fn give(&self, path: &Path) {
        if let Some((uid, gid)) = self.user.ids() {
            rustix::fs::chown(path, Some(Uid::from_raw(uid)), Some(Gid::from_raw(gid))).unwrap();
        }
    }

    /// The environment of what runs inside, built from nothing: what the tests inherit must not reach it.
    pub fn env(&self) -> Vec<(String, String)> {
        let path = format!("{}:{}", self.root.join("bin").display(), programs::PATH);
        let fixed = [
            ("PATH", path.as_str()),
            ("TERM", "xterm-256color"),
            ("LC_ALL", "C.UTF-8"),
            ("SHELL", "/bin/sh"),
        ];
        let mut env: Vec<_> = fixed.map(|(name, value)| (name.to_owned(), value.to_owned())).into();
        let locum = self.locum_home.then_some(("LOCUM_HOME", "locum"));
        for (variable, folder) in FOLDERS.into_iter().chain(locum) {
            env.push((variable.to_owned(), self.root.join(folder).display().to_string()));
        }
        env
    }

    /// Every process that was started inside and can be told by its environment or its command line.
    pub fn processes(&self) -> Vec<Stat> {
        process::all().into_iter().filter(kill::is_of_sandbox(&self.root)).collect()
    }

    /// The sockets of the sessions inside.
    pub fn sockets(&self) -> Vec<PathBuf> {
        let folder = if self.locum_home { "locum/run" } else { "run/locum" };
        let entries = fs::read_dir(self.path(folder)).into_iter().flatten().flatten();
        let is_session = |path: &PathBuf| {
            path.extension().is_some_and(|end| end == "sock") && !path.ends_with("brain.sock")
        };
        entries.map(|entry| entry.path()).filter(is_session).collect()
    }

    /// A command that will run inside: its environment, its home as folder, its user.
    pub fn command(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        command.env_clear().envs(self.env()).current_dir(self.home());
        if let Some((uid, gid)) = self.user.ids() {
            use std::os::unix::process::CommandExt;
            command.uid(uid).gid(gid);
        }
        command
    }
}

impl Default for Sandbox {
    fn default() -> Self {
        Self::new()
    }
}

impl Drop for Sandbox {
    fn drop(&mut self) {
        kill::of_sandbox(&self.root);
        let _ = fs::remove_dir_all(&self.root);
    }
}

/// Makes a built binary reachable inside the sandbox under its own name, and says where.
///
/// The checkout may be closed to the sandbox's user. A path of the sandbox in the command line also marks the
/// process as the sandbox's own, see [`kill::of_sandbox`].
pub fn locum_binary(sandbox: &Sandbox, built: &Path) -> PathBuf {
    let name = built.file_name().unwrap_or_else(|| panic!("{} names no file", built.display()));
    let here = sandbox.root.join("bin").join(name);
    if here.exists() || fs::hard_link(built, &here).is_ok() {
        return here;
    }
    // `cp` writes in a process of its own: a descriptor open for writing here could slip into a child that
    // another test forks at this moment, and the new file could then not be executed ("text file busy").
    let status = Command::new("cp").arg(built).arg(&here).status().expect("running cp");
    assert!(status.success(), "copying {} failed", built.display());
    fs::set_permissions(&here, Permissions::from_mode(0o755)).unwrap();
    here
}
