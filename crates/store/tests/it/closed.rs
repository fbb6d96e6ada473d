//! Files and folders that may not be written, before and while a record is open.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use store::{Kind, Store};
use testkit::{Sandbox, User};

use crate::folder::{event, expect_events};

const PART: &str = "STORE_OTHER_USER_PART";
const FOLDER: &str = "STORE_OTHER_USER_FOLDER";

/// What a user without rights meets, in a process of its own: root may write everywhere.
const PARTS: [Part; 3] =
    [("closed folder", closed_folder), ("closed file", closed_file), ("closed later", closed_later)];

type Part = (&'static str, fn(&Path));

fn close(path: &Path) {
    fs::set_permissions(path, Permissions::from_mode(0o500)).unwrap();
}

fn open_again(path: &Path) {
    fs::set_permissions(path, Permissions::from_mode(0o700)).unwrap();
}

fn closed_folder(folder: &Path) {
    close(folder);
    let error = Store::open(folder).unwrap_err();
    open_again(folder);
    assert_eq!(error.kind(), &Kind::ReadOnly, "{error:?}");
}

fn closed_file(folder: &Path) {
    Store::open(folder).unwrap().commit(&[event(1)]).unwrap();
    close(&folder.join("locum.db"));
    let error = Store::open(folder).unwrap_err();
    assert_eq!(error.kind(), &Kind::ReadOnly, "{error:?}");
    open_again(&folder.join("locum.db"));
    Store::open(folder).unwrap().commit(&[event(2)]).unwrap();
    expect_events(folder, 2);
}

fn closed_later(folder: &Path) {
    let mut store = Store::open(folder).unwrap();
    store.commit(&[event(1)]).unwrap();
    close(folder);
    for _ in 0..2 {
        assert_eq!(store.commit(&[event(2)]).unwrap_err().kind(), &Kind::ReadOnly);
    }
    open_again(folder);
    assert_eq!(store.commit(&[event(2)]).unwrap().events, 2..3);
    assert_eq!(store.finding(), None);
    expect_events(folder, 2);
}

/// Started by itself, with a folder in its environment, it is the user without rights.
#[test]
fn closed_files_and_folders_are_reported() {
    if let (Some(folder), Ok(part)) = (std::env::var_os(FOLDER), std::env::var(PART)) {
        let (_, run) = PARTS.iter().find(|(name, _)| *name == part).unwrap();
        return run(Path::new(&folder));
    }
    for (part, _) in PARTS {
        let sandbox = Sandbox::for_user(User::Nobody);
        let binary = testkit::locum_binary(&sandbox, &std::env::current_exe().unwrap());
        let mut other = sandbox.command(&binary.display().to_string());
        other.args(["--exact", "closed::closed_files_and_folders_are_reported", "--nocapture"]);
        let output = other.env(FOLDER, sandbox.path("state")).env(PART, part).output().unwrap();
        let said = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success() && said.contains("1 passed"), "{part}: {output:?}");
    }
}
