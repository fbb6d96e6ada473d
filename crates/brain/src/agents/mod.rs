//! The person's own profiles: files in a folder, beside those that come with the program. A file with a mistake is not
//! in force; what it said before stays.

mod reload;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use detect::{ProfileError, Profiles};

use crate::readable::{self, Stamp};

pub(crate) use reload::follow;

/// More files than this are a mistake.
const MOST_FILES: usize = 200;

/// A folder of profiles, and what was last in force of it.
#[derive(Debug, Clone)]
pub struct Agents {
    folder: PathBuf,
    /// The last text of each file that had no mistake.
    good: BTreeMap<String, String>,
    /// How the files were when they were last read.
    seen: Stamp,
}

impl Agents {
    /// A folder that has not been read. It need not be there.
    pub fn of_folder(folder: PathBuf) -> Self {
        Agents { folder, good: BTreeMap::new(), seen: Stamp::new() }
    }

    /// Reads everything: the profiles in force, and what is wrong with files.
    pub fn load(&mut self) -> (Profiles, Vec<ProfileError>) {
        self.seen = readable::stamp(paths(&self.folder));
        let (files, mut problems) = read(&self.folder);
        let (profiles, refused) = Profiles::with_files(&files);
        self.good.retain(|name, _| is_there(name));
        if refused.is_empty() && problems.is_empty() {
            self.good.extend(files);
            return (profiles, problems);
        }
        problems.extend(refused);
        let fine = |name: &String| !problems.iter().any(|problem| problem.file == *name);
        self.good.extend(files.into_iter().filter(|(name, _)| fine(name)));
        let in_force: Vec<(String, String)> =
            self.good.iter().map(|(name, text)| (name.clone(), text.clone())).collect();
        (Profiles::with_files(&in_force).0, problems)
    }

    fn has_changed(&self) -> bool {
        readable::stamp(paths(&self.folder)) != self.seen
    }
}

fn is_there(name: &str) -> bool {
    fs::symlink_metadata(name).is_ok()
}

/// All files by their names, with their texts; and those that cannot be read.
fn read(folder: &Path) -> (Vec<(String, String)>, Vec<ProfileError>) {
    let (mut files, mut problems) = (Vec::new(), Vec::new());
    for path in paths(folder) {
        let file = path.display().to_string();
        match readable::text(&path) {
            Ok(text) => files.push((file, text)),
            Err(problem) => problems.push(ProfileError { file, line: 1, problem }),
        }
    }
    (files, problems)
}

fn paths(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let is_profile = |path: &PathBuf| {
        let hidden = path.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b"."));
        path.extension().is_some_and(|end| end == "toml") && !hidden
    };
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).filter(is_profile).collect();
    paths.sort();
    paths.truncate(MOST_FILES);
    paths
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A folder of its own, removed in the end.
    struct Folder(PathBuf);

    impl Folder {
        fn new(name: &str) -> Folder {
            let path = std::env::temp_dir().join(format!("agents-{name}-{}", std::process::id()));
            fs::create_dir_all(&path).unwrap();
            Folder(path)
        }

        fn write(&self, name: &str, bytes: impl AsRef<[u8]>) {
            fs::write(self.0.join(name), bytes).unwrap();
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    const GOOD: &str = "name = \"mine\"\nseen_with = [\"1\"]\n[program]\nnames = [\"mine\"]\n";

    #[test]
    fn what_cannot_be_a_profile_is_told_of_and_costs_the_others_nothing() {
        let folder = Folder::new("bad");
        folder.write("good.toml", GOOD);
        folder.write("latin1.toml", b"# \xe4");
        folder.write("large.toml", vec![b'#'; readable::LARGEST as usize + 1]);
        folder.write(".hidden.toml", "nonsense");
        folder.write("notes.txt", "nonsense");
        fs::create_dir(folder.0.join("folder.toml")).unwrap();
        let (profiles, problems) = Agents::of_folder(folder.0.clone()).load();
        let told: Vec<&str> = problems.iter().map(|problem| problem.problem.as_str()).collect();
        assert_eq!(told, ["is not a file", "is larger than 1 MiB", "is not text in UTF-8"]);
        assert!(profiles.named("mine").is_some());
    }

    #[test]
    fn of_two_files_with_one_name_the_first_counts_and_the_other_is_told_of() {
        let folder = Folder::new("twice");
        folder.write("a.toml", GOOD);
        folder.write("b.toml", format!("# mine too\n{GOOD}"));
        let (profiles, problems) = Agents::of_folder(folder.0.clone()).load();
        assert!(profiles.named("mine").is_some());
        let [problem] = problems.as_slice() else { panic!("{problems:?}") };
        assert!(problem.file.ends_with("b.toml") && problem.line == 2, "{problem}");
        assert!(problem.problem.contains("a.toml has the name `mine` too"), "{problem}");
    }

    #[test]
    fn a_file_that_breaks_keeps_what_it_said_until_it_goes() {
        let folder = Folder::new("breaks");
        let mut agents = Agents::of_folder(folder.0.clone());
        assert!(agents.load().1.is_empty() && !agents.has_changed(), "an empty folder is fine");
        folder.write("mine.toml", GOOD);
        assert!(agents.has_changed());
        assert!(agents.load().0.named("mine").is_some());
        for broken in ["name =", "\u{0}", "name = \"mine\"\nnonsense = 1\n"] {
            folder.write("mine.toml", broken);
            let (profiles, problems) = agents.load();
            assert_eq!(problems.len(), 1, "{broken:?}");
            assert!(profiles.named("mine").is_some(), "{broken:?}");
        }
        fs::remove_file(folder.0.join("mine.toml")).unwrap();
        let (profiles, problems) = agents.load();
        assert!(profiles.named("mine").is_none() && problems.is_empty());
    }
}
