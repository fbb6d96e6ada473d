//! The rules as they lie on the disk, for commands that need no brain.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use brain::rules::{Around, Belief, Built, InForce, OwnProfiles, Rules, Texts, believe};
use brain::{Agents, ProfileTexts};

use detect::ProfileError;

use crate::failure::Failure;
use crate::folders;

/// What is in force, as far as the files tell.
pub(super) struct Own {
    pub(super) rules: Rules,
    pub(super) belief: Belief,
    /// Their own profiles: what they confirmed, and what lies there.
    pub(super) profiles: OwnProfiles,
    /// Where programs that rules name are started.
    pub(super) folder: PathBuf,
}

/// Reads the person's policy, what they confirmed of it, and what they trust.
pub(super) fn read() -> Own {
    let file = folders::policy_file();
    let belief = folders::state_path().map_or(Belief::First, |folder| believe(&folder));
    let in_force = InForce::begin(&belief, Texts::read_own(file.as_deref()).and_then(Built::of)).0;
    let trusted = match &belief {
        Belief::Kept(kept, _) => kept.trusted.clone(),
        _ => BTreeMap::new(),
    };
    let folder = file.as_deref().and_then(Path::parent).map_or_else(|| PathBuf::from("/"), Path::to_owned);
    let profiles = OwnProfiles::begin(&belief, folders::agents_folder().as_deref());
    Own { rules: Rules::new(in_force, trusted), belief, profiles, folder }
}

/// What is wrong with profiles of theirs, beside those that they confirmed. Such a file cannot be confirmed.
pub(super) fn broken_profiles(confirmed: &ProfileTexts) -> Vec<ProfileError> {
    let folder = folders::agents_folder();
    folder.map(|folder| Agents::of_folder(folder).found(confirmed).1).unwrap_or_default()
}

/// The rules by which to judge: this file's, or the person's. Files with mistakes are refused.
pub(super) fn rules(file: Option<&Path>) -> Result<Own, Failure> {
    let Some(file) = file else {
        let own = read();
        let problems = &own.rules.in_force.problems;
        return if problems.is_empty() { Ok(own) } else { Err(Failure::Policy(problems.clone())) };
    };
    let built = Texts::read(file).and_then(Built::of).map_err(Failure::Policy)?;
    let own = read();
    let in_force = InForce { confirmed: built, waiting: None, problems: Vec::new(), doubt: None };
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    Ok(Own { rules: Rules::new(in_force, own.rules.trusted), folder: folder.to_owned(), ..own })
}

/// What is around a command in this folder, or here.
pub(super) fn around(folder: Option<&Path>) -> Result<Around, Failure> {
    let here = Path::new(".");
    let folder = folder.unwrap_or(here);
    let refused = |error| Failure::Folder { folder: folder.to_owned(), error };
    match std::fs::metadata(folder) {
        Ok(found) if !found.is_dir() => return Err(refused(std::io::ErrorKind::NotADirectory.into())),
        // Nothing is run there: a folder of another machine, or one that is still to come, can be judged too.
        Err(error) if folder.is_absolute() && error.kind() == std::io::ErrorKind::NotFound => {}
        Err(error) => return Err(refused(error)),
        Ok(_) => {}
    }
    Ok(Around::of(folder, folders::home().as_deref()))
}
