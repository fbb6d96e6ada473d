//! A file that is there whole or not at all.

use std::fs::{self, File};
use std::io::{self, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

/// Writes a file for the person alone, and never over another one: it may be the better one. If the disk is full,
/// nothing is left that would stand in the way of the next try.
pub(super) fn put(file: &Path, content: &[u8]) -> io::Result<()> {
    if file.symlink_metadata().is_ok() {
        return Err(io::ErrorKind::AlreadyExists.into());
    }
    let draft = draft(file)?;
    let mut out = File::options().write(true).create_new(true).mode(0o600).open(&draft)?;
    let written = out.write_all(content).and_then(|()| out.sync_all()).and_then(|()| name(&draft, file));
    // Its own name is gone after a move; what is left otherwise is of no use.
    let _ = fs::remove_file(&draft);
    written
}

/// Beside the file, since a move to another disk is none. Two that write at once have two.
fn draft(file: &Path) -> io::Result<PathBuf> {
    let name = file.file_name().ok_or(io::ErrorKind::InvalidInput)?;
    let mut draft = std::ffi::OsString::from(".");
    draft.push(name);
    draft.push(format!(".{}", std::process::id()));
    Ok(file.with_file_name(draft))
}

/// A second name is never given over an existing one, a new one is. Where files have one name only, the look before
/// must do.
fn name(draft: &Path, file: &Path) -> io::Result<()> {
    match fs::hard_link(draft, file) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Err(error),
        Err(_) => fs::rename(draft, file),
        Ok(()) => Ok(()),
    }
}
