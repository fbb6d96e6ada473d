//! Exactly one brain per user: who holds the lock of a file is it. The kernel lets go of it however it dies.

use std::fs::File;
use std::io::{Read, Seek, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

use rustix::fs::FlockOperation;

use crate::{BrainError, while_trying};

/// The lock, for as long as this lives.
#[derive(Debug)]
pub struct Holder(#[allow(dead_code, reason = "held, not used: closing it gives the lock up")] File);

/// Takes the lock and leaves our process id in the file, for people and for `daemon stop`.
pub(crate) fn take(path: &Path) -> Result<Holder, BrainError> {
    let failed = |error| while_trying(format!("lock {}", path.display()))(error);
    let mut file = open(path).map_err(failed)?;
    match rustix::fs::flock(&file, FlockOperation::NonBlockingLockExclusive) {
        Ok(()) => {}
        Err(rustix::io::Errno::WOULDBLOCK) => return Err(BrainError::RunsAlready(pid_in(&mut file))),
        Err(error) => return Err(failed(error.into())),
    }
    file.set_len(0).and_then(|()| file.rewind()).map_err(failed)?;
    writeln!(file, "{}", std::process::id()).map_err(failed)?;
    Ok(Holder(file))
}

/// The process id of the brain that runs, if one does.
pub fn holder(path: &Path) -> Option<u32> {
    let mut file = open(path).ok()?;
    match rustix::fs::flock(&file, FlockOperation::NonBlockingLockShared) {
        Err(rustix::io::Errno::WOULDBLOCK) => Some(pid_in(&mut file)).filter(|&pid| pid != 0),
        _ => None,
    }
}

fn open(path: &Path) -> std::io::Result<File> {
    File::options().read(true).write(true).create(true).truncate(false).mode(0o600).open(path)
}

fn pid_in(file: &mut File) -> u32 {
    let mut text = String::new();
    let _ = file.take(32).read_to_string(&mut text);
    text.trim().parse().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_one_holds_it_and_death_lets_go() {
        let path = std::env::temp_dir().join(format!("locum-lock-{}", std::process::id()));
        assert_eq!(holder(&path), None);
        let first = take(&path).unwrap();
        assert!(matches!(take(&path), Err(BrainError::RunsAlready(pid)) if pid == std::process::id()));
        assert_eq!(holder(&path), Some(std::process::id()));
        drop(first);
        assert_eq!(holder(&path), None);
        take(&path).unwrap();
        std::fs::remove_file(path).unwrap();
    }
}
