//! Exactly one brain per user: who holds the lock of a file is it. The kernel lets go of it however it dies.

use std::fs::File;
use std::io::{Read, Seek, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;
use std::time::Duration;

use rustix::fs::FlockOperation;

use crate::{BrainError, while_trying};

/// How often, and after which pause, a lock that is held is tried again.
const TRIES: u32 = 10;
const PAUSE: Duration = Duration::from_millis(2);

/// The lock, for as long as this lives.
#[derive(Debug)]
pub struct Holder(File);

impl Drop for Holder {
    /// Who ends in order takes their process id with them; one that stays is that of a brain that died.
    fn drop(&mut self) {
        if !std::thread::panicking() {
            let _ = self.0.set_len(0);
        }
    }
}

/// Takes the lock and leaves our process id in the file, for people and for `daemon stop`.
pub(crate) fn take(path: &Path) -> Result<Holder, BrainError> {
    let failed = |error| while_trying(format!("lock {}", path.display()))(error);
    let mut file = open(path).map_err(failed)?;
    let mut tries = 0;
    loop {
        match rustix::fs::flock(&file, FlockOperation::NonBlockingLockExclusive) {
            Ok(()) => break,
            // Somebody may just be looking whether it is held.
            Err(rustix::io::Errno::WOULDBLOCK) if tries < TRIES => std::thread::sleep(PAUSE),
            Err(rustix::io::Errno::WOULDBLOCK) => return Err(BrainError::RunsAlready(pid_in(&mut file))),
            Err(error) => return Err(failed(error.into())),
        }
        tries += 1;
    }
    // On a full disk the number cannot be noted; the lock counts all the same.
    let _ = file.set_len(0).and_then(|()| file.rewind());
    let _ = writeln!(file, "{}", std::process::id());
    Ok(Holder(file))
}

/// The process id of the brain that runs, if one does; 0 if it could not note it.
pub fn holder(path: &Path) -> Option<u32> {
    let mut file = open(path).ok()?;
    match rustix::fs::flock(&file, FlockOperation::NonBlockingLockShared) {
        Err(rustix::io::Errno::WOULDBLOCK) => Some(pid_in(&mut file)),
        _ => None,
    }
}

/// Whether the last brain has died: none runs, and it did not end in order.
pub fn has_died(path: &Path) -> bool {
    let Ok(mut file) = File::open(path) else { return false };
    let free = rustix::fs::flock(&file, FlockOperation::NonBlockingLockShared).is_ok();
    free && pid_in(&mut file) != 0
}

/// The last brain was ended by force, because somebody wanted it to end.
pub fn forget(path: &Path) {
    if holder(path).is_none()
        && let Ok(file) = File::options().write(true).open(path)
    {
        let _ = file.set_len(0);
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
        std::fs::write(&path, "").unwrap();
        assert_eq!(holder(&path), Some(0), "held, by whom is not known");
        drop(first);
        assert_eq!(holder(&path), None);
        take(&path).unwrap();
        std::fs::remove_file(path).unwrap();
    }

    #[test]
    fn who_ends_in_order_leaves_nothing_and_who_dies_leaves_a_trace() {
        let path = std::env::temp_dir().join(format!("locum-trace-{}", std::process::id()));
        assert!(!has_died(&path), "there was none");
        let brain = take(&path).unwrap();
        assert!(!has_died(&path), "it runs");
        drop(brain);
        assert!(!has_died(&path), "it ended in order");
        std::fs::write(&path, "4711\n").unwrap();
        assert!(has_died(&path));
        let brain = take(&path).unwrap();
        forget(&path);
        assert_eq!(holder(&path), Some(std::process::id()), "one that runs is left alone");
        drop(brain);
        std::fs::write(&path, "4711\n").unwrap();
        forget(&path);
        assert!(!has_died(&path));
        std::fs::remove_file(path).unwrap();
    }
}
