//! The programs of the machine that tests lean on.

use std::path::{Path, PathBuf};

/// Where programs are looked for: the folders a sandbox puts on its `PATH`.
pub(crate) const PATH: &str = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

/// Panics unless all of these programs are installed, and says how to get them.
///
/// A test that silently skips itself would report success for something it never looked at.
#[track_caller]
pub fn require(programs: &[&str]) {
    let missing: Vec<_> = programs.iter().filter(|name| find_program(name).is_none()).copied().collect();
    assert!(
        missing.is_empty(),
        "not installed: {}. Run scripts/install-test-programs as root, or install these packages yourself.",
        missing.join(", ")
    );
}

/// The path of a program on the `PATH` of every sandbox.
pub fn find_program(name: &str) -> Option<PathBuf> {
    PATH.split(':').map(|folder| Path::new(folder).join(name)).find(|path| path.is_file())
}
