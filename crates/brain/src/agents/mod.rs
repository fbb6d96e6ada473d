//! The person's own profiles: files in a folder, beside those that come with the program. A file with a mistake is not
//! in force; what it said before stays. A profile says which key is a yes, and a supervised program can write into that folder:
//! while something there waits for the person's word, no key is pressed (`rules::profiles`).

mod reload;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use detect::{ProfileError, Profiles};

use crate::readable::{self, Stamp};

pub(crate) use reload::{follow, put_in_force};

/// More files than this are a mistake.
const MOST_FILES: usize = 200;

/// Profiles by the names of their files in the folder, with their texts.
pub type ProfileTexts = BTreeMap<String, String>;

/// A folder of profiles.
#[derive(Debug, Clone)]
pub struct Agents {
    folder: PathBuf,
    /// How the files were when they were last read.
    seen: Option<Stamp>,
}

impl Agents {
    /// A folder that has not been read. It need not be there.
    pub fn of_folder(folder: PathBuf) -> Self {
        Agents { folder, seen: None }
    }

    /// The profiles as the files are now, whether they are confirmed or not, and what is wrong with files. For looking at
    /// recordings, never for answering.
    pub fn load(&self) -> (Profiles, Vec<ProfileError>) {
        let (files, mut problems) = read(&self.folder);
        let (profiles, refused) = Profiles::with_files(&files);
        problems.extend(refused);
        (profiles, problems)
    }

    /// What the files say now, and what is wrong with them. A file with a mistake says what it said `before`.
    pub fn found(&mut self, before: &ProfileTexts) -> (ProfileTexts, Vec<ProfileError>) {
        self.seen = Some(readable::stamp(paths(&self.folder)));
        let (files, mut problems) = read(&self.folder);
        let mut texts: ProfileTexts =
            files.iter().map(|(file, text)| (own_name(file), text.clone())).collect();
        // What was believed before has been looked through before.
        if texts != *before {
            problems.extend(Profiles::with_files(&files).1);
        }
        for problem in &problems {
            let name = own_name(&problem.file);
            match before.get(&name) {
                Some(said) => drop(texts.insert(name, said.clone())),
                None => drop(texts.remove(&name)),
            }
        }
        (texts, problems)
    }

    /// The profiles that these texts are, with those that come with the program.
    pub(crate) fn compiled(&self, texts: &ProfileTexts) -> Profiles {
        let file =
            |(name, text): (&String, &String)| (self.folder.join(name).display().to_string(), text.clone());
        Profiles::with_files(&texts.iter().map(file).collect::<Vec<_>>()).0
    }

    fn has_changed(&self) -> bool {
        self.seen.as_ref() != Some(&readable::stamp(paths(&self.folder)))
    }
}

/// The name of a file in the folder.
fn own_name(file: &str) -> String {
    Path::new(file).file_name().unwrap_or_default().to_string_lossy().into_owned()
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
        let none = ProfileTexts::new();
        assert!(agents.has_changed(), "it has not been looked at");
        assert_eq!(agents.found(&none), (none.clone(), Vec::new()), "an empty folder is fine");
        assert!(!agents.has_changed());
        folder.write("mine.toml", GOOD);
        assert!(agents.has_changed());
        let (good, problems) = agents.found(&none);
        assert!(problems.is_empty() && agents.compiled(&good).named("mine").is_some());
        for broken in ["name =", "\u{0}", "name = \"mine\"\nnonsense = 1\n"] {
            folder.write("mine.toml", broken);
            let (texts, problems) = agents.found(&good);
            assert_eq!((texts, problems.len()), (good.clone(), 1), "{broken:?}");
            assert_eq!(agents.found(&none).0, none, "{broken:?}");
        }
        fs::remove_file(folder.0.join("mine.toml")).unwrap();
        assert_eq!(agents.found(&good), (none, Vec::new()));
    }
}
