//! What outlives a reboot: settings, records, logs.

use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};

use super::{make, variable};
use crate::failure::Failure;

/// Bits that let the group or others change things.
const WRITABLE_BY_OTHERS: u32 = 0o022;

/// The environment's say about lasting folders.
struct Places {
    locum_home: Option<PathBuf>,
    home: Option<PathBuf>,
    config: Option<PathBuf>,
    state: Option<PathBuf>,
}

impl Places {
    fn of_environment() -> Self {
        // The XDG specification wants relative paths in its variables ignored. LOCUM_HOME is our own.
        let absolute = |name| variable(name).filter(|path| path.is_absolute());
        Places {
            locum_home: variable("LOCUM_HOME").map(|home| std::path::absolute(&home).unwrap_or(home)),
            home: absolute("HOME"),
            config: absolute("XDG_CONFIG_HOME"),
            state: absolute("XDG_STATE_HOME"),
        }
    }

    fn config_folder(&self) -> Option<PathBuf> {
        self.folder(self.config.as_deref(), ".config")
    }

    fn state_folder(&self) -> Option<PathBuf> {
        self.folder(self.state.as_deref(), ".local/state")
    }

    fn folder(&self, xdg: Option<&Path>, usual: &str) -> Option<PathBuf> {
        let base = || xdg.map(Path::to_owned).or_else(|| self.home.as_ref().map(|home| home.join(usual)));
        self.locum_home.clone().or_else(|| base().map(|base| base.join("locum")))
    }
}

/// The person's settings file, whether it is there or not. None without a home.
pub(crate) fn config_file() -> Option<PathBuf> {
    Places::of_environment().config_folder().map(|folder| folder.join("config.toml"))
}

/// The person's policy, whether it is there or not. None without a home.
pub(crate) fn policy_file() -> Option<PathBuf> {
    Places::of_environment().config_folder().map(|folder| folder.join("policy.toml"))
}

/// Where the state folder is or would be; nothing is made or checked. None without a home.
pub(crate) fn state_path() -> Option<PathBuf> {
    Places::of_environment().state_folder()
}

/// The person's home.
pub(crate) fn home() -> Option<PathBuf> {
    Places::of_environment().home
}

/// The folder of the person's own profiles, whether it is there or not. None without a home.
pub(crate) fn agents_folder() -> Option<PathBuf> {
    Places::of_environment().config_folder().map(|folder| folder.join("agents"))
}

/// The checked folder of what locum remembers: database, logs, recordings.
#[derive(Debug)]
pub(crate) struct StateFolder(PathBuf);

impl StateFolder {
    /// Finds the folder, makes it if it is missing (for the person alone), and checks that nobody else can
    /// change what is in it.
    pub(crate) fn open() -> Result<Self, Failure> {
        Self::at(Places::of_environment().state_folder().ok_or(Failure::NoHome)?)
    }

    fn at(folder: PathBuf) -> Result<Self, Failure> {
        ready(&folder)?;
        Ok(StateFolder(folder))
    }

    /// The folder itself; the database lives in it.
    pub(crate) fn path(&self) -> &Path {
        &self.0
    }

    /// The folder of the logs, made if it is missing.
    pub(crate) fn log(&self) -> Result<PathBuf, Failure> {
        self.inside("log")
    }

    /// The folder of recordings, made if it is missing.
    pub(crate) fn casts(&self) -> Result<PathBuf, Failure> {
        self.inside("casts")
    }

    fn inside(&self, name: &str) -> Result<PathBuf, Failure> {
        let folder = self.0.join(name);
        ready(&folder)?;
        Ok(folder)
    }
}

/// Unlike the runtime folder it may be a link, or readable by others: people keep their homes in many ways, and
/// what is secret in it has a mode of its own.
fn ready(folder: &Path) -> Result<(), Failure> {
    let refused = |problem: String| Failure::StateFolder { folder: folder.to_owned(), problem };
    make(folder).map_err(|error| refused(format!("cannot be made: {error}")))?;
    let about =
        std::fs::metadata(folder).map_err(|error| refused(format!("cannot be looked at: {error}")))?;
    let user = rustix::process::geteuid().as_raw();
    if about.uid() != user {
        return Err(refused(format!("belongs to user {}, not to you ({user})", about.uid())));
    }
    let mode = about.permissions().mode() & 0o7777;
    if mode & WRITABLE_BY_OTHERS != 0 {
        return Err(refused(format!("can be changed by others (mode {mode:03o})")));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::fs::{self, Permissions};
    use std::os::unix::fs::PermissionsExt;
    use std::path::{Path, PathBuf};

    use super::{Places, StateFolder};

    #[test]
    fn places_by_environment() {
        // LOCUM_HOME, HOME, XDG_CONFIG_HOME, XDG_STATE_HOME: settings in, state in.
        let rows: [([&str; 4], &str, &str); 5] = [
            (["", "/h", "", ""], "/h/.config/locum", "/h/.local/state/locum"),
            (["", "/h", "/c", "/s"], "/c/locum", "/s/locum"),
            (["/l", "/h", "/c", "/s"], "/l", "/l"),
            (["", "", "/c", ""], "/c/locum", ""),
            (["", "", "", ""], "", ""),
        ];
        for (variables, config, state) in rows {
            let path = |text: &str| Some(PathBuf::from(text)).filter(|path| path != Path::new(""));
            let [locum_home, home, xdg_config, xdg_state] = variables.map(path);
            let places = Places { locum_home, home, config: xdg_config, state: xdg_state };
            assert_eq!(places.config_folder(), path(config), "{variables:?}");
            assert_eq!(places.state_folder(), path(state), "{variables:?}");
        }
    }

    #[test]
    fn folders_are_made_for_the_person_alone() {
        let sandbox = testkit::Sandbox::new();
        let state = StateFolder::at(sandbox.root().join("deep/er/locum")).unwrap();
        for folder in [state.path().to_owned(), state.log().unwrap()] {
            let mode = fs::metadata(&folder).unwrap().permissions().mode() & 0o777;
            assert_eq!(mode, 0o700, "{}", folder.display());
        }
        assert!(state.log().unwrap().ends_with("locum/log"));
    }

    #[test]
    fn a_folder_that_others_can_change_is_refused() {
        let sandbox = testkit::Sandbox::new();
        let folder = sandbox.folder("open");
        for (mode, fine) in [(0o700, true), (0o755, true), (0o775, false), (0o777, false)] {
            fs::set_permissions(&folder, Permissions::from_mode(mode)).unwrap();
            assert_eq!(StateFolder::at(folder.clone()).is_ok(), fine, "{mode:o}");
        }
        let file = sandbox.write("file", "");
        assert!(StateFolder::at(file).is_err());
    }
}
