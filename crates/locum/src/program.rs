//! Finding the program a person named, and the right words when it is not there.

use std::collections::BTreeSet;
use std::ffi::{OsStr, OsString};
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use crate::failure::Failure;
use crate::nearest;

/// What a shell searches when PATH is not set.
const USUAL_PATH: &str = "/usr/local/bin:/usr/bin:/bin";

/// Finds the file that `name` stands for, as a shell in `folder` would.
pub(crate) fn find(name: &OsStr, folder: &Path) -> Result<PathBuf, Failure> {
    let shown = name.to_string_lossy().into_owned();
    if name.as_bytes().contains(&b'/') {
        return look_at(&folder.join(name), &shown).map(|()| PathBuf::from(name));
    }
    let mut refused = None;
    for file in search_path().iter().map(|place| folder.join(place).join(name)) {
        match look_at(&file, &shown) {
            // The search path may name folders from here; the program starts elsewhere.
            Ok(()) => return Ok(std::path::absolute(&file).unwrap_or(file)),
            Err(Failure::NotFound { .. }) => {}
            Err(failure) => refused = refused.or(Some(failure)),
        }
    }
    Err(refused.unwrap_or_else(|| Failure::NotFound { nearest: nearest(&shown), name: shown }))
}

fn search_path() -> Vec<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_else(|| OsString::from(USUAL_PATH));
    std::env::split_paths(&path).collect()
}

fn look_at(file: &Path, name: &str) -> Result<(), Failure> {
    let refused = |reason: &str| Failure::NotExecutable { name: name.to_owned(), reason: reason.to_owned() };
    match std::fs::metadata(file) {
        Ok(about) if about.is_dir() => Err(refused("is a folder")),
        Ok(_) if rustix::fs::access(file, rustix::fs::Access::EXEC_OK).is_err() => {
            Err(refused("permission denied: it is not executable"))
        }
        Ok(_) => Ok(()),
        Err(error) if error.kind() == io::ErrorKind::PermissionDenied => Err(refused("permission denied")),
        Err(_) => Err(Failure::NotFound { name: name.to_owned(), nearest: None }),
    }
}

/// The installed program whose name is nearest to `name`, if one is near at all.
fn nearest(name: &str) -> Option<String> {
    let entries =
        search_path().into_iter().filter_map(|folder| std::fs::read_dir(folder).ok()).flatten().flatten();
    let names: BTreeSet<String> = entries.filter_map(|entry| entry.file_name().into_string().ok()).collect();
    nearest::among(name, names)
}
