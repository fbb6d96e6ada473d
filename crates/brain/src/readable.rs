//! Files that a person has written: text, of a size that somebody could have written.

use std::fs::{self, File};
use std::io::Read;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

/// Larger files are a mistake.
pub(crate) const LARGEST: u64 = 1 << 20;

/// The text of a file, or what is wrong with it.
pub(crate) fn text(path: &Path) -> Result<String, String> {
    let failed = |error: std::io::Error| format!("cannot be read: {error}");
    let about = fs::metadata(path).map_err(failed)?;
    // A pipe would keep us waiting for ever.
    if !about.is_file() {
        return Err("is not a file".into());
    }
    let mut bytes = Vec::new();
    File::open(path).map_err(failed)?.take(LARGEST + 1).read_to_end(&mut bytes).map_err(failed)?;
    if bytes.len() as u64 > LARGEST {
        return Err("is larger than 1 MiB".into());
    }
    String::from_utf8(bytes).map_err(|_| "is not text in UTF-8".into())
}

/// What shows that files may have changed: path, time, size and place on the disk of each that is there.
pub(crate) type Stamp = Vec<(PathBuf, i64, i64, u64, u64)>;

/// How these files are now.
pub(crate) fn stamp(paths: impl IntoIterator<Item = PathBuf>) -> Stamp {
    let of = |path: PathBuf| {
        let about = fs::metadata(&path).ok()?;
        Some((path, about.mtime(), about.mtime_nsec(), about.size(), about.ino()))
    };
    paths.into_iter().filter_map(of).collect()
}
