//! What lies around a command on this machine: its project, the person's home, and where links lead.

use std::ffi::OsStr;
use std::fs;
use std::path::{Component, Path, PathBuf};

use policy::Surroundings;

/// The file with which a project may tighten the person's rules.
pub const PROJECT_FILE: &str = ".locum.toml";
/// What shows that a folder is the top of a project.
const MARKS: [&str; 4] = [".git", ".hg", ".jj", PROJECT_FILE];
/// Folders that hold everybody's things: what is in them may be a project, they are none.
const SHARED: [&str; 18] = [
    "/",
    "/home",
    "/root",
    "/usr",
    "/usr/local",
    "/usr/src",
    "/var",
    "/var/lib",
    "/var/tmp",
    "/var/www",
    "/opt",
    "/srv",
    "/mnt",
    "/media",
    "/tmp",
    "/Users",
    "/Volumes",
    "/private",
];
/// The system's own folders: nothing in them is a project either.
const SYSTEM: [&str; 16] = [
    "/etc",
    "/boot",
    "/dev",
    "/proc",
    "/sys",
    "/run",
    "/bin",
    "/sbin",
    "/lib",
    "/lib32",
    "/lib64",
    "/usr/bin",
    "/usr/sbin",
    "/usr/lib",
    "/usr/share",
    "/var/log",
];
/// As many links as the kernel follows.
const MOST_LINKS: u32 = 40;

/// Where a command would run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Around {
    cwd: String,
    workspace: Option<String>,
    home: String,
}

impl Around {
    /// Looks around in this folder, which may be given as seen from here.
    pub fn of(cwd: &Path, home: Option<&Path>) -> Around {
        let cwd = follow(&std::path::absolute(cwd).unwrap_or_else(|_| cwd.to_owned()));
        // Without a home nothing is in it; no path begins like this.
        let home = home.map_or_else(|| PathBuf::from("/nonexistent"), follow);
        let workspace = workspace(&cwd, &home);
        let text = |path: &Path| path.to_string_lossy().into_owned();
        Around { cwd: text(&cwd), workspace: workspace.map(text), home: text(&home) }
    }

    /// The same for the policy.
    pub fn surroundings(&self) -> Surroundings<'_> {
        Surroundings { cwd: &self.cwd, workspace: self.workspace.as_deref(), home: &self.home, real: &real }
    }

    /// The folder, with its links followed.
    pub fn cwd(&self) -> &str {
        &self.cwd
    }

    /// The top folder of the project.
    pub fn workspace(&self) -> Option<&str> {
        self.workspace.as_deref()
    }

    /// The projects' own files, from the folder upwards as far as folders can be projects.
    pub fn project_files(&self) -> Vec<PathBuf> {
        let home = Path::new(&self.home);
        let folders = Path::new(&self.cwd).ancestors().filter(|folder| is_a_project(folder, home));
        let files = folders.map(|folder| folder.join(PROJECT_FILE));
        files.filter(|file| fs::symlink_metadata(file).is_ok()).collect()
    }
}

/// The nearest folder upwards that is marked, else the folder itself; nothing if that is too much to be a project.
fn workspace<'a>(cwd: &'a Path, home: &Path) -> Option<&'a Path> {
    let marked = |folder: &&Path| MARKS.iter().any(|mark| fs::symlink_metadata(folder.join(mark)).is_ok());
    let found = cwd.ancestors().find(marked).filter(|folder| is_a_project(folder, home));
    found.or_else(|| Some(cwd).filter(|folder| is_a_project(folder, home)))
}

fn is_a_project(folder: &Path, home: &Path) -> bool {
    !home.starts_with(folder)
        && !SHARED.iter().any(|shared| folder == Path::new(shared))
        && !SYSTEM.iter().any(|system| folder.starts_with(system))
}

/// Where a path leads. What does not exist is taken as it is written.
fn real(path: &str) -> Option<String> {
    let path = Path::new(path);
    let led = path.is_absolute().then(|| follow(path))?;
    led.into_os_string().into_string().ok()
}

fn follow(path: &Path) -> PathBuf {
    let mut links = 0;
    follow_from(PathBuf::from("/"), path, &mut links)
}

/// Step by step, so that a link to something that is not there yet is followed too: writing to it would make that.
fn follow_from(mut at: PathBuf, path: &Path, links: &mut u32) -> PathBuf {
    for step in path.components() {
        match step {
            Component::RootDir | Component::Prefix(_) => at = PathBuf::from("/"),
            Component::CurDir => {}
            Component::ParentDir => drop(at.pop()),
            Component::Normal(name) => at = enter(at, name, links),
        }
    }
    at
}

fn enter(at: PathBuf, name: &OsStr, links: &mut u32) -> PathBuf {
    let next = at.join(name);
    match fs::read_link(&next) {
        Ok(target) if *links < MOST_LINKS => {
            *links += 1;
            follow_from(at, &target, links)
        }
        _ => next,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::symlink;

    /// A home with two projects in it, removed in the end.
    struct Home(PathBuf);

    impl Home {
        fn new(name: &str) -> Home {
            let path = std::env::temp_dir().join(format!("around-{name}-{}", std::process::id()));
            for folder in ["git/.git", "git/a/b", "plain/a", "file/x/y", ".git"] {
                fs::create_dir_all(path.join(folder)).unwrap();
            }
            fs::write(path.join("file").join(PROJECT_FILE), "").unwrap();
            fs::write(path.join("git/a").join(PROJECT_FILE), "").unwrap();
            Home(fs::canonicalize(path).unwrap())
        }
    }

    impl Drop for Home {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    #[test]
    fn the_project_is_the_nearest_marked_folder_and_never_the_home() {
        let home = Home::new("project");
        for (cwd, workspace) in [
            ("git", Some("git")),
            ("git/a/b", Some("git/a")),
            ("file/x/y", Some("file")),
            ("plain/a", Some("plain/a")),
            ("", None),
            ("..", None),
        ] {
            let around = Around::of(&home.0.join(cwd), Some(&home.0));
            let wanted = workspace.map(|folder| home.0.join(folder).display().to_string());
            assert_eq!(around.workspace, wanted, "{cwd}");
        }
        for cwd in ["/", "/etc", "/etc/ssl", "/usr", "/usr/bin", "/home", "/tmp"] {
            assert_eq!(Around::of(Path::new(cwd), Some(&home.0)).workspace, None, "{cwd}");
        }
        assert!(Around::of(Path::new("/opt/app/that/is/not/there"), None).workspace.is_some());
    }

    #[test]
    fn every_file_from_a_folder_up_to_the_home_counts() {
        let home = Home::new("file");
        fs::write(home.0.join("file/x/y").join(PROJECT_FILE), "").unwrap();
        fs::write(home.0.join(PROJECT_FILE), "").unwrap();
        for (cwd, files) in [
            ("git", vec![]),
            ("git/a/b", vec!["git/a"]),
            ("file/x/y", vec!["file/x/y", "file"]),
            ("", vec![]),
        ] {
            let found = Around::of(&home.0.join(cwd), Some(&home.0)).project_files();
            let wanted: Vec<PathBuf> =
                files.iter().map(|file| home.0.join(file).join(PROJECT_FILE)).collect();
            assert_eq!(found, wanted, "{cwd}");
        }
    }

    #[test]
    fn links_are_followed_also_where_nothing_is_yet() {
        let home = Home::new("links");
        let at = |name: &str| home.0.join(name).display().to_string();
        symlink("/etc", home.0.join("out")).unwrap();
        symlink("../new/file", home.0.join("git/dangling")).unwrap();
        symlink("loop", home.0.join("loop")).unwrap();
        symlink("git/a", home.0.join("inner")).unwrap();
        for (path, leads) in [
            ("out/passwd", "/etc/passwd".to_owned()),
            ("git/dangling", at("new/file")),
            ("inner/../x", at("git/x")),
            ("git/none/../y", at("git/y")),
            ("loop/x", at("loop/x")),
        ] {
            assert_eq!(real(&at(path)), Some(leads), "{path}");
        }
        assert_eq!(real("relative"), None);
    }
}
